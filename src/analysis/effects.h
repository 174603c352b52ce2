/* Effects: what one instruction may do to memory, and to other threads. Every pass that moves, merges, delays, drops or
 * widens operations on memory asks here and has no notion of its own.
 *
 * Rules that whoever extends this keeps:
 *  1. What is not known is everything: memory of any place is read and written, others are waited for, their memory is
 *     ordered, and control may not come back. `is_unknown` says so once more.
 *  2. A touch names every byte that it may concern: from the pointer on so many, or, with 0 bytes, the whole object and
 *     what lies around it as far as the pointer may lead.
 *  3. What a function does is believed if LLVM defines it (its intrinsics), if it is the device library's, or if
 *     attributes say so that clang has proved; a name alone says nothing. */
#ifndef SW_EFFECTS_H
#define SW_EFFECTS_H

#include "analysis/analysis.h"

/* What the names of markers begin with that copy by tensor maps (src/ptx/emit_tensor.c). */
#define SW_TENSOR_MARKER "__sw_tensor_"

struct sw_touch {
    LLVMValueRef pointer;
    uint64_t bytes; /* 0: not known */
    bool reads, writes;
};

struct sw_effect {
    struct sw_touch touch[4];
    unsigned touches;
    bool reads_anything, writes_anything; /* memory of any place, besides these */
    bool is_volatile;                     /* done as often as it is written, and others may watch */
    bool is_atomic;                       /* a touch is an atomic operation, */
    enum sw_scope scope;                  /* seen at one stroke by those; of an instruction of LLVM's own: the system */
    bool orders;                          /* a fence, or more than relaxed order */
    bool waits;                           /* other threads run here: suspend points */
    bool may_end;                         /* control may not come to what follows */
    bool is_unknown;                      /* all of these */
};
struct sw_effect sw_effect_of(LLVMValueRef instruction);
bool sw_is_annotation(LLVMValueRef call); /* tells LLVM something, and the machine nothing */

/* A fence, to the compiler at least: no suspend point, at which others run. */
bool sw_is_fence(const struct sw_effect *effect);
/* Nothing that depends on memory, or on other threads, or that anybody could see but by its result. */
bool sw_is_without_effect(const struct sw_effect *effect);
bool sw_may_read(const struct sw_effect *effect);
bool sw_may_write(const struct sw_effect *effect);
/* Whether it may change memory that another thread can see. */
bool sw_may_change_for_others(struct sw_unit *unit, const struct sw_effect *effect);

/* Whether two pointers certainly lead to different memory, whatever the bytes from there on. between_threads: one is
 * used by one thread and one by another, where __restrict__ says nothing. */
bool sw_are_apart(struct sw_unit *unit, LLVMValueRef a, LLVMValueRef b, bool between_threads);
/* Whether only this thread can have the memory: local variables, and what is passed by value. */
bool sw_is_own(struct sw_unit *unit, LLVMValueRef pointer);
/* Whether other threads may write there while this one runs: neither its own memory nor constant. */
bool sw_may_be_changed_meanwhile(struct sw_unit *unit, LLVMValueRef pointer);
/* Whether nothing is written through an argument that is passed by value, and nobody else gets its address. */
bool sw_is_only_read(LLVMValueRef argument);
/* The local variable, or argument by value, that a pointer certainly leads to and nobody else knows the address of; or
 * null. */
LLVMValueRef sw_own_variable(LLVMValueRef pointer);

#endif
