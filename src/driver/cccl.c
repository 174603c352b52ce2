/* Thrust, CUB and libcu++ of a folder that --cccl or SOFTWARP_CCCL names: a clone of CCCL, a toolkit, a package's folder.
 * Its headers come behind those of -I and -isystem, and before ours: a libcu++ there is used whole. */
#include "driver/driver.h"

#include <stdlib.h>

#define VARIABLE "SOFTWARP_CCCL"

/* A clone has a folder for each library, all else one for the three. */
static const char *const clone[] = {"thrust", "cub", "libcudacxx/include"};
static const char *const whole[] = {"include/cccl", "include", "."};
/* What a folder of the three has; of an early release only the first two. */
static const char *const witnesses[] = {"thrust/version.h", "cub/version.cuh"};

enum { CLONE = sizeof clone / sizeof *clone, WHOLE = sizeof whole / sizeof *whole };

static const char *under(struct sw_job *job, const char *folder, const char *name) {
    return sw_arena_printf(job->arena, "%s/%s", folder, name);
}

static bool has_libraries(struct sw_job *job, const char *folder) {
    for (size_t i = 0; i < sizeof witnesses / sizeof *witnesses; i++)
        if (!sw_file_exists(under(job, folder, witnesses[i])))
            return false;
    return true;
}

static bool is_clone(struct sw_job *job, const char *folder) {
    for (size_t i = 0; i < CLONE; i++)
        if (!sw_file_exists(under(job, folder, clone[i])))
            return false;
    return sw_file_exists(under(job, under(job, folder, clone[0]), witnesses[0]));
}

static void push_folder(struct sw_job *job, struct sw_strings *words, const char *folder) {
    sw_vec_push(job->arena, words, "-isystem");
    sw_vec_push(job->arena, words, folder);
}

void sw_push_cccl(struct sw_job *job, struct sw_strings *words) {
    const char *given = job->options->cccl, *folder = given ? given : getenv(VARIABLE);
    if (!folder || !*folder)
        return;
    if (is_clone(job, folder)) {
        for (size_t i = 0; i < CLONE; i++)
            push_folder(job, words, under(job, folder, clone[i]));
        return;
    }
    for (size_t i = 0; i < WHOLE; i++)
        if (has_libraries(job, under(job, folder, whole[i]))) {
            push_folder(job, words, under(job, folder, whole[i]));
            return;
        }
    sw_error(SW_NOWHERE,
             "there is no Thrust, CUB and libcu++ in '%s', which %s names: neither a clone of CCCL nor a toolkit",
             folder, given ? "--cccl" : VARIABLE);
}
