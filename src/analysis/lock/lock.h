/* What lanes of a warp have for themselves: locks that they hold, and addresses compared among lanes that are at different
 * points of a program. */
#ifndef SW_LOCK_H
#define SW_LOCK_H

#include "analysis/effects.h"

/* locks.c: critical sections, between the swap that takes a lock and what releases it. */
struct sw_lock {
    struct sw_unit *unit;
    const struct sw_cfg *cfg;
    LLVMValueRef lock, address; /* the variable or pointer that it is found by; its address */
    uint64_t bytes;
    bool is_one;                 /* for all lanes; else each may hold another one of an array */
    unsigned from, to;           /* the edge on which it is taken */
    struct sw_bitset free, ends; /* bbs: that it may be free on entry of; that may release it */
};
struct sw_locks {
    struct sw_lock *at;
    size_t count, capacity;
};
void sw_find_locks(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks);
bool sw_is_in_section(const struct sw_lock *lock, LLVMValueRef at);

/* place.c: of a value, whether all lanes have the same whenever they compute it: it is made of what a launch fixes. */
bool sw_is_of_launch(struct sw_unit *unit, LLVMValueRef value);
/* The variable or pointer that an address is made from, also where that lies in a variable (at -O0). */
LLVMValueRef sw_origin_of(LLVMValueRef pointer);
/* Whether two addresses of a thread are one, by how they are computed. section: between the two the thread is in this
 * section, and variables that are assigned in there may differ; null: no variable does. */
bool sw_are_computed_alike(const struct sw_lock *section, LLVMValueRef a, LLVMValueRef b);
/* Whether two addresses from one base lead to different members of its elements, in whatever elements of theirs. */
bool sw_are_different_members(struct sw_unit *unit, LLVMValueRef a, uint64_t bytes_a, LLVMValueRef b, uint64_t bytes_b);

/* meeting.c: where lanes that a branch has parted meet. */
struct sw_meetings {
    struct sw_arena *arena;
    const struct sw_cfg *cfg;
    struct sw_bitset **following; /* for each loop, and behind these for the function; null: nobody has asked */
};
void sw_meetings_begin(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_meetings *meetings);
bool sw_follows(const struct sw_meetings *meetings, unsigned bb, unsigned behind); /* on all ways to the end */
void sw_meetings_behind(const struct sw_meetings *meetings, unsigned branch, struct sw_bitset *into);

/* broadcast.c: the branch by which lanes part before a store, as those that do not store read the same place by a load;
 * -1: they do not. */
int sw_broadcast_branch(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef store, LLVMValueRef load);

#endif
