/* Hooks of check builds on their way: from the passes that put them (promote, instrument) to the one that makes calls
 * of the runtime's functions of them (sites).
 *
 *      call void @sw.hook(ptr address, ptr other, i64 bytes, ptr name, i32 order, i32 what, i32 kind, ...)
 *
 * What a site says is constant but for the order, which CUDA's atomic functions take as an argument; mostly it has
 * become a constant when the sites are made. Where it stands is the call's debug location. */
#ifndef SW_HOOK_H
#define SW_HOOK_H

#include "ir/unit.h"
#include "softwarp/check_abi.h"

enum sw_hook_function {
    SW_HOOK_READ,
    SW_HOOK_WRITE,
    SW_HOOK_ATOMIC,
    SW_HOOK_SWAPPED,
    SW_HOOK_COPY,
    SW_HOOK_FILL,
    SW_HOOK_LOCAL,
    SW_HOOK_FENCE,
    SW_HOOK_WAIT,
    SW_HOOK_UNWRITTEN,
    SW_HOOK_TURN,
};

/* address: what is accessed, a copy's destination. other: a copy's source, a local array; of an access the device or
 * shared variable that it starts from, where that is seen and such accesses to it are right (sw_put_hook sees to that).
 * bytes: of a copy, a fill, the array or variable; whether a swap took place; of an unwritten read a byte for each that
 * it reads, 1 if that is written; of a barrier's loop the turn. order, name: null for a weak access, for
 * no name. Pointers of any space. */
struct sw_hook {
    enum sw_hook_function function;
    LLVMValueRef address, other, bytes, name, order;
    enum swrt_site_kind kind;
    unsigned size, align, scope, flags;
};

/* hook.c */
bool sw_is_access(const struct sw_hook *hook); /* a read, a write or an atomic operation */
/* At the builder's place. */
void sw_put_hook(struct sw_unit *unit, const struct sw_hook *hook);
bool sw_hook_of(LLVMValueRef call, struct sw_hook *hook); /* false: not one */
/* The place of an access whose hook is there already: ptr sw.checked(ptr), which goes in the instrument pass. */
LLVMValueRef sw_checked(struct sw_unit *unit, LLVMValueRef pointer);
bool sw_is_checked(LLVMValueRef value);

/* place.c: the hook stands where the access does; as a constant, null where nobody knows. */
void sw_put_place(struct sw_unit *unit, LLVMValueRef access, LLVMValueRef hook);
LLVMValueRef sw_place_of_hook(struct sw_unit *unit, LLVMValueRef hook);
bool sw_is_same_place(LLVMValueRef a, LLVMValueRef b); /* but for the position */
LLVMValueRef sw_place_constant(struct sw_unit *unit, LLVMValueRef place);

/* reads.c: beside each hook of an access a row of numbers: its own, how many reads its address, its value, and its being there
 * depend on, and those, by their hooks' numbers. CARRIED: not only the last one counts; ANY: all that the thread has read. */
#define SW_READ_CARRIED 0x80000000u
#define SW_READ_ANY 0x7fffffffu
void sw_find_reads(struct sw_unit *unit);
LLVMValueRef sw_reads_of_hook(struct sw_unit *unit, LLVMValueRef hook); /* null: there is none */
/* reads_row.c: a hook's site is that one (sites: a map of this file's); the constant of the site `own`, which these hooks
 * share, or null: it depends on nothing. */
void sw_note_site(struct sw_unit *unit, struct sw_map *sites, LLVMValueRef hook, unsigned site);
LLVMValueRef sw_reads_constant(struct sw_unit *unit, const struct sw_map *sites, const struct sw_values *hooks,
                               unsigned own);

/* quick.c: calls the runtime's function `name`, before the hook, if some tool wants to be told. */
void sw_call_hook(struct sw_unit *unit, LLVMValueRef call, const struct sw_hook *hook, const char *name,
                  LLVMValueRef *args, unsigned count);

/* private.c: whose memory a pointer leads to, as far as that can be seen. */
struct sw_private {
    LLVMValueRef base; /* the local variable, or the choice of several; null: an argument passed by value, a constant
                          table, the block's structure, or not known */
    uint64_t bytes;    /* of it, of the largest */
    bool has_offset;   /* the place in it is constant, */
    int64_t offset;    /* here */
};
/* Of a local variable; 0: not known. */
uint64_t sw_local_bytes(LLVMTargetDataRef layout, LLVMValueRef alloca);
/* Of a variable that is none of the program's: accesses to it are right when those to the program's are. */
void sw_mark_shadow(struct sw_unit *unit, LLVMValueRef alloca);
bool sw_is_shadow(struct sw_unit *unit, LLVMValueRef pointer); /* into one */
/* Whether it is the thread's own, a constant of the program's, or the block's structure. */
bool sw_is_private(struct sw_unit *unit, LLVMValueRef pointer, struct sw_private *found);
/* Whether an access of so many bytes needs to be checked although it is private: the place is not known, or outside. */
bool sw_may_miss(const struct sw_private *found, uint64_t bytes);

/* access.c: hooks of loads, stores, copies, and of the device library's functions that store. */
void sw_hook_access(struct sw_unit *unit, LLVMValueRef at);
/* same.c: the value beneath casts of pointers and this compiler's marks. Whether two values are computed in the same way,
 * through_reads: reads at the same address being the same; near: in two steps, all reads being the same. */
LLVMValueRef sw_strip_marks(LLVMValueRef at);
bool sw_are_same(LLVMValueRef a, LLVMValueRef b, bool through_reads);
bool sw_are_near_same(LLVMValueRef a, LLVMValueRef b);
/* expected.c: whether what a load gives is what a compare-and-swap at the same address expects. */
bool sw_is_expected(LLVMValueRef load);
/* order.c: hooks of atomic operations, fences, waits. */
void sw_hook_order(struct sw_unit *unit, LLVMValueRef at);
/* turns.c: hooks of the turns of loops with barriers, behind the hooks of these. */
void sw_hook_turns(struct sw_unit *unit);
/* advice.c: looks at all accesses, before they get hooks; what it found of one (flags of check_abi.h); whether
 * an atomic operation's old value is an index or a bound. */
void sw_find_advice(struct sw_unit *unit);
unsigned sw_advice_on(struct sw_unit *unit, LLVMValueRef access, LLVMValueRef pointer);
bool sw_is_ticket(LLVMValueRef atomic);
/* returns.c: marks where threads leave a function by return, in clang's own code; and, when functions have been
 * inlined, keeps of the marks those where threads leave the kernel. */
void sw_mark_returns(struct sw_unit *unit);
void sw_hook_returns(struct sw_unit *unit);
/* The name of the variable that a pointer leads to, as a string; null when that is not known. */
LLVMValueRef sw_variable_name(struct sw_unit *unit, LLVMValueRef pointer);
/* Of an instruction that accesses memory as a scalar or vector of the type. */
unsigned sw_store_size(struct sw_unit *unit, LLVMTypeRef type);

#endif
