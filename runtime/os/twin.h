/* A twin: a copy of the process, with a copy of all its memory, that nobody sees. It finds something out, says it to the
 * process that made it, and is gone.
 *
 * It has the calling thread only; a lock that another thread held stays held in it. Its memory is its own (what the process
 * shares with others becomes its own where it writes to it), it prints nowhere, no signal but those of faults gets to it,
 * none tells of its end, and nothing that is to be done at a fork or an exit is done. It ends with the thread that made it. */
#ifndef SWRT_TWIN_H
#define SWRT_TWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_twin {
    int32_t process;
    int from, to; /* the two ends of a pipe */
};

enum { SWRT_TWIN_PAGE = 4096 };

/* Makes a twin, which comes back from here as well. Processor time, in seconds, is all that it may take.
 * SWRT_NO_TWIN: it was not possible; SWRT_TWIN_MADE: swrt_twin_answer is next; SWRT_IS_TWIN: this is the twin. */
enum swrt_twin_made { SWRT_NO_TWIN, SWRT_TWIN_MADE, SWRT_IS_TWIN };
enum swrt_twin_made swrt_twin_make(struct swrt_twin *twin, unsigned seconds);

/* Waits until the twin has given its answer, or is gone, so long at most; whether that is so. */
bool swrt_twin_is_ready(const struct swrt_twin *twin, int milliseconds);

/* Waits for the twin's answer, so long at most, and ends it. false: it has said nothing. */
bool swrt_twin_answer(struct swrt_twin *twin, void *answer, size_t bytes, int milliseconds);

/* The others are for the twin; a handler of faults may call them. */

/* Gives the answer, and ends the twin. bytes: of a pipe's least capacity (4096) at most. */
_Noreturn void swrt_twin_say(const struct swrt_twin *twin, const void *answer, size_t bytes);

/* Ends the twin without one. */
_Noreturn void swrt_twin_leave(void);

/* Makes the page of an address that may not be accessed one that may: a copy of what others share, zeros where there is
 * nothing. false: out of memory. */
bool swrt_twin_put_page(uintptr_t address);

#endif
