/* Parallel code generation: a process for each part of the module (codegen/parts.c), forked off once the passes are
 * done, so that it has the IR as it is. It keeps its part, optimises it and writes an object; ld -r makes one of all.
 * Threads would need an LLVM context each, and the IR written out and read back for it. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "codegen/codegen.h"
#include "pipeline/pipeline.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int64_t *sw_shared_numbers(size_t count) {
    size_t bytes = (count + 1) * sizeof(int64_t);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        sw_bug("no memory for %zu numbers: %s", count, strerror(errno));
    return memory;
}

unsigned sw_jobs_of(const struct sw_unit *unit) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return unit->options.jobs ? unit->options.jobs : cores > 0 ? (unsigned)cores : 1;
}

/* The child ends here. Nobody needs what it makes when the parent is gone. */
static bool start(bool (*make)(void *data, unsigned child), void *data, unsigned number) {
    pid_t parent = getpid();
    fflush(NULL);
    pid_t child = fork();
    if (child != 0)
        return child > 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    bool is_made = make(data, number);
    fflush(NULL);
    _exit(is_made ? 0 : 1);
}

static int wait_for_one(int status) {
    struct sw_process ended;
    int its = sw_process_wait_any(&ended);
    return status ? status : its;
}

int sw_run_children(unsigned count, unsigned jobs, bool (*make)(void *data, unsigned child), void *data) {
    unsigned running = 0, next = 0;
    int status = 0;
    while (!status && next < count) {
        if (running < jobs && start(make, data, next)) {
            running++;
            next++;
        } else if (running) { /* as many as there may be, or as the system lets us have */
            status = wait_for_one(status);
            running--;
        } else {
            sw_error(SW_NOWHERE, "cannot start a process: %s", strerror(errno));
            status = 1;
        }
    }
    while (running-- > 0)
        status = wait_for_one(status);
    if (status > 128)
        sw_error(SW_NOWHERE, "code generation stopped by signal %d (%s)", status - 128, strsignal(status - 128));
    return status;
}

bool sw_join_objects(struct sw_arena *arena, const struct sw_strings *objects, const char *output) {
    struct sw_strings argv = {0};
    struct sw_process process;
    const char *const words[] = {"ld", "-r", "-o", output};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sw_vec_push(arena, &argv, words[i]);
    for (size_t i = 0; i < objects->count; i++)
        sw_vec_push(arena, &argv, objects->at[i]);
    sw_vec_push(arena, &argv, NULL);
    return sw_process_start(&process, argv.at) && !sw_process_wait(&process);
}

struct runner {
    struct sw_unit *unit;
    struct sw_parts parts;
    sw_finish finish;
    int64_t *frames;
    struct sw_strings objects;
};

static bool make_part(void *data, unsigned part) {
    struct runner *r = data;
    r->unit->options.output = r->objects.at[part];
    sw_keep_part(r->unit, &r->parts, part);
    return r->finish(r->unit, part, r->parts.count, r->frames);
}

bool sw_finish_parts(struct sw_unit *unit, sw_finish finish, int64_t *frames) {
    struct runner r = {.unit = unit, .finish = finish, .frames = frames};
    sw_divide(unit, &r.parts);
    if (r.parts.count == 1)
        return finish(unit, 0, 1, frames);
    for (unsigned i = 0; i < r.parts.count; i++)
        sw_vec_push(unit->ir.arena, &r.objects, sw_arena_printf(unit->ir.arena, "%s.part%u", unit->options.output, i));
    int status = sw_run_children(r.parts.count, sw_jobs_of(unit), make_part, &r);
    bool is_made = !status && sw_join_objects(unit->ir.arena, &r.objects, unit->options.output);
    for (size_t i = 0; i < r.objects.count; i++)
        unlink(r.objects.at[i]);
    if (status == 70) /* a bug, which has been said */
        exit(status);
    return is_made;
}
