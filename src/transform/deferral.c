/* Deferral: atomic operations that may be done later than they are said.
 *
 *      atomicAdd(&bins[bin[i]], value[i]);  }      =>      call @__sw_atomic_add_f64_device_deferred(..)
 *
 * Relaxed atomic operations of different threads have no order but that of each address, so one whose result nobody
 * uses may be done at any time before its kernel ends, if nobody notices: wide code lets the runtime gather them
 * (runtime/deferred.c). Nobody notices when
 *
 *  1. the kernel does not communicate otherwise: no fence, no volatile access, no atomic whose result is used, no call
 *     of which nothing is known. So no thread of it waits for what another one does;
 *  2. behind it the thread comes to no barrier, and to no access of memory that may be the same;
 *  3. the address is one of global memory for certain: shared and local memory end with the block.
 *
 * That two pointers lead to different memory follows from variables, and from __restrict__. */
#include "transform/transform.h"

enum effect_kind { ACCESS, ORDER, ATOMIC };
struct effect {
    enum effect_kind kind;
    LLVMValueRef at, pointer;
    unsigned bb, place;
};

struct deferral {
    struct sw_unit *unit;
    struct sw_ir *ir;
    struct sw_cfg cfg;
    bool communicates;
    SW_VEC(struct effect) effects;
};

static void push(struct deferral *d, enum effect_kind kind, LLVMValueRef at, LLVMValueRef pointer, unsigned bb) {
    struct effect effect = {.kind = kind, .at = at, .pointer = pointer, .bb = bb, .place = (unsigned)d->effects.count};
    sw_vec_push(d->ir->arena, &d->effects, effect);
}

static bool is_pointer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* The number of a parameter; -1: it is none. */
static int parameter_number(const struct deferral *d, LLVMValueRef value) {
    for (unsigned i = 0; LLVMIsAArgument(value) && i < LLVMCountParams(d->cfg.function); i++)
        if (LLVMGetParam(d->cfg.function, i) == value)
            return (int)i;
    return -1;
}

static bool is_argument_by_value(const struct deferral *d, LLVMValueRef base) {
    int number = parameter_number(d, base);
    return number >= 0 && sw_byval_type(d->cfg.function, (unsigned)number);
}

/* Shared, constant or local memory, or an argument. */
static bool is_elsewhere(const struct deferral *d, LLVMValueRef base) {
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(base));
    return space > 1 || LLVMIsAAllocaInst(base) || is_argument_by_value(d, base);
}

static bool is_restricted(const struct deferral *d, LLVMValueRef base) {
    int number = parameter_number(d, base);
    return number >= 0 && sw_is_noalias(d->cfg.function, (unsigned)number);
}

/* Whether an access certainly touches nothing of what an atomic operation on global memory does. */
static bool is_apart(const struct deferral *d, LLVMValueRef access, LLVMValueRef atomic) {
    LLVMValueRef a = sw_strip_pointer(access), b = sw_strip_pointer(atomic);
    if (is_elsewhere(d, a))
        return true;
    bool is_known = LLVMIsAArgument(a) || LLVMIsAGlobalVariable(a);
    if (a == b || !is_known || !(LLVMIsAArgument(b) || LLVMIsAGlobalVariable(b)))
        return false;
    return is_restricted(d, a) || is_restricted(d, b) || (LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b));
}

/* Every pointer that it is given. */
static void push_operands(struct deferral *d, LLVMValueRef call, unsigned bb) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (is_pointer(LLVMGetOperand(call, i)))
            push(d, ACCESS, call, LLVMGetOperand(call, i), bb);
}

static void push_atomic(struct deferral *d, LLVMValueRef at, const struct sw_atomic *a, unsigned bb) {
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    if (sw_atomic_is_plain(at, a)) {
        push(d, ACCESS, at, pointer, bb);
    } else if (LLVMGetFirstUse(at) || a->op == SW_ATOMIC_load || a->op == SW_ATOMIC_store) {
        d->communicates = true;
    } else {
        bool is_candidate = a->scope == SW_SCOPE_device && sw_atomic_deferred_function(d->unit, a) &&
                            sw_space_of(d->unit, pointer) == SW_SPACE_GLOBAL;
        push(d, is_candidate ? ATOMIC : ACCESS, at, pointer, bb);
    }
}

/* Their names say that they concern nobody, though LLVM takes them for accesses of memory. */
static bool is_annotation(const char *name) {
    static const char *const names[] = {"llvm.lifetime.", "llvm.dbg.", "llvm.assume", "llvm.experimental.noalias."};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(name, names[i]))
            return true;
    return false;
}

static bool is_of_operands(const char *name) {
    return sw_starts_with(name, "__nv_") || sw_starts_with(name, "llvm.memcpy.") ||
           sw_starts_with(name, "llvm.memset.") || sw_starts_with(name, "llvm.memmove.");
}

static void see_call(struct deferral *d, LLVMValueRef at, unsigned bb) {
    const char *name = sw_callee_name(at);
    LLVMValueRef function = sw_called_function(at);
    struct sw_atomic atomic;
    if (sw_request_of(at))
        push(d, ORDER, at, NULL, bb);
    else if (sw_atomic_of(at, &atomic))
        push_atomic(d, at, &atomic, bb);
    else if (is_of_operands(name))
        push_operands(d, at, bb);
    else if (!is_annotation(name) && !(function && sw_accesses_nothing(function)))
        d->communicates = true;
}

static void see(struct deferral *d, LLVMValueRef at, unsigned bb) {
    bool is_load = LLVMIsALoadInst(at), is_store = LLVMIsAStoreInst(at);
    if (sw_is_call(at))
        see_call(d, at, bb);
    else if (LLVMIsAFenceInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
        d->communicates = true;
    else if ((is_load || is_store) && (LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic))
        d->communicates = true;
    else if (is_load || is_store)
        push(d, ACCESS, at, LLVMGetOperand(at, is_store ? 1 : 0), bb);
}

/* The basic blocks that control may come to from the end of one. */
static struct sw_bitset reachable(struct deferral *d, unsigned from) {
    struct sw_bitset set = sw_bitset_create(d->ir->arena, d->cfg.count);
    SW_VEC(unsigned) work = {0};
    sw_vec_push(d->ir->arena, &work, from);
    while (work.count) {
        const struct sw_bb *bb = &d->cfg.bbs[work.at[--work.count]];
        for (unsigned k = 0; k < bb->succs; k++)
            if (!sw_bitset_get(&set, bb->succ[k])) {
                sw_bitset_set(&set, bb->succ[k]);
                sw_vec_push(d->ir->arena, &work, bb->succ[k]);
            }
    }
    return set;
}

static uint64_t size_of(const struct deferral *d, const struct effect *atomic) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(d->ir->module), LLVMTypeOf(atomic->at));
}

/* Whether an atomic operation may be done behind another effect that comes after it. The same address is done in order
 * by the runtime, if it is of the same size. */
static bool may_pass(struct deferral *d, const struct effect *atomic, const struct effect *other) {
    if (other->kind == ORDER)
        return false;
    bool is_in_order = other->kind == ATOMIC && size_of(d, atomic) == size_of(d, other);
    return is_in_order || is_apart(d, other->pointer, atomic->pointer);
}

static bool is_unnoticed(struct deferral *d, const struct effect *atomic) {
    struct sw_bitset after = reachable(d, atomic->bb);
    for (size_t i = 0; i < d->effects.count; i++) {
        const struct effect *other = &d->effects.at[i];
        bool comes_after = sw_bitset_get(&after, other->bb) || (other->bb == atomic->bb && other->place > atomic->place);
        if (comes_after && !may_pass(d, atomic, other))
            return false;
    }
    return true;
}

/* Those that are noticed are accesses for the others: until no more drop out. */
static void drop_noticed(struct deferral *d) {
    for (size_t i = 0; i < d->effects.count; i++)
        if (d->effects.at[i].kind == ATOMIC && !is_unnoticed(d, &d->effects.at[i])) {
            d->effects.at[i].kind = ACCESS;
            i = (size_t)-1;
        }
}

static void mark(struct deferral *d) {
    for (size_t i = 0; i < d->effects.count; i++) {
        LLVMValueRef at = d->effects.at[i].at;
        struct sw_atomic atomic;
        if (d->effects.at[i].kind != ATOMIC || !sw_atomic_of(at, &atomic))
            continue;
        atomic.is_deferred = true;
        LLVMTypeRef type = LLVMGetCalledFunctionType(at);
        LLVMSetOperand(at, LLVMGetNumArgOperands(at), sw_declare(d->ir, sw_atomic_name(d->ir, &atomic), type));
    }
}

void sw_pass_deferral(struct sw_unit *unit) {
    if (unit->options.check) /* each operation is done where it is told of */
        return;
    for (size_t k = 0; k < unit->kernels.count; k++) {
        struct deferral d = {.unit = unit, .ir = &unit->ir};
        sw_cfg_build(&unit->ir, unit->kernels.at[k]->function, &d.cfg);
        for (unsigned b = 0; b < d.cfg.count; b++)
            for (LLVMValueRef at = LLVMGetFirstInstruction(d.cfg.bbs[b].bb); at; at = LLVMGetNextInstruction(at))
                see(&d, at, b);
        drop_noticed(&d);
        if (!d.communicates)
            mark(&d);
    }
}
