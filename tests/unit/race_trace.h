/* Traces for the race engine, in text: what threads of one launch do, in order, as in
 *
 *     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 r x"
 *
 * Each step is BLOCK.THREAD OPERATION[.SCOPE][.ORDER] [PLACE]. Places: a lower-case letter is a variable in global
 * memory, an upper-case one in the block's shared memory; x+2:1 is one byte, the third (4 bytes if nothing is said).
 *
 *   r w rv wv   plain and volatile reads and writes       l s    atomic load and store
 *   x           atomicExch, atomicAdd and their kin       u      one whose result nobody uses
 *   c k         atomicCAS that swaps, that does not       f      fence (sequential, unless an order is said)
 *   scopes: b d s, block, device, system                  orders: a r ar, acquire, release, both
 *
 * Steps of a whole block, BLOCK OPERATION: bar (all threads), warp W MASK (__syncwarp), some ID MASK0 MASK1 ..
 * (bar.sync with the lanes of each warp), end; of a thread: arr ID (bar.arrive). Of the grid: "grid". Masks are
 * hexadecimal. */
#ifndef RACE_TRACE_H
#define RACE_TRACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/race/race.h"

enum { TRACE_BLOCKS = 8, TRACE_FOUND = 64 };

struct trace {
    struct swrt_race *race;
    struct swrt_race_launch *launch;
    struct swrt_race_block *blocks[TRACE_BLOCKS];
    struct swrt_race_finding found[TRACE_FOUND];
    uint32_t num_found, num_sites;
    bool ended[TRACE_BLOCKS];
};

static char trace_memory[26][64] __attribute__((aligned(4096)));
static char trace_shared[TRACE_BLOCKS][26][64] __attribute__((aligned(64)));

static inline void trace_found(void *context, const struct swrt_race_finding *finding) {
    struct trace *trace = context;
    if (trace->num_found < TRACE_FOUND)
        trace->found[trace->num_found++] = *finding;
}

static inline void trace_open(struct trace *trace, enum swrt_race_policy policy) {
    *trace = (struct trace){0};
    struct swrt_race_options options = {.policy = policy, .found = trace_found, .context = trace};
    trace->race = swrt_race_new(&options);
}

static inline void trace_launch(struct trace *trace, struct swrt_race_clock *after, uint32_t blocks, uint32_t threads) {
    trace->launch = swrt_race_launch_begin(trace->race, after, blocks, 0, trace);
    memset(trace->blocks, 0, sizeof trace->blocks);
    for (uint32_t i = 0; i < blocks; i++)
        trace->blocks[i] = swrt_race_block_begin(trace->launch, i, threads, trace_shared[i], sizeof trace_shared[i]);
}

static inline struct swrt_race_clock *trace_end(struct trace *trace) {
    for (int i = 0; i < TRACE_BLOCKS; i++) {
        if (trace->blocks[i])
            swrt_race_block_end(trace->blocks[i]);
        trace->blocks[i] = NULL;
    }
    return swrt_race_launch_end(trace->launch);
}

static inline void trace_close(struct trace *trace) {
    swrt_race_delete(trace->race);
}

static inline uint32_t trace_order(const char *name) {
    static const char *const names[] = {"", "", "a", "r", "ar"};
    for (uint32_t i = 2; i < 5; i++)
        if (!strcmp(name, names[i]))
            return i;
    fail_msg("no order %s", name);
    return 0;
}

static inline uint32_t trace_scope(char letter) {
    return letter == 'b' ? SWRT_RACE_SCOPE_BLOCK : letter == 'd' ? SWRT_RACE_SCOPE_DEVICE : SWRT_RACE_SCOPE_SYSTEM;
}

static inline const void *trace_place(struct swrt_race_block *b, uint32_t block, const char *text, uint32_t *size) {
    uint32_t offset = 0;
    *size = 4;
    if (text[1] == '+')
        sscanf(text + 2, "%u:%u", &offset, size);
    else if (text[1] == ':')
        sscanf(text + 2, "%u", size);
    return *text >= 'a' ? &trace_memory[*text - 'a'][offset] : &trace_shared[block][*text - 'A'][offset];
}

/* One access; the site's number is the step's. */
static inline void trace_access(struct trace *trace, uint32_t block, uint32_t thread, const char *kind, uint32_t scope,
                                uint32_t order, const char *place) {
    static const uint8_t kinds[] = {
        ['r'] = SWRT_RACE_READ, ['l'] = SWRT_RACE_READ,   ['w'] = SWRT_RACE_WRITE, ['s'] = SWRT_RACE_WRITE,
        ['x'] = SWRT_RACE_RMW,  ['u'] = SWRT_RACE_REDUCE, ['c'] = SWRT_RACE_CAS,   ['k'] = SWRT_RACE_CAS};
    struct swrt_race_site site = {.number = ++trace->num_sites,
                                  .kind = kinds[(int)*kind],
                                  .scope = (uint8_t)scope,
                                  .order = (uint8_t)order,
                                  .is_volatile = kind[1] == 'v'};
    const void *address = trace_place(trace->blocks[block], block, place, &site.size);
    uint32_t number = swrt_race_add_site(trace->race, &site);
    swrt_race_access(trace->blocks[block], thread, address, number, !strchr("rlk", *kind));
}

static inline void trace_block_step(struct trace *trace, uint32_t block, const char *text) {
    struct swrt_race_block *b = trace->blocks[block];
    uint32_t id, mask[4] = {0};
    if (!strncmp(text, "bar", 3)) {
        swrt_race_barrier(b);
    } else if (!strncmp(text, "end", 3)) {
        swrt_race_block_end(b);
        trace->blocks[block] = NULL;
    } else if (sscanf(text, "warp %u %x", &id, mask) == 2) {
        swrt_race_syncwarp(b, id, mask[0]);
    } else if (sscanf(text, "some %u %x %x %x %x", &id, mask, mask + 1, mask + 2, mask + 3) >= 2) {
        swrt_race_barrier_some(b, id, mask);
    } else {
        fail_msg("no step %s", text);
    }
}

static inline void trace_thread_step(struct trace *trace, uint32_t block, uint32_t thread, char *text) {
    char operation[16], place[16] = "", *part;
    sscanf(text, "%15s %15s", operation, place);
    if (!strcmp(operation, "arr")) {
        swrt_race_barrier_arrive(trace->blocks[block], (uint32_t)atoi(place), thread);
        return;
    }
    char *kind = strtok_r(operation, ".", &part), *scope = strtok_r(NULL, ".", &part),
         *order = strtok_r(NULL, ".", &part);
    uint32_t where = scope ? trace_scope(*scope) : 0;
    if (*kind == 'f')
        swrt_race_fence(trace->blocks[block], thread, where, order ? trace_order(order) : SWRT_RACE_SEQUENTIAL);
    else
        trace_access(trace, block, thread, kind, where,
                     order   ? trace_order(order)
                     : scope ? SWRT_RACE_RELAXED
                             : SWRT_RACE_WEAK,
                     place);
}

static inline void trace_run(struct trace *trace, const char *steps) {
    char *text = strdup(steps), *rest = text, *step;
    while ((step = strsep(&rest, ";"))) {
        uint32_t block, thread;
        int length = 0;
        step += strspn(step, " ");
        if (!*step)
            continue;
        if (!strncmp(step, "grid", 4))
            swrt_race_grid_sync(trace->launch);
        else if (sscanf(step, "%u.%u %n", &block, &thread, &length) == 2)
            trace_thread_step(trace, block, thread, step + length);
        else if (sscanf(step, "%u %n", &block, &length) == 1)
            trace_block_step(trace, block, step + length);
        else
            fail_msg("no step %s", step);
    }
    free(text);
}

/* The classes found in a launch that does these steps, in their order, as "FENCE PLAIN". */
static inline void trace_classes(enum swrt_race_policy policy, uint32_t blocks, uint32_t threads, const char *steps,
                                 char *text, size_t bytes, struct trace *trace) {
    static const char *const names[] = {
#define CLASS(name, text) #name,
#include "check/race/kinds.def"
    };
    trace_open(trace, policy);
    trace_launch(trace, NULL, blocks, threads);
    trace_run(trace, steps);
    swrt_race_clock_drop(trace_end(trace));
    trace_close(trace);
    *text = 0;
    for (uint32_t i = 0; i < trace->num_found; i++)
        snprintf(text + strlen(text), bytes - strlen(text), i ? " %s" : "%s", names[trace->found[i].class]);
}

#endif
