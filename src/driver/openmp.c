/* OpenMP in the host code of .cu files. clang compiles it, for LLVM's runtime (libomp); nvcc's users link g++'s (-lgomp,
 * or -fopenmp with g++ as host compiler). With both in one program, omp_get_thread_num asks the one that did not start
 * the threads. libomp has g++'s interface too, so it takes libgomp's place, and comes first where g++ adds libgomp. */
#include "driver/driver.h"

#include <string.h>

static bool asks_for_openmp(const struct sw_strings *options) {
    for (size_t i = 0; i < options->count; i++)
        if (sw_starts_with(options->at[i], "-fopenmp"))
            return true;
    return false;
}

static bool compiles_cuda(const struct sw_job *job) {
    for (size_t i = 0; i < job->inputs.count; i++)
        if (job->inputs.at[i].language == SW_CUDA)
            return true;
    return false;
}

/* Replaces libgomp among the job's libraries. */
void sw_settle_openmp(struct sw_job *job, struct sw_options *options) {
    static const char folder[] = SOFTWARP_LLVM_BIN "/../lib";
    bool wanted = asks_for_openmp(&options->compiler_options) || asks_for_openmp(&options->host_extra);
    if (!sw_file_exists(sw_arena_printf(job->arena, "%s/libomp.so", folder))) {
        if (wanted && compiles_cuda(job))
            sw_error(SW_NOWHERE, "-fopenmp in .cu files needs LLVM's OpenMP runtime, which is not installed "
                                 "(Debian: libomp-19-dev)");
        return;
    }
    bool has_it = wanted && options->host_compiler;
    for (size_t i = 0; i < job->libraries.count; i++) {
        if (!sw_equal(job->libraries.at[i], "gomp"))
            continue;
        job->libraries.at[i] = "omp";
        has_it = true;
        sw_vec_push(job->arena, &options->ignored, "'-lgomp' is ignored: -lomp takes its place");
    }
    if (wanted && options->host_compiler)
        sw_vec_push(job->arena, &job->libraries, "omp");
    if (has_it)
        sw_vec_push(job->arena, &job->library_dirs, folder);
}
