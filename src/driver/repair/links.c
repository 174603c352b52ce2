/* int f() __attribute__((ifunc("choose"))), alias: of host functions. clang looks for them in the device's side, where
 *       host functions have no code; that side is given to it without these words. */
#include "driver/repair/repair.h"

/* What stands for the words in the device's side, the first for all of them. */
static const char *const no_links[] = {"-Dalias(name)=__unused__", "-D__alias__(name)=__unused__",
                                       "-Difunc(name)=__unused__", "-D__ifunc__(name)=__unused__"};

bool sw_repair_links(struct sw_repair *r, const char *line, const char *rest) {
    bool is_one = sw_has(line, "alias must point to a defined ") ||
                  sw_has(line, "ifunc must point to a defined function");
    r->wants_no_links |= is_one;
    return is_one;
}

bool sw_drop_links(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (!r->wants_no_links)
        return true;
    if (sw_has_word(&step->argv, no_links[0]) || !sw_has_word(&step->argv, "--cuda-device-only"))
        return false;
    for (size_t i = 0; i < sizeof no_links / sizeof *no_links; i++)
        sw_add_word(job, step, no_links[i]);
    return true;
}
