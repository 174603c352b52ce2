/* The copies of a case (tensor.h), by one thread, and the comparison with what the CPU says. A program says before it
 * includes this which instructions it wants, as LOADS(ROW), STORES(ROW): rows of mode (of tensor.h), rank, and the
 * instruction's words and operands; %0 is shared memory, %1 the map, %2 the mbarrier, %3 to %7 coordinates, %8 to %10
 * offsets. */
#ifndef TENSOR_COPY_H
#define TENSOR_COPY_H

#include "tensor.h"

struct copy_arguments {
    int op, rank, mode, shared, bytes;
    int at[MOST_RANK], offsets[3];
};
inline copy_arguments arguments_of(const tensor_case &c) {
    copy_arguments a = {c.op, c.instruction ? c.instruction : c.rank, c.map_mode(), c.shared, c.bytes >= 0 ? c.bytes : box_bytes(c)};
    for (int i = 0; i < MOST_RANK; i++) a.at[i] = c.at[i];
    for (int i = 0; i < 3; i++) a.offsets[i] = c.offsets[i];
    return a;
}

#define LOAD_TILES(ROW)                                                                          \
    ROW(TILE, 1, "1d", "tile.", "{%3}", "")                                                      \
    ROW(TILE, 2, "2d", "tile.", "{%3, %4}", "")                                                  \
    ROW(TILE, 3, "3d", "", "{%3, %4, %5}", "")                                                   \
    ROW(TILE, 4, "4d", "tile.", "{%3, %4, %5, %6}", "")                                          \
    ROW(TILE, 5, "5d", "tile.", "{%3, %4, %5, %6, %7}", "")
#define LOAD_PIXELS(ROW)                                                                         \
    ROW(IM2COL, 3, "3d", "im2col.", "{%3, %4, %5}", ", {%8}")                                    \
    ROW(IM2COL, 4, "4d", "im2col.", "{%3, %4, %5, %6}", ", {%8, %9}")                            \
    ROW(IM2COL, 5, "5d", "im2col.", "{%3, %4, %5, %6, %7}", ", {%8, %9, %10}")
#define STORE_TILES(ROW)                                                                         \
    ROW(STORE, TILE, 1, "cp", "1d", "", "tile.", "{%3}")                                         \
    ROW(STORE, TILE, 2, "cp", "2d", "", "tile.", "{%3, %4}")                                     \
    ROW(STORE, TILE, 3, "cp", "3d", "", "", "{%3, %4, %5}")                                      \
    ROW(STORE, TILE, 4, "cp", "4d", "", "tile.", "{%3, %4, %5, %6}")                             \
    ROW(STORE, TILE, 5, "cp", "5d", "", "tile.", "{%3, %4, %5, %6, %7}")
#define STORE_PIXELS(ROW)                                                                        \
    ROW(STORE, IM2COL, 3, "cp", "3d", "", "im2col_no_offs.", "{%3, %4, %5}")                     \
    ROW(STORE, IM2COL, 4, "cp", "4d", "", "im2col_no_offs.", "{%3, %4, %5, %6}")                 \
    ROW(STORE, IM2COL, 5, "cp", "5d", "", "im2col_no_offs.", "{%3, %4, %5, %6, %7}")

#define LOAD_BY(MODE, RANK, dim, how, place, more)                                                                       \
    if (a.mode == MODE && a.rank == RANK)                                                                                \
        asm volatile("cp.async.bulk.tensor." dim ".shared::cluster.global." how "mbarrier::complete_tx::bytes [%0], [%1, " \
                     place "], [%2]" more ";" ::"r"(to), "l"(map), "r"(bar), "r"(a.at[0]), "r"(a.at[1]), "r"(a.at[2]),   \
                     "r"(a.at[3]), "r"(a.at[4]), "h"((u16)a.offsets[0]), "h"((u16)a.offsets[1]), "h"((u16)a.offsets[2])  \
                     : "memory");
#define STORE_BY(OP, MODE, RANK, what, dim, how, words, place)                                                           \
    if (a.op == OP && a.mode == MODE && a.rank == RANK)                                                                  \
        asm volatile(what ".async.bulk.tensor." dim ".global.shared::cta." how words "bulk_group [%1, " place "], [%0];"   \
                     ::"r"(to), "l"(map), "r"(bar), "r"(a.at[0]), "r"(a.at[1]), "r"(a.at[2]), "r"(a.at[3]), "r"(a.at[4]) \
                     : "memory");

/* image: what shared memory holds before a store, after a load. told: whether all bytes came. */
__device__ inline void copy_once(const CUtensorMap *map, const copy_arguments &a, u8 *image, u64 *told) {
    extern __shared__ __align__(1024) u8 tile[];
    __shared__ u64 full;
    const u32 bar = (u32)__cvta_generic_to_shared(&full), to = (u32)__cvta_generic_to_shared(tile) + a.shared;
    for (int i = threadIdx.x; i < SHARED_BYTES / 16; i += blockDim.x) ((int4 *)tile)[i] = ((int4 *)image)[i];
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0 && a.op == LOAD) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(a.bytes) : "memory");
        LOADS(LOAD_BY)
        u32 is_full = 0;
        for (int i = 0; i < 20000 && !is_full; i++) {
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                         : "=r"(is_full) : "r"(bar) : "memory");
            if (!is_full) __nanosleep(200);
        }
#ifdef LINGER /* what comes later than told */
        for (int i = 0; i < 20; i++) __nanosleep(20000);
#endif
        *told = is_full;
    } else if (threadIdx.x == 0) {
        STORES(STORE_BY)
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    for (int i = threadIdx.x; a.op == LOAD && i < SHARED_BYTES / 16; i += blockDim.x) ((int4 *)image)[i] = ((int4 *)tile)[i];
}

__global__ void copy_by(const __grid_constant__ CUtensorMap map, copy_arguments a, u8 *image, u64 *told) {
    copy_once(&map, a, image, told);
}

/* What both memories hold before. data 0: 16-bit numbers; 1: floats, as bits, of all kinds. */
inline u32 pattern(int data, u32 i) {
    const u32 floats[] = {0x3f800000, 0x3f800fff, 0x3f801000, 0x3f801001, 0x3f803000, 0x00000001, 0x007fffff, 0x80000001,
                          0x00800000, 0x7f800000, 0xff800000, 0x7fc00001, 0x3fffffff, 0x7f7fffff, 0x80000000, 0xbf802fff};
    return data ? floats[i % 16] : (u16)(2 * i + 1) | (u32)(u16)(2 * i + 2) << 16;
}

struct tensor_memory {
    u8 *global = managed<u8>(GLOBAL_BYTES), *image = managed<u8>(SHARED_BYTES), *expected = (u8 *)std::malloc(GLOBAL_BYTES);
    u64 *told = managed<u64>(1);

    void fill(const tensor_case &c) {
        for (u32 i = 0; i < GLOBAL_BYTES / 4; i++) ((u32 *)global)[i] = c.op == STORE ? 0xeeeeeeee : pattern(c.data, i);
        for (u32 i = 0; i < SHARED_BYTES / 4; i++) ((u32 *)image)[i] = c.op == LOAD ? 0xeeeeeeee : pattern(c.data, i + 3);
    }
    void run(const tensor_case &c, const CUtensorMap &map) {
        *told = 0;
        copy_by<<<1, 32, SHARED_BYTES>>>(map, arguments_of(c), image, told);
        FINISH();
    }
};

/* A load or store: as on the CPU; the row says what came. */
inline void check_copy(tensor_memory &m, const char *line) {
    tensor_case c = read_case(line);
    CUtensorMap map;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    m.fill(c);
    if (c.op == LOAD) expect_load(c, m.global, m.expected);
    else std::memcpy(m.expected, m.global, GLOBAL_BYTES), expect_store(c, m.image, m.expected);
    m.run(c, map);
    const u8 *got = c.op == LOAD ? m.image : m.global;
    int size = c.op == LOAD ? SHARED_BYTES : GLOBAL_BYTES, i = 0;
    if (c.op == LOAD) CHECK_EQUAL(1ull, *m.told);
    while (i < size && m.expected[i] == got[i]) i++;
    if (i < size) std::printf("%s:\n", line), check_failed(__FILE__, __LINE__, line, i, (int)m.expected[i], (int)got[i]);
    print_row(line, got, size);
}

#endif
