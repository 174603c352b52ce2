/* Verification: each launch runs at W = 1 and in lockstep on the same memory, and the results are compared.
 *
 *   stream/op.c: a grid's turn has come ──► a list ──► lane.c: one thread ──► launch.c
 *
 *   lane.c          which thread that is
 *   launch.c        what is compared, and in which order a launch's runs follow each other
 *   run.c           one run of a grid, with a time limit
 *   quiet.c         nothing else runs beside a launch that is compared
 *   pieces.c        the memory that a kernel may write to
 *   zones.c         its pages, which can only be read until somebody writes to them
 *   units.c         the parts of those that are protected, or open, each by itself
 *   protect.c       what is protected for a launch, and what is copied
 *   patience.c      for how many launches the latter is copied
 *   mirror.c        those of which a mirror is kept, instead: the system tells which were written to
 *   pageable.c      the host's own, which cannot be put back
 *   expect.c        what a launch will write to, most likely
 *   copies.c        what of it was written, and what it was before
 *   written.c       the first write to a page, which can only be read until then
 *   fingerprint.c   what W = 1 gave, where that is much
 *   compare.c       two results
 *   tell.c          what is found, for `softwarp verify` (runtime/tool)
 *
 * It is on when the environment says SOFTWARP_VERIFY (options.c). Those below reach it by struct swrt_verifier
 * (stream/verifier.h), which they have only then. */
#ifndef SWRT_VERIFY_H
#define SWRT_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct swrt_op;
struct swrt_waiter;
struct swrt_grid;
struct swrt_slot;
struct swrt_fault;
struct swrt_text;

/* options.c */
bool swrt_verify_is_on(void);

/* lane.c, with the engine's lock held */

void swrt_verify_handed(void); /* engine.verified has more, perhaps */
/* Compares launches that a host thread waits for, in that thread; whether there was one. */
bool swrt_verify_help(struct swrt_waiter *waiter);
/* A host thread goes to sleep until something is done, and asks then whether it can help; null: it is awake. */
void swrt_verify_host_sleeps(const struct swrt_waiter *waiter);

/* run.c */

/* The last of a grid's users has left, with the lock held. False: that was the launch itself, which is complete. */
bool swrt_verify_run_ended(struct swrt_grid *grid);
/* The multiprocessor that blocks of a worker are on: another one in each order that is tried, since who runs what is as
 * much up to chance as the order is. */
uint32_t swrt_verify_multiprocessor(const struct swrt_grid *grid, uint32_t worker);
/* A kernel was stopped. True: in a run of which the program is to notice nothing. */
bool swrt_verify_hides_fault(struct swrt_grid *grid, const struct swrt_fault *fault);
/* What a kernel prints. True: likewise. */
bool swrt_verify_hides_text(struct swrt_grid *grid, const struct swrt_text *text);
/* written.c, in a signal handler: a write to a page that can only be read. True: it can be written to now. */
bool swrt_verify_fault(uintptr_t address);

/* zones.c: the pages at base are going to be unmapped, or others. */
void swrt_verify_forget(const char *base);

/* quiet.c, with the engine's lock held */

/* A copy, fill or host function begins: waits until no launch is being compared; and ends. */
void swrt_verify_call_begins(void);
void swrt_verify_call_ends(void);
/* Without the lock: the same around what unmaps memory, or gives it other pages. */
void swrt_verify_memory_changes(bool begins);
/* A host thread begins, and ends, to wait for work. */
void swrt_verify_host_waits(bool begins);

#endif
