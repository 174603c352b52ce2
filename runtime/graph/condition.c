/* The words behind conditional handles. Kernels get their addresses, so one can ask whether a number is one. */
#include <pthread.h>
#include <stdlib.h>

#include "graph/graph.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct swrt_condition *conditions; /* that are */

struct swrt_condition *swrt_condition_create(unsigned initial, bool assign) {
    struct swrt_condition *condition = calloc(1, sizeof *condition);
    if (!condition)
        return NULL;
    *condition = (struct swrt_condition){.initial = initial, .assign = assign, .refs = 1};
    pthread_mutex_lock(&lock);
    condition->other = conditions;
    conditions = condition;
    pthread_mutex_unlock(&lock);
    return condition;
}

static void forget(const struct swrt_condition *condition) {
    struct swrt_condition **at = &conditions;
    pthread_mutex_lock(&lock);
    while (*at != condition)
        at = &(*at)->other;
    *at = condition->other;
    pthread_mutex_unlock(&lock);
}

void swrt_condition_drop(struct swrt_condition *condition) {
    if (--condition->refs)
        return;
    forget(condition);
    free(condition);
}

bool swrt_is_condition(uint64_t handle) {
    pthread_mutex_lock(&lock);
    const struct swrt_condition *at = conditions;
    while (at && (uintptr_t)&at->value != handle)
        at = at->other;
    pthread_mutex_unlock(&lock);
    return at;
}
