/* Which barriers meet: threads come to theirs one after the other, and wait until enough are there.
 *
 * Mostly there is one way only. Several there are where more threads come to a barrier than it waits for: then every
 * order of arrivals is tried.
 */
#include <string.h>

#include "explore/engine/parts.h"

/* Who has come to the barriers of an id since they last let go. came: all that did, for quorums. */
struct arrivals {
    uint64_t id, waiting, members; /* masks of threads */
    uint16_t came, met, group;
};

struct state {
    unsigned at[SWRT_EXPLORE_THREADS]; /* the barrier that each comes to next, or waits at */
    uint64_t waiting;
    struct arrivals ids[SWRT_MEETING_IDS];
    unsigned num_ids, num_groups;
    struct swrt_gathering meeting;
};

struct search {
    const struct swrt_barriers *barriers;
    bool (*visit)(void *self, const struct swrt_gathering *meeting);
    void *self;
    bool is_over;
};

static bool has_more(const struct search *s, const struct state *state, unsigned thread) {
    return state->at[thread] < s->barriers->first[thread + 1];
}

static struct arrivals *arrivals_of(struct state *state, uint64_t id) {
    for (unsigned i = 0; i < state->num_ids; i++)
        if (state->ids[i].id == id)
            return &state->ids[i];
    if (state->num_ids == SWRT_MEETING_IDS)
        return 0;
    struct arrivals *new = &state->ids[state->num_ids++];
    *new = (struct arrivals){.id = id, .group = (uint16_t)++state->num_groups};
    return new;
}

/* Whether the thread comes to the id now or later. */
static bool will_come(const struct search *s, const struct state *state, unsigned thread, uint64_t id) {
    for (unsigned b = state->at[thread]; b < s->barriers->first[thread + 1]; b++)
        if (s->barriers->list[b]->id == id)
            return true;
    return false;
}

static bool is_in_scope(const struct search *s, const struct swrt_explore_barrier *barrier, unsigned a, unsigned b) {
    const struct swrt_explore_place *x = &s->barriers->places[a], *y = &s->barriers->places[b];
    return barrier->scope ? swrt_place_includes(x, barrier->scope, y) : x->warp == y->warp;
}

/* Whether all have come that have to: those of its scope that have not ended; of a quorum, those that come at all. */
static bool have_all_come(const struct search *s, const struct state *state, const struct arrivals *a,
                          const struct swrt_explore_barrier *barrier, unsigned thread) {
    for (unsigned t = 0; t < s->barriers->threads; t++) {
        if (a->members >> t & 1)
            continue;
        if (barrier->is_quorum ? will_come(s, state, t, barrier->id)
                               : is_in_scope(s, barrier, thread, t) && (has_more(s, state, t) || !s->barriers->ends[t]))
            return false;
    }
    return true;
}

static unsigned counted(const struct search *s, const struct swrt_explore_barrier *barrier, uint64_t come,
                        uint64_t over) {
    return swrt_barrier_counted(barrier, s->barriers->places, s->barriers->threads, come, over);
}

static uint64_t ended(const struct search *s, const struct state *state) {
    uint64_t threads = 0;
    for (unsigned t = 0; t < s->barriers->threads; t++)
        threads |= (uint64_t)(!has_more(s, state, t) && s->barriers->ends[t]) << t;
    return threads;
}

/* Of warps that have come in part: they wait for the next time. */
static uint64_t too_early(const struct search *s, const struct state *state, const struct arrivals *a,
                          const struct swrt_explore_barrier *barrier) {
    uint64_t threads = 0, there = a->members | ended(s, state);
    for (unsigned t = 0; t < s->barriers->threads; t++)
        threads |= (a->members & 1ull << t) && !counted(s, barrier, 1ull << t, there) ? 1ull << t : 0;
    return threads;
}

static void let_go(struct state *state, struct arrivals *a, uint64_t stay) {
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        if ((a->waiting & ~stay) >> t & 1)
            state->at[t]++;
    state->waiting &= ~a->waiting | stay;
    a->waiting &= stay;
    a->members &= stay;
}

/* The next time at which threads meet there. */
static void begin_group(struct state *state, struct arrivals *a) {
    a->group = (uint16_t)++state->num_groups;
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        if (a->waiting >> t & 1)
            state->meeting.group[state->at[t]] = a->group;
}

static void release(const struct search *s, struct state *state, struct arrivals *a, unsigned thread) {
    const struct swrt_explore_barrier *barrier = s->barriers->list[state->at[thread]];
    bool is_enough = barrier->count ? counted(s, barrier, a->members, ended(s, state)) >= barrier->count
                                    : have_all_come(s, state, a, barrier, thread);
    if (barrier->is_quorum && barrier->count)
        is_enough = a->came >= barrier->count;
    if (!is_enough)
        return;
    let_go(state, a, barrier->count ? too_early(s, state, a, barrier) : 0);
    if (!(barrier->is_quorum && barrier->count))
        begin_group(state, a);
}

/* The thread comes to its next barrier; meets: of a quorum, it is one of those for whom others wait. */
static void arrive(const struct search *s, struct state *state, unsigned thread, bool meets) {
    unsigned b = state->at[thread];
    const struct swrt_explore_barrier *barrier = s->barriers->list[b];
    struct arrivals *a = arrivals_of(state, barrier->id);
    if (!a)
        return;
    a->members |= 1ull << thread;
    a->came++;
    a->met += meets;
    state->meeting.group[b] = a->group;
    state->meeting.passes[b] = !meets;
    a->waiting |= 1ull << thread;
    state->waiting |= 1ull << thread;
    release(s, state, a, thread);
    if (barrier->arrives && a->waiting >> thread & 1) {
        a->waiting &= ~(1ull << thread);
        state->waiting &= ~(1ull << thread);
        state->at[thread]++;
    }
}

/* Whether it matters in which order threads come there. */
static bool is_contested(const struct search *s, const struct state *state, unsigned thread) {
    const struct swrt_explore_barrier *barrier = s->barriers->list[state->at[thread]];
    if (!barrier->count)
        return false;
    unsigned passed = 0;
    uint64_t waiting = 0, there = 0, later = 0;
    for (unsigned i = 0; i < state->num_ids; i++)
        if (state->ids[i].id == barrier->id) {
            const struct arrivals *a = &state->ids[i];
            waiting = a->waiting;
            passed = barrier->is_quorum ? a->came : 0;
            there = barrier->is_quorum ? 0 : a->members;
        }
    for (unsigned t = 0; t < s->barriers->threads; t++)
        later |= (uint64_t)(!(waiting >> t & 1) && will_come(s, state, t, barrier->id)) << t;
    unsigned come = counted(s, barrier, there | later, UINT64_MAX) + counted(s, barrier, there & later, UINT64_MAX);
    return passed + come > barrier->count;
}

/* Who has come to nothing that lets go may go on when others have ended. */
static bool release_some(const struct search *s, struct state *state) {
    for (unsigned t = 0; t < s->barriers->threads; t++) {
        if (!(state->waiting >> t & 1))
            continue;
        struct arrivals *a = arrivals_of(state, s->barriers->list[state->at[t]]->id);
        release(s, state, a, t);
        if (!(state->waiting >> t & 1))
            return true;
    }
    return false;
}

static void finish(struct search *s, struct state *state) {
    for (unsigned t = 0; t < s->barriers->threads; t++)
        state->meeting.stuck[t] = state->waiting >> t & 1 ? (int)state->at[t] : -1;
    for (unsigned b = 0; b < s->barriers->first[s->barriers->threads]; b++) {
        const struct swrt_explore_barrier *barrier = s->barriers->list[b];
        if (!barrier->is_quorum || !barrier->count)
            continue;
        const struct arrivals *a = arrivals_of(state, barrier->id);
        if (a && a->came >= barrier->count && a->met != barrier->count)
            return;
    }
    s->is_over = !s->visit(s->self, &state->meeting);
}

static void run(struct search *s, struct state *state);

static void branch(struct search *s, const struct state *state, unsigned thread, bool meets) {
    if (s->is_over)
        return;
    struct state next = *state;
    arrive(s, &next, thread, meets);
    run(s, &next);
}

static void run(struct search *s, struct state *state) {
    for (;;) {
        unsigned free = SWRT_EXPLORE_THREADS, contested = SWRT_EXPLORE_THREADS;
        for (unsigned t = 0; t < s->barriers->threads; t++)
            if (has_more(s, state, t) && !(state->waiting >> t & 1))
                *(is_contested(s, state, t) ? &contested : &free) = t;
        if (free < SWRT_EXPLORE_THREADS) {
            arrive(s, state, free, true);
        } else if (contested < SWRT_EXPLORE_THREADS) {
            if (s->barriers->list[state->at[contested]]->is_quorum) {
                branch(s, state, contested, true);
                branch(s, state, contested, false);
                return;
            }
            for (unsigned t = 0; t < s->barriers->threads; t++)
                if (has_more(s, state, t) && !(state->waiting >> t & 1))
                    branch(s, state, t, true);
            return;
        } else if (!release_some(s, state)) {
            finish(s, state);
            return;
        }
    }
}

void swrt_meetings(const struct swrt_barriers *barriers,
                   bool (*visit)(void *self, const struct swrt_gathering *meeting), void *self) {
    struct search s = {barriers, visit, self, false};
    struct state state;
    memset(&state, 0, sizeof state);
    for (unsigned t = 0; t < barriers->threads; t++)
        state.at[t] = barriers->first[t];
    run(&s, &state);
}

/* --- what they put before what ------------------------------------------------------------------------------------ */

/* A thread that graphs leave out. */
static bool is_idle(const struct swrt_barriers *barriers, const int *number, unsigned thread) {
    return barriers->first[thread] < barriers->first[thread + 1] && number[barriers->first[thread]] < 0;
}

static void put_groups_before(const struct swrt_barriers *barriers, const struct swrt_gathering *meeting,
                              const int *number, unsigned first, unsigned later, struct swrt_relation *met) {
    unsigned count = barriers->first[barriers->threads];
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count && meeting->group[a] == first; b++)
            if (a != b && meeting->group[b] == later && number[a] >= 0 && number[b] >= 0 && barriers->list[a]->orders &&
                !barriers->list[b]->arrives && !meeting->passes[a])
                swrt_relation_add(met, (unsigned)number[a], (unsigned)number[b]);
}

/* The groups that idle threads come to from those in `from`, one step further; whether there are new ones. */
static bool follow_idle(const struct swrt_barriers *barriers, const struct swrt_gathering *meeting, const int *number,
                        bool *from) {
    bool is_new = false;
    for (unsigned t = 0; t < barriers->threads; t++) {
        bool has_come = false;
        for (unsigned b = barriers->first[t]; is_idle(barriers, number, t) && b < barriers->first[t + 1]; b++) {
            unsigned group = meeting->group[b];
            if (!barriers->list[b]->orders)
                continue;
            if (has_come && !from[group])
                from[group] = is_new = true;
            has_come |= from[group] && !barriers->list[b]->arrives;
        }
    }
    return is_new;
}

void swrt_meetings_relate(const struct swrt_barriers *barriers, const struct swrt_gathering *meeting, const int *number,
                          struct swrt_relation *met) {
    bool are_idle = false, seen[SWRT_MEETING_GROUPS] = {false};
    unsigned count = barriers->first[barriers->threads];
    for (unsigned t = 0; t < barriers->threads; t++)
        are_idle |= is_idle(barriers, number, t);
    for (unsigned b = 0; b < count; b++) {
        unsigned group = meeting->group[b];
        bool from[SWRT_MEETING_GROUPS] = {false};
        if (!group || number[b] < 0 || seen[group])
            continue;
        seen[group] = from[group] = true;
        while (are_idle && follow_idle(barriers, meeting, number, from)) {
        }
        for (unsigned later = 1; later < SWRT_MEETING_GROUPS; later++)
            if (from[later])
                put_groups_before(barriers, meeting, number, group, later, met);
    }
}
