/* CUDA graphs: what they are made of, and what a launch runs.
 *
 * Words. A node's *work* is what it does (a kernel with its arguments, a copy, ...). It never changes once made, so a
 * node, the clones of its graph and everything instantiated from them share one; setting a node's parameters gives it
 * another work. A *program* is what instantiating makes of a graph: an op per node, ready to run, and the edges between
 * them. Launching puts one op (swrt_kind_graph) into the stream; when its turn comes it starts the program's ops, and it
 * is complete when they all are. A child graph or the body of a condition is a program of its own, started by its
 * node's op in the same way.
 *
 * Rules.
 * 1. Everything here is guarded by the engine's lock.
 * 2. One program runs once at a time: a launch waits for the one before. A program with launches that have not ended is
 *    never changed; whoever wants to change it puts a copy in its place.
 */
#ifndef SWRT_GRAPH_H
#define SWRT_GRAPH_H

#include "memory/copy.h"
#include "os/thread/thread.h"
#include "stream/op.h"
#include "stream/stream.h"

struct swrt_kernel_work {
    struct swrt_grid grid; /* ready but for what each run sets; its args follow this work */
    const void *function;
    void **pointers;                      /* to the packed arguments: what cudaGraphKernelNodeGetParams gives */
    struct cudaAccessPolicyWindow window; /* attributes: hints that programs read back */
    enum cudaClusterSchedulingPolicy cluster_policy;
    int priority;
};

struct swrt_copy_work {
    struct swrt_copy copy;
    struct cudaMemcpy3DParms params;
    enum swrt_memory_kind dst, src;
};

struct swrt_fill_work {
    struct swrt_fill fill;
    struct cudaMemsetParams params;
};

/* A graph's allocation: its address stays the same over all launches, so the memory is kept as long as a node or a live
 * allocation refers to it. live: between the run of its allocating node and its being freed; held: the
 * same for a program that has submitted both, whether they have run or not; lost: cudaDeviceReset took it away. */
struct swrt_graph_memory {
    unsigned refs;
    bool live, held, lost;
    struct cudaMemAllocNodeParams params;
    struct cudaMemAccessDesc access[SWRT_MAX_DEVICES];
    struct swrt_graph_memory *next;
};

/* The word behind a cudaGraphConditionalHandle, which is its address. */
struct swrt_condition {
    unsigned value, initial;
    bool assign; /* the initial value at every launch */
    bool used;   /* a node has it */
    unsigned refs;
    struct swrt_condition *next;  /* of the same graph */
    struct swrt_condition *other; /* of all */
};

/* condition.c: with one reference; null: out of memory. */
struct swrt_condition *swrt_condition_create(unsigned initial, bool assign);
void swrt_condition_drop(struct swrt_condition *condition);
bool swrt_is_condition(uint64_t handle);

struct swrt_condition_work {
    struct swrt_condition *condition;
    enum cudaGraphConditionalNodeType type;
    unsigned num_bodies;
    struct CUgraph_st **bodies; /* behind the work; what phGraph_out points at */
};

struct swrt_work {
    unsigned refs;
    enum cudaGraphNodeType type;
    cudaError_t (*run)(void *data); /* of copies, fills and other calls */
    void *data;
    union {
        struct swrt_kernel_work kernel;
        struct swrt_copy_work copy;
        struct swrt_fill_work fill;
        struct cudaHostNodeParams host;
        struct CUevent_st *event;
        struct CUgraph_st *child;
        struct swrt_graph_memory *memory;
        struct swrt_condition_work condition;
    };
};

struct swrt_nodes { /* a list that grows */
    struct CUgraphNode_st **at;
    size_t count, size;
};

struct CUgraphNode_st {
    unsigned tag;
    struct CUgraph_st *graph;
    struct swrt_work *work;
    struct swrt_nodes before, after;
    const struct CUgraphNode_st *original; /* of a clone's node; only compared */
    uint64_t sink;                         /* when it last became a node that nothing comes after */
    size_t index;                          /* scratch: its place in the graph */
    unsigned mark;                         /* scratch */
};

struct swrt_object_ref {
    struct CUuserObject_st *object;
    unsigned count;
    struct swrt_object_ref *next;
};

struct CUgraph_st {
    unsigned tag;
    bool owned; /* by a node: a child graph, a body */
    bool capturing;
    uint64_t id;
    struct swrt_nodes nodes;
    struct swrt_object_ref *objects;
    struct swrt_condition *conditions;
    unsigned live_execs; /* that have nodes which allocate */
};

struct swrt_program_node {
    struct CUgraphNode_st *node; /* only compared */
    struct swrt_work *work;
    struct swrt_program **bodies; /* a child graph's, or a condition's */
    uint32_t num_bodies;
    bool disabled;
    uint32_t first_before, num_before, first_after, num_after;
    uint64_t sink;         /* as the node's */
    uint32_t pair, queued; /* scratch (pair.c) */
};

struct swrt_program {
    unsigned refs;    /* the instantiated graph, and launches on their way */
    unsigned pending; /* launches on their way */
    uint32_t count, left;
    struct swrt_op *owner, *top; /* of the run in progress: what it completes, and the op in the stream */
    struct swrt_op *ops;
    struct swrt_program_node *nodes;
    uint32_t *before, *after; /* the nodes before and after each, one behind the other, in the order of the edges */
    uint64_t handed;          /* scratch of a loop's body: swrt_engine.handed when its turn began */
    bool has_events, has_memory;
    struct swrt_object_ref *objects; /* these, of what an instantiated graph has, not of bodies */
    struct swrt_condition **conditions;
    size_t num_conditions;
};

struct CUgraphExec_st {
    unsigned tag, refs;
    unsigned long long flags;
    struct CUgraph_st *graph; /* only compared, and null when it allocates nothing */
    struct swrt_program *program;
    struct swrt_op *last; /* its newest launch, when unfinished */
};

/* work.c. A work is made with one reference; a null pointer means out of memory. */
struct swrt_work *swrt_work_create(enum cudaGraphNodeType type, size_t more);
struct swrt_work *swrt_work_kernel(const struct swrt_grid *grid, const void *function, void **args, int priority);
struct swrt_work *swrt_work_copy(const struct swrt_copy *copy, enum cudaMemcpyKind kind, enum swrt_memory_kind dst,
                                 enum swrt_memory_kind src);
struct swrt_work *swrt_work_fill(const struct swrt_fill *fill);
cudaError_t swrt_work_memset(const struct cudaMemsetParams *params, struct swrt_work **out);
struct swrt_work *swrt_work_call(cudaError_t (*run)(void *data), const void *data, size_t bytes);
cudaError_t swrt_check_node_event(const struct CUevent_st *event); /* not one that processes share */
struct swrt_work *swrt_work_event(enum cudaGraphNodeType type, struct CUevent_st *event);
struct swrt_work *swrt_work_copy_of_kernel(const struct swrt_work *work);
/* What one node says of clusters, for another of a kernel that says nothing. */
cudaError_t swrt_work_keep_cluster(struct swrt_kernel_work *work, const struct swrt_kernel_work *from);
void swrt_work_use(struct swrt_work *work);
void swrt_work_drop(struct swrt_work *work);

/* object.c: with the lock held. */
bool swrt_is_graph(const struct CUgraph_st *graph);
bool swrt_is_node(const struct CUgraphNode_st *node);
bool swrt_is_exec(const struct CUgraphExec_st *exec);
struct CUgraph_st *swrt_graph_create(bool owned);
void swrt_graph_destroy(struct CUgraph_st *graph);
/* Adds a node, taking over the work (even when it fails), behind `before`. */
cudaError_t swrt_graph_add(struct CUgraph_st *graph, struct CUgraphNode_st *const *before, size_t count,
                           struct swrt_work *work, struct CUgraphNode_st **out);
void swrt_graph_remove(struct CUgraphNode_st *node);
cudaError_t swrt_graph_link(struct CUgraphNode_st *from, struct CUgraphNode_st *to);
bool swrt_graph_unlink(struct CUgraphNode_st *from, struct CUgraphNode_st *to);
void swrt_graph_sink(struct CUgraphNode_st *node); /* notes that it is one now, if it is */
struct CUgraph_st *swrt_graph_clone(const struct CUgraph_st *graph, bool owned);
bool swrt_graph_has(const struct CUgraph_st *graph, enum cudaGraphNodeType type);
bool swrt_graph_has_memory(const struct CUgraph_st *graph);
bool swrt_nodes_add(struct swrt_nodes *nodes, struct CUgraphNode_st *node);
bool swrt_nodes_have(const struct swrt_nodes *nodes, const struct CUgraphNode_st *node);
/* Checks that the nodes belong to the graph, or are no nodes at all. */
cudaError_t swrt_graph_check(const struct CUgraph_st *graph, struct CUgraphNode_st *const *nodes, size_t count);

/* api/graph/graph.c: edges with ports or of other types are not supported. */
cudaError_t swrt_graph_check_edges(const cudaGraphEdgeData *data, size_t count);

/* program.c: with the lock held. */
struct swrt_program *swrt_program_build(struct CUgraph_st *graph);
struct swrt_program *swrt_program_copy(const struct swrt_program *program);
void swrt_program_drop(struct swrt_program *program);
struct swrt_program_node *swrt_program_find(struct swrt_program *program, const struct CUgraphNode_st *node,
                                            struct swrt_program **owner);
void swrt_program_prepare(struct swrt_program *program, uint32_t node); /* the op, from the work */
/* A graph that does what the program does: disabled nodes are empty ones. */
struct CUgraph_st *swrt_program_graph(const struct swrt_program *program, const struct swrt_object_ref *objects);

/* hold.c: user objects and conditions, which last as long as launches of the program; with the lock held.
 * False: out of memory, and nothing has changed. */
bool swrt_program_hold(struct swrt_program *program, const struct CUgraph_st *graph);
bool swrt_program_hold_same(struct swrt_program *program, const struct swrt_program *from);
void swrt_program_release(struct swrt_program *program);

/* run.c: with the lock held. */
extern const struct swrt_op_kind swrt_kind_graph;         /* a program */
extern const struct swrt_op_kind swrt_kind_condition;     /* one that runs if, or while, a condition holds */
extern const struct swrt_op_kind swrt_kind_memory;        /* a graph's allocation begins or ends */
struct swrt_op *swrt_graph_top(const struct swrt_op *op); /* the op in the stream that a node's op belongs to */
void swrt_graph_node_complete(struct swrt_op *op, struct swrt_op_list *finished);
void swrt_exec_release(struct CUgraphExec_st *exec);
cudaError_t swrt_graph_launch(struct CUgraphExec_st *exec, struct CUstream_st *stream);

/* event.c: with the lock held. */
extern const struct swrt_op_kind swrt_kind_node_record, swrt_kind_node_await;
cudaError_t swrt_graph_events_expect(struct swrt_op *launch); /* before it is submitted */
void swrt_graph_events_end(struct swrt_op *launch, struct swrt_op_list *finished);

/* pair.c: which node of the graph is which of the program's (swrt_program_node.pair, an index); lock held. */
cudaError_t swrt_program_pair(struct swrt_program *program, const struct CUgraph_st *graph,
                              cudaGraphExecUpdateResultInfo *info);

/* update.c: puts the graph's works into the program; with the lock held. */
cudaError_t swrt_program_update(struct swrt_program *program, struct CUgraph_st *graph,
                                cudaGraphExecUpdateResultInfo *info);
/* Whether a node may have the other's work after instantiation. */
enum cudaGraphExecUpdateResult swrt_work_change(const struct swrt_work *from, const struct swrt_work *to);
/* The program, not running: a copy of it when a launch is on its way. Null: out of memory. */
struct swrt_program *swrt_exec_writable(struct CUgraphExec_st *exec);

/* memory.c: with the lock held. */
struct swrt_graph_memory *swrt_graph_memory_create(const struct cudaMemAllocNodeParams *params, cudaError_t *error);
struct swrt_graph_memory *swrt_graph_memory_find(const void *address);
void swrt_graph_memory_use(struct swrt_graph_memory *memory);
void swrt_graph_memory_drop(struct swrt_graph_memory *memory);
void swrt_graph_memory_set(struct swrt_graph_memory *memory, bool live); /* its turn in the stream has come */
/* At a launch: whether what is allocated was freed before, and what is freed was allocated; then notes both. */
cudaError_t swrt_graph_memory_launch(const struct swrt_program *program, bool frees_before);

struct CUuserObject_st {
    unsigned tag;
    unsigned refs;
    void *data;
    cudaHostFn_t destroy;
    struct CUuserObject_st *next; /* doomed */
};

/* user_object.c: with the lock held; what they doom is destroyed by swrt_objects_bury, without it. */
void swrt_object_release(struct CUuserObject_st *object, unsigned count); /* so many references */
bool swrt_objects_add(struct swrt_object_ref **refs, struct CUuserObject_st *object, unsigned count);
bool swrt_objects_copy(struct swrt_object_ref **to, const struct swrt_object_ref *from);
void swrt_objects_drop(struct swrt_object_ref **refs);
void swrt_objects_bury(void);
void swrt_objects_bury_later(void); /* from an engine thread: on another thread, if there are any */

/* capture.c: with the lock held. */
struct swrt_capture;
/* The work of a call on a capturing stream becomes a node; takes over the work. */
cudaError_t swrt_capture_work(struct CUstream_st *stream, struct swrt_work *work);
void swrt_capture_drop_graph(struct CUgraph_st *graph); /* it is destroyed */

#endif
