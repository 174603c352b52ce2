/* Where this installation of Softwarp lies, by the place of swcc, and what of it a compilation uses: headers, the part
 * that is laid out as a toolkit, clang, the middle end. */
#include "driver/driver.h"

#include <string.h>
#include <unistd.h>

#define FORMAT(...) sw_arena_printf(job->arena, __VA_ARGS__)

/* The tree that holds everything else of Softwarp: swcc lies in its bin, nvcc in its libexec/softwarp/bin. */
const char *sw_root(struct sw_arena *arena) {
    static const char *const places[] = {"/libexec/softwarp/bin", "/bin"};
    const char *bin = sw_executable_dir(arena), *slash = strrchr(bin, '/');
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (sw_ends_with(bin, places[i]) && strlen(bin) > strlen(places[i]))
            return sw_arena_strndup(arena, bin, strlen(bin) - strlen(places[i]));
    return sw_arena_strndup(arena, bin, slash && slash != bin ? (size_t)(slash - bin) : 1);
}

/* The part of that tree that is laid out as a CUDA toolkit. */
const char *sw_toolkit(struct sw_arena *arena, const char *root) {
    return sw_arena_printf(arena, "%s/libexec/softwarp", root);
}

void sw_settle_installation(struct sw_job *job) {
    job->root = sw_root(job->arena);
    job->frontend.headers = FORMAT("%s/include/cuda", job->root);
    job->toolkit = sw_toolkit(job->arena, job->root);
    job->frontend.no_toolkit = FORMAT("%s/lib/softwarp", job->root);
    const char *clang = SOFTWARP_LLVM_BIN "/clang";
    job->frontend.clang = access(clang, X_OK) == 0 ? clang : "clang-19";
    if (!sw_file_exists(FORMAT("%s/cuda_runtime.h", job->frontend.headers)))
        sw_error(SW_NOWHERE, "this installation is not complete: %s/cuda_runtime.h is missing", job->frontend.headers);
    if (access(sw_middle_end(job), X_OK) != 0)
        sw_error(SW_NOWHERE, "this installation is not complete: %s is missing", sw_middle_end(job));
}
