/*
 * crowd_expected.h: checks of the crowd cases that fail today. The crowd is correct and safe, not
 * yet good: who settles, packs, passes and keeps apart well is a later part's work. The list is
 * honest: a check on it that holds fails the test until it is taken off, and no check of safety may
 * be on it.
 */
#ifndef TEST_CROWD_EXPECTED_H
#define TEST_CROWD_EXPECTED_H

#include <stdbool.h>

#include "crowd_case.h"

/* True if the check, word by word as in its file, is on the list. */
bool crowd_is_expected_to_fail(const char *case_name, const char *check_text);

/* Fails the running cmocka test unless every entry for the case is one of its checks, and none of a
 * metric that must hold. */
void crowd_check_expectations(const crowd_case *scene);

#endif
