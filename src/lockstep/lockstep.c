/* Translates a kernel into code for W lanes: runs the analyses, then emits the points of the linear order one by one. */
#include "lockstep/atomic/atomic.h"
#include "lockstep/emit/emit.h"
#include "lockstep/emit/serial.h"
#include "lockstep/flow/flow.h"
#include "lockstep/flow/versions.h"
#include "lockstep/lanes/edge.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/lockstep.h"
#include "lockstep/steps.h"
#include "softwarp/assumptions.h"

#include <string.h>

/* Of more threads, blocks have so many rows that a few busy ones make all others wait. */
enum { MANY_THREADS = 256 };

/* Atomics on shared memory are in block scope, whatever they say: so the forms made of them need no pointer to know. */
static void narrow_scope(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    struct sw_atomic atomic;
    if (!sw_atomic_of(at, &atomic) || atomic.scope == SW_SCOPE_block || !sw_atomic_is_plain(unit, at, &atomic))
        return;
    atomic.scope = SW_SCOPE_block;
    LLVMTypeRef type = LLVMGetCalledFunctionType(at);
    LLVMSetOperand(at, LLVMGetNumArgOperands(at), sw_declare(ir, sw_atomic_name(ir, &atomic), type));
}

/* Values leave loops through phis, branches have two ways, locals are registers. */
void sw_lockstep_prepare(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, narrow_scope, unit); /* while pointers still tell */
    sw_ir_run_passes(&unit->ir,
                     "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,lower-switch,loop-simplify,"
                     "lcssa)",
                     unit->machine);
    for (size_t i = 0; i < unit->kernels.count; i++)
        sw_make_versions(unit, unit->kernels.at[i]->function);
    sw_ir_run_passes(&unit->ir, "function(loop-simplify,lcssa)", unit->machine);
}

static struct sw_thread_shapes threads_of(const struct sw_lanes *l) {
    bool is_full = l->blocks != SWRT_BLOCKS_ROWS;
    struct sw_thread_shapes threads = l->blocks == SWRT_BLOCKS_ANY ? sw_threads_anyhow(l->width)
                                                                   : sw_threads_in_rows(l->width, is_full);
    threads.whole = l->size;
    return threads;
}

/* Whether lanes of those rows that go side by side may leave it by different ways. */
static bool is_divergent(const struct sw_lanes *l, unsigned b) {
    const struct sw_bb *bb = &l->shapes.cfg.bbs[b];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb->bb);
    if (!LLVMIsABranchInst(end) || bb->succs < 2)
        return false;
    return sw_kind(l, LLVMGetCondition(end)) != SW_UNIFORM ||
           !SW_PROVED(branch_common_to_rows, sw_bitset_get(&l->apart, b) || sw_is_common(l, LLVMGetCondition(end)));
}

static bool is_gathering(const struct sw_bb *bb) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb->bb);
    return LLVMIsABranchInst(end) && bb->succs == 2 && sw_is_everyone(LLVMGetCondition(end));
}

static void find_flow(struct sw_lanes *l) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    sw_flow_order(l->ir->arena, cfg, &l->flow);
    l->loops_fit = sw_find_rows_apart(l);
    for (unsigned b = 0; b < cfg->count; b++)
        if (is_divergent(l, b))
            sw_bitset_set(&l->divergent, b);
    sw_flow_find(l->ir->arena, cfg, &l->divergent, &l->gathering, &l->flow);
}

static void analyse(struct sw_lanes *l) {
    struct sw_arena *arena = l->ir->arena;
    sw_shapes_find(l->unit, l->from, threads_of(l), &l->shapes);
    if (l->rows > 1)
        sw_shapes_find(l->unit, l->from, sw_threads_across(l->width, l->size), &l->across);
    const struct sw_cfg *cfg = &l->shapes.cfg;
    l->divergent = sw_bitset_create(arena, cfg->count);
    l->gathering = sw_bitset_create(arena, cfg->count);
    l->rest = sw_bitset_create(arena, cfg->count);
    for (unsigned b = 0; b < cfg->count; b++) {
        if (is_gathering(&cfg->bbs[b]))
            sw_bitset_set(&l->gathering, b);
        if (sw_is_rest(l->ir, cfg, b))
            sw_bitset_set(&l->rest, b);
    }
    find_flow(l);
    l->mask_slots = sw_arena_alloc(arena, l->flow.count * l->rows * sizeof *l->mask_slots);
    l->row_masks = sw_arena_alloc(arena, l->rows * sizeof *l->row_masks);
}

static void create_function(struct sw_lanes *l) {
    static const char *const shapes[] = {"any", "rows", "full"};
    struct sw_ir *ir = l->ir;
    const char *whole = l->size.y * l->size.z > 1 ? "plane" : "line";
    const char *shape = l->blocks == SWRT_BLOCKS_WHOLE ? whole : shapes[l->blocks];
    const char *name = sw_arena_printf(ir->arena, "%s.w%u.%s", l->kernel->name, l->width * l->rows, shape);
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, (LLVMTypeRef[]){ir->ptr, ir->i32}, 2, 0);
    l->to = LLVMAddFunction(ir->module, name, type);
    LLVMSetLinkage(l->to, LLVMInternalLinkage);
    sw_add_attribute(ir, l->to, "nounwind");
    l->origin = sw_describe_like(ir, l->to, l->from);
    l->block = LLVMGetParam(l->to, 0);
    l->tid = LLVMGetParam(l->to, 1);
    LLVMSetValueName2(l->block, "block", 5);
    LLVMSetValueName2(l->tid, "tid", 3);
}

/* Basic blocks of the target for points; those of a region are made again for each row. */
static void create_points(struct sw_lanes *l, unsigned first, unsigned last) {
    for (unsigned p = first; p <= last; p++) {
        struct sw_point *at = &l->flow.points[p];
        const struct sw_region *region = sw_flow_region(&l->flow, p);
        const char *name = at->kind == SW_POINT_EXIT ? "exit" : LLVMGetBasicBlockName(l->shapes.cfg.bbs[at->bb].bb);
        if ((!at->is_reached && at->kind != SW_POINT_EXIT) || (region && region != l->region && p != region->first))
            continue;
        if (at->is_checked && at->kind != SW_POINT_EXIT)
            at->check = sw_append_bb(l, sw_arena_printf(l->ir->arena, "%s.any", name));
        at->body = sw_append_bb(l, at->kind == SW_POINT_LATCH ? sw_arena_printf(l->ir->arena, "%s.latch", name) : name);
    }
}

/* The lanes that exist: in a run that ends behind the block's last thread, not all. */
static void find_lanes(struct sw_lanes *l) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMPositionBuilderAtEnd(b, l->entry);
    LLVMSetCurrentDebugLocation2(b, NULL);
    l->all_lanes = LLVMConstAllOnes(sw_mask_type(l));
    if (l->blocks != SWRT_BLOCKS_ANY && l->blocks != SWRT_BLOCKS_ROWS)
        return;
    LLVMValueRef threads = sw_block_load_fixed(l->unit, l->block, SW_BLOCK_nthreads, "threads");
    LLVMValueRef left = LLVMBuildSub(b, threads, l->tid, "");
    LLVMValueRef lanes = sw_lane_numbers(l, l->ir->i32, 1);
    l->all_lanes = LLVMBuildICmp(b, LLVMIntUGT, sw_splat(l, left), lanes, "lanes");
}

/* On vectors LLVM takes integers of more than 64 bits apart, for seconds each. */
static bool is_long_integer(LLVMValueRef at) {
    LLVMTypeRef type = LLVMTypeOf(at);
    if (!LLVMIsABinaryOperator(at) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) <= 64)
        return false;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return !LLVMIsConstant(LLVMGetOperand(at, 1));
    case LLVMMul:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        return true;
    default:
        return false;
    }
}

static void emit_instruction(struct sw_lanes *l, LLVMValueRef at) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    switch (opcode) {
    case LLVMAlloca:
        sw_emit_alloca(l, at);
        break;
    case LLVMLoad:
        sw_emit_load(l, at);
        break;
    case LLVMStore:
        sw_emit_store(l, at);
        break;
    case LLVMCall:
        sw_emit_call(l, at);
        sw_emit_tested(l, at);
        break;
    case LLVMFence:
        sw_emit_scalar(l, at);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        sw_remark(l->unit, SW_REMARK_ATOMIC_LANES, at, NULL);
        sw_emit_serial(l, at);
        break;
    default:
        if (LLVMIsAGetElementPtrInst(at) && sw_granule_of(&l->shapes, at))
            sw_emit_local_address(l, at);
        else if (sw_kind(l, at) != SW_VARYING)
            sw_emit_scalar(l, at);
        else if (is_long_integer(at))
            sw_emit_serial(l, at);
        else {
            sw_emit_arithmetic(l, at);
            sw_emit_tested(l, at);
        }
    }
}

static void emit_in_rows(struct sw_lanes *l, LLVMValueRef at) {
    if (l->rows == 1 || sw_is_done_once(l, at)) {
        sw_take_all_rows(l);
        emit_instruction(l, at);
        return;
    }
    if (sw_emit_atomic_rows(l, at))
        return;
    for (unsigned row = l->first_row; row < l->end_row; row++) {
        sw_take_row(l, row);
        emit_instruction(l, at);
    }
}

static void emit_bb(struct sw_lanes *l, const struct sw_point *at) {
    LLVMPositionBuilderAtEnd(l->ir->builder, at->body);
    l->bb = at->bb;
    l->made++;
    sw_emit_phis(l, at->bb);
    LLVMBasicBlockRef bb = l->shapes.cfg.bbs[at->bb].bb;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end; i = LLVMGetNextInstruction(i))
        if (!LLVMIsAPHINode(i)) {
            sw_at_place_of(l->ir, i, l->origin);
            emit_in_rows(l, i);
        }
    sw_at_place_of(l->ir, end, l->origin);
    sw_emit_end(l, at->bb);
}

static void emit_point(struct sw_lanes *l, unsigned p) {
    struct sw_point *at = &l->flow.points[p];
    LLVMSetCurrentDebugLocation2(l->ir->builder, NULL);
    if (at->check)
        sw_emit_check(l, p);
    if (at->is_reached && at->kind == SW_POINT_BB)
        emit_bb(l, at);
    else if (at->is_reached && at->kind == SW_POINT_LATCH)
        sw_emit_latch(l, p);
}

static void emit_rows_of_region(struct sw_lanes *l, const struct sw_region *region, unsigned row) {
    l->first_row = row;
    l->end_row = row + region->rows;
    l->region_end = sw_append_bb(l, "row.next");
    create_points(l, region->first, region->last);
    l->flow.points[region->first].check = NULL; /* it stands before the region, for all rows */
    sw_emit_row_check(l);
    for (unsigned p = region->first; p <= region->last; p++)
        emit_point(l, p);
    LLVMPositionBuilderAtEnd(l->ir->builder, l->region_end);
}

static void emit_region(struct sw_lanes *l, const struct sw_region *region) {
    struct sw_point *first = &l->flow.points[region->first];
    LLVMSetCurrentDebugLocation2(l->ir->builder, NULL);
    if (!first->is_reached)
        return;
    if (first->check)
        sw_emit_check(l, region->first);
    LLVMPositionBuilderAtEnd(l->ir->builder, first->body);
    struct sw_kept kept = sw_keep_incoming(l, first->bb);
    l->region = region;
    for (unsigned row = 0; row < l->rows; row += region->rows) {
        sw_leave_incoming(l, &kept);
        emit_rows_of_region(l, region, row);
    }
    l->region = NULL;
    l->first_row = 0;
    l->end_row = l->rows;
    sw_emit_way_on(l, &region->leaving);
}

static void emit_points(struct sw_lanes *l) {
    size_t region = 0;
    for (unsigned p = 0; p < l->flow.count; p++) {
        if (region == l->flow.regions.count || l->flow.regions.at[region].first != p) {
            emit_point(l, p);
            continue;
        }
        emit_region(l, &l->flow.regions.at[region]);
        p = l->flow.regions.at[region++].last;
    }
    LLVMPositionBuilderAtEnd(l->ir->builder, l->flow.points[l->flow.exit].body);
    LLVMBuildRetVoid(l->ir->builder);
}

/* Nobody waits anywhere at first. */
static void clear_masks(struct sw_lanes *l) {
    LLVMPositionBuilderBefore(l->ir->builder, LLVMGetBasicBlockTerminator(l->entry));
    for (unsigned p = 0; p < l->flow.count * l->rows; p++)
        if (l->mask_slots[p])
            LLVMBuildStore(l->ir->builder, LLVMConstNull(sw_mask_type(l)), l->mask_slots[p]);
}

LLVMValueRef sw_lockstep(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide,
                         struct sw_obstacle *obstacle) {
    struct sw_lanes l = {.unit = unit,
                         .ir = &unit->ir,
                         .kernel = kernel,
                         .width = wide->width,
                         .blocks = wide->blocks,
                         .size = wide->size,
                         .from = kernel->function,
                         .values = sw_map_create(unit->ir.arena),
                         .rows = wide->threads / wide->width};
    l.end_row = l.rows;
    analyse(&l);
    if (!l.loops_fit && l.rows * l.width > MANY_THREADS) {
        *obstacle = (struct sw_obstacle){.why = "its rows do not go through loops together"};
        return NULL;
    }
    if (!sw_lockstep_allows(&l, obstacle))
        return NULL;
    create_function(&l);
    l.entry = sw_append_bb(&l, "entry");
    create_points(&l, 0, l.flow.exit);
    find_lanes(&l);
    LLVMBuildBr(unit->ir.builder, l.flow.points[0].body);
    emit_points(&l);
    clear_masks(&l);
    return l.to;
}
