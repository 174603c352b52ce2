/* What is done with launches that are to be explored. */
#ifndef SWRT_LAUNCH_RUN_H
#define SWRT_LAUNCH_RUN_H

struct swrt_executor;
struct swrt_grid;
struct swrt_launch_explored;

/* run.c: reads the environment; explores a grid that is about to run, if it is one of those. */
void swrt_explore_start(void);
void swrt_explore_grid(struct swrt_executor *executor, struct swrt_grid *grid);

/* trace.c */
void swrt_explore_trace(struct swrt_launch_explored *launch);

#endif
