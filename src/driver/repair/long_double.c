/* long double in device code: nvcc computes with double there, and warns. So does clang for a GPU, but then its structures
 *       are laid out otherwise than the host's; told to have the host's it refuses such code. Only files with such code get
 *       that, and a warning at each place with nvcc's number. */
#include "driver/repair/repair.h"

#define DOUBLE "-mlong-double-64"
#define DOUBLE_NUMBER "20208"

bool sw_repair_double(struct sw_repair *r, const char *line, const char *rest) {
    return sw_has(line, " bit size '") && sw_has(line, "long double") && sw_has(line, " type support, but target '") &&
           sw_add_place(r, &r->doubles, line);
}

bool sw_make_double(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (!r->doubles.count)
        return true;
    if (sw_has_word(&step->argv, DOUBLE) || !sw_has_word(&step->argv, "--cuda-device-only") ||
        !sw_tell(
            job->options, &r->doubles, DOUBLE_NUMBER,
            "'long double' is treated as 'double' in device code; structures of this file that hold one are laid out "
            "otherwise than the host's"))
        return false;
    sw_add_word(job, step, "-Xclang");
    sw_add_word(job, step, DOUBLE);
    return true;
}
