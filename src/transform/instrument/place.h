/* Where an access stands, for whoever says where a barrier can: which parts of a function only some threads of a block, or
 * of a warp, run. Guesses, as all advice rests on: what is not seen to be uniform among all threads is taken to differ. */
#ifndef SW_INSTRUMENT_PLACE_H
#define SW_INSTRUMENT_PLACE_H

#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

/* Whose threads are asked about. */
enum sw_group { SW_GROUP_BLOCK, SW_GROUP_WARP, SW_GROUPS };

/* The bbs that only some threads of the group run after a branch, before they all meet. */
struct sw_side {
    unsigned branch; /* the bb that ends with it */
    struct sw_bitset bbs;
    struct sw_bitset arms[2]; /* those that only one way out of the branch reaches; of an if */
    bool is_loop;             /* the branch is among them */
};

struct sw_uniformity {
    struct sw_unit *unit;
    const struct sw_cfg *cfg;
    enum sw_group group;
    struct sw_map *varying; /* values that differ between the group's threads */
    SW_VEC(struct sw_side) sides;
};

/* uniformity.c: looks at a function. */
void sw_uniformity_find(struct sw_unit *unit, const struct sw_cfg *cfg, enum sw_group group,
                        struct sw_uniformity *uniformity);
bool sw_is_of_group(const struct sw_uniformity *uniformity, LLVMValueRef value);

/* trial.c: values of some threads, for some values of what is uniform among them. */
enum { SW_TRIAL_THREADS = 1024, SW_TRIAL_LEAVES = 4, SW_TRIAL_TURNS = 16 };
/* leaves: what is uniform, and no more is known of; known: the values that one has in a loop's turns, if they are known;
 * is_turn: no leaves but those that are there. */
struct sw_trial {
    const struct sw_uniformity *uniformity;
    LLVMValueRef leaves[SW_TRIAL_LEAVES];
    int64_t values[SW_TRIAL_LEAVES]; /* of this round */
    unsigned num_leaves;
    int64_t known[SW_TRIAL_LEAVES][SW_TRIAL_TURNS];
    unsigned num_known[SW_TRIAL_LEAVES];
    bool is_turn;
    unsigned width, thread; /* of rows of threads; which one */
    unsigned steps;
    bool is_outside; /* of an array within: the thread would not access it there */
};
/* The value for the thread; false: it cannot be known. */
bool sw_trial_value(struct sw_trial *t, LLVMValueRef value, int64_t *is);
/* The offset of an address from the start of its array, *base. */
bool sw_trial_offset(struct sw_trial *t, LLVMValueRef pointer, LLVMValueRef *base, int64_t *offset);
/* The next round's values; false: there are no more. Rounds: from 0 on. */
bool sw_trial_round(struct sw_trial *t, unsigned round);
/* Whether all threads of a warp have the same value, whatever the leaves are. */
bool sw_trial_is_of_warp(const struct sw_uniformity *uniformity, LLVMValueRef value);

/* place.c: rows of numbers beside accesses and waits, which go with their hooks (hook.h). apart: as below. */
void sw_find_places(struct sw_unit *unit, struct sw_map *apart);

/* collide.c: of the accesses of a loop's turn those that no other thread's meet: keys of the map. */
void sw_find_apart(const struct sw_uniformity *of_block, struct sw_map *apart);

#endif
