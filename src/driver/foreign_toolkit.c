/* A CUDA toolkit that is installed must not get into the build: its headers declare another runtime, and its libraries
 * need a GPU. Makefiles written for nvcc name its folders and libraries (-I$(CUDA_HOME)/include -lcudart), and so may
 * the environment. What is ours is used in their place; what was dropped is said under -v. */
#include "driver/driver.h"

#include <stdlib.h>
#include <string.h>

static bool has(struct sw_arena *arena, const char *folder, const char *file) {
    return sw_file_exists(sw_arena_printf(arena, "%s/%s", folder, file));
}

static bool is_same_folder(const char *a, const char *b) {
    char *real_a = realpath(a, NULL), *real_b = realpath(b, NULL);
    bool same = real_a && real_b && sw_equal(real_a, real_b);
    free(real_a);
    free(real_b);
    return same;
}

/* The toolkit's include folder has a runtime header beside crt/host_config.h or cuda.h; ours is known by its place. */
static bool is_toolkit_headers(struct sw_arena *arena, const char *folder, const char *own) {
    return has(arena, folder, "cuda_runtime.h") &&
           (has(arena, folder, "crt/host_config.h") || has(arena, folder, "cuda.h")) && !is_same_folder(folder, own);
}

/* Ours have the runtime under its own name beside them, or are the stubs below those. */
static bool is_toolkit_libraries(struct sw_arena *arena, const char *folder) {
    static const char *const names[] = {"libcudart_static.a", "libcudadevrt.a", "libnvrtc.so"};
    bool is_stubs = sw_ends_with(folder, "/stubs") || sw_ends_with(folder, "/stubs/");
    if (has(arena, folder, "libsoftwarp.so.0") || has(arena, folder, "../libsoftwarp.so.0"))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has(arena, folder, names[i]) || (is_stubs && has(arena, folder, sw_arena_printf(arena, "../%s", names[i]))))
            return true;
    return false;
}

static void say(struct sw_arena *arena, struct sw_options *options, const char *option, const char *value,
                const char *reason) {
    sw_vec_push(arena, &options->ignored, sw_arena_printf(arena, "'%s%s' is ignored: %s", option, value, reason));
}

static void drop_header_dirs(struct sw_arena *arena, struct sw_options *options, struct sw_strings *dirs,
                             const char *option, const char *own) {
    struct sw_strings kept = {0};
    for (size_t i = 0; i < dirs->count; i++) {
        if (is_toolkit_headers(arena, dirs->at[i], own))
            say(arena, options, option, dirs->at[i], "a CUDA toolkit's headers; swcc has its own");
        else
            sw_vec_push(arena, &kept, dirs->at[i]);
    }
    *dirs = kept;
}

/* Takes a toolkit's header folders out of -I and -isystem. */
void sw_drop_toolkit_dirs(struct sw_arena *arena, struct sw_options *options, const char *own_headers) {
    drop_header_dirs(arena, options, &options->include_dirs, "-I", own_headers);
    drop_header_dirs(arena, options, &options->system_dirs, "-isystem ", own_headers);
}

/* The same of words of the preprocessor for host compilers: -IFOLDER, or an option and its value. */
void sw_drop_toolkit_words(struct sw_arena *arena, struct sw_options *options, struct sw_strings *words,
                           const char *own_headers) {
    struct sw_strings kept = {0};
    for (size_t i = 0; i < words->count; i++) {
        bool is_joined = words->at[i][1] != 'i';
        size_t last = is_joined ? i : i + 1;
        const char *option = is_joined ? "-Xcompiler " : sw_arena_printf(arena, "-Xcompiler %s ", words->at[i]);
        const char *folder = !is_joined ? words->at[last] : words->at[i] + strlen("-I");
        if (is_toolkit_headers(arena, folder, own_headers))
            say(arena, options, option, words->at[last], "a CUDA toolkit's headers; swcc has its own");
        else
            for (size_t k = i; k <= last; k++)
                sw_vec_push(arena, &kept, words->at[k]);
        i = last;
    }
    *words = kept;
}

static void filter_variable(struct sw_arena *arena, struct sw_options *options, const char *name, const char *own) {
    const char *value = getenv(name);
    if (!value)
        return;
    char *kept = sw_arena_alloc(arena, strlen(value) + 1);
    bool changed = false;
    for (const char *at = value; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        const char *dir = sw_arena_strndup(arena, at, strcspn(at, ":"));
        if (*dir && (is_toolkit_headers(arena, dir, own) || is_toolkit_libraries(arena, dir))) {
            say(arena, options, sw_arena_printf(arena, "%s=", name), dir, "a CUDA toolkit; swcc has its own");
            changed = true;
            continue;
        }
        if (*kept)
            strcat(kept, ":");
        strcat(kept, dir);
    }
    if (changed && *kept)
        setenv(name, kept, 1);
    else if (changed)
        unsetenv(name);
}

/* Takes a toolkit's folders out of the variables through which compilers find headers and libraries. */
void sw_drop_toolkit_environment(struct sw_arena *arena, struct sw_options *options, const char *own_headers) {
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        filter_variable(arena, options, names[i], own_headers);
}

/* How the runtime is linked. -cudart none and -lcudart ask for it all the same. */
static const char *runtime_of(const struct sw_options *options) {
    const char *runtime = options->runtime ? options->runtime : SOFTWARP_DEFAULT_RUNTIME;
    for (size_t i = 0; sw_equal(runtime, "none") && i < options->libraries.count; i++) {
        if (sw_equal(options->libraries.at[i], "cudart"))
            return "shared";
        if (sw_equal(options->libraries.at[i], "cudart_static"))
            return "static";
    }
    return runtime;
}

/* The CUDA runtime's libraries and the driver's, which libsoftwarp is, and NVTX's, which is all in headers. */
static bool is_replaced(const char *library) {
    static const char *const ours[] = {"cudart", "cudart_static", "cudadevrt", "cuda", "culibos", "nvToolsExt"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (sw_equal(library, ours[i]))
            return true;
    return false;
}

bool sw_is_own_library(const char *library) {
    static const char *const ours[] = {
#define OWN_LIBRARY(name, what) name, name "_static",
#include "driver/own_libraries.def"
#undef OWN_LIBRARY
    };
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (sw_equal(library, ours[i]))
            return true;
    return false;
}

/* FOLDER/libNAME.so.12 of a toolkit -> NAME, where the library is replaced, ours or missing here; null: another file. */
static const char *foreign_library(struct sw_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *dot = strchr(file, '.');
    if (!sw_starts_with(file, "lib") || !dot || !(sw_starts_with(dot, ".so") || sw_equal(dot, ".a")))
        return NULL;
    const char *name = sw_arena_strndup(arena, file + 3, (size_t)(dot - file - 3));
    if (!is_replaced(name) && !sw_is_own_library(name) && !sw_is_missing_library(name))
        return NULL;
    const char *folder = slash ? sw_arena_strndup(arena, path, (size_t)(slash - path)) : ".";
    return is_toolkit_libraries(arena, folder) ? name : NULL;
}

bool sw_is_foreign_runtime(struct sw_arena *arena, const char *path) {
    const char *name = foreign_library(arena, path);
    return name && is_replaced(name);
}

/* A toolkit's library that is named by its file is as good as -l. Whether it was one. */
static bool take_foreign(struct sw_job *job, struct sw_options *options, const char *path) {
    const char *name = foreign_library(job->arena, path);
    if (!name)
        return false;
    say(job->arena, options, "", path, "a CUDA toolkit's library; it needs a GPU");
    sw_vec_push(job->arena, &options->libraries, name);
    return true;
}

static void take_foreign_inputs(struct sw_job *job, struct sw_options *options) {
    size_t kept = 0;
    for (size_t i = 0; i < job->inputs.count; i++)
        if (sw_is_source(job->inputs.at[i].language) || !take_foreign(job, options, job->inputs.at[i].path))
            job->inputs.at[kept++] = job->inputs.at[i];
    job->inputs.count = kept;
}

/* Of -Xlinker FILE, and of -Wl,FILE,.. */
static void take_foreign_words(struct sw_job *job, struct sw_options *options) {
    struct sw_strings words = {0}, extra = {0};
    for (size_t i = 0; i < options->linker_options.count; i++)
        if (!take_foreign(job, options, options->linker_options.at[i]))
            sw_vec_push(job->arena, &words, options->linker_options.at[i]);
    for (size_t i = 0; i < options->linker_extra.count; i++) {
        const char *word = options->linker_extra.at[i], *kept = "";
        struct sw_strings parts = {0};
        if (sw_starts_with(word, "-Wl,")) {
            sw_split_list(job->arena, &parts, word + strlen("-Wl,"));
            for (size_t k = 0; k < parts.count; k++)
                if (!take_foreign(job, options, parts.at[k]))
                    kept = sw_arena_printf(job->arena, "%s,%s", kept, parts.at[k]);
            word = *kept ? sw_arena_printf(job->arena, "-Wl%s", kept) : NULL;
        }
        if (word)
            sw_vec_push(job->arena, &extra, word);
    }
    options->linker_options = words;
    options->linker_extra = extra;
}

/* The job's libraries: those of the command line without a toolkit's. */
void sw_drop_toolkit_libraries(struct sw_job *job, struct sw_options *options) {
    take_foreign_inputs(job, options);
    take_foreign_words(job, options);
    job->runtime = runtime_of(options);
    for (size_t i = 0; i < options->libraries.count; i++) {
        const char *library = options->libraries.at[i];
        if (is_replaced(library))
            say(job->arena, options, "-l", library, "libsoftwarp takes its place");
        else
            sw_vec_push(job->arena, &job->libraries, library);
    }
    for (size_t i = 0; i < options->library_dirs.count; i++) {
        const char *dir = options->library_dirs.at[i];
        if (is_toolkit_libraries(job->arena, dir))
            say(job->arena, options, "-L", dir, "a CUDA toolkit's libraries; they need a GPU");
        else
            sw_vec_push(job->arena, &job->library_dirs, dir);
    }
}
