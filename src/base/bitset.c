/* Sets of small numbers, one bit each. Bits past the end of the set are kept zero, so whole words can be compared. */
#include "base/base.h"

static size_t word_count(const struct sw_bitset *set) {
    return (set->bits + 63) / 64;
}

static void check(const struct sw_bitset *set, size_t bit) {
    if (bit >= set->bits)
        sw_bug("bit %zu of a set of %zu", bit, set->bits);
}

/* A set of the numbers 0 .. bits-1, empty. */
struct sw_bitset sw_bitset_create(struct sw_arena *arena, size_t bits) {
    struct sw_bitset set = {.bits = bits};
    set.words = sw_arena_alloc(arena, word_count(&set) * sizeof *set.words);
    return set;
}

bool sw_bitset_get(const struct sw_bitset *set, size_t bit) {
    check(set, bit);
    return set->words[bit / 64] >> (bit % 64) & 1;
}

void sw_bitset_set(struct sw_bitset *set, size_t bit) {
    check(set, bit);
    set->words[bit / 64] |= UINT64_C(1) << (bit % 64);
}

/* into |= from; says whether `into` changed. Both have the same size. */
bool sw_bitset_union(struct sw_bitset *into, const struct sw_bitset *from) {
    if (into->bits != from->bits)
        sw_bug("a union of sets of %zu and %zu", into->bits, from->bits);
    uint64_t changed = 0;
    for (size_t i = 0; i < word_count(into); i++) {
        changed |= from->words[i] & ~into->words[i];
        into->words[i] |= from->words[i];
    }
    return changed;
}

/* into &= from; says whether `into` changed. Both have the same size. */
bool sw_bitset_intersect(struct sw_bitset *into, const struct sw_bitset *from) {
    if (into->bits != from->bits)
        sw_bug("an intersection of sets of %zu and %zu", into->bits, from->bits);
    uint64_t changed = 0;
    for (size_t i = 0; i < word_count(into); i++) {
        changed |= into->words[i] & ~from->words[i];
        into->words[i] &= from->words[i];
    }
    return changed;
}

/* Puts every number of the set's range into it. */
void sw_bitset_fill(struct sw_bitset *set) {
    for (size_t i = 0; i < word_count(set); i++)
        set->words[i] = UINT64_MAX;
    if (set->bits % 64)
        set->words[set->bits / 64] = (UINT64_C(1) << (set->bits % 64)) - 1;
}
