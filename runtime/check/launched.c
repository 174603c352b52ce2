/* Which kernels have run: with checks, or compiled without them. `softwarp check` is told of each once, so that nobody
 * takes for checked what was not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "check/check.h"
#include "check/finding.h"
#include "kernel_name.h"
#include "registry_map.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct swrt_map known;

/* Without memory a kernel is told of more than once, which harms nothing. */
static bool is_new(const struct swrt_kernel *kernel) {
    pthread_mutex_lock(&lock);
    bool answer = !swrt_map_get(&known, kernel);
    if (answer)
        swrt_map_put(&known, kernel, &known);
    pthread_mutex_unlock(&lock);
    return answer;
}

/* Whoever sets SOFTWARP_CHECK by hand has no summary. */
static void say_unchecked(const char *name) {
    static atomic_bool is_said;
    if (swrt_findings_have_tool() || atomic_exchange(&is_said, true))
        return;
    fprintf(stderr, "softwarp: kernel '%s' was compiled without --check: what it does is not checked (said once)\n",
            name);
}

void swrt_check_kernel(const struct swrt_kernel *kernel) {
    if (!swrt_check_is_on() || !is_new(kernel))
        return;
    bool is_checked = kernel->flags & SWRT_KERNEL_CHECKED;
    char name[512];
    swrt_kernel_name(kernel->name, name, sizeof name);
    swrt_findings_kernel(name, is_checked);
    if (!is_checked)
        say_unchecked(name);
}
