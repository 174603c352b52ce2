/* Ops, which are items of stream work, and what each kind of them holds: a grid, a call, a host function, .. */
#ifndef SWRT_OP_H
#define SWRT_OP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "os/thread/lock.h"
#include "softwarp/abi.h"

enum {
    SWRT_INLINE_BYTES = 256,  /* payload (arguments, call data) that fits in the op itself */
    SWRT_SHUFFLE_REVERSE = 2, /* the last block, the last warp, the last lane first; seeds are odd */
};

struct swrt_family;
struct swrt_op;
struct swrt_op_list;
struct swrt_program;

/* What ops of a kind do, by those who know the kind. All but the first may be null; with the lock held. */
struct swrt_op_kind {
    void (*turn)(struct swrt_op *op, struct swrt_op_list *finished); /* what is complete at once is added */
    void (*run)(struct swrt_op *op);                                 /* its turn in a list of a service (service.c) */
    void (*complete)(struct swrt_op *op, struct swrt_op_list *finished); /* of an op that is no node of a program */
    void (*discard)(struct swrt_op *op);                                 /* gives back what it holds */
    bool is_dropped; /* after a device's asynchronous error its turn does nothing */
};
/* op.c, service.c, event.c; those of grids are in execute/grid.c, graphs' in graph/graph.h. */
extern const struct swrt_op_kind swrt_kind_mark;    /* something to wait for */
extern const struct swrt_op_kind swrt_kind_claimed; /* a mark that whoever waits for it completes */
extern const struct swrt_op_kind swrt_kind_call, swrt_kind_host, swrt_kind_callback, swrt_kind_record;
extern const struct swrt_op_kind swrt_kind_grid;

struct swrt_edge { /* owned by the op that waits */
    struct swrt_op *waiting;
    struct swrt_edge *next;
};

/* A launch in progress. Blocks have linear indices 0 .. total-1; `next` is the first that nobody has taken. */
struct swrt_grid {
    const struct swrt_module *module;
    const struct swrt_kernel *kernel;
    const struct swrt_variant *variant;
    uint32_t nctaid[3], ntid[3], nthreads;
    uint32_t shared_bytes, dynamic_bytes;
    uint32_t cluster[3],
        cluster_blocks; /* the blocks of a cluster along each axis, and their number (execute/cluster) */
    uint32_t shared_log;
    bool has_clusters; /* launch or kernel say how large clusters are */
    uint64_t total, id;
    void *args, *image;
    int device;
    bool cooperative;
    bool is_passed_over;                  /* what checkers find in it is not told */
    const struct swrt_call_stack *caller; /* who launched it; of programs that are being checked */
    uint64_t shuffle;                     /* seed of the block order, 0: in order, or SWRT_SHUFFLE_REVERSE */
    _Atomic uint64_t next;
    _Atomic uint32_t chunk;      /* blocks to take at a time (a hint, raced for) */
    _Atomic bool stop;           /* a fault: the blocks left are not run */
    unsigned users;              /* executors and blocks in flight that hold this grid (engine.lock) */
    _Atomic uint32_t generation; /* grid barriers passed */
    struct swrt_mutex meet;      /* guards the two counts of the grid barrier */
    uint64_t arrived, finished;
    uint64_t absent;                     /* blocks that had finished when the grid barrier opened last */
    void *race;                          /* racecheck's launch */
    struct swrt_cooperation cooperation; /* what device code meets at by itself */
    struct swrt_together *together;
    struct swrt_family *_Atomic family; /* what it has launched itself (execute/dynamic/family.h) */
    unsigned depth;                     /* 0: launched by the host; 1: by such a grid, .. */
    struct swrt_verified *verified;     /* while it is run to compare its results (verify/verify.h); else null */
};

/* What the grids of a launch on several devices share; freed with the last of them. refs: engine.lock. */
struct swrt_together {
    struct swrt_meeting meeting;
    unsigned refs;
};

struct swrt_call {
    cudaError_t (*run)(void *data);
    void *data;
};

struct swrt_host_call {
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    cudaStream_t handle;
    void *data;
};

struct swrt_graph_call {
    struct swrt_program *body;
    struct CUgraphExec_st *exec;  /* of a launch */
    struct swrt_program **bodies; /* of a condition */
    unsigned num_bodies;
    const volatile unsigned *condition;
    enum cudaGraphConditionalNodeType type;
    struct swrt_op *tokens; /* of a launch: its event nodes' that are not done */
};

struct swrt_token {
    struct CUevent_st *event;
    struct swrt_op *node; /* null: the launch has ended */
    bool arrived;         /* the node's turn has come, before that of what it waits for */
};

struct swrt_memory_call {
    struct swrt_graph_memory *memory;
    bool live;
};

struct swrt_op {
    const struct swrt_op_kind *kind;
    struct swrt_program *program; /* whose node it is; null: an op of its stream */
    void (*node_completes)(struct swrt_op *op, struct swrt_op_list *finished); /* of a node: graph/run.c */
    uint32_t node;
    struct CUstream_st *stream;
    uint64_t seq;
    unsigned waits; /* unfinished ops before this one, plus one while it is being submitted */
    unsigned num_edges;
    struct swrt_edge *after; /* the ops that wait for this one */
    struct swrt_edge own[2], *more;
    struct swrt_op *prev, *next;
    _Atomic bool ready; /* its turn has come */
    bool outside;       /* of all streams: only edges order it */
    uint64_t turn;      /* of a record of a shared event */
    void *clock;        /* what it is behind (check/racecheck/order.h) */
    union {
        struct swrt_grid grid;
        struct swrt_call call;
        struct swrt_host_call host;
        struct CUevent_st *event;
        struct swrt_graph_call graph;
        struct swrt_memory_call memory;
        struct swrt_token token;
    };
    void *payload; /* bytes[] or a block from malloc */
    _Alignas(16) unsigned char bytes[SWRT_INLINE_BYTES];
};

struct swrt_op_list {
    struct swrt_op *first, *last;
};

/* op.c: all with the lock held, but swrt_op_payload. */
struct swrt_op *swrt_op_create(const struct swrt_op_kind *kind, struct CUstream_st *stream);
bool swrt_op_payload(struct swrt_op *op, size_t bytes); /* room in op->payload; false: out of memory */
void swrt_op_discard(struct swrt_op *op);               /* one that was never submitted */
void swrt_op_after(struct swrt_op *op, struct swrt_op *before);
void swrt_op_submit(struct swrt_op *op);
void swrt_op_submit_outside(struct swrt_op *op); /* one that is in no stream */
void swrt_op_complete(struct swrt_op *op);
void swrt_op_again(struct swrt_op *op); /* its turn has come, outside of any other's */
void swrt_op_turn_ends(struct swrt_op *op, struct swrt_op_list *finished); /* a kind's turn: complete at once */
/* To a list that others work off. */
void swrt_op_hand(struct swrt_op_list *list, struct swrt_op *op);
/* Its turn has come; what is complete at once is added to `finished`. */
void swrt_op_turn(struct swrt_op *op, struct swrt_op_list *finished);
void swrt_op_list_add(struct swrt_op_list *list, struct swrt_op *op);
void swrt_op_list_remove(struct swrt_op_list *list, struct swrt_op *op);

#endif
