/* Interleavings by brute force: an interleaving is a row of choices, which of the threads that stand before an access to
 * memory has the next turn. Each is run from its beginning. What no other thread sees (fences, barriers, ends) is no choice.
 * A read-modify-write is one access. A thread that has had a turn of a waiting loop in vain sleeps until something is
 * changed. */
#include "explore/launch/interleave.h"

#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/model/graph.h"

enum { THREADS = SWRT_EXPLORE_THREADS, LONGEST = 4096, CELLS = 1 << 14, MEETINGS = 256 };
enum state { READY, ASLEEP, WAITING, OVER };

struct cell {
    uint64_t at, value;
    uint32_t run; /* in which run this was written */
};

/* A place where threads meet, the n-th time. */
struct meeting {
    struct swrt_explore_barrier barrier;
    uint64_t arrived, waiting;
};

struct swrt_interleaving {
    const struct swrt_explore_program *program;
    const struct swrt_interleave *how;
    struct swrt_explore_place places[THREADS];
    struct swrt_explore_event event[THREADS]; /* that the thread stands before */
    enum state state[THREADS];
    uint64_t since[THREADS]; /* how much was changed when its turn began */
    uint64_t writes, over, random;
    struct meeting meetings[MEETINGS];
    uint32_t num_meetings, run, depth, events;
    uint8_t choice[LONGEST], choices[LONGEST];
    enum swrt_interleaved ending;
    bool is_stopped;
    uint32_t stopper;
    struct cell cells[CELLS];
};

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static struct cell *cell_of(struct swrt_interleaving *in, uint64_t at) {
    size_t i = at * 0x9e3779b97f4a7c15u >> 50;
    for (size_t tried = 0; tried < CELLS; tried++, i = (i + 1) % CELLS) {
        struct cell *cell = &in->cells[i];
        if (cell->at && cell->at != at)
            continue;
        if (cell->at != at || cell->run != in->run)
            *cell = (struct cell){at, in->program->initial(in->program->self, at, 8), in->run};
        return cell;
    }
    swrt_fatal("too much memory is accessed for interleavings");
}

uint64_t swrt_interleaved_value(struct swrt_interleaving *in, uint64_t address, uint32_t size) {
    uint64_t value = 0;
    memcpy(&value, (char *)&cell_of(in, address & ~7ull)->value + address % 8, size);
    return value;
}

static void put(struct swrt_interleaving *in, const struct swrt_explore_event *event) {
    char *at = (char *)&cell_of(in, event->address & ~7ull)->value + event->address % 8;
    in->writes += memcmp(at, &event->value, event->size) != 0;
    memcpy(at, &event->value, event->size);
}

/* ---- Threads --------------------------------------------------------------------------------------------------- */

static void stop(struct swrt_interleaving *in, enum swrt_interleaved ending, uint32_t t) {
    in->is_stopped = true;
    in->ending = ending;
    in->stopper = t;
}

static void advance(struct swrt_interleaving *in, uint32_t t, uint64_t answer) {
    if (in->how->seen)
        in->how->seen(in->how->data, t, &in->event[t]);
    if (++in->events > LONGEST)
        stop(in, SWRT_INTERLEAVED_TOO_LONG, t);
    else
        in->program->next(in->program->self, t, answer, &in->event[t]);
}

static bool is_open(const struct swrt_interleaving *in, const struct meeting *m) {
    uint64_t there = m->arrived;
    if (!m->barrier.count)
        return !(m->barrier.who & ~in->over & ~there);
    return swrt_barrier_counted(&m->barrier, in->places, in->program->threads, there, in->over) >= m->barrier.count;
}

static void open_meeting(struct swrt_interleaving *in, struct meeting *m) {
    uint64_t waiting = m->waiting;
    if (m->barrier.exchanges)
        in->program->meet(in->program->self, waiting);
    *m = in->meetings[--in->num_meetings];
    for (; waiting; waiting &= waiting - 1) {
        uint32_t t = (uint32_t)__builtin_ctzll(waiting);
        in->state[t] = READY;
        advance(in, t, 0);
    }
}

static struct meeting *meeting_of(struct swrt_interleaving *in, const struct swrt_explore_barrier *barrier) {
    for (uint32_t i = 0; i < in->num_meetings; i++)
        if (in->meetings[i].barrier.id == barrier->id)
            return &in->meetings[i];
    if (in->num_meetings == MEETINGS)
        swrt_fatal("too many barriers for interleavings");
    in->meetings[in->num_meetings] = (struct meeting){.barrier = *barrier};
    return &in->meetings[in->num_meetings++];
}

static void come(struct swrt_interleaving *in, uint32_t t) {
    const struct swrt_explore_barrier barrier = in->event[t].barrier;
    struct meeting *m = meeting_of(in, &barrier);
    m->arrived |= 1ull << t;
    if (barrier.arrives) {
        advance(in, t, 0);
    } else {
        m->waiting |= 1ull << t;
        m->barrier = barrier;
        in->state[t] = WAITING;
    }
}

static bool open_some(struct swrt_interleaving *in) {
    for (uint32_t i = 0; i < in->num_meetings; i++)
        if (is_open(in, &in->meetings[i])) {
            open_meeting(in, &in->meetings[i]);
            return true;
        }
    return false;
}

static void take_turn(struct swrt_interleaving *in, uint32_t t) {
    bool in_vain = in->since[t] == in->writes;
    in->since[t] = in->writes;
    if (in_vain)
        in->state[t] = ASLEEP;
    else
        advance(in, t, 0);
}

/* The thread goes up to its next access. */
static void settle(struct swrt_interleaving *in, uint32_t t) {
    while (!in->is_stopped && in->state[t] == READY)
        switch (in->event[t].kind) {
        case SWRT_EXPLORE_READ:
        case SWRT_EXPLORE_WRITE:
            return;
        case SWRT_EXPLORE_FENCE:
            advance(in, t, 0);
            break;
        case SWRT_EXPLORE_BARRIER:
            come(in, t);
            break;
        case SWRT_EXPLORE_TURN:
            take_turn(in, t);
            break;
        case SWRT_EXPLORE_END:
            in->state[t] = OVER;
            in->over |= 1ull << t;
            break;
        case SWRT_EXPLORE_REFUSED:
            stop(in, SWRT_INTERLEAVED_REFUSED, t);
            break;
        default:
            stop(in, SWRT_INTERLEAVED_STOPPED, t);
        }
}

static void settle_all(struct swrt_interleaving *in) {
    do
        for (uint32_t t = 0; t < in->program->threads; t++)
            settle(in, t);
    while (!in->is_stopped && open_some(in));
}

/* One access, with what belongs to it. */
static void access(struct swrt_interleaving *in, uint32_t t) {
    struct swrt_explore_event event = in->event[t];
    if (event.kind == SWRT_EXPLORE_READ) {
        advance(in, t, swrt_interleaved_value(in, event.address, event.size));
        const struct swrt_explore_event *then = &in->event[t];
        bool goes_on = event.flags & SWRT_EXPLORE_RMW && then->kind == SWRT_EXPLORE_WRITE &&
                       then->flags & SWRT_EXPLORE_RMW && then->site == event.site;
        if (!goes_on || in->is_stopped)
            return;
        event = *then;
    }
    put(in, &event);
    advance(in, t, 0);
}

static void wake(struct swrt_interleaving *in) {
    for (uint32_t t = 0; t < in->program->threads; t++)
        if (in->state[t] == ASLEEP && in->since[t] != in->writes) {
            in->since[t] = in->writes;
            in->state[t] = READY;
            advance(in, t, 0);
        }
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

static uint32_t ready(const struct swrt_interleaving *in, uint32_t *threads) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < in->program->threads; t++)
        if (in->state[t] == READY)
            threads[count++] = t;
    return count;
}

static uint32_t choose(struct swrt_interleaving *in, uint32_t count) {
    if (in->random) {
        in->random += 0x9e3779b97f4a7c15u;
        uint64_t mixed = (in->random ^ in->random >> 30) * 0xbf58476d1ce4e5b9u;
        return (uint32_t)((mixed ^ mixed >> 31) >> 20) % count;
    }
    if (in->choices[in->depth] != count) { /* new */
        in->choices[in->depth] = (uint8_t)count;
        in->choice[in->depth] = 0;
    }
    return in->choice[in->depth++];
}

static void begin(struct swrt_interleaving *in) {
    in->run++;
    in->writes = 1;
    in->over = 0;
    in->num_meetings = in->depth = in->events = 0;
    in->is_stopped = false;
    in->ending = SWRT_INTERLEAVED_ENDED;
    for (uint32_t t = 0; t < in->program->threads; t++) {
        in->state[t] = READY;
        in->since[t] = 0;
        in->program->restart(in->program->self, t);
        in->program->next(in->program->self, t, 0, &in->event[t]);
    }
}

static bool run(struct swrt_interleaving *in) {
    uint32_t threads[THREADS], count;
    begin(in);
    for (settle_all(in); !in->is_stopped && (count = ready(in, threads)); settle_all(in)) {
        if (in->depth == LONGEST - 1)
            stop(in, SWRT_INTERLEAVED_TOO_LONG, threads[0]);
        else
            access(in, threads[count > 1 ? choose(in, count) : 0]);
        if (!in->is_stopped)
            wake(in);
    }
    uint64_t all = in->program->threads == THREADS ? UINT64_MAX : (1ull << in->program->threads) - 1;
    if (!in->is_stopped && in->over != all)
        in->ending = SWRT_INTERLEAVED_STUCK;
    return in->how->ended(in->how->data, in, in->ending, in->stopper, &in->event[in->stopper]);
}

/* The next row of choices; false: that was the last. */
static bool step(struct swrt_interleaving *in) {
    while (in->depth) {
        uint32_t at = --in->depth;
        if (++in->choice[at] < in->choices[at])
            return true;
        in->choices[at] = 0;
    }
    return false;
}

static struct swrt_interleaving *create(const struct swrt_explore_program *program, const struct swrt_interleave *how) {
    struct swrt_interleaving *in = calloc(1, sizeof *in);
    if (!in)
        swrt_fatal("out of memory for interleavings");
    in->program = program;
    in->how = how;
    for (uint32_t t = 0; t < program->threads && program->place; t++)
        program->place(program->self, t, &in->places[t]);
    return in;
}

uint64_t swrt_interleave_all(const struct swrt_explore_program *program, const struct swrt_interleave *how,
                             bool *is_complete) {
    struct swrt_interleaving *in = create(program, how);
    uint64_t count = 0;
    bool more = true, goes_on = true;
    while (more && goes_on && count < how->most) {
        goes_on = run(in);
        count++;
        more = step(in);
    }
    *is_complete = !more;
    free(in);
    return count;
}

void swrt_interleave_random(const struct swrt_explore_program *program, const struct swrt_interleave *how,
                            uint64_t seed) {
    struct swrt_interleaving *in = create(program, how);
    in->random = (seed * 2 + 1) * 0x94d049bb133111ebu;
    run(in);
    free(in);
}
