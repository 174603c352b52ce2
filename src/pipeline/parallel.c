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

struct runner {
    struct sw_unit *unit;
    struct sw_parts parts;
    sw_finish finish;
    int64_t *frames;
    struct sw_strings objects;
    int status; /* of the first part that failed */
};

static unsigned jobs_of(const struct sw_unit *unit) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return unit->options.jobs ? unit->options.jobs : cores > 0 ? (unsigned)cores : 1;
}

/* The child: ends here. Nobody needs its object when the parent is gone. */
static _Noreturn void make_part(struct runner *r, unsigned part, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    r->unit->options.output = r->objects.at[part];
    sw_keep_part(r->unit, &r->parts, part);
    bool is_made = r->finish(r->unit, part, r->parts.count, r->frames);
    fflush(NULL);
    _exit(is_made ? 0 : 1);
}

static bool start(struct runner *r, unsigned part) {
    pid_t parent = getpid();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        make_part(r, part, parent);
    return child > 0;
}

static void wait_for_one(struct runner *r) {
    struct sw_process ended;
    int status = sw_process_wait_any(&ended);
    r->status = r->status ? r->status : status;
}

/* As many at once as there may be, or as the system lets us have; after a failure none is started any more. */
static bool make_objects(struct runner *r) {
    unsigned running = 0, part = 0, jobs = jobs_of(r->unit);
    while (!r->status && part < r->parts.count) {
        if (running < jobs && start(r, part)) {
            running++;
            part++;
        } else if (running) {
            wait_for_one(r);
            running--;
        } else {
            sw_error(SW_NOWHERE, "cannot start a process: %s", strerror(errno));
            r->status = 1;
        }
    }
    while (running-- > 0)
        wait_for_one(r);
    if (r->status > 128)
        sw_error(SW_NOWHERE, "code generation stopped by signal %d (%s)", r->status - 128, strsignal(r->status - 128));
    return !r->status;
}

static bool join_objects(struct runner *r) {
    struct sw_arena *arena = r->unit->ir.arena;
    struct sw_strings argv = {0};
    struct sw_process process;
    static const char *const words[] = {"ld", "-r", "-o"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sw_vec_push(arena, &argv, words[i]);
    sw_vec_push(arena, &argv, r->unit->options.output);
    for (size_t i = 0; i < r->objects.count; i++)
        sw_vec_push(arena, &argv, r->objects.at[i]);
    sw_vec_push(arena, &argv, NULL);
    return sw_process_start(&process, argv.at) && !sw_process_wait(&process);
}

bool sw_finish_parts(struct sw_unit *unit, sw_finish finish, int64_t *frames) {
    struct runner r = {.unit = unit, .finish = finish, .frames = frames};
    sw_divide(unit, &r.parts);
    if (r.parts.count == 1)
        return finish(unit, 0, 1, frames);
    for (unsigned i = 0; i < r.parts.count; i++)
        sw_vec_push(unit->ir.arena, &r.objects, sw_arena_printf(unit->ir.arena, "%s.part%u", unit->options.output, i));
    bool is_made = make_objects(&r) && join_objects(&r);
    for (size_t i = 0; i < r.objects.count; i++)
        unlink(r.objects.at[i]);
    if (r.status == 70) /* a bug, which has been said */
        exit(r.status);
    return is_made;
}
