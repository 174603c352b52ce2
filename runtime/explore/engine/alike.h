/* Threads that can be interchanged, and places that change with them.
 *
 * Threads are alike if each does what the other does, event by event, whatever it reads, and both stand alike to all
 * others (block, cluster, device). Their events are about the same places, or about places of their own:
 * A[threadIdx.x]. A place is a thread's own if nobody else uses it and none overlaps with it; those of threads that
 * are alike belong together, row by row, and hold the same at first. Then an execution in which such threads change
 * their parts, and their own places with them, is an execution, too: models ask which thread and place is the same as
 * which other, and never which it is.
 *
 * Who finds out that threads are not alike, or that a place is not their own, tells them apart and begins again.
 */
#ifndef SWRT_ENGINE_ALIKE_H
#define SWRT_ENGINE_ALIKE_H

#include "explore/engine/tree.h"

struct swrt_outcomes;
struct swrt_witness;

/* A place that threads use. users, writers: which do. row: of a thread's own place, equal for those that belong
 * together, and owner: whose it is; 0: it is not known to be anybody's own. */
struct swrt_alike_place {
    uint64_t address, users, writers;
    uint32_t size, row;
    uint8_t owner;
    bool is_missed; /* the search by graphs has not waited for a write of it */
};

/* first: the first thread that each one is like, itself if there is none before it. */
struct swrt_alike {
    const struct swrt_explore_program *program;
    struct swrt_explore_place stands[SWRT_EXPLORE_THREADS];
    uint8_t first[SWRT_EXPLORE_THREADS];
    struct swrt_alike_place *places;
    unsigned num_places;
    uint32_t rows;
};

/* What searches by graphs find out of a program: which threads differ, what each uses, whether some fail, whether
 * there are barriers. */
struct swrt_lesson {
    struct swrt_alike alike;
    uint64_t differs[SWRT_EXPLORE_THREADS];
    bool has_barriers, has_failed;
};

void swrt_lesson_open(struct swrt_lesson *lesson, const struct swrt_explore_program *program);
void swrt_lesson_copy(struct swrt_lesson *to, const struct swrt_lesson *from);
void swrt_lesson_close(struct swrt_lesson *lesson);

/* All threads are told apart. */
void swrt_alike_open(struct swrt_alike *alike, const struct swrt_explore_program *program);
void swrt_alike_close(struct swrt_alike *alike);

/* Whether a third thread shares the same with both: block, cluster, device. */
bool swrt_alike_stand(const struct swrt_alike *alike, unsigned a, unsigned b);

/* Whether the two events are the same, of one place or of places of their own, which are noted. */
bool swrt_alike_match(struct swrt_alike *alike, unsigned a, const struct swrt_explore_event *x, unsigned b,
                      const struct swrt_explore_event *y);

/* Notes that the thread uses the event's place. The place, or null: it is no access. */
struct swrt_alike_place *swrt_alike_use(struct swrt_alike *alike, unsigned thread,
                                        const struct swrt_explore_event *event);

/* Whether somebody else uses what is noted as a thread's own, or something overlaps with it: that thread. */
bool swrt_alike_has_intruder(const struct swrt_alike *alike, unsigned *thread);

/* Forgets that threads are alike whose first this is, and what is their own. */
void swrt_alike_tell_apart(struct swrt_alike *alike, unsigned first);

/* Threads that are like this one, itself among them. */
uint64_t swrt_alike_class(const struct swrt_alike *alike, unsigned thread);

/* Whether one of the watched places is the own one of a thread: that thread. */
bool swrt_alike_has_watched(const struct swrt_alike *alike, const struct swrt_outcomes *outcomes, unsigned *thread);

/* What becomes of a place when thread t becomes to[t]. */
uint64_t swrt_alike_address(const struct swrt_alike *alike, uint64_t address, uint32_t size, const uint8_t *to);

/* The place, or null: nobody has used it yet. */
struct swrt_alike_place *swrt_alike_find(const struct swrt_alike *alike, uint64_t address, uint32_t size);

/* --- renaming.c --------------------------------------------------------------------------------------------------- */

/* Lists the ways in which threads that are alike can change their parts, `threads` numbers each: thread t becomes
 * to[t]. Threads of one key keep their order, as nothing tells them apart; of ways that differ only by a change of
 * parts that leaves all as it is (see symmetries: such ways, as many as num_symmetries; null: only that of doing
 * nothing) one is there. count: how many. The caller frees them. */
uint8_t *swrt_alike_ways(const struct swrt_alike *alike, const unsigned *key, const uint8_t *symmetries,
                         unsigned num_symmetries, unsigned *count);

/* How many that would be if there were no symmetries. */
uint64_t swrt_alike_count_ways(const struct swrt_alike *alike, const unsigned *key);

/* An execution, with its threads and places renamed. */
void swrt_alike_rename(const struct swrt_alike *alike, const uint8_t *to, struct swrt_witness *witness);

#endif
