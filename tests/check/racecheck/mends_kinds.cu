// Races of more kinds of kernels: warps that trust in lockstep, buffers in turns, tiles with a halo, queues, sorts, private
// histograms, streams and copies. What racecheck says of each, and the program with just that done: no finding, by both
// policies nor of synccheck, and what it computes is right. Compiled twice: as it races, and mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck,synccheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=Barrier --implicit-check-not=wrong %s < %t.done
// RUN: for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict
#include "mends.h"
#include <cuda/barrier>

// ---- warps ----

__global__ void butterfly(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncwarp();
    for (int d = 16; d; d /= 2) {
        RACY(s[t] += s[t ^ d];)
        MEND(int sum = s[t] + s[t ^ d]; __syncwarp(); s[t] = sum; __syncwarp();)
    }
    b[t] = s[t];
}
// CHECK-LABEL: case warp_butterfly
// CHECK: What would mend it: __syncwarp() between the two, with what is read in a variable, and another at the end of each turn of the loop in line {{[0-9]+}}{{$}}
static void warp_butterfly() { butterfly<<<1, 128>>>(in, out); is_right = at(5) == sum_of(0, 32) && at(127) == sum_of(96, 32); }

__global__ void tile_sums(const int *a, int *b)
{
    __shared__ int s[64];
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x, sum = 0;
    s[t] = a[t];
    MEND(tile.sync();)
    for (int i = 0; i < 8; i++)
        sum += s[t / 8 * 8 + i];
    b[t] = sum;
}
// CHECK-LABEL: case tile_of_eight
// CHECK: What would mend it: __syncwarp() between the two{{$}}
static void tile_of_eight() { tile_sums<<<1, 64>>>(in, out); is_right = at(9) == sum_of(8, 8); }

// The mask leaves out whose values are read.
__global__ void half_warp(const int *a, int *b)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = a[t];
    RACY(if (t < 16) __syncwarp(0xffff);)
    MEND(__syncwarp();)
    if (t < 16)
        b[t] = s[31 - t];
}
// CHECK-LABEL: case narrow_mask
// CHECK: What would mend it: __sync{{warp|threads}}() between the two, before the if in line {{[0-9]+}}{{$}}
static void narrow_mask() { half_warp<<<1, 32>>>(in, out); is_right = at(0) == 31 % 7; }

__global__ void warp_sums(const int *a, int *b)
{
    __shared__ int sums[4];
    int t = threadIdx.x, v = a[t];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0)
        sums[t / 32] = v;
    MEND(__syncthreads();)
    if (t < 32) {
        v = t < 4 ? sums[t] : 0;
        for (int d = 2; d; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if (t == 0)
            *b = v;
    }
}
// CHECK-LABEL: case sums_of_warps
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line {{[0-9]+}}{{$}}
static void sums_of_warps() { warp_sums<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 128); }

// ---- turns ----

__global__ void ahead(const int *a, int *b)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    s[0][t] = a[t];
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        if (k + 1 < 8)
            s[(k + 1) & 1][t] = a[(k + 1) * 64 + t];
        sum += s[k & 1][63 - t];
        MEND(__syncthreads();)
    }
    b[t] = sum;
}
// CHECK-LABEL: case loaded_ahead
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line {{[0-9]+}}{{$}}
// CHECK-NOT: between
static void loaded_ahead()
{
    ahead<<<1, 64>>>(in, out);
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += (k * 64 + 63) % 7;
    is_right = at(0) == sum;
}

__global__ void broadcast(const int *a, int *b)
{
    __shared__ int x;
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        if (t == k)
            x = a[k];
        MEND(__syncthreads();)
        sum += x;
        MEND(__syncthreads();)
    }
    b[t] = sum;
}
// CHECK-LABEL: case leaders_in_turn
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line {{[0-9]+}}, and another at the end of each turn of the loop in line {{[0-9]+}}{{$}}
// CHECK-NOT: atomic
static void leaders_in_turn() { broadcast<<<1, 64>>>(in, out); is_right = at(63) == sum_of(0, 4); }

// Whoever comes round by continue passes no barrier.
__global__ void some_tiles(const int *a, int *b, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < n; k++) {
        if (k == 3)
            continue;
        s[t] = a[k * 64 + t];
        __syncthreads();
        sum += s[63 - t];
        MEND(__syncthreads();)
    }
    b[t] = sum;
}
// CHECK-LABEL: case tiles_left_out
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE-11]]{{$}}
static void tiles_left_out() { some_tiles<<<1, 64>>>(in, out, 5); is_right = at(0) == 63 % 7 + 127 % 7 + 191 % 7 + 319 % 7; }

// A flag that all set and read between barriers is none that somebody waits for.
__global__ void settle(const int *a, int *b)
{
    __shared__ int changed, s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    do {
        MEND(__syncthreads();)
        if (t == 0)
            changed = 0;
        __syncthreads();
        bool is_larger = t < 63 && s[t] > s[t + 1];
        int smaller = is_larger ? s[t + 1] : s[t];
        __syncthreads();
        if (is_larger) {
            s[t] = smaller;
            atomicExch(&changed, 1);
        }
        __syncthreads();
    } while (changed);
    b[t] = s[t];
}
// CHECK-LABEL: case settled
// CHECK: What would mend it: __syncthreads() at the beginning of each turn of the loop in line {{[0-9]+}}{{$}}
// CHECK-NOT: fences
static void settled() { settle<<<1, 64>>>(in, out); is_right = at(0) == 0; }

__global__ void odd_even(const int *a, int *b)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 0; k < 64; k++) {
        if (t % 2 == k % 2 && t < 63 && s[t] > s[t + 1]) {
            int other = s[t];
            s[t] = s[t + 1];
            s[t + 1] = other;
        }
        MEND(__syncthreads();)
    }
    b[t] = s[t];
}
// CHECK-LABEL: case sort_odd_even
// CHECK-NOT: between
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line {{[0-9]+}}{{$}}
// CHECK-NOT: between
static void sort_odd_even() { odd_even<<<1, 64>>>(in, out); is_right = at(0) == 0 && at(63) == 6; }

__global__ void bitonic(const int *a, int *b)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            int other = t ^ j;
            if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
                int mine = s[t];
                s[t] = s[other];
                s[other] = mine;
            }
            MEND(__syncthreads();)
        }
    b[t] = s[t];
}
// CHECK-LABEL: case sort_bitonic
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line {{[0-9]+}}{{$}}
static void sort_bitonic() { bitonic<<<1, 64>>>(in, out); is_right = at(0) == 0 && at(63) == 6; }

__device__ int block_sum(int v, int *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    return s[0];
}
__global__ void twice(const int *a, int *b)
{
    __shared__ int s[64];
    int one = block_sum(a[threadIdx.x], s);
    MEND(__syncthreads();)
    int other = block_sum(a[64 + threadIdx.x], s);
    b[threadIdx.x] = one - other;
}
// CHECK-LABEL: case used_twice
// CHECK: What would mend it: __syncthreads() between the two{{$}}
static void used_twice() { twice<<<1, 64>>>(in, out); is_right = at(9) == sum_of(0, 64) - sum_of(64, 64); }

// ---- tiles ----

__global__ void halo(const int *a, int *b)
{
    __shared__ int s[10][10];
    int x = threadIdx.x, y = threadIdx.y, i = (y + 1) * 16 + x + 1;
    s[y + 1][x + 1] = a[i];
    if (x == 0) {
        s[y + 1][0] = a[i - 1];
        s[y + 1][9] = a[i + 8];
    }
    if (y == 0) {
        s[0][x + 1] = a[i - 16];
        s[9][x + 1] = a[i + 8 * 16];
    }
    MEND(__syncthreads();)
    b[y * 8 + x] = s[y][x + 1] + s[y + 2][x + 1] + s[y + 1][x] + s[y + 1][x + 2];
}
// CHECK-LABEL: case tile_with_halo
// CHECK-DAG: What would mend it: __syncthreads() between the two, behind the if in line [[#@LINE-8]]{{$}}
// CHECK-DAG: What would mend it: __syncthreads() between the two{{$}}
static void tile_with_halo() { halo<<<1, dim3(8, 8)>>>(in, out); is_right = at(0) == 1 % 7 + 33 % 7 + 16 % 7 + 18 % 7; }

__global__ void transposed(const int *a, int *b)
{
    __shared__ int s[32][33];
    int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8)
        s[y][x] = a[y * 32 + x];
    MEND(__syncthreads();)
    for (int y = threadIdx.y; y < 32; y += 8)
        b[y * 32 + x] = s[x][y];
}
// CHECK-LABEL: case transpose_in_rows
// CHECK: What would mend it: __syncthreads() between the two, behind the loop in line {{[0-9]+}}{{$}}
static void transpose_in_rows() { transposed<<<1, dim3(32, 8)>>>(in, out); is_right = at(1) == 32 % 7 && at(33) == 33 % 7; }

// ---- atomic operations and plain accesses ----

__global__ void cleared(const int *a, int *b)
{
    __shared__ int bins[7];
    int t = threadIdx.x;
    if (t < 7)
        bins[t] = 0;
    MEND(__syncthreads();)
    atomicAdd(&bins[a[t]], 1);
    MEND(__syncthreads();)
    if (t < 7)
        b[t] = bins[t];
}
// CHECK-LABEL: case histogram_cleared
// CHECK: a plain access against an atomic one
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line {{[0-9]+}}{{$}}
static void histogram_cleared() { cleared<<<1, 70>>>(in, out); is_right = at(0) == 10 && at(6) == 10; }

__global__ void private_bins(const int *a, int *b)
{
    __shared__ int bins[2][7];
    int t = threadIdx.x, warp = t / 32;
    if (t % 32 < 7)
        bins[warp][t % 32] = 0;
    __syncthreads();
    RACY(bins[warp][a[t]] += 1;)
    MEND(atomicAdd(&bins[warp][a[t]], 1);)
    __syncthreads();
    if (t < 7)
        b[t] = bins[0][t] + bins[1][t];
}
// CHECK-LABEL: case histogram_of_warps
// CHECK: What would mend it: atomicAdd() in place of the read and the write{{$}}
// CHECK-NOT: __sync
static void histogram_of_warps() { private_bins<<<1, 64>>>(in, out); is_right = at(0) == 10 && at(6) == 9; }

__global__ void queue(const int *a, int *b, int *count)
{
    __shared__ int q[64], n;
    int t = threadIdx.x;
    if (t == 0)
        n = 0;
    __syncthreads();
    if (a[t] == 3)
        q[atomicAdd(&n, 1)] = t;
    MEND(__syncthreads();)
    if (t < n)
        b[t] = q[t] % 7;
    if (t == 0)
        *count = n;
}
// CHECK-LABEL: case queue_of_block
// CHECK-NOT: fence in
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line {{[0-9]+}}{{$}}
// CHECK-NOT: fence in
static void queue_of_block() { queue<<<1, 64>>>(in, out, out + 64); is_right = at(64) == 9 && at(0) == 3; }

__global__ void toggle(const int *a, int *b)
{
    RACY(*b ^= 1 << a[threadIdx.x];)
    MEND(atomicXor(b, 1 << a[threadIdx.x]);)
    RACY(b[1] &= ~(1 << a[threadIdx.x]);)
    MEND(atomicAnd(&b[1], ~(1 << a[threadIdx.x]));)
}
// CHECK-LABEL: case toggled
// CHECK: What would mend it: atomicXor() in place of the read and the write{{$}}
// CHECK: What would mend it: atomicAnd() in place of the read and the write{{$}}
static void toggled() { toggle<<<1, 70>>>(in, out); is_right = at(0) == 0 && at(1) == 0; }

// ---- flags, barriers with phases, grids ----

__global__ void claim(int *flag, int *value)
{
    if (blockIdx.x == 0) {
        *value = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicCAS(flag, 1, 2) != 1);
        MEND(__threadfence();)
        value[1] = *value;
    }
}
// CHECK-LABEL: case claimed
// CHECK: What would mend it: a fence in the second thread, behind its atomic access (__threadfence()); the atomic access is at {{.*}}mends_kinds.cu:[[#@LINE-6]]{{$}}
static void claimed() { claim<<<2, 1>>>(out, out + 1); is_right = at(2) == 42; }

__global__ void handed(const int *a, int *b)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t == 0)
        init(&full, 64);
    __syncthreads();
    if (t < 32) {
        s[t] = a[t];
        (void)full.arrive();
    } else {
        RACY((void)full.arrive();)
        MEND(full.arrive_and_wait();)
        b[t - 32] = s[63 - t];
    }
}
// CHECK-LABEL: case handed_over
// CHECK: Race on
// CHECK-NOT: What would mend it
static void handed_over() { handed<<<1, 64>>>(in, out); is_right = at(0) == 31 % 7; }

__global__ void phases(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i;
    MEND(cg::this_grid().sync();)
    b[i] = a[n - 1 - i];
}
// CHECK-LABEL: case phases_of_grid
// CHECK: What would mend it: a barrier of the grid or two kernels{{$}}
static void phases_of_grid()
{
    int *a = out + 256;
    void *arguments[] = {&a, &out};
    cudaLaunchCooperativeKernel((void *)phases, dim3(4), dim3(32), arguments, 0, nullptr);
    is_right = at(0) == 127;
}

// ---- streams ----

__global__ void raise(int *values) { values[threadIdx.x]++; }

// CHECK-LABEL: case filled_beside
// CHECK: What would mend it: one stream, or an event between the two{{$}}
static void filled_beside()
{
    cudaStream_t first, second;
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaMemsetAsync(out, 0, 128, first);
    raise<<<1, 32, 0, RACY(second) MEND(first)>>>(out);
    cudaDeviceSynchronize();
    is_right = at(31) == 1;
}
// CHECK-LABEL: case copied_to_host
// CHECK: What would mend it: a synchronisation of the host with the stream of the copy or fill{{$}}
static void copied_to_host()
{
    int *host;
    cudaStream_t stream;
    cudaMallocHost(&host, 128);
    memset(host, 0, 128);
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, in, 128, cudaMemcpyDeviceToHost, stream);
    MEND(cudaStreamSynchronize(stream);)
    int value = host[3];
    cudaDeviceSynchronize();
    is_right = MEND(value == 3) RACY(value <= 3);
    raise<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}

static const mend_case cases[] = {
    CASE(warp_butterfly), CASE(tile_of_eight), CASE(narrow_mask), CASE(sums_of_warps), CASE(loaded_ahead), CASE(leaders_in_turn),
    CASE(tiles_left_out), CASE(settled), CASE(sort_odd_even), CASE(sort_bitonic), CASE(used_twice), CASE(tile_with_halo), CASE(transpose_in_rows),
    CASE(histogram_cleared), CASE(histogram_of_warps), CASE(queue_of_block), CASE(toggled), CASE(claimed), CASE(handed_over),
    CASE(phases_of_grid), CASE(filled_beside), CASE(copied_to_host)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-22: ERROR SUMMARY: 0 errors
