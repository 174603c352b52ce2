/* What host code's variables and values hold: memory of the device and nothing else, or anything. */
#ifndef SW_DEVICE_MEMORY_H
#define SW_DEVICE_MEMORY_H

#include "analysis/analysis.h"

enum sw_held_kind {
    SW_HELD_OTHER,   /* anything */
    SW_HELD_NOTHING, /* null at most */
    SW_HELD_DEVICE   /* null, or what an allocation of device memory gave */
};
struct sw_held {
    enum sw_held_kind kind;
    const char *allocator; /* the function that gave it; null when the given argument did */
};

/* A question: what holds what, if this argument is a device pointer (null: none is). Answers are kept. */
struct sw_holding;
struct sw_holding_facts;
struct sw_holding_facts *sw_holding_facts(struct sw_ir *ir);
struct sw_holding *sw_holding_if(struct sw_holding_facts *facts, LLVMValueRef argument);
struct sw_held sw_held_by(struct sw_holding *h, LLVMValueRef value);

/* host_calls.c: whether the module allocates device memory at all. */
bool sw_allocates_device_memory(struct sw_ir *ir);
/* The function that a call or invoke goes to for certain, whose body this is; null: none is known. */
LLVMValueRef sw_certain_callee(LLVMValueRef call);
bool sw_is_any_call(LLVMValueRef instruction);     /* also one that may throw */
const char *sw_any_callee_name(LLVMValueRef call); /* of a function without a body; "" otherwise */

/* Functions of which it was asked whether they throw. */
struct sw_certainty {
    struct sw_ir *ir;
    struct sw_map *throwing;
};
/* certain.c: whether an instruction runs whenever its function is called and returns, loops going round once at least,
 * and pointers that hold device memory not being null. */
bool sw_runs_always(struct sw_certainty *c, const struct sw_cfg *cfg, struct sw_holding *h, LLVMValueRef instruction);

#endif
