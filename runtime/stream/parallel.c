/* Spreading one big copy or fill over workers.
 *
 * The caller takes parts itself until none is left, so a job ends even when every worker is busy with a kernel that
 * never does. The job lives on the caller's stack.
 */
#include "stream/engine.h"
#include "stream/engine_internal.h"

enum { MOST_PARTS = 16 }; /* memory is saturated long before */

struct job {
    void (*part)(void *data, unsigned index, unsigned count);
    void *data;
    unsigned count, taken;
    _Atomic unsigned done;
    struct job *next;
};

static struct job *jobs; /* with parts left to take */

static void drop(struct job *job) {
    struct job **at = &jobs;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
}

static void run_part(struct job *job) {
    unsigned index = job->taken++;
    if (job->taken == job->count)
        drop(job);
    swrt_unlock();
    job->part(job->data, index, job->count);
    swrt_lock();
    job->done++;
}

bool swrt_parallel_help(void) {
    if (!jobs)
        return false;
    run_part(jobs);
    swrt_signal(&swrt_engine.done, INT32_MAX);
    return true;
}

void swrt_parallel(void (*part)(void *data, unsigned index, unsigned count), void *data) {
    unsigned count = swrt_worker_count() < MOST_PARTS ? swrt_worker_count() : MOST_PARTS;
    if (count == 1) {
        part(data, 0, 1);
        return;
    }
    swrt_lock();
    struct job job = {.part = part, .data = data, .count = count, .next = jobs};
    jobs = &job;
    swrt_workers_wake(count - 1);
    while (job.taken < count)
        run_part(&job);
    while (job.done < count) {
        uint32_t seen = atomic_load(&swrt_engine.done.epoch);
        swrt_unlock();
        swrt_sleep(&swrt_engine.done, seen);
        swrt_lock();
    }
    swrt_unlock();
}
