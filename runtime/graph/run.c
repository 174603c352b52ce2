/* Running programs: launches, and what happens when the turn of a program, a condition or a node has come.
 *
 * A launch is one op of its stream, so streams, events and waiting know nothing of graphs. Starting a program sets each
 * op back to what it was before the last run and gives those that wait for none their turn; whoever completes an op
 * counts down those after it. When none is left, the op that started the program is complete (or, the body of a loop,
 * looks at its condition again).
 */
#include <stdlib.h>

#include "base/assert.h"
#include "check/check.h"
#include "execute/grid.h"
#include "graph/graph.h"
#include "os/clock.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/wait.h"

static void reset_grid(struct swrt_grid *grid) {
    grid->id = ++swrt_engine.grid_ids;
    grid->is_passed_over = !swrt_check_launch(grid->kernel);
    swrt_grid_reset(grid);
}

static void reset(struct swrt_program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        struct swrt_op *op = &program->ops[i];
        op->stream = program->top->stream;
        op->seq = program->top->seq;
        op->waits = program->nodes[i].num_before;
        op->prev = op->next = NULL;
        if (op->kind == &swrt_kind_grid)
            reset_grid(&op->grid);
    }
}

static void body_ended(struct swrt_program *program, struct swrt_op_list *finished);

static void start(struct swrt_program *program, struct swrt_op *owner, struct swrt_op_list *finished) {
    assert(swrt_is_locked() && !program->left); /* it is not on its way */
    program->owner = owner;
    program->handed = swrt_engine.handed;
    program->top = swrt_graph_top(owner);
    program->left = program->count;
    if (!program->count) {
        body_ended(program, finished);
        return;
    }
    reset(program);
    for (uint32_t i = 0; i < program->count; i++)
        if (!program->nodes[i].num_before)
            swrt_op_turn(&program->ops[i], finished);
}

/* What the condition asks for, or null. */
static struct swrt_program *choose_body(const struct swrt_op *op) {
    const struct swrt_graph_call *call = &op->graph;
    unsigned value = *call->condition, index = call->type == cudaGraphCondTypeSwitch ? value : !value;
    return index < call->num_bodies && !swrt_sticky(op->stream->device) ? call->bodies[index] : NULL;
}

/* A body that has only empty nodes runs here, with the lock held. Only another branch can end its loop then, so the
 * next turn goes by way of a list. */
static void body_ended(struct swrt_program *program, struct swrt_op_list *finished) {
    struct swrt_op *owner = program->owner;
    if (owner->kind != &swrt_kind_condition || owner->graph.type != cudaGraphCondTypeWhile || !choose_body(owner))
        swrt_op_list_add(finished, owner);
    else if (program->handed == swrt_engine.handed)
        swrt_op_hand(&swrt_engine.calls, owner);
    else
        start(program, owner, finished);
}

struct swrt_op *swrt_graph_top(const struct swrt_op *op) {
    return op->program ? op->program->top : (struct swrt_op *)op;
}

static void assign_conditions(const struct swrt_program *program) {
    for (size_t i = 0; i < program->num_conditions; i++)
        if (program->conditions[i]->assign)
            program->conditions[i]->value = program->conditions[i]->initial;
}

static void memory_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_graph_memory_set(op->memory.memory, op->memory.live);
    swrt_op_list_add(finished, op);
}

static void start_or_end(struct swrt_program *body, struct swrt_op *op, struct swrt_op_list *finished) {
    if (body)
        start(body, op, finished);
    else
        swrt_op_list_add(finished, op);
}

static void graph_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    if (op->graph.exec)
        assign_conditions(op->graph.body);
    start_or_end(op->graph.body, op, finished);
}

static void condition_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    start_or_end(choose_body(op), op, finished);
}

/* A loop's next turn, which is in a list only so that others get at the lock. */
static void condition_run(struct swrt_op *op) {
    swrt_unlock();
    swrt_yield();
    swrt_lock();
    swrt_op_again(op);
}

void swrt_graph_node_complete(struct swrt_op *op, struct swrt_op_list *finished) {
    struct swrt_program *program = op->program;
    const struct swrt_program_node *node = &program->nodes[op->node];
    assert(program->left && op->node < program->count);
    for (uint32_t i = 0; i < node->num_after; i++) {
        struct swrt_op *after = &program->ops[program->after[node->first_after + i]];
        if (--after->waits == 0)
            swrt_op_turn(after, finished);
    }
    if (--program->left == 0)
        body_ended(program, finished);
}

void swrt_exec_release(struct CUgraphExec_st *exec) {
    assert(swrt_is_locked() && exec->refs);
    if (--exec->refs)
        return;
    if (exec->program)
        swrt_program_drop(exec->program);
    free(exec);
}

static void launch_complete(struct swrt_op *op, struct swrt_op_list *finished) {
    struct swrt_program *program = op->graph.body;
    struct CUgraphExec_st *exec = op->graph.exec;
    swrt_graph_events_end(op, finished);
    if (exec->last == op)
        exec->last = NULL;
    assert(program->pending);
    program->pending--;
    swrt_program_drop(program);
    swrt_exec_release(exec);
    swrt_objects_bury_later();
}

const struct swrt_op_kind swrt_kind_graph = {.turn = graph_turn, .complete = launch_complete, .is_dropped = true};
const struct swrt_op_kind swrt_kind_condition = {.turn = condition_turn, .run = condition_run, .is_dropped = true};
const struct swrt_op_kind swrt_kind_memory = {.turn = memory_turn, .is_dropped = true};

cudaError_t swrt_graph_launch(struct CUgraphExec_st *exec, struct CUstream_st *stream) {
    if (!swrt_workers_any())
        return swrt_because(cudaErrorMemoryAllocation, "the system grants no thread to run it");
    swrt_wait_for_room(stream);
    SWRT_TRY(swrt_graph_memory_launch(exec->program, exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch));
    struct swrt_op *op = swrt_op_create(&swrt_kind_graph, stream);
    if (!op)
        return cudaErrorMemoryAllocation;
    struct swrt_program *program = exec->program;
    op->graph = (struct swrt_graph_call){.body = program, .exec = exec};
    cudaError_t error = program->has_events ? swrt_graph_events_expect(op) : cudaSuccess;
    if (error) {
        swrt_op_discard(op);
        return error;
    }
    program->refs++;
    program->pending++;
    exec->refs++;
    swrt_op_after(op, exec->last);
    exec->last = op;
    swrt_op_submit(op);
    return cudaSuccess;
}
