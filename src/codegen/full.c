/* Where a mask decides whether a region is entered, and the region accesses memory under that mask, it gets a copy for the
 * case that all lanes are on, in which these accesses have no mask:
 *
 *      head:    br (%bits != 0), region, join        =>    head:    br (%bits == -1), full, some
 *      region:  masked.store %v, %p, %mask                 some:    br (%bits != 0), region, join
 *               br join                                    full:    store %v, %p
 *                                                                   br join
 * %bits is the mask as an integer. Of a whole block's rows it is what `or` makes of several masks, and all bits of all of them
 * are asked for. Bounds such as `if (i < n)` hold for all lanes but those of the last warp. Before AVX-512 a masked access
 * costs more than a plain one, and its mask is made anew for each.
 *
 * Nothing is assumed: in the copy all bits are ones because the branch before it says so. */
#include "codegen/codegen.h"

#include "softwarp/processor.h"

#include <llvm-c/DebugInfo.h>

/* A region is copied if it is short, and an access of it stands for no more than so many instructions. Each further mask is a
 * row of a whole block. */
enum { LONGEST = 200, LONGEST_OF_ROW = 50, MOST_PER_ACCESS = 24, MOST_BBS = 24, MOST_MASKS = 32 };

struct region {
    struct sw_ir *ir;
    struct sw_values masks;
    LLVMBasicBlockRef head, first;
    struct sw_bbs bbs;
    struct sw_map *members;
};

static bool is_there(const struct region *r, LLVMBasicBlockRef bb) {
    return sw_map_has(r->members, bb);
}

/* The masks of which the bits are those of any: of one, or of several that or joins, as vectors or as integers. */
static bool gather_masks(struct region *r, LLVMValueRef bits) {
    LLVMTypeRef type = LLVMTypeOf(bits);
    bool is_or = LLVMIsABinaryOperator(bits) && LLVMGetInstructionOpcode(bits) == LLVMOr;
    if (is_or)
        return gather_masks(r, LLVMGetOperand(bits, 0)) && gather_masks(r, LLVMGetOperand(bits, 1));
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMIsABitCastInst(bits) && gather_masks(r, LLVMGetOperand(bits, 0));
    bool is_mask = LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetElementType(type) == r->ir->i1;
    if (!is_mask || r->masks.count == MOST_MASKS || (r->masks.count && LLVMTypeOf(r->masks.at[0]) != type))
        return false;
    sw_vec_push(r->ir->arena, &r->masks, bits);
    return true;
}

/* The branch at the end of a basic block asks whether any lane is on: of which masks, and where the lanes go. */
static bool asks_for_any(LLVMBasicBlockRef head, struct region *r) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(head);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef condition = LLVMGetCondition(branch);
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    if ((predicate != LLVMIntEQ && predicate != LLVMIntNE) || !LLVMIsNull(LLVMGetOperand(condition, 1)))
        return false;
    r->head = head;
    r->first = LLVMGetSuccessor(branch, predicate == LLVMIntNE ? 0 : 1);
    return gather_masks(r, LLVMGetOperand(condition, 0));
}

static LLVMBasicBlockRef other_way(const struct region *r) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(r->head);
    return LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == r->first ? 1 : 0);
}

/* What is reached from the first basic block without the head and what it leads to otherwise; false: too much. */
static bool gather(struct region *r) {
    LLVMBasicBlockRef join = other_way(r);
    r->bbs.count = 0;
    r->members = sw_map_create(r->ir->arena);
    sw_map_put(r->members, r->first, r->first);
    sw_vec_push(r->ir->arena, &r->bbs, r->first);
    for (size_t i = 0; i < r->bbs.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(r->bbs.at[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
            if (to == join || to == r->head || is_there(r, to))
                continue;
            if (r->bbs.count == MOST_BBS)
                return false;
            sw_map_put(r->members, to, to);
            sw_vec_push(r->ir->arena, &r->bbs, to);
        }
    }
    return r->first != join;
}

/* Whether the basic block is reached from members only; the first one from the head, too. */
static bool is_reached_from_within(const struct region *r, LLVMBasicBlockRef bb) {
    LLVMValueRef as_value = LLVMBasicBlockAsValue(bb);
    for (LLVMUseRef use = LLVMGetFirstUse(as_value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsATerminatorInst(user))
            return false;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        if (!is_there(r, from) && !(bb == r->first && from == r->head))
            return false;
    }
    return true;
}

/* Takes out what may be reached from elsewhere, too; false if that is the first one. */
static bool close(struct region *r) {
    for (bool again = true; again;) {
        again = false;
        struct sw_bbs kept = {0};
        for (size_t i = 0; i < r->bbs.count; i++) {
            if (is_reached_from_within(r, r->bbs.at[i]))
                sw_vec_push(r->ir->arena, &kept, r->bbs.at[i]);
            else
                again = true;
        }
        if (!kept.count || kept.at[0] != r->first)
            return false;
        r->bbs = kept;
        r->members = sw_map_create(r->ir->arena);
        for (size_t i = 0; i < kept.count; i++)
            sw_map_put(r->members, kept.at[i], kept.at[i]);
    }
    return true;
}

static bool is_used_in(const struct region *r, LLVMValueRef user, LLVMValueRef value) {
    if (is_there(r, LLVMGetInstructionParent(user)))
        return true;
    if (!LLVMIsAPHINode(user))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
        if (LLVMGetIncomingValue(user, i) == value && !is_there(r, LLVMGetIncomingBlock(user, i)))
            return false;
    return true;
}

/* Its value is used in the region, or by a phi behind it. */
static bool stays_within(const struct region *r, LLVMValueRef instruction) {
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use))
        if (!is_used_in(r, LLVMGetUser(use), instruction))
            return false;
    return true;
}

static bool may_be_copied(const struct region *r, LLVMValueRef at) {
    if (LLVMIsAAllocaInst(at) || LLVMIsAIndirectBrInst(at) || LLVMIsAInvokeInst(at) || LLVMIsACallBrInst(at))
        return false;
    if (LLVMIsACallInst(at) && sw_called_function(at) && sw_has_attribute(sw_called_function(at), "noduplicate"))
        return false;
    return LLVMTypeOf(at) != r->ir->token && stays_within(r, at);
}

struct form {
    const char *name;
    unsigned value, address, align, mask;
    bool is_store;
};

static const struct form *form_of(LLVMValueRef instruction) {
    static const struct form forms[] = {{"llvm.masked.load.", 0, 0, 1, 2, false},
                                        {"llvm.masked.store.", 0, 1, 2, 3, true}};
    const char *callee = sw_callee_name(instruction);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (sw_starts_with(callee, forms[i].name))
            return &forms[i];
    return NULL;
}

/* An access under one of the masks. */
static bool is_under(const struct region *r, LLVMValueRef at) {
    const struct form *form = form_of(at);
    for (size_t i = 0; form && i < r->masks.count; i++)
        if (LLVMGetOperand(at, form->mask) == r->masks.at[i])
            return true;
    return false;
}

static bool is_worth_it(const struct region *r) {
    unsigned length = 0, accesses = 0, longest = LONGEST + LONGEST_OF_ROW * ((unsigned)r->masks.count - 1);
    for (size_t i = 0; i < r->bbs.count; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(r->bbs.at[i]); at; at = LLVMGetNextInstruction(at)) {
            if (++length > longest || !may_be_copied(r, at))
                return false;
            accesses += is_under(r, at);
        }
    return length <= accesses * MOST_PER_ACCESS;
}

static void drop_mask(struct sw_ir *ir, LLVMValueRef at) {
    const struct form *form = form_of(at);
    LLVMValueRef address = LLVMGetOperand(at, form->address), made;
    sw_before(ir, at);
    if (form->is_store)
        made = LLVMBuildStore(ir->builder, LLVMGetOperand(at, form->value), address);
    else
        made = LLVMBuildLoad2(ir->builder, LLVMTypeOf(at), address, "");
    LLVMSetAlignment(made, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, form->align)));
    sw_replace(at, made);
}

/* Of the copy. Gathers and scatters keep their mask: with a known one LLVM has code for each lane. */
static void drop_masks(const struct region *r, const struct sw_map *copies) {
    for (size_t i = 0; i < r->bbs.count; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(sw_bb_copy_of(copies, r->bbs.at[i])), next; at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (is_under(r, at))
                drop_mask(r->ir, at);
        }
}

/* Ways out of the region have a twin each. */
static void extend_exits(const struct region *r, const struct sw_map *copies) {
    for (size_t i = 0; i < r->bbs.count; i++) {
        LLVMBasicBlockRef from = r->bbs.at[i];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
        struct sw_map *done = sw_map_create(r->ir->arena);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
            if (!is_there(r, to) && !sw_map_has(done, to))
                sw_extend_phis(copies, to, from, sw_bb_copy_of(copies, from));
            sw_map_put(done, to, to);
        }
    }
}

/* Whether all bits of all masks are ones. */
static LLVMValueRef are_full(const struct region *r) {
    LLVMBuilderRef b = r->ir->builder;
    LLVMValueRef all = r->masks.at[0];
    for (size_t i = 1; i < r->masks.count; i++)
        all = LLVMBuildAnd(b, all, r->masks.at[i], "");
    LLVMTypeRef word = LLVMIntTypeInContext(r->ir->context, LLVMGetVectorSize(LLVMTypeOf(all)));
    return LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildBitCast(b, all, word, ""), LLVMConstAllOnes(word), "is.full");
}

static void make_full(struct region *r) {
    struct sw_ir *ir = r->ir;
    struct sw_map *copies = sw_map_create(ir->arena);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(r->head);
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(branch);
    LLVMBasicBlockRef before = sw_split_before(ir, branch, LLVMGetBasicBlockName(r->head));
    sw_map_put(copies, r->head, before);
    sw_copy_bbs(ir, &r->bbs, copies);
    extend_exits(r, copies);
    drop_masks(r, copies);
    LLVMPositionBuilderAtEnd(ir->builder, before);
    LLVMSetCurrentDebugLocation2(ir->builder, where);
    LLVMBuildCondBr(ir->builder, are_full(r), sw_bb_copy_of(copies, r->first), r->head);
}

/* Inner regions, which lie further behind, come first: so a copy has theirs. */
static void look_at(struct sw_ir *ir, LLVMValueRef function) {
    struct sw_bbs all = {0};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        sw_vec_push(ir->arena, &all, bb);
    for (size_t i = all.count; i-- > 0;) {
        struct region r = {.ir = ir};
        if (asks_for_any(all.at[i], &r) && gather(&r) && close(&r) && is_worth_it(&r))
            make_full(&r);
    }
}

void sw_copy_for_full_masks(struct sw_unit *unit) {
    uint64_t masked = SW_HAS(avx512f) | SW_HAS(avx512vl);
    struct sw_values functions;
    if (!unit->options.optimise || (unit->processor.features & masked) == masked)
        return;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        look_at(&unit->ir, functions.at[i]);
}
