/* The explorer against the definition: random programs of two or three threads, and a reference that tries everything.
 *
 * PTX: every value for each read, every source, every partial order of the writes of each place, every order of sequential
 * fences, and the axioms as they are written, on tables of truth values. SC and x86: machines that are run in every way,
 * x86's with store buffers. The same outcomes come from both, and the same of them are SC's and x86's.
 *
 * A failing program is printed; SEED=n and COUNT=n in the environment choose others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus.h"
#include "softwarp/check_abi.h"

enum { THREADS = 3, LENGTH = 4, PLACES = 2, EVENTS = 18, REGISTERS = LENGTH, SETS = 4096, DOMAIN = 8 };

/* --- programs ----------------------------------------------------------------------------------------------------- */

enum op { LD, ST, ATOM_ADD, ATOM_EXCH, ATOM_CAS, RED_ADD, FENCE, BAR };

/* source: a register whose value is stored (with `more` added), or -1: `more` itself. skip: if register `test` is not 0,
 * the instruction is left out; -1: never. Each instruction has the register of its number. */
struct instruction {
    enum op op;
    unsigned place, order, scope;
    int source, more, test;
    bool is_volatile;
};

struct program {
    unsigned threads, length[THREADS], block[THREADS], device[THREADS];
    struct instruction code[THREADS][LENGTH];
};

static uint64_t random_state;

static unsigned pick(unsigned below) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

static bool reads(const struct instruction *i) {
    return i->op == LD || (i->op >= ATOM_ADD && i->op <= RED_ADD);
}

static bool has_register(const struct instruction *i) {
    return reads(i) && i->op != RED_ADD;
}

static int pick_register(const struct program *p, unsigned thread, unsigned before) {
    unsigned number = before ? pick(before) : 0;
    return before && has_register(&p->code[thread][number]) ? (int)number : -1;
}

static void make_instruction(struct program *p, unsigned thread, unsigned number) {
    static const enum op ops[] = {LD,       LD,        LD,       LD,      ST,    ST,    ST, ST,
                                  ATOM_ADD, ATOM_EXCH, ATOM_CAS, RED_ADD, FENCE, FENCE, BAR};
    static const unsigned scopes[] = {SWRT_SCOPE_BLOCK, SWRT_SCOPE_DEVICE, SWRT_SCOPE_DEVICE, SWRT_SCOPE_SYSTEM};
    struct instruction *i = &p->code[thread][number];
    *i = (struct instruction){.op = ops[pick(sizeof ops / sizeof *ops)], .source = -1, .test = -1};
    i->place = pick(PLACES);
    i->scope = scopes[pick(4)];
    i->more = 1 + (int)pick(2);
    if (i->op == LD)
        i->order = (unsigned[]){SWRT_ORDER_WEAK, SWRT_ORDER_WEAK, SWRT_ORDER_RELAXED, SWRT_ORDER_ACQUIRE}[pick(4)];
    else if (i->op == ST)
        i->order = (unsigned[]){SWRT_ORDER_WEAK, SWRT_ORDER_WEAK, SWRT_ORDER_RELAXED, SWRT_ORDER_RELEASE}[pick(4)];
    else if (i->op == FENCE)
        i->order = pick(3) ? SWRT_ORDER_SEQUENTIAL : SWRT_ORDER_BOTH;
    else
        i->order = SWRT_ORDER_RELAXED + pick(4);
    if ((i->op == LD || i->op == ST) && i->order == SWRT_ORDER_RELAXED && !pick(3)) {
        i->is_volatile = true;
        i->scope = SWRT_SCOPE_SYSTEM;
    }
    if (i->op == ST && pick(2))
        i->source = pick_register(p, thread, number);
    if (i->op == ST && i->source >= 0)
        i->more = (int)pick(2);
    if (i->op != BAR && !pick(6))
        i->test = pick_register(p, thread, number);
}

static void make_program(struct program *p) {
    memset(p, 0, sizeof *p);
    p->threads = 2 + !pick(3);
    for (unsigned t = 0; t < p->threads; t++) {
        p->block[t] = pick(2) ? t : 0;
        p->device[t] = !pick(4);
        if (p->device[t])
            p->block[t] += THREADS;
        p->length[t] = p->threads == 2 ? 1 + pick(LENGTH) : 1 + pick(LENGTH - 1);
        for (unsigned i = 0; i < p->length[t]; i++)
            make_instruction(p, t, i);
    }
}

static void print_instruction(const struct instruction *i, unsigned number, char *text, size_t size) {
    static const char *const orders[] = {"weak", "relaxed", "acquire", "release", "acq_rel", "sc"};
    static const char *const scopes[] = {"", "cta", "", "gpu", "sys"};
    char order[32];
    if (i->is_volatile)
        snprintf(order, sizeof order, "volatile");
    else
        snprintf(order, sizeof order, i->order ? "%s.%s" : "%s", orders[i->order], scopes[i->scope]);
    char place = (char)('x' + i->place);
    switch (i->op) {
    case LD:
        snprintf(text, size, "ld.%s r%u, %c", order, number, place);
        break;
    case ST:
        snprintf(text, size, i->source < 0 ? "st.%s %c, %d" : "st.%s %c, r20", order, place, i->more);
        break;
    case ATOM_ADD:
        snprintf(text, size, "atom.%s.add r%u, %c, %d", order, number, place, i->more);
        break;
    case ATOM_EXCH:
        snprintf(text, size, "atom.%s.exch r%u, %c, %d", order, number, place, i->more);
        break;
    case ATOM_CAS:
        snprintf(text, size, "atom.%s.cas r%u, %c, 0, %d", order, number, place, i->more);
        break;
    case RED_ADD:
        snprintf(text, size, "red.%s.add %c, %d", order, place, i->more);
        break;
    case FENCE:
        snprintf(text, size, "fence.%s", order);
        break;
    case BAR:
        snprintf(text, size, "bar.cta.sync 0");
        break;
    }
}

/* A thread's column: up to four lines for an instruction. */
static unsigned print_thread(const struct program *p, unsigned t, char lines[][64]) {
    unsigned count = 0;
    for (unsigned n = 0; n < p->length[t]; n++) {
        const struct instruction *i = &p->code[t][n];
        if (i->test >= 0)
            snprintf(lines[count++], 64, "bne r%d, 0, L%u", i->test, n);
        if (i->op == ST && i->source >= 0)
            snprintf(lines[count++], 64, "add r20, r%d, %d", i->source, i->more);
        print_instruction(i, n, lines[count++], 64);
        if (i->test >= 0)
            snprintf(lines[count++], 64, "L%u:", n);
    }
    return count;
}

static void print_program(const struct program *p, char *text, size_t size) {
    static char lines[THREADS][4 * LENGTH][64];
    unsigned count[THREADS], rows = 0;
    size_t at = (size_t)snprintf(text, size, "PTX random (* watch: x,y");
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++)
            if (has_register(&p->code[t][i]))
                at += (size_t)snprintf(text + at, size - at, ",P%u:r%u", t, i);
    at += (size_t)snprintf(text + at, size - at, " *)\n{ x=0; y=0; }\n");
    for (unsigned t = 0; t < p->threads; t++) {
        at += (size_t)snprintf(text + at, size - at, "%sP%u@cta %u,gpu %u", t ? " | " : " ", t, p->block[t],
                               p->device[t]);
        count[t] = print_thread(p, t, lines[t]);
        rows = count[t] > rows ? count[t] : rows;
    }
    at += (size_t)snprintf(text + at, size - at, " ;\n");
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned t = 0; t < p->threads; t++)
            at += (size_t)snprintf(text + at, size - at, "%s%s", t ? " | " : " ", row < count[t] ? lines[t][row] : "");
        at += (size_t)snprintf(text + at, size - at, " ;\n");
    }
}

/* --- sets of outcomes --------------------------------------------------------------------------------------------- */

/* What x and y hold at the end, and all registers: four bits each. */
struct set {
    uint64_t list[SETS];
    unsigned count;
};

static void add(struct set *set, uint64_t outcome) {
    for (unsigned i = 0; i < set->count; i++)
        if (set->list[i] == outcome)
            return;
    assert_true(set->count < SETS);
    set->list[set->count++] = outcome;
}

static uint64_t pack(const struct program *p, const int places[PLACES], int registers[THREADS][REGISTERS]) {
    uint64_t outcome = 0;
    for (unsigned i = 0; i < PLACES; i++)
        outcome = outcome << 4 | (unsigned)places[i];
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++)
            if (has_register(&p->code[t][i]))
                outcome = outcome << 4 | (unsigned)registers[t][i];
    return outcome;
}

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool is_equal(struct set *a, struct set *b) {
    qsort(a->list, a->count, sizeof *a->list, by_number);
    qsort(b->list, b->count, sizeof *b->list, by_number);
    return a->count == b->count && !memcmp(a->list, b->list, a->count * sizeof *a->list);
}

/* --- the definition of PTX ---------------------------------------------------------------------------------------- */

struct event {
    int thread; /* -1: initial */
    unsigned kind, place, order, scope, number;
    int value, half; /* half: the other one of a read-modify-write */
    bool is_reduction, needs[EVENTS];
};

typedef bool table[EVENTS][EVENTS];

struct trial {
    const struct program *program;
    bool is_75;
    struct set *set;
    struct event events[EVENTS];
    int count, source[EVENTS], registers[THREADS][REGISTERS];
    table po, poloc, loc, ms, rel, acq, bar, obs, sc, co, rf, rmw;
    int pairs[EVENTS][2], num_pairs; /* of fences */
    int writes[EVENTS], num_writes;  /* of one place after the other */
};

static void compose(const table a, const table b, table c, int n) {
    table d = {{0}};
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            if (a[x][y])
                for (int z = 0; z < n; z++)
                    d[x][z] |= b[y][z];
    memcpy(c, d, sizeof d);
}

static void unite(table a, const table b) {
    for (int x = 0; x < EVENTS; x++)
        for (int y = 0; y < EVENTS; y++)
            a[x][y] |= b[x][y];
}

static void close_table(table a, int n) {
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int z = 0; z < n; z++)
                a[x][z] |= a[x][y] && a[y][z];
}

static bool is_reflexive(const table a, int n) {
    for (int x = 0; x < n; x++)
        if (a[x][x])
            return true;
    return false;
}

static bool is_access(const struct event *e) {
    return e->kind == SWRT_EXPLORE_READ || e->kind == SWRT_EXPLORE_WRITE;
}

static bool includes(const struct trial *t, const struct event *a, const struct event *b) {
    const struct program *p = t->program;
    if (a->thread < 0 || b->thread < 0 || a->scope == SWRT_SCOPE_SYSTEM)
        return true;
    return a->scope == SWRT_SCOPE_DEVICE ? p->device[a->thread] == p->device[b->thread]
                                         : p->block[a->thread] == p->block[b->thread];
}

static bool is_strong(const struct event *e) {
    return e->kind == SWRT_EXPLORE_FENCE || (is_access(e) && e->order);
}

static bool is_release(const struct event *e) {
    return e->order >= SWRT_ORDER_RELEASE;
}

static bool is_acquire(const struct event *e) {
    return e->order == SWRT_ORDER_ACQUIRE || e->order >= SWRT_ORDER_BOTH;
}

static void find_tables(struct trial *t) {
    int n = t->count;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            bool is_one = x->thread == y->thread && x->thread >= 0;
            t->loc[a][b] = is_access(x) && is_access(y) && x->place == y->place;
            t->po[a][b] = is_one && a < b;
            t->poloc[a][b] = t->po[a][b] && t->loc[a][b];
            bool is_strong_pair = is_strong(x) && is_strong(y) && includes(t, x, y) && includes(t, y, x);
            t->ms[a][b] = a != b && x->kind != SWRT_EXPLORE_BARRIER && y->kind != SWRT_EXPLORE_BARRIER &&
                          (is_one || is_strong_pair) && (!is_access(x) || !is_access(y) || t->loc[a][b]);
            t->rmw[a][b] = x->kind == SWRT_EXPLORE_READ && x->half == b;
        }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            bool is_here = t->poloc[a][b] || (a == b && is_access(x));
            t->rel[a][b] = y->kind == SWRT_EXPLORE_WRITE && y->order && is_release(x) && x->thread >= 0 &&
                           ((x->kind == SWRT_EXPLORE_WRITE && is_here) ||
                            (x->kind == SWRT_EXPLORE_FENCE && t->po[a][b]));
            t->acq[a][b] = x->kind == SWRT_EXPLORE_READ && x->order && !x->is_reduction && is_acquire(y) &&
                           ((y->kind == SWRT_EXPLORE_READ && is_here) ||
                            (y->kind == SWRT_EXPLORE_FENCE && t->po[a][b]));
            t->bar[a][b] = a != b && x->kind == SWRT_EXPLORE_BARRIER && y->kind == SWRT_EXPLORE_BARRIER &&
                           x->number == y->number && t->program->block[x->thread] == t->program->block[y->thread];
        }
}

/* Final values: any write that none follows. */
static void add_finals(struct trial *t) {
    int finals[PLACES][EVENTS], count[PLACES] = {0}, places[PLACES];
    for (int w = 0; w < t->count; w++) {
        bool is_last = t->events[w].kind == SWRT_EXPLORE_WRITE;
        for (int x = 0; x < t->count; x++)
            is_last &= !t->co[w][x];
        if (is_last)
            finals[t->events[w].place][count[t->events[w].place]++] = t->events[w].value;
    }
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++) {
            places[0] = finals[0][i];
            places[1] = finals[1][k];
            add(t->set, pack(t->program, places, t->registers));
        }
}

static bool fits(struct trial *t) {
    int n = t->count;
    table sync = {{0}}, cb, step, cause, all = {{0}}, fr = {{0}};
    compose(t->rel, t->obs, step, n);
    compose(step, t->acq, sync, n);
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            sync[x][y] = (sync[x][y] && t->ms[x][y]) || t->sc[x][y] || t->bar[x][y];
    memcpy(cb, t->po, sizeof cb);
    unite(cb, sync);
    close_table(cb, n);
    if (t->is_75) {
        table here = {{0}};
        for (int x = 0; x < n; x++)
            for (int y = 0; y < n; y++)
                here[x][y] = cb[x][y] && t->loc[x][y];
        compose(t->obs, here, cause, n);
        unite(cause, here);
    } else {
        memcpy(step, cb, sizeof step);
        unite(step, t->poloc);
        compose(t->obs, step, cause, n);
        unite(cause, cb);
    }
    for (int r = 0; r < n; r++)
        for (int w = 0; w < n; w++)
            fr[r][w] = t->events[r].kind == SWRT_EXPLORE_READ && t->co[t->source[r]][w];
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++) {
            bool are_writes = t->events[x].kind == SWRT_EXPLORE_WRITE && t->events[y].kind == SWRT_EXPLORE_WRITE;
            if (are_writes && t->loc[x][y] && cause[x][y] && !t->co[x][y])
                return false; /* coherence */
            if (are_writes && t->loc[x][y] && t->ms[x][y] && !t->co[x][y] && !t->co[y][x])
                return false;
            if (t->sc[x][y] && cb[y][x])
                return false; /* fence-sc */
            if ((t->rf[x][y] || fr[x][y]) && cause[y][x])
                return false; /* causality */
            for (int z = 0; z < n; z++)
                if (t->ms[x][z] && fr[x][z] && t->ms[z][y] && t->co[z][y] && t->rmw[x][y])
                    return false; /* atomicity */
            all[x][y] = t->poloc[x][y] || (t->ms[x][y] && (t->rf[x][y] || t->co[x][y] || fr[x][y]));
        }
    close_table(all, n);
    return !is_reflexive(all, n); /* sc per location */
}

/* Every order of the pairs of fences. */
static void try_fences(struct trial *t, int at) {
    if (at == t->num_pairs) {
        if (fits(t))
            add_finals(t);
        return;
    }
    int a = t->pairs[at][0], b = t->pairs[at][1];
    for (int i = 0; i < 2; i++) {
        t->sc[i ? b : a][i ? a : b] = true;
        try_fences(t, at + 1);
        t->sc[i ? b : a][i ? a : b] = false;
    }
}

static bool is_order(const struct trial *t) {
    for (int i = 0; i < t->num_writes; i++)
        for (int k = 0; k < t->num_writes; k++)
            for (int m = 0; m < t->num_writes; m++) {
                int x = t->writes[i], y = t->writes[k], z = t->writes[m];
                if ((t->co[x][y] && t->co[y][z] && !t->co[x][z]) || t->co[x][x])
                    return false;
            }
    return true;
}

/* Every partial order of the writes of each place: each pair one way, the other, or not. */
static void try_orders(struct trial *t, int a, int b) {
    if (b == t->num_writes) {
        try_orders(t, a + 1, a + 2);
        return;
    }
    if (a + 1 >= t->num_writes) {
        if (is_order(t))
            try_fences(t, 0);
        return;
    }
    int x = t->writes[a], y = t->writes[b];
    if (!t->loc[x][y]) {
        try_orders(t, a, b + 1);
        return;
    }
    bool is_first = t->events[x].thread < 0;
    t->co[x][y] = true;
    try_orders(t, a, b + 1);
    t->co[x][y] = false;
    if (is_first)
        return;
    t->co[y][x] = true;
    try_orders(t, a, b + 1);
    t->co[y][x] = false;
    if (!t->ms[x][y])
        try_orders(t, a, b + 1);
}

static void try_graph(struct trial *t) {
    int n = t->count;
    table both = {{0}}, step;
    memset(t->rf, 0, sizeof t->rf);
    for (int e = 0; e < n; e++)
        for (int r = 0; r < n; r++) {
            t->rf[e][r] = t->events[r].kind == SWRT_EXPLORE_READ && t->source[r] == e;
            both[e][r] = t->rf[e][r] || t->events[r].needs[e];
        }
    close_table(both, n);
    if (is_reflexive(both, n))
        return; /* no thin air */
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            t->obs[x][y] = t->ms[x][y] && t->rf[x][y];
    for (int i = 0; i < n; i++) {
        compose(t->obs, t->rmw, step, n);
        compose(step, t->obs, step, n);
        unite(t->obs, step);
    }
    t->num_pairs = t->num_writes = 0;
    for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            if (x->kind == SWRT_EXPLORE_FENCE && y->kind == SWRT_EXPLORE_FENCE && x->order == SWRT_ORDER_SEQUENTIAL &&
                y->order == SWRT_ORDER_SEQUENTIAL && t->ms[a][b]) {
                t->pairs[t->num_pairs][0] = a;
                t->pairs[t->num_pairs++][1] = b;
            }
        }
        if (t->events[a].kind == SWRT_EXPLORE_WRITE)
            t->writes[t->num_writes++] = a;
    }
    memset(t->co, 0, sizeof t->co);
    memset(t->sc, 0, sizeof t->sc);
    try_orders(t, 0, 1);
}

static void try_sources(struct trial *t, int read) {
    while (read < t->count && t->events[read].kind != SWRT_EXPLORE_READ)
        read++;
    if (read == t->count) {
        try_graph(t);
        return;
    }
    for (int w = 0; w < t->count; w++)
        if (t->events[w].kind == SWRT_EXPLORE_WRITE && t->loc[w][read] && t->events[w].value == t->events[read].value) {
            t->source[read] = w;
            try_sources(t, read + 1);
        }
}

/* --- runs of threads ---------------------------------------------------------------------------------------------- */

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

static int new_value(const struct instruction *i, int old) {
    return i->op == ATOM_ADD || i->op == RED_ADD ? old + i->more : i->more;
}

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
        write->value = new_value(i, value);
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
    if (reads(i)) {
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
    find_tables(t);
    try_sources(t, 0);
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

static void define(const struct program *p, bool is_75, struct set *set) {
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

/* --- machines ----------------------------------------------------------------------------------------------------- */

struct machine {
    const struct program *program;
    bool has_buffers;
    struct set *set, *seen;
    int memory[PLACES], registers[THREADS][REGISTERS];
    unsigned at[THREADS], bars[THREADS], waiting; /* a mask */
    struct {
        unsigned place;
        int value;
    } buffer[THREADS][LENGTH];
    unsigned buffered[THREADS];
};

static void run_machine(const struct machine *m);

static int look_up(const struct machine *m, unsigned t, unsigned place) {
    for (unsigned i = m->buffered[t]; i-- > 0;)
        if (m->buffer[t][i].place == place)
            return m->buffer[t][i].value;
    return m->memory[place];
}

static unsigned bars_of(const struct program *p, unsigned t) {
    unsigned count = 0;
    for (unsigned i = 0; i < p->length[t]; i++)
        count += p->code[t][i].op == BAR;
    return count;
}

/* Lets go whose barrier all have come to that will. */
static void let_go(struct machine *m, unsigned thread) {
    const struct program *p = m->program;
    unsigned all = 0;
    for (unsigned t = 0; t < p->threads; t++)
        if (p->block[t] == p->block[thread] && bars_of(p, t) > m->bars[thread]) {
            if (!(m->waiting >> t & 1) || m->bars[t] != m->bars[thread])
                return;
            all |= 1u << t;
        }
    for (unsigned t = 0; t < p->threads; t++)
        if (all >> t & 1) {
            m->at[t]++;
            m->bars[t]++;
        }
    m->waiting &= ~all;
}

static void step_machine(const struct machine *m, unsigned t) {
    const struct instruction *i = &m->program->code[t][m->at[t]];
    struct machine next = *m;
    bool is_skipped = i->test >= 0 && m->registers[t][i->test];
    bool wants_empty = i->op >= ATOM_ADD && (i->op != FENCE || i->order == SWRT_ORDER_SEQUENTIAL);
    if (is_skipped) {
        next.at[t]++;
        run_machine(&next);
        return;
    }
    if (wants_empty && m->buffered[t])
        return;
    if (i->op == BAR) {
        next.waiting |= 1u << t;
        let_go(&next, t);
        run_machine(&next);
        return;
    }
    int old = look_up(m, t, i->place);
    if (has_register(i))
        next.registers[t][m->at[t]] = old;
    if (i->op == ST) {
        int value = i->more + (i->source >= 0 ? m->registers[t][i->source] : 0);
        if (m->has_buffers) {
            next.buffer[t][next.buffered[t]].place = i->place;
            next.buffer[t][next.buffered[t]++].value = value;
        } else {
            next.memory[i->place] = value;
        }
    } else if (i->op >= ATOM_ADD && i->op <= RED_ADD && (i->op != ATOM_CAS || old == 0)) {
        next.memory[i->place] = new_value(i, old);
    }
    next.at[t]++;
    run_machine(&next);
}

static void run_machine(const struct machine *m) {
    bool is_over = true;
    for (unsigned t = 0; t < m->program->threads; t++) {
        if (m->buffered[t]) {
            struct machine next = *m;
            next.memory[m->buffer[t][0].place] = m->buffer[t][0].value;
            memmove(&next.buffer[t][0], &next.buffer[t][1], (LENGTH - 1) * sizeof next.buffer[t][0]);
            next.buffered[t]--;
            is_over = false;
            run_machine(&next);
        }
        if (m->at[t] < m->program->length[t]) {
            is_over = false;
            if (!(m->waiting >> t & 1))
                step_machine(m, t);
        }
    }
    if (is_over)
        add(m->set, pack(m->program, m->memory, (int(*)[REGISTERS])m->registers));
}

static void run_all(const struct program *p, bool has_buffers, struct set *set) {
    struct machine m = {.program = p, .has_buffers = has_buffers, .set = set};
    set->count = 0;
    run_machine(&m);
}

/* --- the explorer's ----------------------------------------------------------------------------------------------- */

static uint64_t pack_values(const struct swrt_outcome *outcome, unsigned count) {
    uint64_t packed = 0;
    for (unsigned i = 0; i < count; i++)
        packed = packed << 4 | (outcome->values[i] & 15);
    return packed;
}

struct sets {
    struct set all, sc, x86;
    unsigned strays;
    uint64_t graphs;
};

static void explore(const struct litmus *litmus, enum swrt_model model, struct sets *sets) {
    struct swrt_explore_options options = {.model = model, .compares = true};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
    sets->all.count = sets->sc.count = sets->x86.count = 0;
    sets->strays = outcomes->strays;
    sets->graphs = outcomes->graphs;
    for (unsigned i = 0; i < outcomes->count; i++) {
        const struct swrt_outcome *outcome = &outcomes->list[i];
        uint64_t values = pack_values(outcome, outcomes->num_watch);
        add(&sets->all, outcome->class == SWRT_OUTCOME_END ? values : ~0ull);
        if (outcome->in_sc)
            add(&sets->sc, values);
        if (outcome->in_x86)
            add(&sets->x86, values);
    }
    swrt_outcomes_close(outcomes);
}

/* What one set has and the other lacks. */
static void print_missing(const char *whose, const struct set *a, const struct set *b) {
    for (unsigned i = 0; i < a->count; i++) {
        bool is_there = false;
        for (unsigned k = 0; k < b->count; k++)
            is_there |= a->list[i] == b->list[k];
        if (!is_there)
            print_message("only %s: %llx\n", whose, (unsigned long long)a->list[i]);
    }
}

static bool differ(struct set *got, struct set *expected) {
    if (is_equal(got, expected))
        return false;
    print_missing("got", got, expected);
    print_missing("expected", expected, got);
    return true;
}

static const char *difference(const struct program *p, const struct litmus *litmus) {
    static struct set defined, sc, x86;
    static struct sets got;
    run_all(p, false, &sc);
    run_all(p, true, &x86);
    for (unsigned is_75 = 0; is_75 < 2; is_75++) {
        define(p, is_75, &defined);
        explore(litmus, is_75 ? SWRT_MODEL_PTX75 : SWRT_MODEL_PTX60, &got);
        if (differ(&got.all, &defined))
            return is_75 ? "PTX 7.5" : "PTX 6.0";
        if (differ(&got.sc, &sc))
            return "what of it is SC's";
        if (differ(&got.x86, &x86))
            return "what of it is x86's";
        if (got.strays)
            return "SC or x86 has more than PTX";
    }
    explore(litmus, SWRT_MODEL_SC, &got);
    if (differ(&got.all, &sc))
        return "SC";
    explore(litmus, SWRT_MODEL_X86, &got);
    return differ(&got.all, &x86) ? "x86" : 0;
}

static unsigned from_environment(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, 0, 10) : otherwise;
}

/* What the reference does not try in short time: many writes, many fences. */
static bool is_small(const struct program *p) {
    unsigned writes[PLACES] = {0}, fences = 0, all = 0;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++) {
            const struct instruction *at = &p->code[t][i];
            if (at->op != LD && at->op < FENCE)
                writes[at->place]++;
            fences += at->op == FENCE;
            all += reads(at);
        }
    return writes[0] < 4 && writes[1] < 4 && fences < 5 && all < 6;
}

static void test_random(void **state) {
    unsigned count = from_environment("COUNT", 1000), seed = from_environment("SEED", 1);
    for (unsigned i = 0; i < count; i++) {
        static char text[8192];
        struct program p;
        const char *error = 0, *what;
        random_state = (uint64_t)seed * 1000003 + i;
        do
            make_program(&p);
        while (!is_small(&p));
        print_program(&p, text, sizeof text);
        struct litmus *litmus = litmus_parse(text, &error);
        if (!litmus)
            fail_msg("%s\nwants %s", text, error);
        if ((what = difference(&p, litmus)))
            fail_msg("program %u of seed %u: %s\n%s", i, seed, what, text);
        litmus_close(litmus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
