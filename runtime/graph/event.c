/* Event nodes: records and waits that take place at their turn within a launch.
 *
 * A launch says at once what its event nodes will do, as enqueuing them one by one would: a wait node waits for the
 * record that is the event's newest at the launch, and a record node's record is the newest from then on. The launch
 * itself is no stand-in for either: a node behind the record may need who waits for it. So each event node of a launch
 * has a *token*, an op outside all streams. A record's token completes when the node's turn comes, and those who wait
 * for the event wait for the token. A wait's token comes after the record that it is for; the node is complete when
 * both the token's turn and its own have come.
 *
 * Nodes in bodies of conditions run any number of times. A record that has not run when the launch ends counts as done
 * then; one that runs again only notes the time. A wait is over once its token is.
 */
#include "graph/capture.h"
#include "graph/graph.h"
#include "ipc/event.h"
#include "os/clock.h"

static bool is_record(const struct swrt_token *token) {
    return token->node->kind == &swrt_kind_node_record;
}

static void token_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    if (!op->token.node)
        swrt_op_list_add(finished, op);
    else if (op->token.arrived)
        swrt_op_list_add(finished, op->token.node);
}

static void token_complete(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_event_release(op->token.event);
}

static const struct swrt_op_kind token_kind = {.turn = token_turn, .complete = token_complete};

static bool create(struct swrt_op *launch, const struct swrt_op *node) {
    struct swrt_op *op = swrt_op_create(&token_kind, launch->stream);
    if (!op)
        return false;
    op->outside = true;
    op->token = (struct swrt_token){.event = node->event, .node = (struct swrt_op *)node};
    op->token.event->refs++;
    op->next = launch->graph.tokens;
    launch->graph.tokens = op;
    return true;
}

static bool create_all(struct swrt_op *launch, const struct swrt_program *program) {
    if (!program->has_events)
        return true;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct swrt_op_kind *kind = program->ops[i].kind;
        if ((kind == &swrt_kind_node_record || kind == &swrt_kind_node_await) && !create(launch, &program->ops[i]))
            return false;
        for (uint32_t k = 0; k < program->nodes[i].num_bodies; k++)
            if (!create_all(launch, program->nodes[i].bodies[k]))
                return false;
    }
    return true;
}

static void discard(struct swrt_op *op) {
    swrt_event_release(op->token.event);
    swrt_op_discard(op);
}

static void submit_wait(struct swrt_op *op) {
    struct CUevent_st *event = op->token.event;
    uint64_t turn;
    if (swrt_shared_event_remote(event, &turn))
        swrt_shared_event_op_wait(op, event, turn);
    else
        swrt_op_after(op, event->pending);
    swrt_op_submit_outside(op);
}

static void submit_record(struct swrt_op *op) {
    struct CUevent_st *event = op->token.event;
    swrt_capture_forget_event(event);
    event->recorded = true;
    event->pending = op;
    swrt_shared_event_submit(event, op);
}

cudaError_t swrt_graph_events_expect(struct swrt_op *launch) {
    bool whole = create_all(launch, launch->graph.body);
    for (struct swrt_op *op = launch->graph.tokens, *next; op && !whole; op = next) {
        next = op->next;
        discard(op);
    }
    if (!whole)
        return cudaErrorMemoryAllocation;
    for (struct swrt_op *op = launch->graph.tokens; op; op = op->next)
        if (!is_record(&op->token))
            submit_wait(op);
    for (struct swrt_op *op = launch->graph.tokens; op; op = op->next)
        if (is_record(&op->token))
            submit_record(op);
    return cudaSuccess;
}

static void record(struct swrt_op *op) {
    struct CUevent_st *event = op->token.event;
    swrt_shared_event_done(event, op->turn);
    if (event->pending == op)
        event->pending = NULL;
    if (!event->pending)
        event->time = swrt_now();
}

/* The link in the launch's list to the node's token; one to null when it is done. */
static struct swrt_op **find(struct swrt_op *node) {
    struct swrt_op **link = &swrt_graph_top(node)->graph.tokens;
    while (*link && (*link)->token.node != node)
        link = &(*link)->next;
    return link;
}

static void record_turn(struct swrt_op *node, struct swrt_op_list *finished) {
    struct swrt_op **link = find(node), *op = *link;
    if (op) {
        *link = op->next;
        record(op);
        swrt_op_list_add(finished, op);
    } else if (!node->event->pending) {
        node->event->time = swrt_now();
    }
    swrt_op_list_add(finished, node);
}

static void await_turn(struct swrt_op *node, struct swrt_op_list *finished) {
    struct swrt_op *op = *find(node);
    if (op && !op->ready)
        op->token.arrived = true;
    else
        swrt_op_list_add(finished, node);
}

const struct swrt_op_kind swrt_kind_node_record = {.turn = record_turn};
const struct swrt_op_kind swrt_kind_node_await = {.turn = await_turn};

/* A wait whose node never ran still comes after a record: its token goes when that is done. */
void swrt_graph_events_end(struct swrt_op *launch, struct swrt_op_list *finished) {
    for (struct swrt_op *op = launch->graph.tokens, *next; op; op = next) {
        next = op->next;
        if (is_record(&op->token)) {
            if (op->token.event->pending == op)
                op->token.event->pending = NULL;
            swrt_shared_event_done(op->token.event, op->turn);
            swrt_op_list_add(finished, op);
        } else if (op->ready) {
            discard(op);
        } else {
            op->token.node = NULL;
        }
    }
    launch->graph.tokens = NULL;
}
