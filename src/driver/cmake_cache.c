/* find_package(CUDAToolkit) takes the compiler's headers, and of libraries those that lie in CMAKE_PREFIX_PATH or
 * CUDAToolkit_ROOT. Where another toolkit lies there CMake makes programs of our headers with that one's runtime, which
 * need a GPU, and swcc does not see their link. What CMake has found stands in the cache of the build folder, in which it
 * starts compilers or above it: so that is looked at, and the first file that is compiled says what is wrong. The C++
 * compiler of the project stands there, too, which it names nowhere else (frontend/host_abi.c). */
#include "driver/driver.h"

#include <string.h>

/* The CMakeCache.txt of the build folder that is the current one, or in which that is; null when there is none. */
static const char *find_cache(struct sw_arena *arena) {
    enum { LEVELS = 32 };
    const char *folder = ".";
    for (unsigned i = 0; i < LEVELS && sw_file_exists(sw_arena_printf(arena, "%s/CMakeFiles", folder)); i++) {
        const char *cache = sw_arena_printf(arena, "%s/CMakeCache.txt", folder);
        if (sw_file_exists(cache))
            return cache;
        folder = sw_arena_printf(arena, "%s/..", folder);
    }
    return NULL;
}

const char *sw_cmake_cxx_compiler(struct sw_arena *arena) {
    static const char name[] = "\nCMAKE_CXX_COMPILER:";
    const char *path = find_cache(arena), *text = path ? sw_read_file(arena, path, NULL) : NULL;
    const char *line = text ? strstr(text, name) : NULL;
    if (!line)
        return NULL;
    const char *value = line + 1 + strcspn(line + 1, "=\n");
    return *value == '=' ? sw_arena_strndup(arena, value + 1, strcspn(value + 1, "\n")) : NULL;
}

/* "CUDA_CUDART:FILEPATH=/path/libcudart.so", or CUDA_cudart_LIBRARY: the path. */
static const char *found_library(struct sw_arena *arena, const char *line, size_t length) {
    static const char type[] = ":FILEPATH=";
    const char *at = sw_starts_with(line, "CUDA_") ? strstr(line, type) : NULL;
    if (!at || at >= line + length)
        return NULL;
    at += strlen(type);
    return sw_arena_strndup(arena, at, (size_t)(line + length - at));
}

void sw_check_cmake_cache(struct sw_job *job) {
    const char *path = find_cache(job->arena), *text = path ? sw_read_file(job->arena, path, NULL) : NULL;
    for (size_t length; text && *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const char *library = found_library(job->arena, text, length);
        if (!library || !sw_is_foreign_runtime(job->arena, library))
            continue;
        sw_error(SW_NOWHERE,
                 "CMake has found the libraries of another CUDA toolkit for this project (%s), which need a GPU: "
                 "configure a new build folder with -DCUDAToolkit_ROOT=%s",
                 library, job->toolkit);
        return;
    }
}
