/* What the files of the front end of litmus tests share: a test as it is kept, and who reads what of its text.
 *
 *     words.c         words, and the variables and registers that they name
 *     instruction.c   an instruction
 *     condition.c     the condition, and whether outcomes are as it says
 *     run.c           threads, one event at a time
 */
#ifndef LITMUS_INTERNAL_H
#define LITMUS_INTERNAL_H

#include "litmus.h"

enum { NAMES = 64, CODE = 64, REGISTERS = 32, NAME = 40, NODES = 256 };

enum op {
    LOAD,
    STORE,
    MOVE,
    ADD,
    SUB,
    MUL,
    DIV,
    AND,
    OR,
    XOR,
    CAS,
    EXCHANGE,
    FENCE,
    BARRIER,
    BRANCH,
    JUMP,
    LABEL,
    FAIL,
    TRAP,
    OPS
};
enum compare { EQ, NE, GE, LE, GT, LT };

struct operand {
    bool is_register;
    int value; /* or the register's number */
};

/* is_atomic: a read-modify-write (of ADD to EXCHANGE); else ADD to XOR are arithmetic. */
struct instruction {
    enum op op;
    bool is_atomic, is_reduction, is_volatile, arrives, has_resource, has_quorum;
    uint32_t order, scope, proxy;
    int destination, variable, target, number;
    enum compare compare;
    struct operand a, b;
    char label[NAME];
};

struct thread {
    struct instruction code[CODE];
    unsigned length,
        first; /* first: the first thread of the same code, if about variables of its own, whose sites it has */
    struct swrt_explore_place place;
    int initial[REGISTERS];
    /* while it runs */
    unsigned pc, events, reads, step, stored;
    int registers[REGISTERS];
    uint64_t origins[REGISTERS], control;
    unsigned passed[CODE]; /* how many events there were when it last came to this instruction */
};

struct variable {
    char name[NAME];
    uint64_t address, alias;
    int initial;
};

/* A register that the condition asks for, and where it is stored. */
struct result {
    unsigned thread;
    int number;
    uint64_t address;
    char name[NAME];
};

enum node_kind { NODE_AND, NODE_OR, NODE_NOT, NODE_COMPARE };
struct node {
    enum node_kind kind;
    unsigned left, right;
    enum compare compare;
    int watch[2], constant[2]; /* watch: -1, a constant */
};

struct litmus {
    struct swrt_explore_program program;
    char name[2 * NAME];
    struct thread threads[SWRT_EXPLORE_THREADS];
    struct variable variables[NAMES];
    struct result results[NAMES];
    struct swrt_explore_watch watch[NAMES];
    struct node nodes[NODES];
    unsigned num_variables, num_results, num_watch, num_nodes, root;
    bool is_forall, is_negated, has_condition, has_proxies;
    const char *at, *error;
};

/* --- words.c ------------------------------------------------------------------------------------------------------ */

/* Notes what is wrong with the text, if nothing has been yet: why, or what it wants there. */
void litmus_fail(struct litmus *l, const char *why);

/* Passes over spaces. */
void litmus_skip(struct litmus *l);

/* Passes over the word or sign, if it stands there. */
bool litmus_takes(struct litmus *l, const char *word);
void litmus_want(struct litmus *l, const char *word); /* it has to */

/* Reads a word, of less than NAME letters; false: none stands there. */
bool litmus_take_word(struct litmus *l, char *word);
bool litmus_take_number(struct litmus *l, int *number);
int litmus_want_number(struct litmus *l); /* one has to stand there */

/* The variable of that name; a new one, if there is none. */
struct variable *litmus_variable_of(struct litmus *l, const char *name);

/* The number of a register, "r0"; -1: it is none. */
int litmus_register_number(const char *word);

/* Watches "P1:r0", "1:r0" or a variable; the number of the watched. */
int litmus_watch_word(struct litmus *l, const char *word);

/* --- instruction.c ------------------------------------------------------------------------------------------------ */

/* Reads the thread's next instruction, if one stands there. */
void litmus_parse_instruction(struct litmus *l, struct thread *thread);

/* --- condition.c -------------------------------------------------------------------------------------------------- */

/* Reads the condition, if there is one. */
void litmus_parse_condition(struct litmus *l);

/* Whether it is true of a and b. */
bool litmus_compares(enum compare compare, int a, int b);

/* --- run.c -------------------------------------------------------------------------------------------------------- */

/* Finds out which threads have the same code. */
void litmus_find_alike(struct litmus *l);

/* The test as a program to explore. */
struct swrt_explore_program litmus_run(struct litmus *l);

#endif
