/* The words behind conditional handles. Kernels get their addresses, so one can ask whether a number is one. */
#include <stdlib.h>

#include "graph/graph.h"
#include "os/thread/lock.h"

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct swrt_condition *conditions; /* that are */

struct swrt_condition *swrt_condition_create(unsigned initial, bool assign) {
    struct swrt_condition *condition = calloc(1, sizeof *condition);
    if (!condition)
        return NULL;
    *condition = (struct swrt_condition){.initial = initial, .assign = assign, .refs = 1};
    swrt_mutex_lock(&lock);
    condition->other = conditions;
    conditions = condition;
    swrt_mutex_unlock(&lock);
    return condition;
}

static void forget(const struct swrt_condition *condition) {
    struct swrt_condition **at = &conditions;
    swrt_mutex_lock(&lock);
    while (*at != condition)
        at = &(*at)->other;
    *at = condition->other;
    swrt_mutex_unlock(&lock);
}

void swrt_condition_drop(struct swrt_condition *condition) {
    if (--condition->refs)
        return;
    forget(condition);
    free(condition);
}

bool swrt_is_condition(uint64_t handle) {
    swrt_mutex_lock(&lock);
    const struct swrt_condition *at = conditions;
    while (at && (uintptr_t)&at->value != handle)
        at = at->other;
    swrt_mutex_unlock(&lock);
    return at;
}
