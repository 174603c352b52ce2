/* Local variables that can lie interleaved among the lanes: every lane's first piece, every lane's second, and so on, as
 * a GPU lays out local memory. So the element that all lanes want lies side by side for them.
 *
 * The pieces (granules) are of one size per variable, no larger than any access, and every access is made of whole ones.
 * Byte o of lane i's variable is then at o * W + i * granule behind the start wherever a granule begins: addresses stay
 * sums, each offset times W. That holds as long as it is known of every use of an address which variable it points into,
 * and no address gets out: it is not stored, nor made a number, nor given to a function other than a copy of memory. */
#include "analysis/shape.h"
#include "softwarp/assumptions.h"

enum { LARGEST = 8 };

struct walk {
    struct sw_ir *ir;
    LLVMTargetDataRef layout;
    unsigned granule;       /* so far */
    struct sw_values found; /* the variable and the addresses made of it */
    struct sw_map *is_found;
};

static void take(struct walk *w, LLVMValueRef address) {
    if (sw_map_has(w->is_found, address))
        return;
    sw_map_put(w->is_found, address, address);
    sw_vec_push(w->ir->arena, &w->found, address);
}

/* The largest power of two that divides all of them. */
static void take_size(struct walk *w, uint64_t bytes) {
    while (bytes % w->granule)
        w->granule /= 2;
}

/* Scalars of 1, 2, 4, 8 bytes, and what is made of them. */
static bool take_type(struct walk *w, LLVMTypeRef type, uint64_t offset) {
    uint64_t size = LLVMABISizeOfType(w->layout, type);
    unsigned count;
    LLVMTypeRef element;
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!take_type(w, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(w->layout, type, i)))
                return false;
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        element = LLVMGetElementType(type);
        count = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                                           : LLVMGetVectorSize(type);
        take_size(w, LLVMABISizeOfType(w->layout, element));
        return !count || take_type(w, element, offset);
    default:
        take_size(w, size);
        take_size(w, offset);
        return size <= LARGEST && !(size & (size - 1)) && LLVMSizeOfTypeInBits(w->layout, type) == 8 * size;
    }
}

static bool take_access(struct walk *w, LLVMValueRef at, LLVMTypeRef type) {
    take_size(w, LLVMGetAlignment(at));
    return LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic && take_type(w, type, 0);
}

/* What may point into some local variable. */
static bool may_be_local(LLVMValueRef pointer) {
    LLVMValueRef from = sw_strip_pointer(pointer);
    return LLVMIsAAllocaInst(from) || LLVMIsAPHINode(from) || LLVMIsASelectInst(from);
}

/* Copies and fillings of a size that is known, not volatile. Both ends of a move might overlap: not within a variable. */
static bool take_copy(struct walk *w, LLVMValueRef call, LLVMValueRef address) {
    if (!sw_is_copy(call))
        return false;
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
    bool is_volatile = !LLVMIsNull(LLVMGetOperand(call, 3));
    bool is_apart = !sw_is_move(call) || !may_be_local(to) || !may_be_local(from);
    if (!LLVMIsAConstantInt(size) || is_volatile || !SW_PROVED(interleaved_copies_apart, is_apart))
        return false;
    take_size(w, LLVMConstIntGetZExtValue(size));
    for (unsigned i = 0; i < 2; i++)
        if (LLVMGetOperand(call, i) == address)
            take_size(w, sw_stated_call_align(call, i));
    return true;
}

static bool is_lifetime(LLVMValueRef call) {
    return sw_starts_with(sw_callee_name(call), "llvm.lifetime.");
}

static bool take_use(struct walk *w, LLVMValueRef user, LLVMValueRef address) {
    if (!LLVMIsAInstruction(user))
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        return take_access(w, user, LLVMTypeOf(user));
    case LLVMStore:
        return LLVMGetOperand(user, 0) != address && take_access(w, user, LLVMTypeOf(LLVMGetOperand(user, 0)));
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
        take(w, user);
        return LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind;
    case LLVMCall:
        return is_lifetime(user) || take_copy(w, user, address);
    default:
        return false;
    }
}

/* All that a phi or a select may be points into the same variable. */
static bool is_of_one(const struct walk *w, LLVMValueRef address) {
    if (LLVMIsAPHINode(address)) {
        for (unsigned i = 0; i < LLVMCountIncoming(address); i++)
            if (!sw_map_has(w->is_found, LLVMGetIncomingValue(address, i)))
                return false;
    } else if (LLVMIsASelectInst(address)) {
        return sw_map_has(w->is_found, LLVMGetOperand(address, 1)) &&
               sw_map_has(w->is_found, LLVMGetOperand(address, 2));
    }
    return true;
}

static bool can_interleave(struct walk *w, LLVMValueRef variable) {
    take(w, variable);
    for (size_t i = 0; i < w->found.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(w->found.at[i]); use; use = LLVMGetNextUse(use))
            if (!SW_PROVED(interleaved_uses, take_use(w, LLVMGetUser(use), w->found.at[i])))
                return false;
    for (size_t i = 0; i < w->found.count; i++)
        if (!SW_PROVED(interleaved_of_one, is_of_one(w, w->found.at[i])))
            return false;
    return true;
}

struct sw_map *sw_interleaved_locals(struct sw_unit *unit, const struct sw_cfg *cfg) {
    struct sw_map *granules = sw_map_create(unit->ir.arena);
    for (LLVMValueRef at = LLVMGetFirstInstruction(cfg->bbs[0].bb); at; at = LLVMGetNextInstruction(at)) {
        if (!LLVMIsAAllocaInst(at) || !LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
            continue;
        struct walk w = {.ir = &unit->ir,
                         .layout = LLVMGetModuleDataLayout(unit->ir.module),
                         .granule = LARGEST,
                         .is_found = sw_map_create(unit->ir.arena)};
        if (!can_interleave(&w, at))
            continue;
        unsigned *granule = sw_arena_alloc(unit->ir.arena, sizeof *granule);
        *granule = w.granule;
        for (size_t i = 0; i < w.found.count; i++)
            sw_map_put(granules, w.found.at[i], granule);
    }
    return granules;
}

unsigned sw_granule_of(const struct sw_shapes *shapes, LLVMValueRef address) {
    const unsigned *granule = sw_map_get(shapes->granules, address);
    return granule ? *granule : 0;
}
