/*
 * replay.c: runs a fuzz target without a fuzzer: on the files that are named, or on random bytes.
 */
#include "input.h"

#include "random.h"

#define BYTES_MAX 2000

/* Builds for debugging and sanitizers are many times slower. */
#if defined(NDEBUG)
#define SHORT_FORM_INPUTS 600
#else
#define SHORT_FORM_INPUTS 150
#endif

static int run_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        fprintf(stderr, "%s cannot be opened\n", name);
        return 1;
    }
    static uint8_t bytes[1 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(bytes, size);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += run_file(argv[i]) != 0;
    if (argc > 1)
        return failed > 0;

    test_random random = {test_seed("fuzz", 5)};
    static uint8_t bytes[BYTES_MAX];
    const int32_t count = test_is_full() ? 20000 : SHORT_FORM_INPUTS;
    for (int32_t n = 0; n < count; n++) {
        const int32_t size = test_random_int(&random, 20, BYTES_MAX);
        for (int32_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)test_random_int(&random, 0, 255);
        LLVMFuzzerTestOneInput(bytes, (size_t)size);
    }
    printf("%d random inputs\n", (int)count);
    return 0;
}
