#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_BYTES 1024
#define WORDS_MAX 32
#define PATHS 16

extern char **environ;

static const char *program_path;
static char folder[PATH_BYTES];
static program_result last;

bool program_open(const char *path)
{
    const char *parent = getenv("TMPDIR");
    program_path = path;
    snprintf(folder, sizeof folder, "%s/throng-test-XXXXXX", parent != NULL ? parent : ".");
    return mkdtemp(folder) != NULL;
}

void program_close(void)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry;
         entry = readdir(entries)) {
        if (entry->d_name[0] != '.')
            unlink(program_file(entry->d_name));
    }
    if (entries)
        closedir(entries);
    rmdir(folder);
}

const char *program_file(const char *name)
{
    static char paths[PATHS][PATH_BYTES + 256];
    static int turn;
    char *path = paths[turn++ % PATHS];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *program_write(const char *name, const void *bytes, size_t length)
{
    const char *path = program_file(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

const char *program_write_text(const char *name, const char *text)
{
    return program_write(name, text, strlen(text));
}

static void read_text(const char *name, char text[PROGRAM_TEXT_BYTES])
{
    FILE *file = fopen(program_file(name), "rb");
    assert_non_null(file);
    const size_t length = fread(text, 1, PROGRAM_TEXT_BYTES - 1, file);
    text[length] = '\0';
    fclose(file);
}

static pid_t start(char *const *words)
{
    posix_spawn_file_actions_t actions;
    pid_t process = 0;
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, program_file("stdout"),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, program_file("stderr"),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(posix_spawn(&process, program_path, &actions, NULL, words, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

const program_result *program_run(const char *const *words)
{
    const char *all[WORDS_MAX + 2] = {program_path};
    int status = 0;
    int count = 0;
    for (; words[count] != NULL; count++) {
        assert_true(count < WORDS_MAX);
        all[count + 1] = words[count];
    }
    const pid_t process = start((char *const *)all);
    while (waitpid(process, &status, 0) != process)
        assert_int_equal(errno, EINTR);
    last.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_text("stdout", last.output);
    read_text("stderr", last.errors);
    return &last;
}

const char *program_value(const program_result *result, const char *key)
{
    static char values[4][128];
    static int turn;
    char *value = values[turn++ % 4];
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *begin = strstr(result->output, quoted);
    if (!begin)
        fail_msg("there is no key %s in: %s%s", key, result->output, result->errors);
    begin += strlen(quoted);
    if (strstr(begin, quoted))
        fail_msg("the key %s stands there twice", key);
    begin += *begin == '"';
    const size_t length = strcspn(begin, "\",\n}");
    assert_true(length < sizeof values[0]);
    memcpy(value, begin, length);
    value[length] = '\0';
    return value;
}

double program_number(const program_result *result, const char *key)
{
    char *end = NULL;
    const char *text = program_value(result, key);
    const double number = strtod(text, &end);
    if (end == text || *end != '\0')
        fail_msg("the value of %s is '%s', no number", key, text);
    return number;
}

void program_assert_refused(const program_result *result, const char *piece)
{
    if (result->exit_code != 2)
        fail_msg("exit code %d, expected 2: %s%s", result->exit_code, result->output,
                 result->errors);
    assert_string_equal(result->output, "");
    const char *newline = strchr(result->errors, '\n');
    if (!newline || newline[1] != '\0' || strncmp(result->errors, "throng: ", 8) != 0)
        fail_msg("expected one line that begins with 'throng: ', got: %s", result->errors);
    if (!strstr(result->errors, piece))
        fail_msg("expected '%s' in: %s", piece, result->errors);
}
