/* Grids, which are launches in progress (struct swrt_grid), and those who run their blocks. */
#ifndef SWRT_EXECUTE_GRID_H
#define SWRT_EXECUTE_GRID_H

#include <stdbool.h>
#include <stdint.h>

struct swrt_executor;
struct swrt_grid;
struct swrt_op;
struct swrt_stack;
struct swrt_together;
struct swrt_waiter;

/* grid.c */
void swrt_grid_look_at_output(void);                        /* the program ends: what nobody has waited for */
void swrt_grid_ready(struct swrt_op *op);                   /* its turn has come; lock held */
void swrt_grid_ready_here(struct swrt_op *op);              /* the same; the caller is going to run blocks of it */
void swrt_together_release(struct swrt_together *together); /* may be null; lock held */
/* A grid with blocks left (that the waiter may help with), or null; each of several in turn; lock held. */
struct swrt_grid *swrt_grid_pick(const struct swrt_waiter *waiter);
void swrt_grid_use(struct swrt_grid *grid);   /* lock held */
void swrt_grid_leave(struct swrt_grid *grid); /* lock held; completes the op with its last user */
bool swrt_grid_exhausted(const struct swrt_grid *grid);
bool swrt_grid_stops(struct swrt_grid *grid); /* by whoever holds it: no more of it is to run */
uint64_t swrt_grid_permute(const struct swrt_grid *grid, uint64_t index);
bool swrt_grid_arrive(struct swrt_grid *grid, uint32_t *generation); /* a block at the grid barrier */
void swrt_grid_block_finished(struct swrt_grid *grid);
struct swrt_op *swrt_grid_op(struct swrt_grid *grid);
void swrt_grid_reset(struct swrt_grid *grid); /* before it runs again */
void swrt_grid_complete(struct swrt_op *op);  /* with what it has launched: lock held */
void swrt_grid_abandon(struct swrt_op *op);   /* one that is stopped and has no users: lock held */

/* executor.c */
struct swrt_executor *swrt_executor_create(unsigned index);
/* Runs blocks until there are none, or, for a waiter, none that it may help with or only ones that wait themselves.
 * Called and returns with the lock held. Blocks in flight may be left in it: swrt_executor_return passes them on. */
void swrt_executor_work(struct swrt_executor *executor, const struct swrt_waiter *waiter);
struct swrt_executor *swrt_executor_take(bool adopt); /* a free one, or with adopt an orphan; lock held */
bool swrt_executors_any(void); /* creates the first; lock held. False: there is no memory for it */
void swrt_executor_return(struct swrt_executor *executor);

/* help.c: swrt_executor_work on a host's thread, which notices nothing of it. False: it can not. Same
 * locking. */
bool swrt_help(struct swrt_executor *executor, const struct swrt_waiter *waiter);
/* With blocks of a grid that it waits for; false: there are none. Same locking. */
bool swrt_help_waiter(struct swrt_waiter *waiter);
bool swrt_run_blocks(void); /* on a pool's thread, the same */
/* Whatever else runs kernels, with a stack of its own, which is created if there is none yet. */
bool swrt_help_with(struct swrt_stack *stack, void (*function)(void *data), void *data);

#endif
