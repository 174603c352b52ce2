/* SOFTWARP_EXPLORE=trace: a line on standard error for each event, thread by thread, each read reading what memory held
 * before the launch. For finding out what is explored, and for tests.
 *
 *      thread 1: read 4 of X, relaxed device atomic rmw, prog.cu:7 */
#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "explore/launch/launch.h"
#include "explore/launch/run.h"
#include "explore/launch/words.h"

enum { LONGEST = 200 };

/* Which of the thread's reads, counted from 0. */
static void print_reads(const char *what, uint64_t reads) {
    if (!reads)
        return;
    fprintf(stderr, ", %s", what);
    for (; reads; reads &= reads - 1)
        fprintf(stderr, " r%d", __builtin_ctzll(reads));
}

static void print_access(const struct swrt_launch_explored *launch, const struct swrt_explore_event *e) {
    char name[160];
    swrt_explore_name(launch, e->address, e->size, name, sizeof name);
    fprintf(stderr, " %u of %s", e->size, name);
    if (e->kind == SWRT_EXPLORE_WRITE)
        fprintf(stderr, " = %llu", (unsigned long long)e->value);
    char how[96];
    swrt_explore_how_text(e->order, e->scope, e->flags, how, sizeof how);
    if (*how)
        fprintf(stderr, "%s%s", e->order != SWRT_ORDER_WEAK ? ", " : " ", how);
    print_reads("address", e->address_reads);
    print_reads("value", e->value_reads);
}

static void print_fence(const struct swrt_explore_event *e) {
    char how[96];
    swrt_explore_how_text(e->order, e->scope, 0, how, sizeof how);
    fprintf(stderr, ", %s", how);
}

static void print_barrier(const struct swrt_explore_barrier *b) {
    const char *whose = b->scope == SWRT_SCOPE_THREAD ? "warp" : swrt_explore_scope_word(b->scope);
    fprintf(stderr, " of %d, %s", b->count ? (int)b->count : __builtin_popcountll(b->who), whose);
    fprintf(stderr, "%s%s%s", b->arrives ? ", arrives" : "", b->orders ? ", orders" : "",
            b->exchanges ? ", exchanges" : "");
}

static void print_place(uint64_t number) {
    const struct swrt_site *site = number ? swrt_site_numbered((uint32_t)number) : NULL;
    const struct swrt_site *user = site ? swrt_site_of_user(site) : NULL;
    if (!user || !user->line)
        return;
    const char *slash = strrchr(user->file, '/');
    fprintf(stderr, ", %s:%u", slash ? slash + 1 : (const char *)user->file, user->line);
}

static void print_why(const struct swrt_explore_stop *stop) {
    char text[512];
    swrt_explore_stop_text(stop, text, sizeof text);
    fprintf(stderr, ": %s", text);
}

static void print(const struct swrt_launch_explored *launch, uint32_t t, const struct swrt_explore_event *e) {
    const struct swrt_explore_stop *stop = swrt_explore_stop_of(launch, e->site);
    fprintf(stderr, "thread %u: %s", t, swrt_explore_kind_word(e->kind));
    if (e->kind == SWRT_EXPLORE_READ || e->kind == SWRT_EXPLORE_WRITE)
        print_access(launch, e);
    else if (e->kind == SWRT_EXPLORE_FENCE)
        print_fence(e);
    else if (e->kind == SWRT_EXPLORE_BARRIER)
        print_barrier(&e->barrier);
    else if (stop)
        print_why(stop);
    else if (e->kind == SWRT_EXPLORE_REFUSED)
        fprintf(stderr, ": %s", e->refused);
    print_reads("control", e->control_reads);
    print_place(stop ? stop->site : e->site);
    fputc('\n', stderr);
}

static void trace_thread(struct swrt_launch_explored *launch, struct swrt_explore_program *p, uint32_t t) {
    struct swrt_explore_event e = {0};
    uint64_t answer = 0;
    p->restart(p->self, t);
    for (unsigned n = 0; n < LONGEST; n++) {
        p->next(p->self, t, answer, &e);
        print(launch, t, &e);
        if (e.kind >= SWRT_EXPLORE_END)
            return;
        if (e.kind == SWRT_EXPLORE_BARRIER && e.barrier.exchanges)
            p->meet(p->self, 1ull << t);
        answer = e.kind == SWRT_EXPLORE_READ ? p->initial(p->self, e.address, e.size) : 0;
    }
}

void swrt_explore_trace(struct swrt_launch_explored *launch) {
    struct swrt_explore_program program;
    swrt_launch_program(launch, &program);
    for (uint32_t t = 0; t < launch->threads; t++)
        trace_thread(launch, &program, t);
}
