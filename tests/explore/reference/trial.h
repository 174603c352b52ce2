/* An execution that is tried: events, who reads from whom, and relations as tables of truth values. */
#ifndef TRIAL_H
#define TRIAL_H

#include <string.h>

#include "explore/program.h"
#include "reference.h"

enum { EVENTS = 18 };

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

static inline void table_compose(const table a, const table b, table c, int n) {
    table d = {{0}};
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            if (a[x][y])
                for (int z = 0; z < n; z++)
                    d[x][z] |= b[y][z];
    memcpy(c, d, sizeof d);
}

static inline void table_unite(table a, const table b) {
    for (int x = 0; x < EVENTS; x++)
        for (int y = 0; y < EVENTS; y++)
            a[x][y] |= b[x][y];
}

static inline void table_close(table a, int n) {
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int z = 0; z < n; z++)
                a[x][z] |= a[x][y] && a[y][z];
}

static inline bool table_is_reflexive(const table a, int n) {
    for (int x = 0; x < n; x++)
        if (a[x][x])
            return true;
    return false;
}

/* --- axioms.c ----------------------------------------------------------------------------------------------------- */

/* The relations that events have by themselves. */
void reference_find_tables(struct trial *t);

/* Whether the model allows it. */
bool reference_fits(struct trial *t);

/* Adds its outcomes. */
void reference_add_finals(struct trial *t);

/* --- orders.c ----------------------------------------------------------------------------------------------------- */

/* Tries every source of each read, from `read` on, and then every order of writes and fences. */
void reference_try_sources(struct trial *t, int read);

#endif
