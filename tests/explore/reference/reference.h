/* What explorers are compared with: random programs of two or three threads, and all that each may do, by trying everything.
 *
 *     program.c   random programs, and their text as litmus tests
 *     set.c       sets of outcomes
 *     runs.c      PTX: each thread with every value for each read,
 *     orders.c    then every source, every partial order of the writes of each place, every order of sequential fences,
 *     axioms.c    and the axioms as they are written, on tables of truth values
 *     machine.c   SC and x86: machines that are run in every way, x86's with store buffers
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS = 3, LENGTH = 4, PLACES = 2, REGISTERS = LENGTH, SETS = 4096 };

/* --- program.c ---------------------------------------------------------------------------------------------------- */

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

/* What the instruction does: reads, keeps what it has read, makes a new value of it. */
static inline bool reference_reads(const struct instruction *i) {
    return i->op == LD || (i->op >= ATOM_ADD && i->op <= RED_ADD);
}

static inline bool reference_has_register(const struct instruction *i) {
    return reference_reads(i) && i->op != RED_ADD;
}

static inline int reference_new_value(const struct instruction *i, int old) {
    return i->op == ATOM_ADD || i->op == RED_ADD ? old + i->more : i->more;
}

/* Begins a sequence of random numbers. */
void reference_seed(uint64_t state);

/* The next random program; the text of a litmus test, with all registers watched. */
void reference_make_program(struct program *p);
void reference_print_program(const struct program *p, char *text, size_t size);

/* --- set.c -------------------------------------------------------------------------------------------------------- */

/* What x and y hold at the end, and all registers: four bits each. */
struct set {
    uint64_t list[SETS];
    unsigned count;
};

/* Adds an outcome, if it is not there; its number. */
void reference_add(struct set *set, uint64_t outcome);
uint64_t reference_pack(const struct program *p, const int places[PLACES], int registers[THREADS][REGISTERS]);

/* Whether they have the same; sorts both. */
bool reference_is_equal(struct set *a, struct set *b);

/* --- runs.c ------------------------------------------------------------------------------------------------------- */

/* What PTX 6.0, or 7.5, allows. */
void reference_define(const struct program *p, bool is_75, struct set *set);

/* --- machine.c ---------------------------------------------------------------------------------------------------- */

/* What SC does, or with store buffers x86. */
void reference_run_machine(const struct program *p, bool has_buffers, struct set *set);

#endif
