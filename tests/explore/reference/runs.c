/* Runs of all threads, one after the other, in which each read gets every value that its place can have. */
#include "softwarp/check_abi.h"
#include "trial.h"

enum { DOMAIN = 8 };

static struct event *new_event(struct trial *t, int thread, const struct instruction *i, unsigned kind) {
    struct event *e = &t->events[t->count++];
    *e = (struct event){
        .thread = thread, .kind = kind, .place = i->place, .order = i->order, .scope = i->scope, .half = -1};
    e->is_reduction = i->op == RED_ADD;
    return e;
}

struct run {
    int reads[REGISTERS], origin[REGISTERS]; /* the event that each register comes from, or -1 */
    bool control[EVENTS];
    unsigned bars;
};

/* The possible values of places that are known so far. */
static bool domain[PLACES][DOMAIN];

static void run_thread(struct trial *t, unsigned thread, unsigned at, struct run run,
                       void (*done)(struct trial *t, unsigned thread));

static void run_read(struct trial *t, unsigned thread, unsigned at, const struct run *run, int value,
                     void (*done)(struct trial *t, unsigned thread)) {
    const struct instruction *i = &t->program->code[thread][at];
    struct run next = *run;
    int count = t->count;
    struct event *read = new_event(t, (int)thread, i, SWRT_EXPLORE_READ);
    read->value = value;
    memcpy(read->needs, run->control, sizeof read->needs);
    t->registers[thread][at] = i->op == RED_ADD ? 0 : value;
    next.origin[at] = count;
    if (i->op != LD && (i->op != ATOM_CAS || value == 0)) {
        struct event *write = new_event(t, (int)thread, i, SWRT_EXPLORE_WRITE);
        write->value = reference_new_value(i, value);
        memcpy(write->needs, run->control, sizeof write->needs);
        write->needs[count] = i->op != ATOM_EXCH;
        write->half = count;
        t->events[count].half = count + 1;
    }
    run_thread(t, thread, at + 1, next, done);
    t->count = count;
}

static void run_thread(struct trial *t, unsigned thread, unsigned at, struct run run,
                       void (*done)(struct trial *t, unsigned thread)) {
    if (at == t->program->length[thread]) {
        done(t, thread);
        return;
    }
    const struct instruction *i = &t->program->code[thread][at];
    int count = t->count;
    t->registers[thread][at] = 0;
    run.origin[at] = -1;
    if (i->test >= 0) {
        if (run.origin[i->test] >= 0)
            run.control[run.origin[i->test]] = true;
        if (t->registers[thread][i->test]) {
            run_thread(t, thread, at + 1, run, done);
            return;
        }
    }
    if (reference_reads(i)) {
        for (int value = 0; value < DOMAIN; value++)
            if (domain[i->place][value])
                run_read(t, thread, at, &run, value, done);
        return;
    }
    struct event *e = new_event(t, (int)thread, i,
                                i->op == ST      ? SWRT_EXPLORE_WRITE
                                : i->op == FENCE ? SWRT_EXPLORE_FENCE
                                                 : SWRT_EXPLORE_BARRIER);
    memcpy(e->needs, run.control, sizeof e->needs);
    e->value = i->more;
    if (i->op == ST && i->source >= 0) {
        e->value += t->registers[thread][i->source];
        if (run.origin[i->source] >= 0)
            e->needs[run.origin[i->source]] = true;
    }
    e->number = run.bars;
    run.bars += i->op == BAR;
    run_thread(t, thread, at + 1, run, done);
    t->count = count;
}

static void next_thread(struct trial *t, unsigned thread) {
    if (thread + 1 < t->program->threads) {
        run_thread(t, thread + 1, 0, (struct run){0}, next_thread);
        return;
    }
    reference_find_tables(t);
    reference_try_sources(t, 0);
}

static bool has_new;

static void note_values(struct trial *t, unsigned thread) {
    for (int e = 0; e < t->count; e++) {
        const struct event *event = &t->events[e];
        if (event->kind != SWRT_EXPLORE_WRITE || event->value >= DOMAIN || domain[event->place][event->value])
            continue;
        domain[event->place][event->value] = has_new = true;
    }
}

/* As far as values can come: with each round another write. */
static void find_domain(struct trial *t) {
    unsigned writes = 0;
    memset(domain, 0, sizeof domain);
    domain[0][0] = domain[1][0] = true;
    for (unsigned i = 0; i < t->program->threads; i++)
        for (unsigned k = 0; k < t->program->length[i]; k++)
            writes += t->program->code[i][k].op != LD && t->program->code[i][k].op < FENCE;
    has_new = true;
    for (unsigned round = 0; round < writes && has_new; round++) {
        has_new = false;
        for (unsigned i = 0; i < t->program->threads; i++) {
            t->count = 0;
            run_thread(t, i, 0, (struct run){0}, note_values);
        }
    }
}

void reference_define(const struct program *p, bool is_75, struct set *set) {
    static struct trial t;
    memset(&t, 0, sizeof t);
    t.program = p;
    t.is_75 = is_75;
    t.set = set;
    set->count = 0;
    find_domain(&t);
    for (unsigned i = 0; i < PLACES; i++)
        t.events[i] = (struct event){.thread = -1,
                                     .kind = SWRT_EXPLORE_WRITE,
                                     .place = i,
                                     .order = SWRT_ORDER_RELAXED,
                                     .scope = SWRT_SCOPE_SYSTEM,
                                     .half = -1};
    t.count = PLACES;
    run_thread(&t, 0, 0, (struct run){0}, next_thread);
}
