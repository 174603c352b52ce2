/* Advice about managed memory. Nothing migrates on a CPU, so it has no effect; it is kept because programs ask for it
 * (cudaMemRangeGetAttribute). A list: programs advise on few allocations. */
#include <stdlib.h>

#include "memory/memory.h"
#include "os/thread/lock.h"

struct entry {
    const void *base;
    struct swrt_advice advice;
    struct entry *next;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct entry *entries;

static struct entry **link_of(const void *base) {
    struct entry **link = &entries;
    while (*link && (*link)->base != base)
        link = &(*link)->next;
    return link;
}

struct swrt_advice swrt_advice_get(const void *base) {
    struct swrt_advice advice = {false, cudaInvalidDeviceId, cudaInvalidDeviceId, 0};
    swrt_mutex_lock(&lock);
    struct entry *entry = *link_of(base);
    if (entry)
        advice = entry->advice;
    swrt_mutex_unlock(&lock);
    return advice;
}

/* Out of memory, the advice is forgotten: it is only advice. */
void swrt_advice_set(const void *base, struct swrt_advice advice) {
    swrt_mutex_lock(&lock);
    struct entry **link = link_of(base);
    if (!*link)
        *link = calloc(1, sizeof **link);
    if (*link) {
        (*link)->base = base;
        (*link)->advice = advice;
    }
    swrt_mutex_unlock(&lock);
}

void swrt_advice_forget(const void *base) {
    swrt_mutex_lock(&lock);
    struct entry **link = link_of(base), *dropped = *link;
    if (dropped)
        *link = dropped->next;
    swrt_mutex_unlock(&lock);
    free(dropped);
}
