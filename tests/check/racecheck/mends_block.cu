// Races within a block, which a barrier of the block or of the warp mends. What racecheck says would mend each, and the
// program with that done: no finding, by both policies, and what it computes is right. Compiled twice: as it races, and
// mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.done
// RUN: for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict
#include "mends.h"

// ---- barriers of the block ----

template <int missing> __global__ void product(const int *a, int *c)
{
    __shared__ int x[16][16], y[16][16];
    int column = threadIdx.x, row = threadIdx.y, sum = 0;
    for (int k = 0; k < 2; k++) {
        x[row][column] = a[k * 256 + row * 16 + column];
        y[row][column] = a[512 + k * 256 + row * 16 + column];
        if (missing != 0)
            __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += x[row][i] * y[i][column];
        if (missing != 1)
            __syncthreads();
    }
    c[row * 16 + column] = sum;
}
static void run_product(int missing)
{
    missing == 0 ? MEND(product<2>) RACY(product<0>)<<<1, dim3(16, 16)>>>(in, out)
                 : MEND(product<2>) RACY(product<1>)<<<1, dim3(16, 16)>>>(in, out);
}
static int product_at(int row, int column)
{
    int sum = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 16; i++)
            sum += (k * 256 + row * 16 + i) % 7 * ((512 + k * 256 + i * 16 + column) % 7);
    return sum;
}
static void check_product()
{
    is_right = true;
    for (int i = 0; i < 256; i++)
        is_right &= at(i) == product_at(i / 16, i % 16);
}
// CHECK-LABEL: case tile_filled
// CHECK: write at {{.*}} in {{.*}}:[[#@LINE - 31]]
// CHECK: What would mend it: __syncthreads() between the two{{$}}
// CHECK: What would mend it: __syncthreads() between the two{{$}}
// CHECK-NOT: __syncwarp
static void tile_filled() { run_product(0); check_product(); }
// CHECK-LABEL: case tile_used
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 38]]{{$}}
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 39]]{{$}}
// CHECK-NOT: __syncwarp
static void tile_used() { run_product(1); check_product(); }

__global__ void tree(const int *a, int *sum)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    MEND(__syncthreads();)
    for (int d = 64; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        MEND(__syncthreads();)
    }
    if (t == 0)
        *sum = s[0];
}
// CHECK-LABEL: case block_sum
// CHECK: What would mend it: __syncthreads() between the two
// CHECK-NOT: __syncwarp
// CHECK-NOT: atomic
static void block_sum() { tree<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 128); }

// One statement reads old values and writes new ones.
__global__ void neighbours(const int *a, int *b)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    RACY(if (t < 63) s[t] = s[t + 1] - s[t];)
    MEND(int value = t < 63 ? s[t + 1] - s[t] : s[t]; __syncthreads(); s[t] = value;)
    __syncthreads();
    b[t] = s[63 - t];
}
// CHECK-LABEL: case in_place
// CHECK: What would mend it: __syncthreads() between the two, with the if in line [[#@LINE - 6]] made two and what is read in a variable{{$}}
static void in_place()
{
    neighbours<<<1, 64>>>(in, out);
    is_right = at(1) == 62 % 7 * -1 + 63 % 7 && at(63) == 1;
}

// A counter is set up by one thread.
__global__ void count(int *total)
{
    __shared__ int counter;
    if (threadIdx.x == 0)
        counter = 0;
    MEND(__syncthreads();)
    atomicAdd(&counter, 1);
    MEND(__syncthreads();)
    if (threadIdx.x == 1)
        *total = counter;
}
// CHECK-LABEL: case counter
// CHECK: a plain access against an atomic one
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line [[#@LINE - 10]]{{$}}
// CHECK: What would mend it: __syncthreads() between the two, behind the if in line [[#@LINE - 11]]{{$}}
static void counter() { count<<<1, 64>>>(out); is_right = at(0) == 64; }

// ---- of the warp ----

__global__ void rows(const int *a, int *sums)
{
    __shared__ int s[4][32];
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[row][lane] = a[threadIdx.x];
    MEND(__syncwarp();)
    int sum = 0;
    for (int i = 0; i < 32; i++)
        sum += s[row][i];
    sums[threadIdx.x] = sum;
}
// CHECK-LABEL: case warp_rows
// CHECK: What would mend it: __syncwarp() between the two{{$}}
static void warp_rows() { rows<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 32) && at(127) == sum_of(96, 32); }

// Of the time when 32 lanes were one.
__global__ void era(const int *a, int *sum)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 32) {
        RACY(s[t] += s[t + 32];)
        RACY(s[t] += s[t + 16];)
        RACY(s[t] += s[t + 8];)
        MEND(for (int d = 32; d >= 8; d /= 2) { int v = s[t] + s[t + d]; __syncwarp(); s[t] = v; __syncwarp(); })
    }
    if (t == 0)
        *sum = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
// CHECK-LABEL: case warp_volatile
// CHECK: What would mend it: __syncwarp() between the two
// CHECK-NOT: instead of volatile
// CHECK-NOT: __syncthreads
static void warp_volatile() { era<<<1, 64>>>(in, out); is_right = at(0) == sum_of(0, 64); }

__global__ void tiles(const int *a, int *b)
{
    __shared__ int s[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    int t = threadIdx.x;
    s[t] = a[t];
    MEND(tile.sync();)
    b[t] = s[t ^ 15];
}
// CHECK-LABEL: case tile_of_group
// CHECK: What would mend it: __syncwarp() between the two{{$}}
static void tile_of_group() { tiles<<<1, 64>>>(in, out); is_right = at(0) == 15 % 7 && at(63) == 48 % 7; }

// A block of one warp gets the barrier that holds for larger ones, too.
__global__ void turn(const int *a, int *b)
{
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x];
    MEND(__syncthreads();)
    b[threadIdx.x] = s[31 - threadIdx.x];
}
// CHECK-LABEL: case small_block
// CHECK: What would mend it: __syncthreads() between the two{{$}}
static void small_block() { turn<<<1, 32>>>(in, out); is_right = at(0) == 31 % 7; }

static const mend_case cases[] = {
    CASE(tile_filled), CASE(tile_used), CASE(block_sum), CASE(in_place), CASE(counter), CASE(warp_rows),
    CASE(warp_volatile), CASE(tile_of_group), CASE(small_block)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-9: ERROR SUMMARY: 0 errors
