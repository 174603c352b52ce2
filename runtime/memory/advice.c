/* Advice about managed memory. Nothing migrates on a CPU, so it has no effect; it is kept because programs ask for it
 * (cudaMemRangeGetAttribute). A list of the ranges that something was advised of, in ascending order, neighbours that
 * are alike as one: programs advise on few. */
#include <stdint.h>
#include <stdlib.h>

#include "memory/memory.h"
#include "os/thread/lock.h"

struct range {
    uintptr_t start, end;
    struct swrt_advice advice;
    struct range *next;
};

static const struct swrt_advice none = {false, cudaInvalidDeviceId, cudaInvalidDeviceId, 0};
static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct range *ranges;

static bool are_alike(const struct swrt_advice *a, const struct swrt_advice *b) {
    return a->read_mostly == b->read_mostly && a->preferred == b->preferred && a->last_prefetch == b->last_prefetch &&
           a->accessed_by == b->accessed_by;
}

/* The first one that ends behind the address. */
static struct range **link_behind(uintptr_t at) {
    struct range **link = &ranges;
    while (*link && (*link)->end <= at)
        link = &(*link)->next;
    return link;
}

/* What follows the link begins there. False: out of memory. */
static bool insert(struct range **link, uintptr_t start, uintptr_t end, struct swrt_advice advice) {
    struct range *made = malloc(sizeof *made);
    if (made) {
        *made = (struct range){start, end, advice, *link};
        *link = made;
    }
    return made;
}

/* No range lies on both sides of the address. False: out of memory. */
static bool split(uintptr_t at) {
    struct range *range = *link_behind(at);
    if (!range || range->start >= at)
        return true;
    if (!insert(&range->next, at, range->end, range->advice))
        return false;
    range->end = at;
    return true;
}

static void drop(struct range **link) {
    struct range *range = *link;
    *link = range->next;
    free(range);
}

static void tidy(void) {
    for (struct range **link = &ranges; *link;) {
        struct range *range = *link, *next = range->next;
        if (are_alike(&range->advice, &none)) {
            drop(link);
        } else if (next && next->start == range->end && are_alike(&range->advice, &next->advice)) {
            range->end = next->end;
            drop(&range->next);
        } else {
            link = &range->next;
        }
    }
}

/* The range that begins at the address, made up to the end if nothing was advised there; null: out of memory. */
static struct range *range_from(uintptr_t at, uintptr_t end) {
    struct range **link = link_behind(at);
    if (*link && (*link)->start == at)
        return *link;
    uintptr_t stop = *link && (*link)->start < end ? (*link)->start : end;
    return insert(link, at, stop, none) ? *link : NULL;
}

/* Out of memory, the rest is forgotten: it is only advice. */
void swrt_advice_change(const void *start, size_t bytes, void (*change)(struct swrt_advice *advice, const void *data),
                        const void *data) {
    uintptr_t at = (uintptr_t)start, end = at + bytes;
    swrt_mutex_lock(&lock);
    bool goes_on = split(at) && split(end);
    while (goes_on && at < end) {
        struct range *range = range_from(at, end);
        goes_on = range;
        if (range) {
            change(&range->advice, data);
            at = range->end;
        }
    }
    tidy();
    swrt_mutex_unlock(&lock);
}

static int common(int a, int b) {
    return a == b ? a : cudaInvalidDeviceId;
}

/* What both were told. */
static struct swrt_advice common_of(const struct swrt_advice *a, const struct swrt_advice *b) {
    return (struct swrt_advice){a->read_mostly && b->read_mostly, common(a->preferred, b->preferred),
                                common(a->last_prefetch, b->last_prefetch), a->accessed_by & b->accessed_by};
}

struct swrt_advice swrt_advice_of(const void *start, size_t bytes) {
    uintptr_t at = (uintptr_t)start, end = at + bytes;
    swrt_mutex_lock(&lock);
    struct range *range = *link_behind(at);
    struct swrt_advice advice = range && range->start <= at ? range->advice : none;
    for (; range && range->start <= at && at < end; range = range->next) {
        advice = common_of(&advice, &range->advice);
        at = range->end;
    }
    if (at < end) /* a part that nothing was advised of */
        advice = common_of(&advice, &none);
    swrt_mutex_unlock(&lock);
    return advice;
}

static void forget(struct swrt_advice *advice, const void *data) {
    (void)data;
    *advice = none;
}

void swrt_advice_forget(const void *start, size_t bytes) {
    swrt_advice_change(start, bytes, forget, NULL);
}
