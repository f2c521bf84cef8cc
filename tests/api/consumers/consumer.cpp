/* The same text is a C++ program. */
#include "consumer.c"
