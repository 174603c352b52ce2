/* long double in device code: nvcc computes with double there, and warns. So does clang for a GPU, but then its structures
 *       are laid out otherwise than the host's; told to have the host's it refuses such code. Only files with such code get
 *       that, and a warning at each place with nvcc's number. */
#include "driver/repair/repair.h"

#define DOUBLE "-mlong-double-64"
#define DOUBLE_NUMBER "20208"

bool sw_repair_double(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch place = {0};
    if (!sw_has(line, " bit size '") || !sw_has(line, "long double") || !sw_has(line, " type support, but target '") ||
        !sw_read_place(r->arena, line, ": error: ", &place))
        return false;
    for (size_t i = 0; i < r->doubles.count; i++)
        if (r->doubles.at[i].line == place.line && sw_equal(r->doubles.at[i].path, place.path))
            return true;
    sw_vec_push(r->arena, &r->doubles, place);
    return true;
}

/* False: the warning is an error, and all has been said. */
static bool tell_doubles(const struct sw_options *o, const struct sw_repair *r) {
    static const char text[] =
        "'long double' is treated as 'double' in device code; structures of this file that hold one "
        "are laid out otherwise than the host's [#" DOUBLE_NUMBER "-D]";
    bool is_error = sw_has_word(&o->diag_errors, DOUBLE_NUMBER) || sw_has_word(&o->errors, "all-warnings");
    if (o->no_warnings || sw_has_word(&o->diag_suppressed, DOUBLE_NUMBER))
        return true;
    for (size_t i = 0; i < r->doubles.count; i++) {
        const struct sw_patch *p = &r->doubles.at[i];
        struct sw_place place = {p->path, (unsigned)p->line, (unsigned)p->column};
        (is_error ? sw_error : sw_warning)(place, "%s", text);
    }
    return !is_error;
}

bool sw_make_double(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (!r->doubles.count)
        return true;
    if (sw_has_word(&step->argv, DOUBLE) || !sw_has_word(&step->argv, "--cuda-device-only") ||
        !tell_doubles(job->options, r))
        return false;
    sw_vec_push(job->arena, &step->argv, "-Xclang");
    sw_vec_push(job->arena, &step->argv, DOUBLE);
    return true;
}
