/* Input files: what each is, by -x or by what its name ends in, and whether it can be read at all. */
#include "driver/driver.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *extension;
    enum sw_language language;
} extensions[] = {
    {".cu", SW_CUDA},          {".c", SW_C},         {".cc", SW_CXX},      {".cpp", SW_CXX},
    {".cxx", SW_CXX},          {".c++", SW_CXX},     {".C", SW_CXX},       {".i", SW_C},
    {".ii", SW_CXX},           {".s", SW_ASSEMBLER}, {".S", SW_ASSEMBLER}, {".o", SW_OBJECT},
    {".obj", SW_OBJECT},       {".lo", SW_OBJECT},   {".a", SW_ARCHIVE},   {".lib", SW_ARCHIVE},
    {".so", SW_SHARED_OBJECT},
};

/* Whether the language is compiled, and not only linked. */
bool sw_is_source(enum sw_language language) {
    return language <= SW_ASSEMBLER;
}

static bool by_extension(const char *path, enum sw_language *language) {
    const char *extension = sw_path_extension(path);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (sw_equal(extension, extensions[i].extension)) {
            *language = extensions[i].language;
            return true;
        }
    *language = SW_SHARED_OBJECT;
    return strstr(path, ".so."); /* libx.so.1.2 */
}

static bool language_of(const struct sw_job *job, const char *path, enum sw_language *language) {
    bool known = by_extension(path, language);
    const char *given = job->options->language;
    if (given && (!known || sw_is_source(*language))) {
        *language = sw_equal(given, "cu") ? SW_CUDA : sw_equal(given, "c") ? SW_C : SW_CXX;
        return true;
    }
    if (!known && job->options->run && access(path, X_OK) == 0) {
        *language = SW_PROGRAM;
        return true;
    }
    return known;
}

/* nvcc hands its steps to a shell, which takes quotes away: Meson puts some around the program that --run runs. */
static const char *without_quotes(struct sw_arena *arena, const char *path) {
    size_t length = strlen(path);
    bool quoted = length > 2 && path[0] == '"' && path[length - 1] == '"' && !sw_file_exists(path);
    return quoted ? sw_arena_strndup(arena, path + 1, length - 2) : path;
}

static bool is_readable_file(const char *path) {
    struct stat facts;
    if (stat(path, &facts) != 0) {
        sw_error(SW_NOWHERE, errno == ENOENT ? "no such file: '%s'" : "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    if (S_ISDIR(facts.st_mode)) {
        sw_error(SW_NOWHERE, "'%s' is a folder", path);
        return false;
    }
    if (access(path, R_OK) != 0) {
        sw_error(SW_NOWHERE, "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    return true;
}

/* The file's stem, with a number behind it when an earlier input has the same. */
static const char *unique_stem(struct sw_job *job, const char *path) {
    const char *stem = sw_path_stem(job->arena, path), *name = stem;
    for (unsigned number = 2;; number++) {
        bool taken = false;
        for (size_t i = 0; i < job->inputs.count; i++)
            taken |= sw_equal(job->inputs.at[i].stem, name);
        if (!taken)
            return name;
        name = sw_arena_printf(job->arena, "%s-%u", stem, number);
    }
}

static void add_input(struct sw_job *job, const char *path) {
    struct sw_input input = {.path = path};
    if (!is_readable_file(path))
        return;
    if (!language_of(job, path, &input.language)) {
        sw_error(SW_NOWHERE,
                 "do not know what to do with '%s': it ends in none of .cu .c .cc .cpp .cxx .i .ii .s .S "
                 ".o .a .so (-x cu compiles it as CUDA)",
                 path);
        return;
    }
    input.stem = unique_stem(job, path);
    sw_vec_push(job->arena, &job->inputs, input);
}

/* Adds the files of the command line to the job; errors are reported. */
void sw_job_add_inputs(struct sw_job *job) {
    const struct sw_strings *paths = &job->options->inputs;
    for (size_t i = 0; i < paths->count; i++)
        add_input(job, sw_equal(paths->at[i], "-") ? "/dev/stdin" : without_quotes(job->arena, paths->at[i]));
    for (size_t i = 0; i < job->inputs.count; i++)
        if (job->inputs.at[i].language == SW_PROGRAM && paths->count > 1)
            sw_error(SW_NOWHERE, "--run runs one program: '%s', or what the other files make", job->inputs.at[i].path);
        else if (job->inputs.at[i].language == SW_PROGRAM)
            job->action = SW_RUN;
    if (!paths->count && !job->options->print_clangd)
        sw_error(SW_NOWHERE, "no input files (--help explains the options)");
}

static const char *folder_of(struct sw_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? sw_arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path)) : ".";
}

/* Says so when the file cannot be made: its folder does not exist or is none, or it is itself a folder. */
void sw_check_output(struct sw_arena *arena, const char *path) {
    struct stat facts;
    const char *folder = folder_of(arena, path);
    if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode))
        sw_error(SW_NOWHERE, "cannot write '%s': it is a folder", path);
    else if (stat(folder, &facts) != 0)
        sw_error(SW_NOWHERE, "cannot write '%s': the folder '%s' does not exist", path, folder);
    else if (!S_ISDIR(facts.st_mode))
        sw_error(SW_NOWHERE, "cannot write '%s': '%s' is not a folder", path, folder);
    else if (access(path, W_OK) != 0 && access(folder, W_OK) != 0)
        sw_error(SW_NOWHERE, "cannot write '%s': %s", path, strerror(errno));
}
