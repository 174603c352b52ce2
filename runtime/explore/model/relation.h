/* Sets of events and relations between them, as rows of bits. An execution has few events, so that a set is a few words
 * and a relation a small square: what is asked most is a word operation. */
#ifndef SWRT_MODEL_RELATION_H
#define SWRT_MODEL_RELATION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The most events of an execution, initial writes among them. */
enum { SWRT_MODEL_EVENTS = 128, SWRT_SET_WORDS = SWRT_MODEL_EVENTS / 64 };

struct swrt_set {
    uint64_t word[SWRT_SET_WORDS];
};

/* of[a] has b: (a, b) is in the relation. */
struct swrt_relation {
    struct swrt_set of[SWRT_MODEL_EVENTS];
};

static inline bool swrt_set_has(const struct swrt_set *set, unsigned e) {
    return set->word[e / 64] >> e % 64 & 1;
}

static inline void swrt_set_add(struct swrt_set *set, unsigned e) {
    set->word[e / 64] |= 1ull << e % 64;
}

static inline void swrt_set_remove(struct swrt_set *set, unsigned e) {
    set->word[e / 64] &= ~(1ull << e % 64);
}

/* Whether something came in. */
static inline bool swrt_set_unite(struct swrt_set *set, const struct swrt_set *other) {
    uint64_t new = 0;
    for (unsigned i = 0; i < SWRT_SET_WORDS; i++) {
        new |= other->word[i] & ~set->word[i];
        set->word[i] |= other->word[i];
    }
    return new;
}

static inline void swrt_set_keep(struct swrt_set *set, const struct swrt_set *other) {
    for (unsigned i = 0; i < SWRT_SET_WORDS; i++)
        set->word[i] &= other->word[i];
}

static inline void swrt_set_subtract(struct swrt_set *set, const struct swrt_set *other) {
    for (unsigned i = 0; i < SWRT_SET_WORDS; i++)
        set->word[i] &= ~other->word[i];
}

static inline bool swrt_set_meets(const struct swrt_set *a, const struct swrt_set *b) {
    uint64_t both = 0;
    for (unsigned i = 0; i < SWRT_SET_WORDS; i++)
        both |= a->word[i] & b->word[i];
    return both;
}

static inline bool swrt_set_is_empty(const struct swrt_set *set) {
    uint64_t any = 0;
    for (unsigned i = 0; i < SWRT_SET_WORDS; i++)
        any |= set->word[i];
    return !any;
}

/* The first member from e on, or SWRT_MODEL_EVENTS: for (e = next(set, 0); e < SWRT_MODEL_EVENTS; e = next(set, e + 1)). */
static inline unsigned swrt_set_next(const struct swrt_set *set, unsigned e) {
    if (e >= SWRT_MODEL_EVENTS)
        return SWRT_MODEL_EVENTS;
    unsigned i = e / 64;
    uint64_t word = set->word[i] & ~0ull << e % 64;
    while (!word) {
        if (++i == SWRT_SET_WORDS)
            return SWRT_MODEL_EVENTS;
        word = set->word[i];
    }
    return i * 64 + (unsigned)__builtin_ctzll(word);
}

static inline bool swrt_relation_has(const struct swrt_relation *relation, unsigned a, unsigned b) {
    return swrt_set_has(&relation->of[a], b);
}

static inline void swrt_relation_add(struct swrt_relation *relation, unsigned a, unsigned b) {
    swrt_set_add(&relation->of[a], b);
}

static inline void swrt_relation_clear(struct swrt_relation *relation, unsigned count) {
    memset(relation, 0, count * sizeof relation->of[0]);
}

static inline void swrt_relation_copy(struct swrt_relation *to, const struct swrt_relation *from, unsigned count) {
    memcpy(to, from, count * sizeof to->of[0]);
}

static inline void swrt_relation_unite(struct swrt_relation *to, const struct swrt_relation *from, unsigned count) {
    for (unsigned e = 0; e < count; e++)
        swrt_set_unite(&to->of[e], &from->of[e]);
}

/* relation.c. Closes it transitively. */
void swrt_relation_close(struct swrt_relation *relation, unsigned count);

/* Adds (a, b) to a relation that is transitive, and stays so. False: that makes, or made, a cycle. */
bool swrt_relation_add_closed(struct swrt_relation *relation, unsigned count, unsigned a, unsigned b);

/* Whether some event is related to itself. */
bool swrt_relation_is_reflexive(const struct swrt_relation *relation, unsigned count);

/* Whether it has no cycle, without closing it. */
bool swrt_relation_is_acyclic(const struct swrt_relation *relation, unsigned count);

#endif
