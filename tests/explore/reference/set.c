/* Sets of outcomes, each in one number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference.h"

void reference_add(struct set *set, uint64_t outcome) {
    for (unsigned i = 0; i < set->count; i++)
        if (set->list[i] == outcome)
            return;
    assert_true(set->count < SETS);
    set->list[set->count++] = outcome;
}

uint64_t reference_pack(const struct program *p, const int places[PLACES], int registers[THREADS][REGISTERS]) {
    uint64_t outcome = 0;
    for (unsigned i = 0; i < PLACES; i++)
        outcome = outcome << 4 | (unsigned)places[i];
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++)
            if (reference_has_register(&p->code[t][i]))
                outcome = outcome << 4 | (unsigned)registers[t][i];
    return outcome;
}

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

bool reference_is_equal(struct set *a, struct set *b) {
    qsort(a->list, a->count, sizeof *a->list, by_number);
    qsort(b->list, b->count, sizeof *b->list, by_number);
    return a->count == b->count && !memcmp(a->list, b->list, a->count * sizeof *a->list);
}
