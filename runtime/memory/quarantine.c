/* Quarantine: in a program that is being checked, freed memory stays out of use for a while, so that a late access
 * meets memory that belongs to nobody and not the next allocation. First in, first out, up to a number of bytes, those of
 * the slots. */
#include <stdlib.h>

#include "base/assert.h"
#include "check/check.h"
#include "memory/internal.h"

enum { MOST_BYTES = 256 << 20 };

struct held {
    struct held *next;
    struct swrt_span *span;
    unsigned slot;
};
static struct held *oldest, *newest;
static size_t bytes_held;

static void release_oldest(void) {
    struct held *held = oldest;
    assert(held && bytes_held >= held->span->slot_bytes);
    oldest = held->next;
    if (!oldest)
        newest = NULL;
    bytes_held -= held->span->slot_bytes;
    swrt_span_release(held->span, held->slot);
    free(held);
}

bool swrt_quarantine_take(struct swrt_span *span, unsigned slot) {
    if (!swrt_check_is_on() || span->foreign || span->shared || span->slot_bytes > MOST_BYTES)
        return false;
    struct held *held = malloc(sizeof *held);
    if (!held)
        return false;
    *held = (struct held){NULL, span, slot};
    span->slots[slot].kind = SWRT_MEMORY_INVALID;
    bytes_held += span->slot_bytes;
    if (newest)
        newest->next = held;
    else
        oldest = held;
    newest = held;
    while (bytes_held > MOST_BYTES)
        release_oldest();
    return true;
}

void swrt_quarantine_clear(void) {
    while (oldest)
        release_oldest();
}
