/* __host__ __device__ void f() { h(); } with h of the host: nvcc warns. Device code that calls f is another matter.
 *       clang compiles f for the device because other files may call it; it gets internal linkage (host_defines.h), and
 *       the error is left where device code does call f. */
#include "driver/repair/repair.h"

#define INTERNAL "-DSW_INTERNAL_HOST_DEVICE"

bool sw_repair_host_call(struct sw_repair *r, const char *line, const char *rest) {
    bool is_one = sw_has(line, "reference to __host__ function '") && sw_has(line, "' in __host__ __device__ function");
    r->wants_internal |= is_one;
    return is_one;
}

bool sw_make_internal(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (!r->wants_internal)
        return true;
    if (sw_has_word(&step->argv, INTERNAL) || sw_has_word(&step->argv, "-fgpu-rdc"))
        return sw_make_templates_host(step);
    sw_vec_push(job->arena, &step->argv, INTERNAL);
    return true;
}
