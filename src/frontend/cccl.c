/* CCCL's headers: Thrust, CUB and libcu++, which a program brings in a folder of -I. They are code for nvcc, annotated side
 * by side, and are not looked through for what nvcc refuses.
 *
 *     F/thrust/sort.h        where F/thrust/version.h is a file
 *     F/cub/cub.cuh                F/cub/version.cuh
 *     F/cuda/std/array             F/cuda/std/version, F/nv/target
 */
#include "frontend/frontend.h"

#include <string.h>

/* The folder of a library in a path, and a file that only this library has there. */
struct library {
    const char *folder, *witness;
};
static const struct library libraries[] = {
    {"/thrust/", "thrust/version.h"},
    {"/cub/", "cub/version.cuh"},
    {"/cuda/", "cuda/std/version"},
    {"/nv/", "nv/target"},
};

/* at: where the library's folder stands in the path. */
static bool has_witness(struct sw_arena *arena, const char *path, const char *at, const char *witness) {
    return sw_file_exists(sw_arena_printf(arena, "%.*s/%s", (int)(at - path), path, witness));
}

bool sw_is_of_cccl(struct sw_arena *arena, const char *path) {
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        for (const char *at = strstr(path, libraries[i].folder); at; at = strstr(at + 1, libraries[i].folder))
            if (has_witness(arena, path, at, libraries[i].witness))
                return true;
    return false;
}

static bool includes_cccl(struct sw_arena *arena, const char *text) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *name = sw_included_name(arena, line);
        if (name && (sw_starts_with(name, "thrust/") || sw_starts_with(name, "cub/")))
            return true;
    }
    return false;
}

bool sw_includes_cccl(struct sw_arena *arena, const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (includes_cccl(arena, files->at[i].text))
            return true;
    return false;
}
