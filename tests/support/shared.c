#define _POSIX_C_SOURCE 200809L

#include "shared.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

void test_join_path(const char *folder, const char *name, char path[TEST_PATH_BYTES])
{
    const int length = snprintf(path, TEST_PATH_BYTES, "%s/%s", folder, name);
    if (length < 0 || length >= TEST_PATH_BYTES)
        path[0] = '\0';
}

bool test_shared_folder(const char *part, char path[TEST_PATH_BYTES])
{
    const char *maps = getenv("THRONG_MAPS");
    if (maps && *maps && strcmp(part, "maps") == 0) {
        snprintf(path, TEST_PATH_BYTES, "%s", maps);
    } else {
        const char *shared = getenv("THRONG_SHARED");
        test_join_path(shared && *shared ? shared : THRONG_SOURCE_ROOT "/../shared", part, path);
    }
    if (is_folder(path))
        return true;
    fprintf(stderr, "Skipped: there is no folder %s; THRONG_SHARED may name one that holds %s.\n",
            path, part);
    return false;
}

static void add_name(test_names *names, const char *name)
{
    char **grown = realloc(names->names, (size_t)(names->count + 1) * sizeof *grown);
    char *copy = malloc(strlen(name) + 1);
    if (!grown || !copy)
        abort();
    strcpy(copy, name);
    names->names = grown;
    names->names[names->count++] = copy;
}

static bool ends_in(const char *name, const char *suffix)
{
    const size_t length = strlen(name), suffix_length = strlen(suffix);
    return length >= suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

static void list_folder(const char *root, const char *inside, const char *suffix, bool deep,
                        test_names *names)
{
    char folder[TEST_PATH_BYTES];
    test_join_path(root, inside, folder);
    DIR *stream = opendir(folder);
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        char name[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
        if (*inside)
            test_join_path(inside, entry->d_name, name);
        else
            snprintf(name, sizeof name, "%s", entry->d_name);
        test_join_path(root, name, path);
        if (is_folder(path)) {
            if (deep)
                list_folder(root, name, suffix, false, names);
        } else if (ends_in(name, suffix)) {
            add_name(names, name);
        }
    }
    closedir(stream);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

test_names test_list_files(const char *folder, const char *suffix, bool deep)
{
    test_names names = {NULL, 0};
    list_folder(folder, "", suffix, deep, &names);
    if (names.count > 0)
        qsort(names.names, (size_t)names.count, sizeof *names.names, compare_names);
    return names;
}

void test_names_free(test_names *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (test_names){NULL, 0};
}

char *test_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long length = ftell(file);
        rewind(file);
        if (length >= 0)
            text = malloc((size_t)length + 1);
        if (text && fread(text, 1, (size_t)length, file) == (size_t)length) {
            text[length] = '\0';
            if (size)
                *size = (size_t)length;
        } else {
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

char *test_next_line(char **text)
{
    char *line = *text;
    if (!line || *line == '\0')
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end) {
        *end = '\0';
        if (end > line && end[-1] == '\r')
            end[-1] = '\0';
    }
    return line;
}

int test_split_words(char *line, char **words, int capacity)
{
    int count = 0;
    for (char *at = line; *at;) {
        at += strspn(at, " \t\r");
        if (!*at)
            break;
        if (count < capacity)
            words[count] = at;
        count++;
        at += strcspn(at, " \t\r");
        if (*at)
            *at++ = '\0';
    }
    return count;
}
