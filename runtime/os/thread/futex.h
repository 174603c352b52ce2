/* Sleeping until a word changes. A word may lie anywhere, and needs no making and no giving back. */
#ifndef SWRT_FUTEX_H
#define SWRT_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps until the word is woken, unless it is not `seen` any more: looking and falling asleep are one step, so no waking
 * is lost that comes after a change. It may return for no reason. Only threads of this process wake. */
void swrt_futex_wait(_Atomic uint32_t *word, uint32_t seen);

/* Wakes so many of the threads that sleep on the word, at most. */
void swrt_futex_wake(_Atomic uint32_t *word, uint32_t count);

/* The same for a word in memory that processes share: for so long at most, and all that sleep. */
void swrt_futex_wait_shared(_Atomic uint32_t *word, uint32_t seen, uint32_t nanoseconds);
void swrt_futex_wake_shared(_Atomic uint32_t *word);

#endif
