/* The one contract between the code that swcc generates and libsoftwarp.
 *
 * Every structure is a field list (an X-macro), expanded here into a C struct for the runtime and in src/codegen into
 * an LLVM struct type for the compiler, so the two cannot disagree. Whoever adds a field adds it to the list only,
 * and raises SWRT_ABI_VERSION when old objects would misread it.
 *
 * Words: a *block* here is a CUDA thread block in flight on one worker thread. All its threads run on that worker, one
 * at a time, so nothing in swrt_block needs to be atomic. A *thread* is a CUDA thread; at W lanes a coroutine carries
 * W of them and `tid` is the first.
 */
#ifndef SOFTWARP_ABI_H
#define SOFTWARP_ABI_H

#include <stdint.h>

#define SWRT_ABI_VERSION 9

/* Field kinds: U32, U64, PTR. F(kind, name). */

/* What generated code and runtime share about the block in flight.
 * tid_x..tid      the thread that runs now: set by the runtime before it resumes a coroutine, by generated code in
 *                 the loop of a block loop; `tid` is linear, x + ntid_x * (y + ntid_y * z).
 * wait_*          the request a coroutine leaves before it suspends (see enum swrt_wait), wait_result the answer that
 *                 the runtime puts there before it resumes that coroutine, wait_result2 a second word of it.
 * wait_coming     where a module has operations without a mask at which threads meet: those that the coroutine may come to
 *                 behind a CONVERGED or YIELD request, or null for none. The first word has the set's first word in its
 *                 lower half, how many there are in the upper one; they follow, a bit for each wait_site.
 * wait_lanes      at W > 1: which of the coroutine's lanes make the request (bit i: thread tid + i). At a barrier the
 *                 others have exited; in a waiting loop they wait behind it. Not looked at when W is 1.
 * tids_x..tids_z  the coordinates of all threads of a block by their linear index: uint16_t [nthreads, at least 1024].
 * args            the launch's packed arguments, laid out as swrt_kernel.params says.
 * shared          base of the block's shared memory (zeroed at block start): static variables first, then, at
 *                 swrt_kernel.shared_static rounded up to 16, the dynamic part; shared_bytes is both together.
 * deferred        where atomic operations may be put off to (struct swrt_deferred).
 * cooperation     what the blocks of a cooperative launch meet at (struct swrt_cooperation); null for other launches.
 * image           the kernel's module's device variables on the launch's device (swrt_module.image is device 0's).
 * backwards       a block loop of one lane runs the block's last thread first (in check builds, and where there are
 *                 variants of several lanes, too).
 * done            how many threads a block loop leaves out, counted as it runs them; 0 but where a thread's failed
 *                 assertion has left it (SWRT_KERNEL_SKIPS).
 * patterns        in check builds: what sites are expected to access next (struct swrt_check_pattern of check_abi.h).
 * locals          stack pointer of the stack for local variables that may be overrun (src/codegen/locals.c).
 * until           a block loop of a check build ends when so many threads are behind it, counted as it runs them; 0: when
 *                 all are.
 * window          where the shared memory of the cluster's block of rank 0 begins; the other blocks' lie behind it, each
 *                 2^shared_log bytes after the one before. Addresses of shared memory that the cluster's blocks exchange
 *                 count from here: shared is shared_first bytes behind it. window_bytes: up to the last block's end.
 * cluster*        PTX's special registers of the same names: which cluster this block is in, of how many along each axis, and
 *                 where it is in it; explicit_cluster: 1 where launch or kernel say how large it is.
 */
#define SWRT_BLOCK_FIELDS(F)                                                     \
    F(U32, tid_x) F(U32, tid_y) F(U32, tid_z) F(U32, tid)                        \
    F(U32, ctaid_x) F(U32, ctaid_y) F(U32, ctaid_z)                              \
    F(U32, ntid_x) F(U32, ntid_y) F(U32, ntid_z)                                 \
    F(U32, nctaid_x) F(U32, nctaid_y) F(U32, nctaid_z)                           \
    F(U32, nthreads) F(U32, smid) F(U32, shared_bytes)                           \
    F(U32, dynamic_bytes) F(U32, wait_lanes)                                     \
    F(PTR, args) F(PTR, shared) F(PTR, image)                                    \
    F(PTR, tids_x) F(PTR, tids_y) F(PTR, tids_z)                                 \
    F(U32, wait_kind) F(U32, wait_op) F(U32, wait_mask) F(U32, wait_arg)         \
    F(U32, wait_clamp) F(U32, wait_site)                                         \
    F(U64, wait_value) F(U64, wait_result) F(U64, wait_result2)                  \
    F(U64, grid_id)                                                              \
    F(PTR, runtime) F(PTR, deferred) F(PTR, cooperation)                         \
    F(U32, backwards) F(U32, done) F(PTR, patterns) F(PTR, locals)       \
    F(U32, until) F(PTR, wait_coming)                                            \
    F(PTR, window) F(U32, window_bytes) F(U32, shared_log) F(U32, shared_first)  \
    F(U32, clusterid_x) F(U32, clusterid_y) F(U32, clusterid_z)                  \
    F(U32, nclusterid_x) F(U32, nclusterid_y) F(U32, nclusterid_z)               \
    F(U32, cluster_ctaid_x) F(U32, cluster_ctaid_y) F(U32, cluster_ctaid_z)      \
    F(U32, cluster_nctaid_x) F(U32, cluster_nctaid_y) F(U32, cluster_nctaid_z)   \
    F(U32, cluster_ctarank) F(U32, cluster_nctarank) F(U32, explicit_cluster)

/* One kernel parameter: its place in the packed argument buffer. flags: SWRT_PARAM_*. */
#define SWRT_PARAM_FIELDS(F) F(U32, offset) F(U32, size) F(U32, flags)

/* Block shapes that a variant is made for: which threads one run of W threads (from a multiple of W) holds.
 * ANY        any. A lane count that W does not divide leaves the last run partial.
 * ROWS       y and z are the same within a run, x counts up: blocks of one row, or with ntid_x a multiple of W. The
 *            grid's threads along x, and a run more, count up to less than 2^31.
 * FULL_ROWS  ROWS, ntid_x a multiple of W: no run is partial.
 * WHOLE      the whole block, of exactly size_x times size_y times size_z threads, which are W. */
enum swrt_blocks { SWRT_BLOCKS_ANY, SWRT_BLOCKS_ROWS, SWRT_BLOCKS_FULL_ROWS, SWRT_BLOCKS_WHOLE };

/* One compiled form of a kernel. lanes: W; blocks: enum swrt_blocks. A kernel's variants are in order of preference: the
 * first that fits the launch's block shape runs; the last has one lane and fits all. Exactly one of loop and coroutine
 * is non-null; of whole blocks it is the loop.
 * loop:       void (*)(struct swrt_block *)                runs the whole block and returns.
 * coroutine:  void *(*)(struct swrt_block *, uint32_t tid) starts the coroutine of the threads tid .. tid+W-1 and runs
 *             it to its first suspend; returns the frame. The frame's first word is the resume function
 *             (void (*)(void *frame)), null once the coroutine has finished. Frames come from swrt_frame_alloc. */
#define SWRT_VARIANT_FIELDS(F) \
    F(U32, lanes) F(U32, blocks) F(PTR, loop) F(PTR, coroutine) F(U32, size_x) F(U32, size_y) F(U32, size_z)

/* One kernel. name: the mangled device name. max_threads: __launch_bounds__, or 0. shared_static: bytes of static
 * shared memory, shared_padding: how many of them are red zones of check builds, which programs are not told of.
 * shared_vars: in check builds the variables in it. local_bytes: stack bytes a thread needs, as cudaFuncAttributes
 * reports it. flags: SWRT_KERNEL_*. cluster_*: __cluster_dims__, or zeros; max_cluster: the most blocks of a cluster that
 * __launch_bounds__ allow, or 0. */
#define SWRT_KERNEL_FIELDS(F)                                                    \
    F(PTR, name) F(PTR, params) F(PTR, variants) F(PTR, shared_vars)             \
    F(U32, num_params) F(U32, params_bytes) F(U32, num_variants)                 \
    F(U32, shared_static) F(U32, local_bytes) F(U32, const_bytes)                \
    F(U32, max_threads) F(U32, min_blocks) F(U32, flags) F(U32, arch)            \
    F(U32, shared_padding) F(U32, num_shared_vars)                               \
    F(U32, cluster_x) F(U32, cluster_y) F(U32, cluster_z) F(U32, max_cluster)

/* A static shared variable of a kernel: where it lies in the block's shared memory. Between two lie red zones, and one
 * lies before the dynamic part. */
#define SWRT_SHARED_VAR_FIELDS(F) F(PTR, name) F(U32, offset) F(U32, size)

/* One __device__, __constant__ or __managed__ variable. address: its place in device 0's image; for a managed
 * variable its initial value, and cell points at the pointer through which device code reaches the one object that
 * host and device share (the runtime stores the host variable's address there when the host registers it). */
#define SWRT_VAR_FIELDS(F) F(PTR, name) F(PTR, address) F(PTR, cell) F(U64, size) F(U32, align) F(U32, flags)

/* A pointer inside the image that points into the image: *(image + offset) = image + target. Needed for the copies
 * that devices 1.. get; device 0's is resolved by the linker. */
#define SWRT_RELOC_FIELDS(F) F(U64, offset) F(U64, target)

/* What one device object holds. ids: pairs of uint64_t, one pair per translation unit in it (several after a link of
 * relocatable device code), equal to the pair in that unit's host object (struct swrt_fatbin).
 * image: device 0's variables, image_bytes long, zero until registration copies the init_bytes of init to its start;
 * a further device's image starts as zeros, then init, then relocs. */
#define SWRT_MODULE_FIELDS(F)                                                    \
    F(U32, abi_version) F(U32, arch)                                             \
    F(PTR, source)                                                               \
    F(PTR, ids) F(PTR, kernels) F(PTR, vars) F(PTR, relocs) F(PTR, image)        \
    F(U32, num_ids) F(U32, num_kernels) F(U32, num_vars) F(U32, num_relocs)      \
    F(U64, image_bytes) F(PTR, init) F(U64, init_bytes)

/* A module's code for one processor. features: the instructions that it may have (softwarp/processor.h). processor: its
 * name. load: void (*)(void), hands the module to the runtime; called for one version only. */
#define SWRT_VERSION_FIELDS(F) F(U64, features) F(PTR, processor) F(PTR, load)

/* What an object was made for. versions: pointers to struct swrt_version, of which one is taken; none in objects whose
 * device code is linked later. The next two: of the host code in it. source: its file; "" after a device link. */
#define SWRT_MADE_FOR_FIELDS(F)                                                                                 \
    F(PTR, source) F(PTR, versions) F(U64, num_versions) F(U64, host_features) F(PTR, host_processor)

#define SWRT_C_U32 uint32_t
#define SWRT_C_U64 uint64_t
#define SWRT_C_PTR void *
#define SWRT_C_FIELD(kind, name) SWRT_C_##kind name;

/* clang-format off */
struct swrt_block { SWRT_BLOCK_FIELDS(SWRT_C_FIELD) };
struct swrt_param { SWRT_PARAM_FIELDS(SWRT_C_FIELD) };
struct swrt_variant { SWRT_VARIANT_FIELDS(SWRT_C_FIELD) };
struct swrt_kernel { SWRT_KERNEL_FIELDS(SWRT_C_FIELD) };
struct swrt_shared_var { SWRT_SHARED_VAR_FIELDS(SWRT_C_FIELD) };
struct swrt_var { SWRT_VAR_FIELDS(SWRT_C_FIELD) };
struct swrt_reloc { SWRT_RELOC_FIELDS(SWRT_C_FIELD) };
struct swrt_module { SWRT_MODULE_FIELDS(SWRT_C_FIELD) };
struct swrt_version { SWRT_VERSION_FIELDS(SWRT_C_FIELD) };
struct swrt_made_for { SWRT_MADE_FOR_FIELDS(SWRT_C_FIELD) };
/* clang-format on */

/* swrt_param.flags */
enum { SWRT_PARAM_REACHED = 1 /* a pointer, and the kernel has accesses through it */ };

/* swrt_kernel.flags */
enum {
    SWRT_KERNEL_DYNAMIC_SHARED = 1, /* refers to extern __shared__ memory */
    SWRT_KERNEL_WAITS = 2,          /* has a waiting loop: its blocks may need other blocks to make progress */
    SWRT_KERNEL_SUSPENDS = 4,       /* has any suspend point (its variants are coroutines) */
    SWRT_KERNEL_GRID_SYNC = 8,      /* synchronises the whole grid (cooperative launch) */
    SWRT_KERNEL_CHECKED = 16,       /* tells the checkers what it does (check_abi.h) */
    SWRT_KERNEL_SKIPS = 32,         /* its block loops leave out the first `done` threads of the block */
    SWRT_KERNEL_PRINTS = 64,        /* may call printf */
    SWRT_KERNEL_STRICT = 128,       /* built with --strict: asks where its pointers lead (swrt_reach) */
    SWRT_KERNEL_OWN_STUB = 256,     /* its stub is no other object's, by rights; others' may be that of a template */
};

/* swrt_var.flags */
enum {
    SWRT_VAR_CONSTANT = 1,
    SWRT_VAR_MANAGED = 2,
    /* the first bit of the number, from 1, of the one id whose host object may name it; 0: any may */
    SWRT_VAR_OWNER = 8,
};

/* Payload of the host object's fat binary (what clang's __cudaRegisterFatBinary passes as wrapper->data). */
struct swrt_fatbin {
    char magic[8]; /* "SOFTWARP" */
    uint64_t id0, id1;
};
#define SWRT_FATBIN_MAGIC "SOFTWARP"

/* Why a coroutine suspended: swrt_block.wait_kind. A coroutine that has finished leaves no request.
 *
 * kind         meaning                                                  request fields               answer
 * BARRIER      __syncthreads and its reductions, named barriers         op, arg (barrier id),        result: i32 of the
 *                                                                       mask (thread count, 0 = all), reduction
 *                                                                       value (predicate; at W > 1 one bit per
 *                                                                       lane of the coroutine), lanes
 * WARP         an operation among the lanes of a warp named in mask     op, mask, value, arg, clamp  result, result2
 * CONVERGED    the same, for the forms without a mask (__activemask,    op, site, value, arg, clamp  result, result2
 *              __shfl, __ballot before CUDA 9): joins the lanes that
 *              wait at the same site once no other lane can run, or
 *              these have had turns enough to come (warp.c)
 * YIELD        one turn of a waiting loop: let others run               arg: nanoseconds (0 = a spin)  -
 * GRID         wait for every block of the grid (cooperative launch)    -                            -
 */
enum swrt_wait {
    SWRT_WAIT_NONE,
    SWRT_WAIT_BARRIER,
    SWRT_WAIT_WARP,
    SWRT_WAIT_CONVERGED,
    SWRT_WAIT_YIELD,
    SWRT_WAIT_GRID
};

/* Where blocks meet in two steps, and what a grid is in a launch on several devices: read and written by device code
 * alone (include/cuda/softwarp/groups/waits.h has the same), set up by the runtime before the grid starts.
 * own         of this grid's blocks
 * all         of the blocks of all grids of a launch on several devices; null for others
 * blocks      how many those are, first_block: how many are in the grids before this one */
struct swrt_meeting {
    uint32_t arrived, phase;
};
struct swrt_cooperation {
    struct swrt_meeting own, *all;
    uint64_t blocks, first_block;
    uint32_t num_grids, grid_rank;
};

/* swrt_block.wait_op of a BARRIER. SIGNAL and AWAIT are the two steps of a barrier of all threads that have not exited,
 * whose number is one of its own: 0 the cluster's, at which the threads of all its blocks meet, 1 the block's. */
enum swrt_barrier_op {
    SWRT_BARRIER_SYNC,
    SWRT_BARRIER_COUNT,
    SWRT_BARRIER_AND,
    SWRT_BARRIER_OR,
    SWRT_BARRIER_ARRIVE,
    SWRT_BARRIER_SIGNAL,
    SWRT_BARRIER_AWAIT,
};

/* swrt_block.wait_op of WARP and CONVERGED.
 * SHFL_*: value is the lane's value, arg the source lane / delta / lane mask, clamp PTX's c operand
 *         (segment mask << 8 | clamp); result the value read, result2 whether the source was in range (PTX's p).
 * ANY, ALL, UNI, BALLOT: value is the predicate. MATCH_ANY: value compared on 64 bits, result a mask.
 * MATCH_ALL: result the mask or 0, result2 the predicate. REDUCE_*: value 32 bits (ADD/MIN/MAX signed or unsigned).
 * ACTIVEMASK: result the mask of the lanes that joined. SYNC: __syncwarp. */
enum swrt_warp_op {
    SWRT_WARP_SYNC,
    SWRT_WARP_SHFL_IDX,
    SWRT_WARP_SHFL_UP,
    SWRT_WARP_SHFL_DOWN,
    SWRT_WARP_SHFL_BFLY,
    SWRT_WARP_ANY,
    SWRT_WARP_ALL,
    SWRT_WARP_UNI,
    SWRT_WARP_BALLOT,
    SWRT_WARP_ACTIVEMASK,
    SWRT_WARP_MATCH_ANY,
    SWRT_WARP_MATCH_ALL,
    SWRT_WARP_REDUCE_ADD,
    SWRT_WARP_REDUCE_UMIN,
    SWRT_WARP_REDUCE_UMAX,
    SWRT_WARP_REDUCE_MIN,
    SWRT_WARP_REDUCE_MAX,
    SWRT_WARP_REDUCE_AND,
    SWRT_WARP_REDUCE_OR,
    SWRT_WARP_REDUCE_XOR,
};

/* A warp function (enum swrt_warp_op) as `lanes`, a set, call it together; of each lane what the fields of the same names
 * in swrt_block hold. */
struct swrt_warp_call {
    uint32_t op, lanes, mask[32], arg[32], clamp[32];
    uint64_t value[32], result[32], result2[32];
};

/* What swrt_address_space answers (CUDA's __isGlobal, __isShared, __isConstant, __isLocal, __isGridConstant). */
enum swrt_space {
    SWRT_SPACE_GLOBAL,
    SWRT_SPACE_SHARED,
    SWRT_SPACE_CONSTANT,
    SWRT_SPACE_LOCAL,
    SWRT_SPACE_PARAMETER, /* a kernel's argument where the launch left it: part of global memory, too (PTX, isspacep) */
};

/* Why swrt_trap stops a kernel. */
enum swrt_trap_kind {
    SWRT_TRAP_TRAP,
    SWRT_TRAP_UNREACHABLE,
    SWRT_TRAP_UNSUPPORTED,
    SWRT_TRAP_ATOMIC_ON_CONSTANT,
    SWRT_TRAP_VECTOR_IN_SHARED,
    SWRT_TRAP_PHASE_ENDED,
};

/* A copy by a tensor map (PTX ISA, Tensor copy), as its instruction says: mode, rank, direction and operation, four bits
 * each from the lowest. offsets: 16 bits each, im2col's offsets of W, H, D, or wHalo and wOffset of the wide modes. */
enum swrt_tensor_mode {
    SWRT_TENSOR_TILE,
    SWRT_TENSOR_IM2COL,
    SWRT_TENSOR_ROWS, /* tile::gather4, tile::scatter4 */
    SWRT_TENSOR_WIDE, /* im2col::w */
    SWRT_TENSOR_WIDE_128,
};
enum swrt_tensor_direction { SWRT_TENSOR_LOAD, SWRT_TENSOR_STORE, SWRT_TENSOR_REDUCE };
enum swrt_tensor_op {
    SWRT_TENSOR_ADD,
    SWRT_TENSOR_MIN,
    SWRT_TENSOR_MAX,
    SWRT_TENSOR_INC,
    SWRT_TENSOR_DEC,
    SWRT_TENSOR_AND,
    SWRT_TENSOR_OR,
    SWRT_TENSOR_XOR,
};
enum { SWRT_TENSOR_RANK_AT = 4, SWRT_TENSOR_DIRECTION_AT = 8, SWRT_TENSOR_OP_AT = 12 };

/* What of a box lies side by side in global and in shared memory. global: 0, outside of the tensor. place: where it is in
 * shared memory, from the address of the copy on (32 bits, signed); then its bytes (16), SWRT_TENSOR_FINISH (1 bit) where
 * swrt_tensor_finish has to see to it, and the element's type (enum swrt_tensor_type). */
struct swrt_tensor_piece {
    uint64_t global, place;
};
enum { SWRT_TENSOR_BYTES_AT = 32, SWRT_TENSOR_FINISH_AT = 48, SWRT_TENSOR_TYPE_AT = 52 };
/* In the order of CUtensorMapDataType. */
enum swrt_tensor_type {
    SWRT_TENSOR_U8,
    SWRT_TENSOR_U16,
    SWRT_TENSOR_U32,
    SWRT_TENSOR_S32,
    SWRT_TENSOR_U64,
    SWRT_TENSOR_S64,
    SWRT_TENSOR_F16,
    SWRT_TENSOR_F32,
    SWRT_TENSOR_F64,
    SWRT_TENSOR_BF16,
    SWRT_TENSOR_F32_FTZ,
    SWRT_TENSOR_TF32,
    SWRT_TENSOR_TF32_FTZ,
    SWRT_TENSOR_B4,
    SWRT_TENSOR_B4_P64,
    SWRT_TENSOR_B6_P32,
    SWRT_TENSOR_TYPES,
};

/* Fields of a tensor map (PTX ISA, tensormap.replace), those with an ordinal last. */
enum swrt_tensor_field {
    SWRT_TENSOR_FIELD_global_address,
    SWRT_TENSOR_FIELD_rank,
    SWRT_TENSOR_FIELD_elemtype,
    SWRT_TENSOR_FIELD_interleave_layout,
    SWRT_TENSOR_FIELD_swizzle_mode,
    SWRT_TENSOR_FIELD_swizzle_atomicity,
    SWRT_TENSOR_FIELD_fill_mode,
    SWRT_TENSOR_FIELD_box_dim,
    SWRT_TENSOR_FIELD_global_dim,
    SWRT_TENSOR_FIELD_global_stride,
    SWRT_TENSOR_FIELD_element_stride,
};

/* Functions of libsoftwarp that generated code calls. None of them may be called by anyone else. */

/* Called by a generated constructor (priority 1, before any code of the program's): ends the program, with a message,
 * where this processor has not what the object needs. */
void swrt_require_processor(const struct swrt_made_for *made);
/* Called by another one (priority 101, before the host's own registration): loads the version that fits best. */
void swrt_load_version(const struct swrt_made_for *made);
/* Called by that version's load(). */
void swrt_register_module(struct swrt_module *module);
/* By the same constructor, before that: where the device code of its program or library is. */
void swrt_register_code(const void *start, const void *end);
/* And: device code of the module calls functions of libmvec. */
void swrt_open_vector_math(void);
/* Relocatable device code: the host object of one translation unit registers through this (clang calls a function
 * __cudaRegisterLinkedBinary<id>, which swcc defines to call this with the same first two arguments). What comes back is
 * for __cudaUnregisterFatBinary, when the object leaves memory. */
/* Called before the static constructors of a file: register_file is what clang made to register it, and is called as a
 * constructor again. library: the program or shared library, as __cxa_atexit takes it. */
void swrt_register_early(void (*register_file)(void), void *library);
void **swrt_register_linked(void (*register_globals)(void **handle), void *fatbin_wrapper);
/* Memory of one coroutine frame, freed by the runtime when the block ends. bytes: the frame's size; 64-byte aligned. */
void *swrt_frame_alloc(struct swrt_block *block, uint64_t bytes);
/* Gives back the frame of a coroutine that has finished before the block ends (a function that waits, called out of
 * line). frame: from swrt_frame_alloc. */
void swrt_frame_free(struct swrt_block *block, void *frame);
/* In debug builds: a function that is about to return has written beyond a local variable. Does not return. */
void swrt_local_overrun(void);
/* The place of swrt_block.locals, of the block that the calling worker runs. */
void **swrt_locals(void);
/* Threads of debug builds have stacks of their own (runtime/execute/fiber.c). start: what stands for a variant's
 * coroutine returns this; suspend: the thread waits for what the block says; end: where the kernel returns, does not
 * come back. */
void *swrt_fiber_start(struct swrt_block *block, void (*kernel)(struct swrt_block *));
void swrt_fiber_suspend(struct swrt_block *block);
void swrt_fiber_end(struct swrt_block *block);
/* printf in a kernel; args is CUDA's packed va_list buffer (8-byte values at natural alignment). */
int32_t swrt_vprintf(struct swrt_block *block, const char *format, const void *args);
/* assert() failed for the thread that the block names (tid); does not return. The same in two steps, where these threads
 * alone can be ended: swrt_assert_note for each, then swrt_assert_stop, which returns if the block's others shall go on. */
void swrt_assertfail(struct swrt_block *block, const char *message, const char *file, uint32_t line,
                     const char *function);
void swrt_assert_note(struct swrt_block *block, const char *message, const char *file, uint32_t line,
                      const char *function);
void swrt_assert_stop(struct swrt_block *block);
/* Calls what calls a function for several lanes; 1 if an assertion has failed in it for one of them (and was noted), so
 * that it did not get to its end. swrt_assert_end, when all had their turn, does not return. */
uint32_t swrt_assert_try(struct swrt_block *block, void (*call)(struct swrt_block *block, void *values), void *values);
void swrt_assert_end(struct swrt_block *block);
/* __trap() and friends, of the thread that the block names; does not return. kind: enum swrt_trap_kind. */
void swrt_trap(struct swrt_block *block, uint32_t kind, const char *what);
void swrt_refuse_constant(struct swrt_block *block, const void *address); /* of an atomic operation */
/* An atomic operation of so many bytes at an address that is no multiple of them; does not return. */
void swrt_misaligned(const void *address, uint32_t size);
/* Lanes call a warp function together, and some of their masks do not name them: says so (unnamed.c), fills in the
 * results. The call is done in registers only when every mask names its caller. */
void swrt_unnamed_lanes(struct swrt_block *block, struct swrt_warp_call *call);
/* Strict builds: the address is outside of the region that holds most of what kernels may reach, base and size of which
 * generated code knows by these. Comes back if a GPU reaches it, or there is nothing. */
void swrt_reach(const void *address);
extern uint64_t swrt_reach_base, swrt_reach_bytes;
/* What else device code asks for, of the thread that the block names; a row of cuda/softwarp/device/calls.def, and its
 * words. The answer is an error of CUDA's. */
uint32_t swrt_device_call(struct swrt_block *block, uint32_t what, uint64_t *words);
/* A kernel's address in device code is that of a constant string: this, and the kernel's name. */
#define SWRT_KERNEL_HANDLE "\1softwarp kernel\1"
void *swrt_device_malloc(struct swrt_block *block, uint64_t bytes);
void swrt_device_free(struct swrt_block *block, void *pointer);
uint32_t swrt_address_space(struct swrt_block *block, const void *pointer); /* enum swrt_space */

/* The copy, at once: how many bytes it is (to be told to an mbarrier). head: the map's first word, which device code has
 * read. In builds that look at each access these make it instead: how many bytes it is and, from bit 32 on, how many pieces
 * (of which some may be empty), each piece, and what is to be done behind the copy, or fill, of one. */
#define SWRT_TENSOR_PARAMETERS                                                                                        \
    struct swrt_block *block, const void *map, uint64_t head, void *shared, uint32_t how, uint64_t offsets, int32_t c0, \
        int32_t c1, int32_t c2, int32_t c3, int32_t c4
uint32_t swrt_tensor_copy(SWRT_TENSOR_PARAMETERS);
uint64_t swrt_tensor_pieces(SWRT_TENSOR_PARAMETERS);
struct swrt_tensor_piece swrt_tensor_piece(SWRT_TENSOR_PARAMETERS, uint32_t piece);
void swrt_tensor_finish(void *shared, void *global, uint64_t place);
void swrt_tensor_replace(struct swrt_block *block, void *map, uint32_t field, uint32_t ordinal, uint64_t value);
uint64_t swrt_globaltimer(void);     /* ns; never goes back */
uint32_t swrt_multiprocessors(void); /* %nsmid */

/* Samples of one texture for up to 32 threads. Lane i, if bit i of `lanes` is set, gets the components of its colour in
 * word[..][i], as floats or integers; what the other lanes have here may be anything.
 * how: what is asked for (enum swrt_how), the number of components from bit SWRT_SAMPLE_WORDS on, and from bit
 * SWRT_SAMPLE_ROWS on a bit for each row of struct swrt_sample that is there (x: 0); the others count as zeros. */
enum { SWRT_SAMPLE_LANES = 32, SWRT_SAMPLE_WORDS = 8, SWRT_SAMPLE_ROWS = 16, SWRT_SAMPLE_IN = 5, SWRT_SAMPLE_OUT = 4 };
struct swrt_sample {
    float x[SWRT_SAMPLE_LANES], y[SWRT_SAMPLE_LANES], z[SWRT_SAMPLE_LANES];
    int32_t layer[SWRT_SAMPLE_LANES];
    float level[SWRT_SAMPLE_LANES];
    uint32_t word[SWRT_SAMPLE_OUT][SWRT_SAMPLE_LANES];
};
struct swrt_texture;
void swrt_sample(const struct swrt_texture *texture, uint32_t how, uint32_t lanes, struct swrt_sample *sample);

/* Atomic operations whose results nobody uses, to be done at the latest when the blocks that run count as having run.
 * Lane i, if bit i of `lanes` is set: *address[i] = op(*address[i], value[i]), address[i] being in global memory. Only
 * while the first word of *deferred, a uint32_t, is 0 is that quicker than doing them. KIND(op, type's name, type). */
#define SWRT_DEFERRED_KINDS(KIND)                                                                       \
    KIND(add, u32, uint32_t) KIND(add, u64, uint64_t) KIND(add, f32, float) KIND(add, f64, double)       \
    KIND(addftz, f32, float)                                                                             \
    KIND(min, i32, int32_t) KIND(min, u32, uint32_t) KIND(min, i64, int64_t) KIND(min, u64, uint64_t)    \
    KIND(max, i32, int32_t) KIND(max, u32, uint32_t) KIND(max, i64, int64_t) KIND(max, u64, uint64_t)    \
    KIND(and, u32, uint32_t) KIND(and, u64, uint64_t) KIND(or, u32, uint32_t) KIND(or, u64, uint64_t)    \
    KIND(xor, u32, uint32_t) KIND(xor, u64, uint64_t)
/* The same of floats, each value rounded by itself: .._chain_... KIND(add, f32) and its kin add up first, which is not
 * the same; that is for programs that permit it. */
#define SWRT_DEFERRED_CHAINS(KIND) KIND(add, f32, float) KIND(add, f64, double) KIND(addftz, f32, float)
struct swrt_deferred;
#define SWRT_DEFER(op, name, type)                                                                      \
    void swrt_defer_##op##_##name(struct swrt_deferred *deferred, void *const *address, const type *value, uint32_t lanes);
#define SWRT_DEFER_CHAIN(op, name, type) SWRT_DEFER(chain_##op, name, type)
SWRT_DEFERRED_KINDS(SWRT_DEFER)
SWRT_DEFERRED_CHAINS(SWRT_DEFER_CHAIN)
#undef SWRT_DEFER_CHAIN
#undef SWRT_DEFER

#endif
