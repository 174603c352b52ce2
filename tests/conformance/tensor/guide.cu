/* Tensor maps as the CUDA C++ Programming Guide uses them (Asynchronous Data Copies using Tensor Memory Access): by
 * cuda::barrier and the functions of cuda::device and cuda::device::experimental, a matrix tile by tile, a transposition
 * through a swizzled tile, maps in global and constant memory, and maps that a kernel changes. */
// SWCC: -arch=sm_90
// NVCC: -arch=compute_90a -code=sm_90a
#include <cuda/barrier>

#define LOADS(ROW) LOAD_TILES(ROW)
#define STORES(ROW)
#include "copy.h"

#include <utility>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

enum { WIDTH = 160, HEIGHT = 96, TILE_WIDTH = 64, TILE_HEIGHT = 32, THREADS = 128 };

/* Each block adds 1 to its tile. */
__global__ void add_one(const __grid_constant__ CUtensorMap map, int x, int y) {
    __shared__ alignas(128) int tile[TILE_HEIGHT][TILE_WIDTH];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier bar;
    x += blockIdx.x * TILE_WIDTH, y += blockIdx.y * TILE_HEIGHT;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < TILE_WIDTH * TILE_HEIGHT; i += blockDim.x) tile[i / TILE_WIDTH][i % TILE_WIDTH] += 1;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
    __syncthreads();
    if (threadIdx.x == 0) (&bar)->~block_barrier();
}

/* 8 x 8 pieces of 16 bytes, transposed: the tile is read and written with the swizzle that the map says. */
__global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
    __shared__ alignas(1024) int4 in[8][8], out[8][8];
    __shared__ block_barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&in, &from, 0, 0, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(in));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
        int row = i / 8, column = i % 8;
        out[row][column ^ row % 8] = in[column][row ^ column % 8];
    }
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&to, 0, 0, &out);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

/* All threads copy: a row of a box each, from one map in constant memory, with arrivals that count. */
__constant__ CUtensorMap rows_map;
__global__ void many(int *out) {
    __shared__ alignas(128) int rows[THREADS][32];
    __shared__ block_barrier bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x + 1);
    __syncthreads();
    cuda::device::barrier_expect_tx(bar, sizeof(rows[0]));
    cde::cp_async_bulk_tensor_3d_global_to_shared(rows[t], &rows_map, t % 3 * 4, t, blockIdx.x, bar);
    (void)bar.arrive(t == 5 ? 2 : 1);
    bar.wait_parity(false);
    for (int i = 0; i < 32; i++) out[(blockIdx.x * THREADS + t) * 32 + i] = rows[THREADS - 1 - t][i];
}

/* The guide's copies without maps. */
__global__ void plain(int *data, int count) {
    __shared__ alignas(16) int part[THREADS];
    __shared__ block_barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    for (int at = blockIdx.x * THREADS; at < count; at += gridDim.x * THREADS) {
        if (threadIdx.x == 0) {
            cuda::device::memcpy_async_tx(part, data + at, cuda::aligned_size_t<16>(sizeof(part) / 2), bar);
            cde::cp_async_bulk_global_to_shared(part + THREADS / 2, data + at + THREADS / 2, sizeof(part) / 2, bar);
            cuda::device::barrier_expect_tx(bar, sizeof(part));
        }
        bar.arrive_and_wait();
        part[threadIdx.x] *= 3;
        cde::fence_proxy_async_shared_cta();
        __syncthreads();
        if (threadIdx.x == 0) {
            cde::cp_async_bulk_shared_to_global(data + at, part, sizeof(part));
            cde::cp_async_bulk_commit_group();
            cde::cp_async_bulk_wait_group_read<0>();
        }
        __syncthreads();
    }
}

/* A map that is changed in shared memory, field by field, and published in global memory. */
__global__ void change(const __grid_constant__ CUtensorMap map, CUtensorMap *out, u64 address) {
    __shared__ alignas(128) CUtensorMap own;
    u32 at = (u32)__cvta_generic_to_shared(&own);
    if (threadIdx.x < CU_TENSOR_MAP_NUM_QWORDS) own.opaque[threadIdx.x] = map.opaque[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0) {
#define CHANGE(field, type, operands, ...) \
    asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type " [%0], " operands ";" ::"r"(at), __VA_ARGS__ : "memory")
        CHANGE("global_address", "b64", "%1", "l"(address));
        CHANGE("global_dim", "b32", "0, %1", "r"(40));
        CHANGE("global_dim", "b32", "1, %1", "r"(6));
        CHANGE("global_stride", "b64", "0, %1", "l"(256ull));
        CHANGE("box_dim", "b32", "1, %1", "r"(8));
        CHANGE("element_stride", "b32", "1, %1", "r"(2));
        CHANGE("swizzle_mode", "b32", "%1", "n"(2));
        CHANGE("fill_mode", "b32", "%1", "n"(1));
        CHANGE("elemtype", "b32", "%1", "n"(6));
        CHANGE("rank", "b32", "%1", "r"(1));
        CHANGE("interleave_layout", "b32", "%1", "n"(0));
    }
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(out), "r"(at) : "memory");
}
__global__ void use(CUtensorMap *map, copy_arguments a, u8 *image, u64 *told) {
    if (threadIdx.x == 0)
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
    __syncthreads();
    copy_once(map, a, image, told);
}

static CUtensorMap map_of(const char *line, void *base) {
    CUtensorMap map;
    CHECK_EQUAL(CUDA_SUCCESS, encode(read_case(line), &map, base));
    return map;
}

static void run_add_one(int x, int y) {
    int *matrix = managed<int>(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) matrix[i] = i;
    CUtensorMap map = map_of("type=3 dims=160,96 strides=640 box=64,32", matrix);
    add_one<<<dim3(2, 3), THREADS>>>(map, x, y);
    FINISH();
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int column = i % WIDTH - x, row = i / WIDTH - y;
        bool is_in = column >= 0 && column < 2 * TILE_WIDTH && row >= 0 && row < 3 * TILE_HEIGHT;
        CHECK_AT(i, i + is_in, matrix[i]);
    }
    print_row("add_one", matrix, WIDTH * HEIGHT);
}

static void run_transpose() {
    int4 *from = managed<int4>(64), *to = managed<int4>(64);
    for (int i = 0; i < 64; i++) from[i] = make_int4(i, i * 3, i * 5, ~i);
    const char *line = "type=2 dims=32,8 strides=128 box=32,8 swizzle=3";
    transpose<<<1, 32>>>(map_of(line, from), map_of(line, to));
    FINISH();
    for (int i = 0; i < 64; i++) CHECK_AT(i, from[i % 8 * 8 + i / 8].w, to[i].w);
    print_row("transpose", (int *)to, 256);
}

static void run_many() {
    enum { PLANES = 2, ROW = 40, ROWS = 100 };
    int *from = managed<int>(PLANES * ROWS * ROW), *out = managed<int>(PLANES * THREADS * 32);
    for (int i = 0; i < PLANES * ROWS * ROW; i++) from[i] = i + 1;
    CUtensorMap map = map_of("type=3 dims=40,100,2 strides=160,16000 box=32,1,1", from);
    CUDA(cudaMemcpyToSymbol(rows_map, &map, sizeof map));
    many<<<PLANES, THREADS>>>(out);
    FINISH();
    for (int i = 0; i < PLANES * THREADS * 32; i++) {
        int plane = i / 32 / THREADS, row = THREADS - 1 - i / 32 % THREADS, column = i % 32 + row % 3 * 4;
        int expected = row < ROWS && column < ROW ? from[(plane * ROWS + row) * ROW + column] : 0;
        CHECK_AT(i, expected, out[i]);
    }
    print_row("many", out, PLANES * THREADS * 32);
}

static void run_plain() {
    enum { COUNT = 7 * THREADS };
    int *data = managed<int>(COUNT);
    for (int i = 0; i < COUNT; i++) data[i] = i;
    plain<<<2, THREADS>>>(data, COUNT);
    FINISH();
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, 3 * i, data[i]);
}

static void run_change() {
    u8 *global = managed<u8>(GLOBAL_BYTES), *image = managed<u8>(SHARED_BYTES);
    u64 *told = managed<u64>(2);
    static u8 expected[SHARED_BYTES];
    for (int i = 0; i < GLOBAL_BYTES / 2; i++) ((u16 *)global)[i] = i;
    std::memset(image, UNTOUCHED, SHARED_BYTES);
    CUtensorMap map = map_of("type=1 dims=64,8,4 strides=128,4096 box=32,4,1", global), *out = managed<CUtensorMap>(1);
    tensor_case c = read_case("type=6 dims=40,6 strides=256 box=32,8 steps=1,2 at=16,1 swizzle=2 fill=1 address=512");
    change<<<1, 32>>>(map, out, (u64)global + 512);
    use<<<1, 32, SHARED_BYTES>>>(out, arguments_of(c), image, told);
    FINISH();
    CHECK_EQUAL(1ull, told[0]);
    expect_load(c, global, expected);
    for (int i = 0; i < SHARED_BYTES; i++) CHECK_AT(i, expected[i], image[i]);
    print_row("change", image, SHARED_BYTES);
}

int main() {
    run_add_one(0, 0);
    run_add_one(32, 64);
    run_transpose();
    run_many();
    run_plain();
    run_change();
    return check_result();
}
