/* A launch of a kernel of a check build as a program to explore (explore/program.h).
 *
 *      generated code ── hooks ──► tool.c ─► event.c, wait.c ── events ──► thread.c ─► who explores
 *
 * Each CUDA thread of the launch runs on a stack of its own, one at a time, under the control of who calls `next`. Code of
 * check builds calls a hook before each operation. There the thread tells its event and stops; when it goes on, what it is
 * to read lies in memory, and the load behind the hook finds it there. What it writes is known when the store is done, so a
 * write is told at the thread's next hook. Memory that threads can share thus holds what somebody read or wrote last, and
 * means nothing; what it held before the launch is kept (memory.c) and put back in the end.
 *
 * All that goes on forever (the launch runs as always when it has been explored) belongs to the executor whose turn it is:
 * there is one worker. Nothing here is allocated while threads run, but when an address is met for the first time. */
#ifndef SWRT_LAUNCH_H
#define SWRT_LAUNCH_H

#include "execute/block.h"
#include "explore/program.h"

/* One of several places of a kind that are told by an event when the operation is done. size: of an element; 0: as memory.c
 * says. */
struct swrt_explore_store {
    char *address;
    uint64_t bytes;
    uint32_t size;
    struct swrt_explore_event like; /* all but address, size and value */
};

struct swrt_explored {
    struct swrt_steering steering; /* first: the slot leads here */
    struct swrt_launch_explored *launch;
    struct swrt_slot *slot; /* its own: what generated code sees of the block */
    struct swrt_fiber fiber;
    struct swrt_guarded locals;
    struct swrt_grid *grid;
    uint32_t number, tid, block, warp; /* the last two: of the launch */
    uint32_t place[3];                 /* threadIdx */
    bool has_store;
    struct swrt_explore_store store;
    const struct swrt_site *wait; /* that it has come to; null: none */
    uint64_t signalled;           /* splits barriers: a bit for each that it has come to and not waited at */
    bool has_turned;              /* the last time that it gave way was a turn of a waiting loop, */
    uint32_t turned_at;           /* and how much it had read then */
    uint64_t answer;
    struct swrt_explore_event event;
    uint32_t reads;                       /* so far, */
    uint32_t hooks;                       /* that have told of reads; of elements they tell together */
    uint32_t read_at[SWRT_EXPLORE_READS]; /* and the first ones' sites */
    uint32_t read_by[SWRT_EXPLORE_READS]; /* which of the hooks it was */
    struct swrt_fault fault;              /* what ended it the last time that something did, */
    const char *what;                     /* or what the explorer says of it; else null */
};

/* Memory that events are about, and how much of it. */
enum swrt_explore_space {
    SWRT_PLACE_OWN,      /* the thread's, or nobody writes there: no event */
    SWRT_PLACE_COMMON,   /* threads can share it */
    SWRT_PLACE_CONSTANT, /* no event; it may not be written to */
    SWRT_PLACE_NOWHERE,  /* no memory of a kernel's */
    SWRT_PLACE_HOSTS     /* the host's own memory, which cannot be put back */
};
struct swrt_explore_region {
    uintptr_t base, end;
    enum swrt_explore_space space;
};

/* 8 bytes that threads have accessed: what they were before the launch, and the size of the smallest access. */
struct swrt_explore_granule {
    uintptr_t at; /* 0: free */
    uint64_t before;
    uint32_t size;
};

/* A variable, or a part of it, whose last value belongs to an outcome. type: of the text that it is told as. */
enum swrt_explore_type { SWRT_EXPLORE_INT, SWRT_EXPLORE_UNSIGNED, SWRT_EXPLORE_HEX, SWRT_EXPLORE_FLOAT };
struct swrt_explore_watched {
    char name[128];
    uint64_t address;
    uint32_t size;
    enum swrt_explore_type type;
};

/* A place that the launch has written to, as far as it has been learnt. */
struct swrt_explore_written {
    uint64_t address;
    uint32_t size;
};

/* What has stopped a thread in some run: a fault, or what the explorer says of it, and where that was. */
struct swrt_explore_stop {
    struct swrt_fault fault;
    const char *what;
    uint64_t site;
};

enum { SWRT_EXPLORE_WATCHED = 64, SWRT_EXPLORE_WRITTEN = 256, SWRT_EXPLORE_STOPS = 64 };

struct swrt_launch_explored {
    struct swrt_executor *executor;
    struct swrt_grid *grid;
    uint32_t threads;
    struct swrt_grid host;        /* of the thread that stands for one of the host, */
    bool has_host;                /* the last one, if there is one */
    struct swrt_explored *thread; /* of the executor: used again by later launches */
    char *shared;                 /* of the blocks, one behind the other, each on shared_bytes with a gap */
    size_t shared_each, shared_bytes;
    struct swrt_explore_region *regions; /* by address */
    size_t num_regions, regions_room;
    struct swrt_explore_granule *granules; /* open addressing, a power of two, at most half full */
    size_t num_granules, granules_room;
    bool learns; /* sizes of accesses are not settled yet */
    struct swrt_explore_written written[SWRT_EXPLORE_WRITTEN];
    uint32_t num_written, num_events; /* events: of an execution, accesses, fences and barriers */
    struct swrt_explore_watched watched[SWRT_EXPLORE_WATCHED];
    uint32_t num_watched;
    struct swrt_explore_stop stops[SWRT_EXPLORE_STOPS];
    uint32_t num_stops;
};

/* launch.c: makes a grid a program; null: it cannot be one, and *refused says why. host: null, or a kernel without
 * parameters of the same module, of which one thread runs beside the launch as a thread of the host would. Undoes that: memory is as before. */
struct swrt_launch_explored *swrt_launch_explore(struct swrt_executor *executor, struct swrt_grid *grid,
                                                 const char *host, const char **refused);
void swrt_launch_explored_end(struct swrt_launch_explored *launch);
void swrt_launch_program(struct swrt_launch_explored *launch, struct swrt_explore_program *program);

/* thread.c */
bool swrt_explored_create(struct swrt_explored *t, struct swrt_executor *executor); /* false: out of memory */
/* Null: nobody explores what runs there. */
static inline struct swrt_explored *swrt_explored_of(const struct swrt_block *block) {
    const struct swrt_slot *slot = block->runtime;
    return (struct swrt_explored *)slot->steering;
}
/* The same thread of control tells an event, and goes on with its answer; or is through. */
uint64_t swrt_explored_tell(struct swrt_explored *t, const struct swrt_explore_event *event);
_Noreturn void swrt_explored_stop(struct swrt_explored *t, enum swrt_explore_kind kind, const char *refused);
void swrt_explored_restart(struct swrt_explored *t);
void swrt_explored_next(struct swrt_explored *t, uint64_t answer, struct swrt_explore_event *event);
/* Whether it is memory of the thread's own: its stack, its frames. */
bool swrt_explored_owns(const struct swrt_explored *t, const void *address);

/* stop.c: what has stopped the thread is kept; the number that its event has as its site. */
uint64_t swrt_explore_note_stop(struct swrt_launch_explored *launch, const struct swrt_explored *t);
/* Null: the site is one of the source. */
const struct swrt_explore_stop *swrt_explore_stop_of(const struct swrt_launch_explored *launch, uint64_t site);
/* For people. */
void swrt_explore_stop_text(const struct swrt_explore_stop *stop, char *text, size_t size);

/* event.c: what hooks say. */
void swrt_explored_read(struct swrt_explored *t, const char *address, const struct swrt_site *site);
void swrt_explored_write(struct swrt_explored *t, const char *address, const struct swrt_site *site);
void swrt_explored_atomic(struct swrt_explored *t, const char *address, const struct swrt_site *site);
void swrt_explored_swapped(struct swrt_explored *t, const char *address, bool swapped, const struct swrt_site *site);
void swrt_explored_copy(struct swrt_explored *t, const char *to, const char *from, uint64_t bytes,
                        const struct swrt_site *site);
void swrt_explored_fill(struct swrt_explored *t, const char *to, uint64_t bytes, const struct swrt_site *site);
void swrt_explored_fence(struct swrt_explored *t, const struct swrt_site *site);
void swrt_explored_settle(struct swrt_explored *t); /* what has been written is told */

/* wait.c: the thread has stopped with a request (enum swrt_wait). */
void swrt_explored_wait(struct swrt_explored *t);
void swrt_explored_meet(struct swrt_launch_explored *launch, uint64_t threads);

/* memory.c */
enum swrt_explore_space swrt_explore_space_of(struct swrt_explored *t, const char *address, uint64_t bytes);
/* They are about to be accessed; size: of the access, 0 if that is no scalar. */
void swrt_explore_touch(struct swrt_launch_explored *launch, const char *address, uint64_t bytes, uint32_t size);
/* How large an access to elements is that begins here, of so many bytes; usual: where nobody accesses them otherwise. */
enum { SWRT_EXPLORE_USUAL = 4 };
uint32_t swrt_explore_element(const struct swrt_launch_explored *launch, const char *address, uint64_t bytes,
                              uint32_t usual);
uint64_t swrt_explore_initial(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size);
void swrt_explore_put_back(struct swrt_launch_explored *launch);
void swrt_explore_forget(struct swrt_launch_explored *launch);

/* Whether memory is the program's, and not what the runtime's blocks meet at. */
bool swrt_explore_is_programs(uint64_t address);
/* How large the smallest access was to memory from an address on; 0: there was none. */
uint32_t swrt_explore_smallest(const struct swrt_launch_explored *launch, uint64_t address, uint64_t bytes);

/* learn.c: runs the launch in some interleavings, to see what it accesses. */
void swrt_explore_learn(struct swrt_launch_explored *launch);
/* An event of WRITE, whoever explores: what is written may be watched. */
void swrt_explore_note_written(struct swrt_launch_explored *launch, const struct swrt_explore_event *event);

/* name.c: what people call a place: A, part[1], s[0] of block 1, arg2[5]. */
void swrt_explore_name(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size, char *text,
                       size_t room);
/* The place of such a name, without the last index if that is no number; bytes: of the whole variable. False: there is
 * none. */
bool swrt_explore_find(const struct swrt_launch_explored *launch, const char *name, size_t length, uint64_t *address,
                       uint64_t *bytes);

/* watch.c: reads a list of names with commas between them, or, of none, takes all scalars that the kernel writes. False:
 * one is no name, and error says so. */
bool swrt_explore_watch(struct swrt_launch_explored *launch, const char *list, char *error, size_t size);

static inline uint64_t swrt_explore_load(const char *address, uint32_t size) {
    uint64_t value = 0;
    __builtin_memcpy(&value, address, size);
    return value;
}

#endif
