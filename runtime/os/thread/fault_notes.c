/* What the handler of faults remembers of a thread from one fault to the next.
 *
 * Any thread of the program may come here, also one that the runtime has no record of, and a handler can not make one.
 * So the notes lie in a table of fixed size, by thread. A thread that finds no place takes another's: who has lost its
 * notes repeats an access once more, which does no harm.
 */
#include <stdatomic.h>
#include <stdint.h>

#include "os/thread/thread.h"

enum { PLACES = 64 };

static struct {
    _Atomic uintptr_t thread; /* the address of its pointer to its record; 0: free */
    struct swrt_fault_notes notes;
} places[PLACES];
static atomic_uint next_taken;

static bool is_of(unsigned place, uintptr_t thread) {
    uintptr_t nobody = 0;
    return atomic_load(&places[place].thread) == thread ||
           atomic_compare_exchange_strong(&places[place].thread, &nobody, thread);
}

struct swrt_fault_notes *swrt_fault_notes(void) {
    uintptr_t thread = (uintptr_t)&swrt_thread_record;
    for (unsigned i = 0; i < PLACES; i++)
        if (is_of(i, thread))
            return &places[i].notes;
    unsigned taken = atomic_fetch_add(&next_taken, 1) % PLACES;
    atomic_store(&places[taken].thread, thread);
    places[taken].notes = (struct swrt_fault_notes){0};
    return &places[taken].notes;
}

bool swrt_fault_repeats(struct swrt_fault_repeated *repeated, uintptr_t address, unsigned time) {
    if (repeated->address == address && repeated->time == time)
        return false;
    *repeated = (struct swrt_fault_repeated){address, time};
    return true;
}
