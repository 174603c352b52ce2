/* SC and x86 as machines: a memory, threads that go on in every order, and x86's store buffers. */
#include "reference.h"

#include <string.h>

#include "softwarp/check_abi.h"

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
    if (reference_has_register(i))
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
        next.memory[i->place] = reference_new_value(i, old);
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
        reference_add(m->set, reference_pack(m->program, m->memory, (int(*)[REGISTERS])m->registers));
}

void reference_run_machine(const struct program *p, bool has_buffers, struct set *set) {
    struct machine m = {.program = p, .has_buffers = has_buffers, .set = set};
    set->count = 0;
    run_machine(&m);
}
