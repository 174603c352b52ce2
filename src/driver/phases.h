/* Between phases.c and phases_told.c: the steps of one .cu file. */
#ifndef SW_PHASES_H
#define SW_PHASES_H

#include "driver/driver.h"

#define FORMAT(...) sw_arena_printf(job->arena, __VA_ARGS__)

/* One .cu file on its way. */
struct sw_cuda_file {
    const struct sw_input *input;
    struct sw_frontend frontend;
    struct sw_source_files files; /* it and what it includes, read once: it may be a pipe */
    struct sw_identity identity;
    const char *fatbin, *bitcode, *host_object, *registered, *own_stubs, *device_object; /* own_stubs: or null */
    const char *host_layouts, *device_layouts; /* what clang says of records */
    const char *host_code; /* the host object that carries its bitcode, if the middle end is to look for launches */
    size_t device_pass, host_pass, names;
};

/* phases.c */
const char *sw_work_file(const struct sw_job *job, const struct sw_input *input, const char *suffix);
void sw_push_words(struct sw_plan *plan, size_t step, const char *const *words); /* which null ends */
/* replaced: pairs of a file and what clang reads in its place from the start. */
void sw_may_be_repaired(struct sw_plan *plan, size_t step, const struct sw_strings *replaced);

/* phases_told.c */
bool sw_can_carry(const struct sw_job *job);                                          /* the host's bitcode */
bool sw_is_to_be_told(const struct sw_job *job, const struct sw_source_files *files); /* what sw_plan_told asks for */
void sw_plan_told(struct sw_plan *plan, struct sw_cuda_file *u);
bool sw_is_doubtful(const struct sw_job *job, const struct sw_source_files *files); /* what sw_plan_refused asks for */
void sw_plan_refused(struct sw_plan *plan, struct sw_cuda_file *u, const struct sw_strings *replaced);

#endif
