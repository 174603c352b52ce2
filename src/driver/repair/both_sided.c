/* template int f<int>(int); of a host's template, where templates are of both sides (passes.c): clang looks at it for the
 *       device, too, and refuses calls of the host there, and what else the host may do. So whatever is refused on the
 *       device's side is tried with host's templates as such. */
#include "driver/repair/repair.h"

/* No word stands where those stood that made templates without a side ones of both. */
bool sw_make_templates_host(struct sw_step *step) {
    if (!sw_has_word(&step->argv, SW_BOTH_SIDED_TEMPLATES) || !sw_has_word(&step->argv, "--cuda-device-only"))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < step->argv.count; i++)
        if (i + 1 < step->argv.count && step->argv.at[i + 1] && sw_equal(step->argv.at[i + 1], SW_BOTH_SIDED_TEMPLATES))
            i++;
        else
            step->argv.at[kept++] = step->argv.at[i];
    step->argv.count = kept;
    return true;
}
