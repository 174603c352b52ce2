/* How many rows of a whole block go through a loop at a time. What a row carries from one iteration to the next, and what it
 * takes along from before the loop, is in registers if there are enough; else all of it is in memory, which is read and
 * written anew for each operation. So rows go through such a loop in groups for which there are enough:
 *
 *      for (k = 0; k < 16; k++)                          rows 0 and 1: their loop; then rows 2 and 3; ..
 *          sum += tile_a[ty][k] * tile_b[k][tx];
 *
 * What all rows read alike is read once for each group then. Loops in which lanes walk other memory than the block's own stay
 * whole: rows side by side walk it as it lies. It is about speed alone. */
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"
#include "lockstep/steps.h"

/* Registers that hold the value for one row. Scalars are not counted, nor what is one for all rows. */
static unsigned length_of(const struct sw_lanes *l, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!type || !LLVMTypeIsSized(type) || type == l->ir->i1 || sw_kind(l, value) != SW_VARYING ||
        sw_is_made_once(l, value))
        return 0;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->ir->module);
    unsigned bytes = (unsigned)LLVMStoreSizeOfType(layout, type) * l->width, register_bytes = sw_vector_bytes(l->unit);
    return (bytes + register_bytes - 1) / register_bytes;
}

/* Reads and writes nothing but shared memory, and what is one place for all rows; reads one place for each. */
static bool stays_in_block(const struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef pointer = LLVMIsALoadInst(at)    ? LLVMGetOperand(at, 0)
                           : LLVMIsAStoreInst(at) ? LLVMGetOperand(at, 1)
                                                  : NULL;
    if (sw_is_call(at))
        return sw_starts_with(sw_callee_name(at), "llvm.");
    return !pointer || sw_is_common(l, pointer) || sw_space_of(l->unit, pointer) == SW_SPACE_SHARED ||
           (LLVMIsALoadInst(at) && sw_kind(l, pointer) == SW_UNIFORM);
}

struct pressure {
    const struct sw_lanes *l;
    const struct sw_loop *loop;
    struct sw_map *counted;
    unsigned registers;
};

/* Comes from before the loop. */
static void count_operands(struct pressure *p, LLVMValueRef at) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, i);
        if (!LLVMIsAInstruction(operand) || sw_loop_has(&p->l->shapes.cfg, p->loop, operand) ||
            sw_map_has(p->counted, operand))
            continue;
        sw_map_put(p->counted, operand, operand);
        p->registers += length_of(p->l, operand);
    }
}

/* Of one row; 0 where rows had better go together. */
static unsigned registers_of_row(const struct sw_lanes *l, const struct sw_loop *loop) {
    struct pressure p = {l, loop, sw_map_create(l->ir->arena), 0};
    const struct sw_cfg *cfg = &l->shapes.cfg;
    for (unsigned b = 0; b < cfg->count; b++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(cfg->bbs[b].bb); sw_bitset_get(&loop->bbs, b) && at;
             at = LLVMGetNextInstruction(at)) {
            if (!stays_in_block(l, at))
                return 0;
            if (!LLVMIsAPHINode(at))
                count_operands(&p, at);
            else if (b == loop->header)
                p.registers += length_of(l, at);
        }
    return p.registers;
}

unsigned sw_rows_in_registers(const struct sw_lanes *l, size_t loop) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    unsigned there = sw_vector_bytes(l->unit) == 64 ? 32 : 16, left = there - there / 4; /* for what is between */
    unsigned each = sw_loop_is_innermost(cfg, loop) ? registers_of_row(l, &cfg->loops.at[loop]) : 0;
    unsigned rows = l->rows;
    if (each * rows <= there)
        return l->rows;
    while (rows > 1 && (each * rows > left || l->rows % rows))
        rows--;
    return rows;
}
