/* template <class T> using two = std::array<T, 2>;  two a{1, 2};      without the device's guides of the C++ library
 *
 * What clang makes of guides for an alias template has no words, so the library's and ours for the device
 * (include/cuda/softwarp/language/guides.h) are two of the host, and it chooses none. */
#include "driver/repair/repair.h"

static const char without[] = "-DSOFTWARP_WITHOUT_GUIDES";

bool sw_repair_library_guides(struct sw_repair *r, const char *line, const char *rest) {
    bool is_one = sw_has(line, ": error: ambiguous deduction for template arguments of '");
    r->wants_no_guides |= is_one;
    return is_one;
}

bool sw_drop_library_guides(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (!r->wants_no_guides)
        return true;
    if (sw_has_word(&step->argv, without))
        return false;
    sw_add_word(job, step, without);
    return true;
}
