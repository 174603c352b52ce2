/* Masked accesses that the processor has no instruction for go lane by lane, in a loop over the lanes that are on.
 *
 *      %v = masked.gather(%from, %mask)   =>          store %from, %addresses;  %on = bitcast %mask
 *                                                     br (%on != 0), lane, end
 *                                              lane:  %left = phi %on, (%left & (%left - 1))
 *                                                     %i = cttz %left
 *                                                     store (load (load %addresses[%i])), %values[%i]
 *                                                     br (more), lane, end
 *                                              end:   %v = load %values
 * Lanes side by side that are all on make one access. LLVM has a test, a branch and a bb for each lane instead: the
 * processor takes the wrong branch in half of the lanes where masks are mixed, and LLVM's time grows faster than the
 * number of bbs. A mask that is known when the code is made is left to LLVM.
 *
 * Each lane makes one access of its own, in the order of lanes, at the place in the source that the whole had. */
#include "codegen/codegen.h"
#include "lockstep/machine/machine.h"

#include <llvm-c/DebugInfo.h>

/* What an intrinsic's operands are; -1: it has none. */
struct form {
    const char *name;
    int address, value, align, mask, otherwise;
    bool has_addresses; /* one for each lane */
};
static const struct form forms[] = {
    {"llvm.masked.gather.", 0, -1, 1, 2, 3, true},
    {"llvm.masked.scatter.", 1, 0, 2, 3, -1, true},
    {"llvm.masked.load.", 0, -1, 1, 2, 3, false},
    {"llvm.masked.store.", 1, 0, 2, 3, -1, false},
};

struct access {
    LLVMValueRef call;
    const struct form *form;
    LLVMTypeRef type; /* of the vector in memory */
    unsigned lanes, bits;
};

/* Bits of an element that lies in memory as in an array; 0 of others. */
static unsigned element_bits(LLVMTargetDataRef layout, LLVMTypeRef element) {
    unsigned long long bits = LLVMSizeOfTypeInBits(layout, element);
    bool is_plain = bits == 8 || bits == 16 || bits == 32 || bits == 64;
    return is_plain ? (unsigned)bits : 0;
}

static const struct form *form_of(LLVMValueRef instruction) {
    const char *callee = sw_callee_name(instruction);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (sw_starts_with(callee, forms[i].name))
            return &forms[i];
    return NULL;
}

static LLVMValueRef operand(const struct access *a, int index) {
    return LLVMGetOperand(a->call, (unsigned)index);
}

static bool has_instruction(struct sw_unit *unit, const struct access *a) {
    if (a->form->has_addresses)
        return sw_has_gathers(unit, a->bits);
    return a->form->value < 0 ? sw_has_masked_loads(unit, a->bits) : sw_has_masked_stores(unit, a->bits);
}

/* Whether the instruction is an access that is to become a loop. */
static bool is_one(struct sw_unit *unit, LLVMValueRef instruction, struct access *a) {
    enum { MOST = 64 }; /* lanes: bits of a word */
    *a = (struct access){.call = instruction, .form = form_of(instruction)};
    if (!a->form || LLVMIsConstant(operand(a, a->form->mask)))
        return false;
    a->type = LLVMTypeOf(a->form->value < 0 ? instruction : operand(a, a->form->value));
    a->lanes = LLVMGetVectorSize(a->type);
    a->bits = element_bits(LLVMGetModuleDataLayout(unit->ir.module), LLVMGetElementType(a->type));
    return a->bits && a->lanes <= MOST && !has_instruction(unit, a);
}

/* Memory between registers and the loop, of one function: one variable for all vectors of a length. */
struct room {
    struct sw_ir *ir;
    LLVMValueRef function;
    LLVMValueRef addresses, values; /* null: not wanted so far */
};

enum { VECTOR_ALIGN = 64 };

static LLVMValueRef variable(const struct room *room, unsigned bytes, const char *name) {
    LLVMBuilderRef b = room->ir->builder;
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(room->function)));
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef made = LLVMBuildAlloca(b, LLVMArrayType2(room->ir->i8, bytes), name);
    LLVMSetAlignment(made, VECTOR_ALIGN);
    return made;
}

/* The element of an array for the lane at hand. */
static LLVMValueRef element(struct sw_ir *ir, LLVMTypeRef type, LLVMValueRef array, LLVMValueRef lane) {
    return LLVMBuildGEP2(ir->builder, type, array, &lane, 1, "");
}

static LLVMValueRef address_of(const struct room *room, const struct access *a, LLVMValueRef lane) {
    LLVMValueRef from = operand(a, a->form->address);
    if (!a->form->has_addresses)
        return element(room->ir, LLVMGetElementType(a->type), from, lane);
    LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(from));
    return LLVMBuildLoad2(room->ir->builder, type, element(room->ir, type, room->addresses, lane), "");
}

static unsigned align_of(const struct access *a) {
    return (unsigned)LLVMConstIntGetZExtValue(operand(a, a->form->align));
}

static void access_of_lane(const struct room *room, const struct access *a, LLVMValueRef lane) {
    LLVMBuilderRef b = room->ir->builder;
    LLVMTypeRef type = LLVMGetElementType(a->type);
    LLVMValueRef memory = address_of(room, a, lane), kept = element(room->ir, type, room->values, lane);
    if (a->form->value >= 0) {
        LLVMSetAlignment(LLVMBuildStore(b, LLVMBuildLoad2(b, type, kept, ""), memory), align_of(a));
        return;
    }
    LLVMValueRef loaded = LLVMBuildLoad2(b, type, memory, "");
    LLVMSetAlignment(loaded, align_of(a));
    LLVMBuildStore(b, loaded, kept);
}

static void put(struct sw_ir *ir, LLVMValueRef value, LLVMValueRef into) {
    if (!LLVMIsUndef(value) && !LLVMIsPoison(value))
        LLVMSetAlignment(LLVMBuildStore(ir->builder, value, into), VECTOR_ALIGN);
}

/* Into memory what the loop takes from there. */
static void put_operands(const struct room *room, const struct access *a) {
    const struct form *form = a->form;
    if (form->has_addresses)
        put(room->ir, operand(a, form->address), room->addresses);
    put(room->ir, operand(a, form->value < 0 ? form->otherwise : form->value), room->values);
}

static void build_loop(const struct room *room, const struct access *a, LLVMBasicBlockRef loop, LLVMBasicBlockRef from,
                       LLVMValueRef all, LLVMBasicBlockRef done) {
    struct sw_ir *ir = room->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef type = LLVMTypeOf(all);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef left = LLVMBuildPhi(b, type, "left");
    LLVMValueRef args[] = {left, sw_const(ir->i1, 1)};
    LLVMValueRef lane = sw_call_intrinsic(ir, "llvm.cttz", &type, 1, args, 2, "");
    access_of_lane(room, a, LLVMBuildIntCast2(b, lane, ir->i64, 0, "lane"));
    LLVMValueRef next = LLVMBuildAnd(b, left, LLVMBuildSub(b, left, sw_const(type, 1), ""), "");
    LLVMAddIncoming(left, (LLVMValueRef[]){all, next}, (LLVMBasicBlockRef[]){from, loop}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, next, LLVMConstNull(type), ""), loop, done);
}

/* Lanes side by side that are all on make one access; gives what it loads. Leaves the builder where some are off. */
static LLVMValueRef access_whole(const struct room *room, const struct access *a, LLVMValueRef all,
                                 LLVMBasicBlockRef done) {
    struct sw_ir *ir = room->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMBasicBlockRef whole = LLVMInsertBasicBlockInContext(ir->context, done, "whole");
    LLVMBasicBlockRef some = LLVMInsertBasicBlockInContext(ir->context, done, "some");
    LLVMValueRef memory = operand(a, a->form->address), made;
    LLVMValueRef is_full = LLVMBuildICmp(b, LLVMIntEQ, all, LLVMConstAllOnes(LLVMTypeOf(all)), "");
    LLVMBuildCondBr(b, is_full, whole, some);
    LLVMPositionBuilderAtEnd(b, whole);
    if (a->form->value < 0)
        made = LLVMBuildLoad2(b, a->type, memory, "");
    else
        made = LLVMBuildStore(b, operand(a, a->form->value), memory);
    LLVMSetAlignment(made, align_of(a));
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, some);
    return made;
}

/* Lane by lane; gives what is loaded. */
static LLVMValueRef access_lanes(const struct room *room, const struct access *a, LLVMValueRef all,
                                 LLVMBasicBlockRef done) {
    struct sw_ir *ir = room->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef loop = LLVMInsertBasicBlockInContext(ir->context, done, "lane");
    LLVMBasicBlockRef end = LLVMInsertBasicBlockInContext(ir->context, done, "end");
    LLVMValueRef made = NULL;
    put_operands(room, a);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, all, LLVMConstNull(LLVMTypeOf(all)), ""), loop, end);
    build_loop(room, a, loop, from, all, end);
    LLVMPositionBuilderAtEnd(b, end);
    if (a->form->value < 0) {
        made = LLVMBuildLoad2(b, a->type, room->values, "");
        LLVMSetAlignment(made, VECTOR_ALIGN);
    }
    LLVMBuildBr(b, done);
    return made;
}

/* What comes of the two, where they meet. */
static LLVMValueRef join(const struct room *room, const struct access *a, LLVMValueRef whole, LLVMValueRef lanes) {
    LLVMValueRef made[] = {whole, lanes};
    LLVMBasicBlockRef from[] = {LLVMGetInstructionParent(whole), LLVMGetInstructionParent(lanes)};
    LLVMPositionBuilderBefore(room->ir->builder, a->call);
    LLVMValueRef phi = LLVMBuildPhi(room->ir->builder, a->type, "");
    LLVMAddIncoming(phi, made, from, 2);
    return phi;
}

static void expand(const struct room *room, const struct access *a) {
    struct sw_ir *ir = room->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(a->call);
    LLVMBasicBlockRef head = sw_split_before(ir, a->call, "lanes"), done = LLVMGetInstructionParent(a->call);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMSetCurrentDebugLocation2(b, where);
    LLVMTypeRef word = LLVMIntTypeInContext(ir->context, a->lanes);
    LLVMValueRef all = LLVMBuildBitCast(b, operand(a, a->form->mask), word, "on");
    LLVMValueRef whole = a->form->has_addresses ? NULL : access_whole(room, a, all, done);
    LLVMValueRef lanes = access_lanes(room, a, all, done);
    sw_replace(a->call, whole && lanes ? join(room, a, whole, lanes) : lanes);
}

struct accesses {
    SW_VEC(struct access) all;
    unsigned addresses, value_bytes; /* the most that one has */
};

static void add(struct sw_ir *ir, struct accesses *into, const struct access *a) {
    unsigned addresses = a->form->has_addresses ? a->lanes : 0, bytes = a->lanes * (a->bits / 8);
    sw_vec_push(ir->arena, &into->all, *a);
    into->addresses = addresses > into->addresses ? addresses : into->addresses;
    into->value_bytes = bytes > into->value_bytes ? bytes : into->value_bytes;
}

static void find(struct sw_unit *unit, LLVMValueRef function, struct accesses *found) {
    struct sw_values all;
    struct access access;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is_one(unit, all.at[i], &access))
            add(&unit->ir, found, &access);
}

static void expand_all(struct sw_unit *unit, LLVMValueRef function, const struct accesses *found) {
    struct room room = {.ir = &unit->ir, .function = function};
    room.values = variable(&room, found->value_bytes, "values");
    if (found->addresses)
        room.addresses = variable(&room, found->addresses * (unsigned)sizeof(void *), "addresses");
    for (size_t i = 0; i < found->all.count; i++)
        expand(&room, &found->all.at[i]);
}

void sw_expand_masked(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct accesses found = {0};
        find(unit, functions.at[i], &found);
        if (found.all.count)
            expand_all(unit, functions.at[i], &found);
    }
}
