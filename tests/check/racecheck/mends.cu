// What racecheck says would mend a race, and the program with that done: no finding, by both policies, and what it
// computes is right. Where two meanings are possible nothing is said. Compiled twice: as it races, and mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.done
// RUN: for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict
// RUN: %softwarp check --tool racecheck --policy strict %t.races flag_atomic 2>&1 | FileCheck --check-prefix=STRICT %s
// STRICT: What would mend it: fences in the first thread, before its atomic access, and in the second, behind its own
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#ifdef MENDED
#define RACY(...)
#define MEND(...) __VA_ARGS__
#else
#define RACY(...) __VA_ARGS__
#define MEND(...)
#endif

enum { N = 4096 };
static int *in, *out;
static bool is_right;

// What a kernel has left there.
static int at(int i)
{
    int value;
    cudaMemcpy(&value, out + i, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

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
// CHECK: What would mend it: __syncthreads() between the two{{$}}
// CHECK: What would mend it: __syncthreads() between the two{{$}}
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
static int sum_of(int first, int count)
{
    int sum = 0;
    for (int i = first; i < first + count; i++)
        sum += i % 7;
    return sum;
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
// CHECK: What would mend it: __syncthreads() between the two, with what is read in a variable
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
// CHECK: What would mend it: __syncthreads() between the two{{$}}
// CHECK: What would mend it: __syncthreads() between the two{{$}}
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

// ---- updates ----

__global__ void bins(const int *a, int *b)
{
    __shared__ int s[7];
    if (threadIdx.x < 7)
        s[threadIdx.x] = 0;
    __syncthreads();
    RACY(s[a[threadIdx.x]]++;)
    MEND(atomicAdd(&s[a[threadIdx.x]], 1);)
    __syncthreads();
    if (threadIdx.x < 7)
        b[threadIdx.x] = s[threadIdx.x];
}
// CHECK-LABEL: case histogram
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK-NOT: between the two
static void histogram() { bins<<<1, 70>>>(in, out); is_right = at(0) == 10 && at(6) == 10; }

__global__ void add_all(const int *a, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    RACY(*sum += a[i];)
    MEND(atomicAdd(sum, a[i]);)
}
// CHECK-LABEL: case grid_sum
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK-NOT: barrier
static void grid_sum() { add_all<<<4, 64>>>(in, out); is_right = at(0) == sum_of(0, 256); }

__global__ void bits(const int *a, int *set)
{
    RACY(set[blockIdx.x] = set[blockIdx.x] | 1 << a[threadIdx.x];)
    MEND(atomicOr(&set[blockIdx.x], 1 << a[threadIdx.x]);)
}
// CHECK-LABEL: case block_bits
// CHECK: What would mend it: atomicOr() in place of the read and the write
static void block_bits() { bits<<<2, 64>>>(in, out); is_right = at(0) == 127 && at(1) == 127; }

__global__ void largest(const int *a, int *most)
{
    RACY(*most = max(*most, a[threadIdx.x]);)
    MEND(atomicMax(most, a[threadIdx.x]);)
}
// CHECK-LABEL: case maximum
// CHECK: What would mend it: atomicMax() or atomicMin() in place of the read and the write
static void maximum() { largest<<<2, 64>>>(in, out); is_right = at(0) == 6; }

__global__ void largest_if(const int *a, int *most)
{
    int value = a[threadIdx.x];
    RACY(if (value > *most) *most = value;)
    MEND(atomicMax(most, value);)
}
// CHECK-LABEL: case maximum_if
// CHECK: What would mend it: atomicMax() or atomicMin() in place of the read and the write
static void maximum_if() { largest_if<<<2, 64>>>(in, out); is_right = at(0) == 6; }

__global__ void scale(float *product)
{
    RACY(*product = *product * 2.0f + 1.0f;)
    MEND(int *bits = (int *)product, old = atomicOr(bits, 0), assumed;)
    MEND(do { assumed = old;)
    MEND(int next = __float_as_int(__int_as_float(assumed) * 2.0f + 1.0f);)
    MEND(old = atomicCAS(bits, assumed, next); } while (old != assumed);)
}
// CHECK-LABEL: case other_update
// CHECK: What would mend it: a loop around atomicCAS() in place of the read and the write
static void other_update()
{
    scale<<<1, 4>>>((float *)out);
    is_right = at(0) == 0x41700000; // 15
}

__global__ void first_of(const int *a, int *taken, int *times)
{
    int i = a[threadIdx.x];
    RACY(if (!taken[i]) { taken[i] = 1; atomicAdd(times, 1); })
    MEND(if (!atomicCAS(&taken[i], 0, 1)) atomicAdd(times, 1);)
}
// CHECK-LABEL: case test_and_set
// CHECK: What would mend it: a loop around atomicCAS() in place of the read and the write
static void test_and_set() { first_of<<<2, 64>>>(in, out, out + 7); is_right = at(7) == 7; }

__global__ void any(const int *a, int *done)
{
    if (a[threadIdx.x] == 3) {
        RACY(*done = 1;)
        MEND(atomicExch(done, 1);)
    }
}
// CHECK-LABEL: case same_value
// CHECK: What would mend it: atomicExch(), or one thread that writes: all write the same value
static void same_value() { any<<<2, 64>>>(in, out); is_right = at(0) == 1; }

// ---- between blocks ----

__global__ void phases(int *a, int *b, int only)
{
    if (only != 2)
        a[blockIdx.x] = blockIdx.x;
    if (only != 1)
        b[blockIdx.x] = a[gridDim.x - 1 - blockIdx.x];
}
// CHECK-LABEL: case two_phases
// CHECK: What would mend it: a barrier of the grid or two kernels
static void two_phases()
{
    RACY(phases<<<8, 1>>>(out, out + 64, 0);)
    MEND(phases<<<8, 1>>>(out, out + 64, 1);)
    MEND(phases<<<8, 1>>>(out, out + 64, 2);)
    is_right = at(64) == 7 && at(71) == 0;
}

__global__ void stencil(int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + a[i + 1];
}
__global__ void stencil_in_place(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] + a[i + 1];
}
// CHECK-LABEL: case blocks_in_place
// CHECK: What would mend it: a second buffer: what is read in one, what is written in the other
static void blocks_in_place()
{
    RACY(stencil_in_place<<<4, 1>>>(in, 4);)
    MEND(stencil<<<4, 1>>>(in, out, 4);)
    is_right = at(0) == 1 && at(3) == 7;
}

__global__ void narrow(int *counter)
{
    RACY(atomicAdd_block(counter, 1);)
    MEND(atomicAdd(counter, 1);)
}
// CHECK-LABEL: case scope
// CHECK: What would mend it: a wider scope of the atomic access (device)
static void scope() { narrow<<<4, 32>>>(out); is_right = at(0) == 128; }

__global__ void sizes(unsigned long long *value)
{
    RACY(if (threadIdx.x) atomicAdd((unsigned *)value, 1); else)
    atomicAdd(value, 1ull);
}
// CHECK-LABEL: case two_sizes
// CHECK: What would mend it: one size for all atomic accesses to the location
static void two_sizes() { sizes<<<1, 64>>>((unsigned long long *)out); is_right = at(0) == 64; }

__global__ void flag_kernel(int *data, int *flag, int kind)
{
    if (blockIdx.x == 0) {
        *data = 42;
        MEND(__threadfence();)
        RACY(if (kind == 0) atomicExch(flag, 1);)
        RACY(if (kind == 1) *(volatile int *)flag = 1;)
        RACY(if (kind == 2) *flag = 1;)
        MEND(atomicExch(flag, 1);)
    } else {
        RACY(if (kind == 0) while (atomicAdd(flag, 0) == 0);)
        RACY(if (kind == 1) while (*(volatile int *)flag == 0);)
        RACY(if (kind == 2) while (*flag == 0);)
        MEND(while (atomicAdd(flag, 0) == 0);)
        MEND(__threadfence();)
        data[1] = *data;
    }
}
// CHECK-LABEL: case flag_atomic
// CHECK: missing fence
// CHECK: What would mend it: a fence in the first thread, before its atomic access (__threadfence());
// CHECK-SAME: the atomic access is at {{.*}}mends.cu:[[#@LINE - 16]]
static void flag_atomic() { flag_kernel<<<2, 1>>>(out, out + 2, 0); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_volatile
// CHECK: volatile used as synchronisation
// CHECK: What would mend it: atomic accesses and fences instead of volatile
static void flag_volatile() { flag_kernel<<<2, 1>>>(out, out + 2, 1); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_plain
// CHECK: What would mend it: atomic accesses to the flag, and fences
// CHECK-NOT: What would mend it
static void flag_plain() { flag_kernel<<<2, 1>>>(out, out + 2, 2); is_right = at(1) == 42; }

__global__ void wait_for_all(int *counter, int *result)
{
    if (blockIdx.x < gridDim.x - 1) {
        atomicAdd(counter, 1);
        return;
    }
    RACY(while (*counter < 3);)
    MEND(while (atomicAdd(counter, 0) < 3);)
    *result = 5;
}
// CHECK-LABEL: case counter_polled
// CHECK: What would mend it: an atomic access instead of the plain one
static void counter_polled() { wait_for_all<<<4, 1>>>(out, out + 1); is_right = at(1) == 5; }

__global__ void last_block(const int *a, int *parts, unsigned *count, int *sum)
{
    __shared__ bool is_last;
    __shared__ int s[32];
    s[threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 4)
        parts[blockIdx.x * 4 + threadIdx.x] = s[threadIdx.x * 8] + s[threadIdx.x * 8 + 4];
    MEND(__threadfence();)
    __syncthreads();
    if (threadIdx.x == 0) {
        MEND(__threadfence();)
        is_last = atomicInc(count, gridDim.x) == gridDim.x - 1;
        MEND(__threadfence();)
    }
    __syncthreads();
    if (is_last) {
        int own = 0;
        for (int i = threadIdx.x; i < gridDim.x * 4; i += blockDim.x)
            own += parts[i];
        atomicAdd(sum, own);
    }
}
// CHECK-LABEL: case last_block_sum
// CHECK-NOT: barrier of the grid
// CHECK: What would mend it: a fence in the first thread, before its atomic access (__threadfence());
// CHECK-SAME: the atomic access is at {{.*}}mends.cu:[[#@LINE - 14]]
// CHECK-NOT: barrier of the grid
static void last_block_sum()
{
    last_block<<<8, 32>>>(in, out, (unsigned *)out + 100, out + 101);
    int sum = 0;
    for (int i = 0; i < 256; i += 4)
        sum += i % 7;
    is_right = at(101) == sum;
}

__global__ void locked(int *lock, int *value)
{
    while (atomicCAS(lock, 0, 1) != 0);
    MEND(__threadfence();)
    *value = *value + 1;
    MEND(__threadfence();)
    atomicExch(lock, 0);
}
// CHECK-LABEL: case lock
// CHECK: What would mend it: fences in the first thread, before its atomic access, and in the second, behind its own
static void lock() { locked<<<8, 1>>>(out, out + 1); is_right = at(1) == 8; }

__global__ void locked_narrowly(int *lock, int *value)
{
    while (RACY(atomicCAS_block) MEND(atomicCAS)(lock, 0, 1) != 0);
    RACY(__threadfence_block();) MEND(__threadfence();)
    *value += 1;
    RACY(__threadfence_block();) MEND(__threadfence();)
    RACY(atomicExch_block) MEND(atomicExch)(lock, 0);
}
// CHECK-LABEL: case narrow_lock
// CHECK: What would mend it: a wider scope of both atomic accesses (device), and fences of that scope
static void narrow_lock() { locked_narrowly<<<8, 1>>>(out, out + 1); is_right = at(1) == 8; }

// ---- kernels, host ----

__global__ void raise(int *values) { values[threadIdx.x]++; }
// CHECK-LABEL: case two_streams
// CHECK: What would mend it: one stream, or an event between the two
static void two_streams()
{
    cudaStream_t first, second;
    cudaEvent_t event;
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    raise<<<1, 32, 0, first>>>(out);
    cudaEventRecord(event, first);
    MEND(cudaStreamWaitEvent(second, event);)
    raise<<<1, 32, 0, second>>>(out);
    cudaDeviceSynchronize();
    is_right = at(0) == 2 && at(31) == 2;
}
// CHECK-LABEL: case host_too_early
// CHECK: What would mend it: a synchronisation of the host with the kernel
static void host_too_early()
{
    int *managed;
    cudaMallocManaged(&managed, 128);
    memset(managed, 0, 128);
    raise<<<1, 32>>>(managed);
    MEND(cudaDeviceSynchronize();)
    managed[3] += 4;
    cudaDeviceSynchronize();
    is_right = MEND(managed[3] == 5) RACY(true);
}

// ---- what the author meant nobody knows ----

__global__ void overlap(int *a)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int i = first; i < first + 4 RACY(+ 1); i++)
        a[i] += i;
}
// CHECK-LABEL: case partition
// CHECK: Race on
// CHECK-NOT: What would mend it
static void partition() { overlap<<<4, 8>>>(out); is_right = at(4) == 4 && at(8) == 8; }

__global__ void numbers(int *a) { a[(blockIdx.x * 32 + threadIdx.x) RACY(/ 2)] = threadIdx.x; }
// CHECK-LABEL: case whose
// CHECK: Race on
// CHECK-NOT: What would mend it
static void whose() { numbers<<<2, 32>>>(out); is_right = at(33) == 1; }

__global__ void buffers(const int *a, int *b)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        s[k RACY(/ 2) & 1][t] = a[k * 64 + t];
        __syncthreads();
        sum += s[k RACY(/ 2) & 1][63 - t];
    }
    b[t] = sum;
}
// CHECK-LABEL: case parity
// CHECK: Race on
// CHECK-NOT: What would mend it
static void parity() { buffers<<<1, 64>>>(in, out); is_right = at(63) == 0 + 64 % 7 + 128 % 7 + 192 % 7; }

__global__ void tickets(int *next, int *a)
{
    int i;
    while ((i = atomicAdd(next, 1)) < 64) {
        a[i] = i;
        RACY(a[64 + i] = i ? a[i - 1] : 0;)
        MEND(a[64 + i] = i - 1;)
    }
}
// CHECK-LABEL: case queue
// CHECK: Race on
// CHECK-NOT: What would mend it
static void queue() { tickets<<<8, 1>>>(out, out + 1); is_right = at(1 + 64 + 9) == 8; }

__global__ void either(int *a)
{
    if (RACY(threadIdx.x % 2) MEND(threadIdx.x == 1))
        *a = 3;
    RACY(else) MEND(if (threadIdx.x == 2))
        a[MEND(1) RACY(0)] = 4;
}
// CHECK-LABEL: case exclusive
// CHECK: Race on
// CHECK-NOT: What would mend it
static void exclusive() { either<<<1, 64>>>(out); is_right = at(0) == 3; }

// Which of its values a thread gets is left to chance, or it is not: nobody knows.
__global__ void relax(const int *next, int *level, int *out)
{
    int i = blockIdx.x;
    MEND(out[i] = level[next[i]] + 1;)
    RACY(level[i] = level[next[i]] + 1;)
}
// CHECK-LABEL: case chaotic
// CHECK: Race on
// CHECK-NOT: What would mend it
static void chaotic() { relax<<<8, 1>>>(in, out + 16, out); is_right = at(7) == 1; }

#define CASE(name) {#name, name}
static const struct { const char *name; void (*run)(); } cases[] = {
    CASE(tile_filled), CASE(tile_used), CASE(block_sum), CASE(in_place), CASE(counter), CASE(warp_rows),
    CASE(warp_volatile), CASE(tile_of_group), CASE(small_block), CASE(histogram), CASE(grid_sum),
    CASE(block_bits), CASE(maximum), CASE(maximum_if), CASE(other_update), CASE(test_and_set), CASE(same_value),
    CASE(two_phases), CASE(blocks_in_place), CASE(scope), CASE(two_sizes), CASE(flag_atomic),
    CASE(flag_volatile), CASE(flag_plain), CASE(counter_polled), CASE(last_block_sum), CASE(lock), CASE(narrow_lock),
    CASE(two_streams), CASE(host_too_early), CASE(partition), CASE(whose), CASE(parity), CASE(queue),
    CASE(exclusive), CASE(chaotic)};

static void run(const char *name, void (*kernel)())
{
    static int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = i % 7;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof numbers);
    kernel();
    printf("%s: %s\n", name, is_right ? "right" : "wrong");
}

int main(int argc, char **argv)
{
    for (auto &each : cases) {
        if (!strcmp(argv[1], "list"))
            puts(each.name);
        else if (!strcmp(argv[1], each.name))
            run(each.name, each.run);
    }
    // MENDED-COUNT-36: ERROR SUMMARY: 0 errors
    return 0;
}
