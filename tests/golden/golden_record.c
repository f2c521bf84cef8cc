#include "golden_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const golden_size *const golden_forms[GOLDEN_FORMS] = {&golden_short, &golden_full};

static const char header[] =
    "# 64-bit hashes of every stage over all turns of every golden scene, short and full form.\n"
    "# Equal on every instruction set, thread count and compiler. When one has to change, write "
    "them anew\n"
    "# (golden --write FILE), raise THRONG_SIMULATION_VERSION, and say why in CHANGELOG.md under "
    "Behaviour.\n";

static int32_t find_name(const char *name, const char *const *names, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static bool read_line(const char *line, golden_record *record)
{
    char words[3][16];
    uint64_t hash = 0;
    if (sscanf(line, "%15s %15s %15s %16" SCNx64, words[0], words[1], words[2], &hash) != 4)
        return false;
    const char *forms[GOLDEN_FORMS], *stages[GOLDEN_STAGES];
    for (int32_t f = 0; f < GOLDEN_FORMS; f++)
        forms[f] = golden_forms[f]->name;
    for (int32_t s = 0; s < GOLDEN_STAGES; s++)
        stages[s] = throng_stage_name((throng_stage)s);
    const int32_t form = find_name(words[0], forms, GOLDEN_FORMS);
    const int32_t scene = find_name(words[1], golden_scene_names, GOLDEN_SCENES);
    const int32_t stage = find_name(words[2], stages, GOLDEN_STAGES);
    if (form < 0 || scene < 0 || stage < 0)
        return false;
    record->hash[form][scene][stage] = hash;
    record->is_known[form][scene][stage] = true;
    return true;
}

bool golden_record_read(const char *path, golden_record *record)
{
    memset(record, 0, sizeof *record);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s cannot be read.\n", path);
        return false;
    }
    char line[256];
    bool is_good = true;
    for (int number = 1; is_good && fgets(line, sizeof line, file); number++) {
        is_good = line[0] == '#' || read_line(line, record);
        if (!is_good)
            fprintf(stderr, "%s, line %d: expected form, scene, stage and 16 hex digits.\n", path,
                    number);
    }
    fclose(file);
    return is_good;
}

bool golden_record_write(const char *path, const golden_record *record)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s cannot be written.\n", path);
        return false;
    }
    fputs(header, file);
    for (int32_t f = 0; f < GOLDEN_FORMS; f++)
        for (int32_t scene = 0; scene < GOLDEN_SCENES; scene++)
            for (int32_t s = 0; s < GOLDEN_STAGES; s++)
                if (record->is_known[f][scene][s])
                    fprintf(file, "%s %s %s %016" PRIx64 "\n", golden_forms[f]->name,
                            golden_scene_names[scene], throng_stage_name((throng_stage)s),
                            record->hash[f][scene][s]);
    return fclose(file) == 0;
}
