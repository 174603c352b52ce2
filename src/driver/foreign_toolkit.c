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

/* Ours have the runtime under its own name beside them, or are the stubs beside those. */
static bool is_toolkit_libraries(struct sw_arena *arena, const char *folder) {
    if (has(arena, folder, "libsoftwarp.so.0") || has(arena, folder, "../libsoftwarp.so.0"))
        return false;
    return has(arena, folder, "libcudart_static.a") || has(arena, folder, "libcudadevrt.a") ||
           has(arena, folder, "libnvrtc.so");
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

/* The job's libraries: those of the command line without the CUDA runtime's and driver's, which libsoftwarp
 * is, and NVTX's, which is all in headers. */
void sw_drop_toolkit_libraries(struct sw_job *job, struct sw_options *options) {
    static const char *const ours[] = {"cudart", "cudart_static", "cudadevrt", "cuda", "culibos", "nvToolsExt"};
    job->runtime = runtime_of(options);
    for (size_t i = 0; i < options->libraries.count; i++) {
        const char *library = options->libraries.at[i];
        bool replaced = false;
        for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
            replaced |= sw_equal(library, ours[k]);
        if (replaced)
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
