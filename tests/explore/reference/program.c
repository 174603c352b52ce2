/* Random programs, as litmus tests. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

#include "softwarp/check_abi.h"

static uint64_t random_state;

static unsigned pick(unsigned below) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

static int pick_register(const struct program *p, unsigned thread, unsigned before) {
    unsigned number = before ? pick(before) : 0;
    return before && reference_has_register(&p->code[thread][number]) ? (int)number : -1;
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

void reference_make_program(struct program *p) {
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

void reference_print_program(const struct program *p, char *text, size_t size) {
    static char lines[THREADS][4 * LENGTH][64];
    unsigned count[THREADS], rows = 0;
    size_t at = (size_t)snprintf(text, size, "PTX random (* watch: x,y");
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++)
            if (reference_has_register(&p->code[t][i]))
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

void reference_seed(uint64_t state) {
    random_state = state;
}
