/* Lockstep, the pass: which variants each kernel gets beside the one of one lane, in order of preference.
 *
 * Rows of W threads are best: threadIdx.x counts up, the others stay. A block of one dimension is one row at any W; of
 * several, W has to divide its width, so kernels that look at threadIdx.y or .z get narrower ones too. Code for any
 * block shape comes last. Before all of these stands code for whole blocks, where a kernel is for that
 * (is_for_whole_blocks). */
#include "analysis/shape.h"
#include "lockstep/flow/versions.h"
#include "lockstep/growth.h"
#include "lockstep/lockstep.h"
#include "lockstep/sizes.h"
#include "transform/transform.h"

struct form {
    unsigned lanes;
    enum swrt_blocks blocks;
    bool for_planes;
};
static const struct form automatic[] = {
    {32, SWRT_BLOCKS_FULL_ROWS, false}, {32, SWRT_BLOCKS_ROWS, false}, {16, SWRT_BLOCKS_FULL_ROWS, true},
    {8, SWRT_BLOCKS_FULL_ROWS, true},   {32, SWRT_BLOCKS_ANY, false},
};
static const struct form all[] = {
    {32, SWRT_BLOCKS_FULL_ROWS, false}, {32, SWRT_BLOCKS_ROWS, false},     {16, SWRT_BLOCKS_FULL_ROWS, false},
    {16, SWRT_BLOCKS_ROWS, false},      {8, SWRT_BLOCKS_FULL_ROWS, false}, {8, SWRT_BLOCKS_ROWS, false},
    {32, SWRT_BLOCKS_ANY, false},       {16, SWRT_BLOCKS_ANY, false},      {8, SWRT_BLOCKS_ANY, false},
};

static bool is_plane_register(LLVMValueRef at) {
    return sw_equal(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg.tid.y") ||
           sw_equal(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg.tid.z");
}

static bool looks_at_planes(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values instructions;
    sw_instructions(&unit->ir, function, &instructions);
    for (size_t i = 0; i < instructions.count; i++)
        if (is_plane_register(instructions.at[i]))
            return true;
    return false;
}

/* The kernel's code for rows of that kind, or null. */
static LLVMValueRef code_for(const struct sw_kernel *kernel, const struct sw_wide *like, enum swrt_blocks blocks) {
    for (size_t i = 0; i < kernel->wide.count; i++)
        if (kernel->wide.at[i].threads == like->threads && kernel->wide.at[i].blocks == blocks)
            return kernel->wide.at[i].function;
    return NULL;
}

/* Why code that is there is not worth its compile time, or null. */
static const char *not_worth(struct sw_unit *unit, struct sw_growth *growth, const struct sw_kernel *kernel,
                             const struct sw_wide *wide) {
    if (wide->threads > wide->width && sw_grew_too_long(unit, growth, wide->function, wide->threads / wide->width))
        return "its rows have too little in common";
    LLVMValueRef full = code_for(kernel, wide, SWRT_BLOCKS_FULL_ROWS);
    if (unit->options.lanes == SW_LANES_AUTO && wide->blocks == SWRT_BLOCKS_ROWS && full &&
        sw_rows_grew_too_long(unit, growth, wide->function, full))
        return "rows that are not full would take much more code";
    return NULL;
}

static void make_code(struct sw_unit *unit, struct sw_kernel *kernel, struct sw_wide wide, struct sw_growth *growth) {
    struct sw_obstacle obstacle = {0};
    sw_remark_variant(unit, kernel, &wide);
    wide.function = sw_lockstep(unit, kernel, &wide, &obstacle);
    const char *why = wide.function ? not_worth(unit, growth, kernel, &wide) : NULL;
    if (why) {
        LLVMDeleteFunction(wide.function);
        wide.function = NULL;
        obstacle = (struct sw_obstacle){.why = why};
    }
    if (wide.function)
        sw_vec_push(unit->ir.arena, &kernel->wide, wide);
    else
        sw_remark_obstacle(unit, obstacle.why, obstacle.where);
}

static struct sw_wide wide_of(const struct form *form) {
    return (struct sw_wide){.threads = form->lanes, .width = form->lanes, .blocks = form->blocks};
}

static void leave_out(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide, const char *why) {
    sw_remark_variant(unit, kernel, wide);
    sw_remark_obstacle(unit, why, NULL);
}

static void leave_out_seldom(struct sw_unit *unit, struct sw_kernel *kernel, const struct form *form) {
    struct sw_wide wide = wide_of(form);
    leave_out(unit, kernel, &wide, "the module has much code, and the kernel does not ask for threadIdx.y");
}

/* Its lanes leave the loop together, or in their order: not each when it has had enough. */
static bool is_left_in_order(const struct sw_shapes *shapes, LLVMValueRef condition) {
    if (sw_shape_of(shapes, condition).kind == SW_UNIFORM)
        return true;
    if (!LLVMIsAICmpInst(condition))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct sw_shape shape = sw_shape_of(shapes, LLVMGetOperand(condition, i));
        if (shape.kind == SW_VARYING || shape.is_tested)
            return false;
    }
    return true;
}

/* There are loops, and lanes leave them in order. */
static bool loops_are_left_in_order(const struct sw_shapes *shapes) {
    if (!shapes->cfg.loops.count)
        return false;
    for (unsigned b = 0; b < shapes->cfg.count; b++) {
        const struct sw_bb *bb = &shapes->cfg.bbs[b];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb->bb);
        bool is_exit = bb->loop >= 0 && bb->succs > 1 &&
                       (!sw_bitset_get(&shapes->cfg.loops.at[bb->loop].bbs, bb->succ[0]) ||
                        !sw_bitset_get(&shapes->cfg.loops.at[bb->loop].bbs, bb->succ[1]));
        if (is_exit && (!LLVMIsABranchInst(end) || !is_left_in_order(shapes, LLVMGetCondition(end))))
            return false;
    }
    return true;
}

/* What all threads do to one place: rows are combined before anything is done to memory, and lanes once for all. */
static bool combines_rows(const struct sw_shapes *shapes, const struct sw_values *instructions) {
    struct sw_atomic atomic;
    for (size_t i = 0; i < instructions->count; i++) {
        LLVMValueRef at = instructions->at[i];
        if (sw_atomic_of(at, &atomic) && !LLVMGetFirstUse(at) &&
            sw_shape_of(shapes, LLVMGetOperand(at, 0)).kind == SW_UNIFORM)
            return true;
    }
    return false;
}

static bool has_barriers(const struct sw_values *instructions) {
    for (size_t i = 0; i < instructions->count; i++) {
        const struct sw_request *request = sw_request_of(instructions->at[i]);
        if (request && request->kind == SWRT_WAIT_BARRIER)
            return true;
    }
    return false;
}

/* Whole blocks at once are for short kernels with barriers, with loops over data that lies rows apart, or with an atomic
 * operation of all threads. */
static bool is_for_whole_blocks(struct sw_unit *unit, LLVMValueRef function, bool *has_barrier) {
    enum { MOST = 120, MOST_WITH_BARRIERS = 320 }; /* compile time grows with rows and instructions */
    struct sw_values instructions;
    sw_instructions(&unit->ir, function, &instructions);
    *has_barrier = has_barriers(&instructions);
    if (*has_barrier || instructions.count > MOST)
        return *has_barrier && instructions.count <= MOST_WITH_BARRIERS;
    struct sw_shapes shapes;
    sw_shapes_find(unit, function, sw_threads_in_rows(32, true), &shapes);
    return loops_are_left_in_order(&shapes) || combines_rows(&shapes, &instructions);
}

/* Code for any block, of a kernel that only asks for threadIdx.x and has code for rows. */
static bool is_seldom_used(const struct sw_kernel *kernel, const struct form *form, bool planes) {
    struct sw_wide like = {.threads = form->lanes};
    return !planes && form->blocks == SWRT_BLOCKS_ANY && code_for(kernel, &like, SWRT_BLOCKS_ROWS);
}

static bool is_asked_for(const struct sw_unit *unit, enum swrt_blocks blocks) {
    return !unit->options.blocks || unit->options.blocks & 1u << blocks;
}

static void make_whole(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_block_sizes *sizes,
                       struct sw_growth *growth) {
    for (size_t i = 0; i < sizes->count; i++) {
        struct sw_wide wide = {.threads = sw_threads_of(sizes->at[i]),
                               .width = sw_row_of(sizes->at[i]),
                               .blocks = SWRT_BLOCKS_WHOLE,
                               .size = sizes->at[i]};
        make_code(unit, kernel, wide, growth);
    }
}

static void make_form(struct sw_unit *unit, struct sw_kernel *kernel, const struct form *form, struct sw_growth *growth,
                      bool has_planes) {
    if (growth->has_much_code && is_seldom_used(kernel, form, has_planes))
        leave_out_seldom(unit, kernel, form);
    else if (has_planes || !form->for_planes)
        make_code(unit, kernel, wide_of(form), growth);
}

static void make_automatic(struct sw_unit *unit, struct sw_kernel *kernel, struct sw_growth *growth,
                           const struct sw_launches *launches) {
    bool has_planes = looks_at_planes(unit, kernel->function);
    struct sw_block_sizes sizes = {0};
    if (is_asked_for(unit, SWRT_BLOCKS_WHOLE) && is_for_whole_blocks(unit, kernel->function, &sizes.has_barriers)) {
        sw_find_sizes(unit, kernel, launches, has_planes, &sizes);
        make_whole(unit, kernel, &sizes, growth);
    }
    for (size_t i = 0; i < sizeof automatic / sizeof *automatic; i++)
        if (is_asked_for(unit, automatic[i].blocks))
            make_form(unit, kernel, &automatic[i], growth, has_planes);
}

static void make_forms(struct sw_unit *unit, struct sw_kernel *kernel, struct sw_growth *growth,
                       const struct sw_launches *launches) {
    unsigned lanes = unit->options.lanes;
    bool is_all = lanes == SW_LANES_ALL;
    if (lanes == SW_LANES_AUTO)
        make_automatic(unit, kernel, growth, launches);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((is_all || lanes == all[i].lanes) && is_asked_for(unit, all[i].blocks))
            make_code(unit, kernel, wide_of(&all[i]), growth);
}

/* At one lane: what a thread waits for. */
static void remark_one_lane(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_values all;
    sw_remark_variant(unit, kernel, &(struct sw_wide){.threads = 1, .width = 1});
    sw_instructions(&unit->ir, kernel->function, &all);
    for (size_t i = 0; i < all.count; i++) {
        const struct sw_request *request = sw_request_of(all.at[i]);
        if (request)
            sw_remark(unit, sw_request_remark(request), all.at[i], sw_request_text(request));
        else if (sw_equal(sw_callee_name(all.at[i]), "sw.await"))
            sw_remark(unit, SW_REMARK_WAIT_CALL, all.at[i], NULL);
        else if (sw_is_marked_retry(all.at[i]))
            sw_remark(unit, SW_REMARK_ATOMIC_RETRY, all.at[i], sw_atomic_text(&unit->ir, all.at[i]));
    }
}

static void remark_nothing_wide(struct sw_unit *unit, const struct sw_kernel *kernel, const char *why) {
    struct sw_wide first = wide_of(&automatic[0]);
    sw_remark_variant(unit, kernel, &first);
    sw_remark_obstacle(unit, why, NULL);
    remark_one_lane(unit, kernel);
}

void sw_pass_lockstep(struct sw_unit *unit) {
    const char *why = !unit->options.optimise    ? "device code is not optimised (-O0, -G)"
                      : unit->options.lanes == 1 ? "not asked for (--lanes=1)"
                                                 : NULL;
    for (size_t i = 0; why && i < unit->kernels.count; i++)
        remark_nothing_wide(unit, unit->kernels.at[i], why);
    if (why)
        return;
    sw_lockstep_prepare(unit);
    struct sw_growth growth = sw_growth_of(unit);
    struct sw_launches launches = {0};
    sw_read_launches(&unit->ir, &launches);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        make_forms(unit, unit->kernels.at[i], &growth, &launches);
        remark_one_lane(unit, unit->kernels.at[i]);
    }
    sw_drop_versions(unit);
    sw_ir_run_passes(&unit->ir, "function(mem2reg,instsimplify,dce,simplifycfg)", unit->machine);
}
