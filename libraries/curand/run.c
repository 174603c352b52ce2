/* Doing a job: as work of the generator's stream (libraries/common/work.h), or, for the host, here and now. */
#include "generator.h"

#include "common/work.h"

static void run_xorwow(const void *job, uint32_t part, uint32_t parts) {
    cr_lanes_best()->xorwow(job, part, parts);
}
static void run_mrg32k3a(const void *job, uint32_t part, uint32_t parts) {
    cr_lanes_best()->mrg32k3a(job, part, parts);
}
static void run_philox(const void *job, uint32_t part, uint32_t parts) {
    cr_lanes_best()->philox(job, part, parts);
}
static void run_sobol32(const void *job, uint32_t part, uint32_t parts) {
    cr_lanes_best()->sobol32(job, part, parts);
}
static void run_sobol64(const void *job, uint32_t part, uint32_t parts) {
    cr_lanes_best()->sobol64(job, part, parts);
}

/* Generators that cannot skip know themselves where they are, so that a graph that is launched again goes on: parts read
 * the place, and the last one to end moves it. */
static void run_in_turn(cr_generate *generate, const struct cr_job *given, uint32_t part, uint32_t parts) {
    struct cr_progress *progress = given->states;
    struct cr_job job = *given;
    job.at = atomic_load_explicit(&progress->at, memory_order_relaxed);
    job.states = progress + 1;
    generate(&job, part, parts);
    if (atomic_fetch_add_explicit(&progress->parts, 1, memory_order_acq_rel) + 1 < parts)
        return;
    atomic_store_explicit(&progress->parts, 0, memory_order_relaxed);
    atomic_store_explicit(&progress->at, job.at + job.count, memory_order_relaxed);
}

static void run_mtgp32(const void *job, uint32_t part, uint32_t parts) {
    run_in_turn(cr_lanes_best()->mtgp32, job, part, parts);
}
static void run_mt19937(const void *job, uint32_t part, uint32_t parts) {
    run_in_turn(cr_lanes_best()->mt19937, job, part, parts);
}

/* Kernels by the names that errors tell. */
static const struct swlib_work works[CR_KINDS] = {
    [CR_XORWOW] = {"curand_xorwow", run_xorwow, sizeof(struct cr_job)},
    [CR_MRG32K3A] = {"curand_mrg32k3a", run_mrg32k3a, sizeof(struct cr_job)},
    [CR_MTGP32] = {"curand_mtgp32", run_mtgp32, sizeof(struct cr_job)},
    [CR_MT19937] = {"curand_mt19937", run_mt19937, sizeof(struct cr_job)},
    [CR_PHILOX] = {"curand_philox4_32_10", run_philox, sizeof(struct cr_job)},
    [CR_SOBOL32] = {"curand_sobol32", run_sobol32, sizeof(struct cr_job)},
    [CR_SOBOL32_SCRAMBLED] = {"curand_scrambled_sobol32", run_sobol32, sizeof(struct cr_job)},
    [CR_SOBOL64] = {"curand_sobol64", run_sobol64, sizeof(struct cr_job)},
    [CR_SOBOL64_SCRAMBLED] = {"curand_scrambled_sobol64", run_sobol64, sizeof(struct cr_job)},
};

__attribute__((constructor)) static void register_works(void) {
    swlib_work_register("cuRAND", works, CR_KINDS);
}

/* A part is worth a worker's while, and there are enough for many. Sequences that take turns one by one are taken at least
 * half a tile at a time. */
static uint32_t parts_of(const struct cr_job *job) {
    enum { PART_BYTES = 1 << 16, MOST_PARTS = 64 };
    bool by_columns = job->words == CR_PAIRS || job->words == CR_MRG;
    uint64_t parts = job->count * cr_size(job->form) / PART_BYTES + 1, most = MOST_PARTS;
    if (by_columns && job->threads / (CR_TILE / 2) < most)
        most = job->threads / (CR_TILE / 2);
    return (uint32_t)(parts < most ? parts : most);
}

curandStatus_t cr_run(curandGenerator_t generator, const struct cr_job *job) {
    const struct swlib_work *work = &works[generator->kind->number];
    if (generator->is_host) {
        work->run(job, 0, 1);
        return CURAND_STATUS_SUCCESS;
    }
    generator->is_used = true;
    cudaError_t error = swlib_work_launch(work, job, parts_of(job), generator->stream);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
