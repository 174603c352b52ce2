/* Variants: a kernel's code, void (ptr %block) for one thread, becomes what the runtime can run, at W lanes.
 *
 *  - No suspend point: a plain function for a whole block, the loop over its threads around the code (plain.c).
 *  - Suspend points: a coroutine for W threads (coroutine.c).
 *
 * W is a parameter from the start; W = 1 is what there is. */
#include "transform/transform.h"
#include "transform/variants.h"

void sw_pass_variants(struct sw_unit *unit) {
    if (unit->options.lanes != 1)
        sw_error(SW_NOWHERE, "kernels of %u lanes are not available: --lanes=1 is", unit->options.lanes);
    for (size_t i = 0; i < unit->nested.count; i++)
        sw_into_coroutine(unit, unit->nested.at[i]);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        struct sw_kernel *kernel = unit->kernels.at[i];
        if (kernel->suspends)
            kernel->coroutine = sw_make_coroutine(unit, kernel, unit->options.lanes);
        else
            kernel->plain = sw_make_plain(unit, kernel, unit->options.lanes);
    }
}
