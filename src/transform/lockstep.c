/* Lockstep, the pass: which variants each kernel gets beside the one of one lane, in order of preference.
 *
 * Rows of W threads are best: threadIdx.x counts up, the others stay. A block of one dimension is one row at any W; of
 * several, W has to divide its width, so kernels that look at threadIdx.y or .z get narrower ones too. Code for any
 * block shape comes last. */
#include "lockstep/lockstep.h"
#include "transform/transform.h"

struct form { unsigned lanes; enum swrt_blocks blocks; bool for_planes; };
static const struct form automatic[] = {
    {32, SWRT_BLOCKS_FULL_ROWS, false}, {32, SWRT_BLOCKS_ROWS, false}, {16, SWRT_BLOCKS_FULL_ROWS, true},
    {8, SWRT_BLOCKS_FULL_ROWS, true},   {32, SWRT_BLOCKS_ANY, false},
};
static const struct form all[] = {
    {32, SWRT_BLOCKS_FULL_ROWS, false}, {32, SWRT_BLOCKS_ROWS, false}, {16, SWRT_BLOCKS_FULL_ROWS, false},
    {16, SWRT_BLOCKS_ROWS, false},      {8, SWRT_BLOCKS_FULL_ROWS, false}, {8, SWRT_BLOCKS_ROWS, false},
    {32, SWRT_BLOCKS_ANY, false},       {16, SWRT_BLOCKS_ANY, false},  {8, SWRT_BLOCKS_ANY, false},
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

static void make_form(struct sw_unit *unit, struct sw_kernel *kernel, const struct form *form) {
    struct sw_obstacle obstacle = {0};
    struct sw_wide wide = {.lanes = form->lanes, .blocks = form->blocks};
    wide.function = sw_lockstep(unit, kernel, form->lanes, form->blocks, &obstacle);
    if (wide.function)
        sw_vec_push(unit->ir.arena, &kernel->wide, wide);
}

static void make_forms(struct sw_unit *unit, struct sw_kernel *kernel) {
    unsigned lanes = unit->options.lanes;
    bool planes = looks_at_planes(unit, kernel->function), is_auto = lanes == SW_LANES_AUTO;
    const struct form *forms = is_auto ? automatic : all;
    size_t count = is_auto ? sizeof automatic / sizeof *automatic : sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++) {
        bool is_wanted = is_auto ? planes || !forms[i].for_planes
                                 : lanes == SW_LANES_ALL || lanes == forms[i].lanes;
        if (is_wanted)
            make_form(unit, kernel, &forms[i]);
    }
}

void sw_pass_lockstep(struct sw_unit *unit) {
    if (unit->options.lanes == 1 || !unit->options.optimise)
        return;
    sw_lockstep_prepare(unit);
    for (size_t i = 0; i < unit->kernels.count; i++)
        make_forms(unit, unit->kernels.at[i]);
    sw_ir_run_passes(&unit->ir, "function(mem2reg,instsimplify,dce,simplifycfg)", unit->machine);
}
