/* Which kernels have run: with checks, or compiled without them. `softwarp check` is told of each once, so that nobody
 * takes for checked what was not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/check.h"
#include "check/finding.h"
#include "kernel_name.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct swrt_kernel **known; /* open addressing, a power of two, at most half full */
static size_t room, count;

static const struct swrt_kernel **place_of(const struct swrt_kernel *kernel) {
    size_t at = ((uintptr_t)kernel * 0x9e3779b97f4a7c15u >> 20) & (room - 1);
    while (known[at] && known[at] != kernel)
        at = (at + 1) & (room - 1);
    return &known[at];
}

static bool grow(void) {
    const struct swrt_kernel **old = known;
    size_t old_room = room;
    const struct swrt_kernel **grown = calloc(room ? 2 * room : 64, sizeof(*known));
    if (!grown)
        return false;
    room = room ? 2 * room : 64;
    known = grown;
    for (size_t i = 0; i < old_room; i++)
        if (old[i])
            *place_of(old[i]) = old[i];
    free(old);
    return true;
}

/* Without memory a kernel is told of more than once, which harms nothing. */
static bool is_new(const struct swrt_kernel *kernel) {
    pthread_mutex_lock(&lock);
    bool fits = 2 * count < room || grow();
    const struct swrt_kernel **place = fits ? place_of(kernel) : NULL;
    bool answer = !fits || !*place;
    if (fits && !*place) {
        *place = kernel;
        count++;
    }
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
