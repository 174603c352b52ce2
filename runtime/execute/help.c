/* A host's thread runs blocks of what it waits for.
 *
 * It may come with a stack of a few pages (a fiber's), with a floating-point environment of its own, with the signals of
 * faults blocked, and with a signal stack, small or none, on which it may even stand just now. Kernels shall see nothing of
 * that, and the host nothing of kernels: they run on the executor's stack, in the engine's environment, with the executor's
 * signal stack and faults that arrive, and all of it is the host's own again afterwards. Faults of kernels end on the
 * executor's stack as well (executor.c), so there is no other way back than the one below.
 */

#include "execute/block.h"
#include "execute/grid.h"
#include "os/thread/float_env.h"
#include "os/thread/signal.h"

struct help {
    struct swrt_stack *stack;
    void (*function)(void *data);
    void *data;
    bool done;
};

/* Here the thread stands on none of the host's stacks: only so may its signal stack be exchanged while it is in use. */
static void work(void *data) {
    struct help *help = data;
    struct swrt_signal_stack host;
    struct swrt_signal_mask mask;
    if (!swrt_signal_stack_use(help->stack->signal, SWRT_SIGNAL_STACK_BYTES, &host))
        return;
    swrt_signals_unblock_faults(&mask);
    struct swrt_thread *self = swrt_self_noted();
    self->stack_low = help->stack->low;
    help->function(help->data);
    self->stack_low = self->stack_top = NULL;
    swrt_signals_restore(&mask);
    swrt_signal_stack_restore(&host);
    help->done = true;
}

bool swrt_help_with(struct swrt_stack *stack, void (*function)(void *data), void *data) {
    struct help help = {stack, function, data, false};
    if (!stack->low && !swrt_stack_create(stack))
        return false;
    struct swrt_float_env host = swrt_float_env_begin();
    swrt_stack_run(stack, work, &help);
    swrt_float_env_set(&host);
    return help.done;
}

struct blocks {
    struct swrt_executor *executor;
    const struct swrt_waiter *waiter;
};

static void run_blocks(void *data) {
    const struct blocks *blocks = data;
    swrt_executor_work(blocks->executor, blocks->waiter);
}

bool swrt_help(struct swrt_executor *executor, const struct swrt_waiter *waiter) {
    struct blocks blocks = {executor, waiter};
    return swrt_help_with(&executor->stack, run_blocks, &blocks);
}

bool swrt_help_waiter(struct swrt_waiter *waiter) {
    if (swrt_self()->callback || swrt_self()->executor || !swrt_grid_pick(waiter))
        return false;
    struct swrt_executor *executor = swrt_executor_take(false);
    if (!executor)
        return false;
    bool helped = swrt_help(executor, waiter);
    swrt_executor_return(executor);
    return helped;
}

bool swrt_run_blocks(void) {
    struct swrt_executor *executor = swrt_executor_take(true);
    if (!executor)
        return false;
    swrt_executor_work(executor, NULL);
    swrt_executor_return(executor);
    return true;
}
