/* What code that was built for checking (swcc --check) tells the runtime: the contract beside abi.h.
 *
 * Every access to memory that a thread can share, every fence and every place at which threads wait is a *site*: one
 * constant record of where it stands in the source and what it does. Generated code calls a hook with the site before
 * the operation. Check builds run at W = 1 on one worker, so a hook and the operation behind it happen at once as far
 * as other CUDA threads are concerned: threads change only where they wait.
 */
#ifndef SOFTWARP_CHECK_ABI_H
#define SOFTWARP_CHECK_ABI_H

#include <stdint.h>

struct swrt_block;

/* What a site does. */
enum swrt_site_kind {
    SWRT_SITE_READ,
    SWRT_SITE_WRITE,
    SWRT_SITE_RMW,    /* a read-modify-write */
    SWRT_SITE_CAS,    /* one that writes only if it finds what it expects (swrt_check_swapped says whether) */
    SWRT_SITE_REDUCE, /* a read-modify-write whose old value nobody uses (PTX's red) */
    SWRT_SITE_COPY,
    SWRT_SITE_FILL,
    SWRT_SITE_FENCE,
    SWRT_SITE_BARRIER, /* __syncthreads and its kin */
    SWRT_SITE_WARP,    /* __syncwarp, shuffles, votes */
    SWRT_SITE_GRID,    /* the grid's barrier */
    SWRT_SITE_YIELD,   /* a turn of a waiting loop */
    SWRT_SITE_RETURN,  /* the thread leaves the kernel by return: told like a wait, and it does not wait */
    SWRT_SITE_CALL,    /* of a function that was inlined: only as a caller */
};

/* Of atomic accesses and fences (CUDA C++ Programming Guide, Memory Fence Functions; PTX ISA, Scope). */
enum swrt_scope { SWRT_SCOPE_THREAD, SWRT_SCOPE_BLOCK, SWRT_SCOPE_CLUSTER, SWRT_SCOPE_DEVICE, SWRT_SCOPE_SYSTEM };

/* WEAK is a plain access. Atomic functions are RELAXED; __threadfence and its kin are SEQUENTIAL fences. */
enum swrt_order {
    SWRT_ORDER_WEAK,
    SWRT_ORDER_RELAXED,
    SWRT_ORDER_ACQUIRE,
    SWRT_ORDER_RELEASE,
    SWRT_ORDER_BOTH,
    SWRT_ORDER_SEQUENTIAL,
};

/* flags of a site. OURS: its file is one of Softwarp's headers, or one that clang brings along; the user's place is
 * that of the first caller without this flag. EXPECTED: a read whose value a compare-and-swap at the same address is to
 * expect, which begins a retry loop. SHARED: an access that starts from a shared variable, or from the block's dynamic
 * shared memory, wherever it leads. PACKED: an atomic operation that is one of each half, and none of the whole. ZEROED: an
 * access of a shared variable of Softwarp's headers that is 0 when a block begins. UNORDERED: an atomic function with which no
 * order can be said (atomicAdd).
 *
 * The rest is what racecheck needs to know to say what would mend a race. UPDATE: the read and the write of a plain
 * read-modify-write of one location, by enum swrt_update, from SWRT_SITE_UPDATE_SHIFT on. IN_PLACE: a read, and the
 * write of what was computed from it elsewhere in the same array. CONSTANT: all write the same. OWN: the address tells
 * threads apart by threadIdx. SCATTERED: it has an index that is read from memory. BUFFERS: it changes between two from
 * turn to turn of a loop. POLL: a loop that changes nothing ends with what is read. TICKET: an atomic operation whose
 * old value is an index or a bound. AGAIN: a loop comes back to the same address. APART: in one turn of a loop no other
 * thread accesses what this one does, as far as one of them writes. */
enum {
    SWRT_SITE_VOLATILE = 1,
    SWRT_SITE_OURS = 2,
    SWRT_SITE_EXPECTED = 4,
    SWRT_SITE_UPDATE = 8,
    SWRT_SITE_IN_PLACE = 16,
    SWRT_SITE_CONSTANT = 32,
    SWRT_SITE_OWN = 64,
    SWRT_SITE_BUFFERS = 128,
    SWRT_SITE_POLL = 256,
    SWRT_SITE_TICKET = 512,
    SWRT_SITE_AGAIN = 1024,
    SWRT_SITE_SCATTERED = 2048,
    SWRT_SITE_UPDATE_SHIFT = 12,
    SWRT_SITE_APART = 1 << 15,
    SWRT_SITE_SHARED = 1 << 16,
    SWRT_SITE_PACKED = 1 << 17,
    SWRT_SITE_ZEROED = 1 << 18,
    SWRT_SITE_UNORDERED = 1 << 19,
};
enum swrt_update {
    SWRT_UPDATE_OTHER,
    SWRT_UPDATE_ADD,
    SWRT_UPDATE_AND,
    SWRT_UPDATE_OR,
    SWRT_UPDATE_XOR,
    SWRT_UPDATE_EXTREME, /* the larger, the smaller; of integers */
    SWRT_UPDATE_ADD_LONG /* of integers of 64 bits */
};

/* Where a site stands in the code of a function, for advice about barriers. body: the function, by a number in its module;
 * position: grows as the source does; is_always: each turn of the loop around it comes there, and so on outwards;
 * condition: the way out of a branch that leads there, by a number in the body, or 0. parts: what only some threads of the block, and of the warp, run around it: from
 * position first to last, behind the branch in `line`; kind: none, a loop, an if, or, from SWRT_PART_ARM on, an arm of one
 * if that nothing else parts. loops: those around that of which all threads run all turns, the innermost first; last is 0
 * behind the last one; from tail on, if that is not 0, a turn decides whether there is another. All are numbers of 32 bits: they go through the compiler as a row. */
enum { SWRT_SITE_LOOPS = 4, SWRT_PART_NONE = 0, SWRT_PART_LOOP, SWRT_PART_IF, SWRT_PART_ARM };
struct swrt_site_loop {
    uint32_t first, last, tail, line;
};
struct swrt_site_part {
    uint32_t first, last, line, kind;
    struct swrt_site_loop loops[SWRT_SITE_LOOPS];
};
struct swrt_site_place {
    uint32_t body, position, is_always, condition;
    struct swrt_site_part parts[2];
};

/* On which of its thread's reads an access depends, for the explorer. counts: how many sites make its address (of a copy,
 * where it writes), what it writes (of a copy, the address where it reads), and that it is come to at all; these stand
 * behind, in that order, each as its number minus this site's, times 2, plus 1 where all that it has read counts and not
 * only the last. SWRT_READS_ANY: all that was read before. */
#define SWRT_READS_ANY INT32_MAX
struct swrt_site_reads {
    uint32_t counts[3];
    int32_t sites[];
};

/* function: demangled by whoever prints it; file: as the compiler names it; caller: the site of the call that this
 * function was inlined at, or null. size, align: bytes of the access, 0 where that does not apply; of vectors the
 * whole. name: of the variable where the compiler knows it, or null. place: struct swrt_site_place, or null. number: the runtime numbers sites when they are
 * registered, from 1; what shadow memory holds. race: its number among races, given when it is first reached, or 0.
 * reads: struct swrt_site_reads, or null: it depends on none. */
#define SWRT_SITE_FIELDS(F)                                    \
    F(PTR, function) F(PTR, file) F(PTR, caller) F(PTR, name)  \
    F(PTR, place) F(PTR, reads)                            \
    F(U32, line) F(U32, column) F(U32, kind) F(U32, size)      \
    F(U32, align) F(U32, scope) F(U32, order) F(U32, flags)    \
    F(U32, number) F(U32, race)
#define SWRT_SITE_C_U32 uint32_t
#define SWRT_SITE_C_PTR const void *
#define SWRT_SITE_C_FIELD(kind, name) SWRT_SITE_C_##kind name;
struct swrt_site {
    SWRT_SITE_FIELDS(SWRT_SITE_C_FIELD)
};

/* What generated code looks at before it calls a hook: set before the first module of a program is registered, and
 * constant from then on.
 *
 * wants: what some tool that is on wants to be told, bits of SWRT_WANTS; nothing, and no hook is called. MEMORY stands
 * for read, write, atomic, copy, fill and local. The rest says which accesses of memory need not be told all the same:
 * those of `size` bytes at a multiple of the site's alignment whose bytes are allocated. counts has a byte for each 8
 * bytes from base, how many of these are, from the first on; `bytes` bytes are covered, a multiple of 64 as base is. An
 * access within a local variable need not be told either. No such access is exempt when bytes is 0. */
enum {
    SWRT_WANTS_MEMORY = 1,
    SWRT_WANTS_SWAPPED = 2,
    SWRT_WANTS_FENCE = 4,
    SWRT_WANTS_WAIT = 8,
    SWRT_WANTS_UNWRITTEN = 16,
    SWRT_WANTS_RACES = 32,
    SWRT_WANTS_TURN = 64
};
#define SWRT_CHECK_QUICK_FIELDS(F) F(U32, wants) F(U32, unused) F(U64, base) F(U64, bytes) F(PTR, counts)
#define SWRT_SITE_C_U64 uint64_t
struct swrt_check_quick {
    SWRT_CHECK_QUICK_FIELDS(SWRT_SITE_C_FIELD)
};
extern struct swrt_check_quick swrt_check_quick;

/* Where races alone are looked for (SWRT_WANTS_RACES), what a block's threads are expected to access next at a site:
 * swrt_block.patterns has SWRT_CHECK_PATTERNS of these, a site's at its number among races (swrt_site.race) modulo that.
 * A plain access that is as expected, `thread` at `next`, need not be told: it only moves the pattern on, by a step
 * each. */
enum { SWRT_CHECK_PATTERNS = 64 };
#define SWRT_CHECK_NOWHERE UINT64_MAX
#define SWRT_CHECK_PATTERN_FIELDS(F) \
    F(U64, next) F(U64, step) F(U32, thread) F(U32, thread_step) F(U32, site) F(U32, unused)
struct swrt_check_pattern {
    SWRT_CHECK_PATTERN_FIELDS(SWRT_SITE_C_FIELD)
};

/* Functions of libsoftwarp that generated code calls. */

/* By a generated constructor, before the module is registered. */
void swrt_register_sites(struct swrt_site *sites, uint64_t count);

/* By the same constructor: where the program's, or library's, constants of device code lie that are no variables:
 * strings, tables, vtables. Several modules of a program name the same range; null twice: it has none. */
void swrt_register_constants(const void *start, const void *end);

/* Before a load, a store, an atomic operation of site->size bytes at address. */
void swrt_check_read(struct swrt_block *block, const void *address, struct swrt_site *site);
void swrt_check_write(struct swrt_block *block, const void *address, struct swrt_site *site);
void swrt_check_atomic(struct swrt_block *block, const void *address, struct swrt_site *site);
/* After a compare-and-swap. */
void swrt_check_swapped(struct swrt_block *block, const void *address, uint32_t swapped, struct swrt_site *site);
/* Before memcpy, memmove, memset in device code (also what clang makes of structure assignments). */
void swrt_check_copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes,
                     struct swrt_site *site);
void swrt_check_fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site);
/* Before an access to a variable of the thread's own, an array of `bytes` bytes at `base`. */
void swrt_check_local(struct swrt_block *block, const void *address, const void *base, uint64_t bytes,
                      struct swrt_site *site);
/* Before something is done with what was read of a variable of the thread's own that is not all written. written: a byte
 * for each byte read, 1 where it is written. */
void swrt_check_unwritten(struct swrt_block *block, uint64_t written, struct swrt_site *site);
/* At a fence. */
void swrt_check_fence(struct swrt_block *block, struct swrt_site *site);
/* Before the thread suspends (BARRIER, WARP, GRID, YIELD): what the runtime's own waits are to be named by. */
void swrt_check_wait(struct swrt_block *block, struct swrt_site *site);
/* Behind that, at a barrier in a loop. turn: the same number for threads that are in the same turn of the loops around it,
 * each counted since it was entered. */
void swrt_check_turn(struct swrt_block *block, uint64_t turn, struct swrt_site *site);
/* A plain load or store of host code of a check build (clang's -fsanitize=thread calls __tsan_read1..16 and
 * __tsan_write1..16, which call this). caller: the return address. */
void swrt_check_host(const void *address, uint32_t size, uint32_t is_store, const void *caller);

#endif
