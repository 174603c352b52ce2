/* What the files of one question share: does a loop wait for other threads? (waiting.c asks, recursion.c of recursive
 * functions; polls.c, ends.c and swaps.c know.) */
#ifndef SW_WAITING_H
#define SW_WAITING_H

#include "analysis/analysis.h"

struct sw_wait {
    struct sw_unit *unit;
    struct sw_ir *ir;
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    struct sw_values *turns;   /* the calls that lead around, if the loop is a function that calls itself; else null */
    struct sw_values members;  /* the loop's instructions */
    struct sw_map *influenced; /* values that other threads have a say in */
    struct sw_map *own;        /* variables of the thread alone, and whether such a value may lie in them */
    bool shared, elsewhere;    /* whether one may lie in shared memory; in other memory that others see */
    bool branch;               /* whether some branch goes by one */
    bool orders, communicates; /* there is a fence; there is anything that others may see, or see others by, */
    bool meets;                /* barriers aside, of which this says whether there is one */
    bool acts;                 /* it communicates, or accesses what is volatile, if only the thread's own */
};

/* waiting.c */
bool sw_is_influenced(const struct sw_wait *w, LLVMValueRef value);
bool sw_influence(struct sw_wait *w, LLVMValueRef value); /* says whether it was not before */
/* Whether what a function gets by an argument is, be it a structure by value. */
bool sw_hands_on_influence(const struct sw_wait *w, LLVMValueRef call, LLVMValueRef callee, unsigned argument);
void sw_wait_collect(struct sw_wait *w); /* fills in the members */
void sw_wait_follow(struct sw_wait *w);  /* from what is influenced to all that is, therefore */

/* recursion.c */
bool sw_is_turn(const struct sw_wait *w, LLVMValueRef at);

/* polls.c */
bool sw_polls(struct sw_wait *w, LLVMValueRef at); /* its result is what others have made of memory meanwhile */
void sw_polls_prepare(struct sw_wait *w);          /* fills in orders, communicates, meets and acts */
/* The same value in each turn unless memory changes; loads of addresses that stay the same are. */
bool sw_is_fixed(const struct sw_wait *w, LLVMValueRef value);
bool sw_is_plain_load(LLVMValueRef at);
bool sw_is_strong_write(LLVMValueRef at); /* volatile or atomic, of what others may see, or who knows what */
bool sw_is_swap(LLVMValueRef at);         /* a compare-and-swap */

/* ends.c: what looks like a poll and is none, since the loop ends by itself. */
bool sw_is_end_in_sight(const struct sw_wait *w, LLVMValueRef comparison); /* or the flag of a compare-and-swap */
/* Whether an instruction may write to the word of an atomic operation, plainly too if something orders that. */
bool sw_moves(const struct sw_wait *w, LLVMValueRef at, LLVMValueRef atomic, bool orders);
bool sw_dominates_latches(const struct sw_wait *w, LLVMBasicBlockRef bb);

/* swaps.c: compare-and-swaps that are tried again only because another thread has been faster. */
bool sw_is_retried(const struct sw_wait *w, LLVMValueRef cas);
bool sw_is_success(const struct sw_wait *w, LLVMValueRef value); /* says whether such a one has succeeded */

#endif
