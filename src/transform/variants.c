/* Variants: a kernel's code, void (ptr %block) for one thread, becomes what the runtime can run, at W lanes.
 *
 *  - No suspend point: a *block loop*, a function for a whole block, the loop over its threads around the code
 *    (variants/loop.c).
 *  - Suspend points: a coroutine for W threads (variants/coroutine.c).
 *  - For the debugger: a stack for each thread (variants/fibers.c), which is a coroutine to the runtime.
 *
 * The code of one thread is there always, that of several where lockstep has made it. */
#include "transform/transform.h"
#include "transform/variants/variants.h"

static void make_wide(struct sw_unit *unit, struct sw_kernel *kernel, struct sw_wide *wide) {
    if (wide->suspends)
        wide->coroutine = sw_make_wide_coroutine(unit, kernel, wide);
    else
        wide->loop = sw_make_wide_loop(unit, kernel, wide);
}

void sw_pass_variants(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->nested.count; i++)
        sw_into_coroutine(unit, unit->nested.at[i]);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        struct sw_kernel *kernel = unit->kernels.at[i];
        kernel->skips = !sw_threads_have_stacks(unit) && (unit->options.check || sw_leaves_threads_out(unit, kernel));
        for (size_t k = 0; k < kernel->wide.count; k++)
            make_wide(unit, kernel, &kernel->wide.at[k]);
        if (sw_threads_have_stacks(unit))
            kernel->coroutine = sw_make_fiber(unit, kernel);
        else if (kernel->suspends)
            kernel->coroutine = sw_make_coroutine(unit, kernel, 1);
        else
            kernel->loop = sw_make_loop(unit, kernel, 1);
    }
}
