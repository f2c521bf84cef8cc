#include "base/internal.h"

#include <stdarg.h>
#include <stdio.h>

throng_result throng_refuse(const throng_context *context, throng_result result, const char *format,
                            ...)
{
    if (context && context->log) {
        char sentence[256];
        va_list values;
        va_start(values, format);
        vsnprintf(sentence, sizeof sentence, format, values);
        va_end(values);
        context->log(result, sentence, context->log_user);
    }
    return result;
}
