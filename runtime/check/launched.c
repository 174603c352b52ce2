/* Notes which kernels have run, and whether with checks or compiled without them. `softwarp check` is told of each kernel
 * once, so that nobody takes for checked what was not. Also counts launches: those that findings are to be about
 * (--launch-skip, --launch-count). */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/kernel_filter.h"
#include "os/thread/lock.h"
#include "report/kernel_name.h"

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct swrt_map known;

/* Without memory a kernel is told of more than once, which harms nothing. */
static bool is_new(const struct swrt_kernel *kernel) {
    swrt_mutex_lock(&lock);
    bool answer = !swrt_map_get(&known, kernel);
    if (answer)
        swrt_map_put(&known, kernel, &known);
    swrt_mutex_unlock(&lock);
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

static uint64_t number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

/* Which launches are wanted. Memory and what orders accesses is followed through all of them. */
static struct {
    bool is_limited;
    uint64_t skip, count;   /* 0: all */
    atomic_ullong launches; /* so far, of kernels that pass */
    struct swrt_kernel_filters filters;
} wanted;

static void read_wanted(void) {
    wanted.skip = number("SOFTWARP_CHECK_SKIP");
    wanted.count = number("SOFTWARP_CHECK_COUNT");
    wanted.is_limited = wanted.skip || wanted.count;
    if (wanted.is_limited)
        swrt_kernel_filters_get(&wanted.filters, "SOFTWARP_CHECK_KERNELS");
}

static bool is_wanted(const struct swrt_kernel *kernel) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    char name[1024];
    swrt_once(&once, read_wanted);
    if (!wanted.is_limited)
        return true;
    swrt_kernel_name(kernel->name, name, sizeof name);
    if (!swrt_kernel_filters_pass(&wanted.filters, name))
        return false;
    uint64_t before = atomic_fetch_add(&wanted.launches, 1);
    return before >= wanted.skip && (!wanted.count || before - wanted.skip < wanted.count);
}

static void tell_kernel(const struct swrt_kernel *kernel) {
    bool is_checked = kernel->flags & SWRT_KERNEL_CHECKED;
    char name[1024]; /* as findings have it: filters ask for both */
    swrt_kernel_name(kernel->name, name, sizeof name);
    swrt_findings_kernel(name, is_checked);
    if (!is_checked)
        say_unchecked(name);
}

bool swrt_check_launch(const struct swrt_kernel *kernel) {
    if (!swrt_check_is_on())
        return true;
    bool answer = is_wanted(kernel);
    if (answer && is_new(kernel))
        tell_kernel(kernel);
    return answer;
}
