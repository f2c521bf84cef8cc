/*
 * golden_record.h: the hashes that were agreed upon, one line each: form, scene, stage, 16 hex
 * digits.
 */
#ifndef TEST_GOLDEN_RECORD_H
#define TEST_GOLDEN_RECORD_H

#include "golden_world.h"

#include <stdbool.h>

enum { GOLDEN_FORMS = 2 };

typedef struct golden_record {
    uint64_t hash[GOLDEN_FORMS][GOLDEN_SCENES][GOLDEN_STAGES];
    bool is_known[GOLDEN_FORMS][GOLDEN_SCENES][GOLDEN_STAGES];
} golden_record;

extern const golden_size *const golden_forms[GOLDEN_FORMS];

/* False, with a sentence, if the file cannot be read or holds a line that is none of these. */
bool golden_record_read(const char *path, golden_record *record);
bool golden_record_write(const char *path, const golden_record *record);

#endif
