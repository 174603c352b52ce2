// Races between blocks, between kernels, and with the host: order, fences, scopes. What racecheck says would mend each,
// and the program with that done: no finding, by both policies, and what it computes is right. Compiled twice: as it
// races, and mended.
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
#include "mends.h"

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
// CHECK-SAME: the atomic access is at {{.*}}mends_grid.cu:[[#@LINE - 16]]
static void flag_atomic() { flag_kernel<<<2, 1>>>(out, out + 2, 0); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_volatile
// CHECK: volatile used as synchronisation
// CHECK: What would mend it: atomic accesses and fences instead of volatile
static void flag_volatile() { flag_kernel<<<2, 1>>>(out, out + 2, 1); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_plain
// CHECK: What would mend it: atomic accesses to the flag, and fences
// CHECK-NOT: What would mend it
static void flag_plain() { flag_kernel<<<2, 1>>>(out, out + 2, 2); is_right = at(1) == 42; }

// Spinning readers whose condition is a choice, or a variable that the loop reads again.
__global__ void flags_kernel(int *data, int *flag, int kind)
{
    if (blockIdx.x == 0) {
        *data = 42;
        MEND(__threadfence();)
        RACY(*flag = 1;)
        MEND(atomicExch(flag, 1);)
    } else {
        RACY(if (kind == 0) while (*flag == 0 && flag[1] == 0);)
        RACY(if (kind == 1) for (int seen = *flag; seen == 0; seen = *flag);)
        RACY(if (kind == 2) for (bool is_set = false; !is_set;) is_set = kind == 3 ? flag[1] > 1 : *flag > 0;)
        MEND(if (kind == 0) while (atomicAdd(flag, 0) == 0 && atomicAdd(flag + 1, 0) == 0);)
        MEND(if (kind == 1) for (int seen = atomicAdd(flag, 0); seen == 0; seen = atomicAdd(flag, 0));)
        MEND(if (kind == 2) for (bool is_set = false; !is_set;) is_set = atomicAdd(flag, 0) > 0;)
        MEND(__threadfence();)
        data[1] = *data;
    }
}
// CHECK-LABEL: case flag_of_two
// CHECK: What would mend it: atomic accesses to the flag, and fences
// CHECK-NOT: What would mend it
static void flag_of_two() { flags_kernel<<<2, 1>>>(out, out + 2, 0); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_seen
// CHECK: What would mend it: atomic accesses to the flag, and fences
// CHECK-NOT: What would mend it
static void flag_seen() { flags_kernel<<<2, 1>>>(out, out + 2, 1); is_right = at(1) == 42; }
// CHECK-LABEL: case flag_chosen
// CHECK: What would mend it: atomic accesses to the flag, and fences
// CHECK-NOT: What would mend it
static void flag_chosen() { flags_kernel<<<2, 1>>>(out, out + 2, 2); is_right = at(1) == 42; }

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
// CHECK-SAME: the atomic access is at {{.*}}mends_grid.cu:[[#@LINE - 14]]
// CHECK-NOT: barrier of the grid
static void last_block_sum()
{
    last_block<<<8, 32>>>(in, out, (unsigned *)out + 100, out + 101);
    int sum = 0;
    for (int i = 0; i < 256; i += 4)
        sum += i % 7;
    is_right = at(101) == sum;
}

// The thread that counts has not waited for the others' writes: their fences do not reach it.
__global__ void last_of_all(const int *a, int *parts, unsigned *count, int *sum)
{
    __shared__ bool is_last;
    parts[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x];
    __threadfence();
    MEND(__syncthreads();)
    if (threadIdx.x == 0) {
        MEND(__threadfence();)
        is_last = atomicAdd(count, 1) == gridDim.x - 1;
        MEND(__threadfence();)
    }
    __syncthreads();
    if (is_last)
        for (int i = 0; i < gridDim.x; i++)
            sum[threadIdx.x] += parts[i * 64 + threadIdx.x];
}
// CHECK-LABEL: case last_block_waits
// CHECK: Race on __global__ memory: two plain accesses
// CHECK: What would mend it: __syncthreads() between the write and the atomic access, before the if in line [[#@LINE - 12]], and a fence behind it (__threadfence()); the atomic access is at {{.*}}mends_grid.cu:[[#@LINE - 10]]
static void last_block_waits()
{
    last_of_all<<<4, 64>>>(in, out, (unsigned *)out + 1000, out + 2000);
    is_right = at(2003) == 4 * 3 && at(2063) == 0;
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

static const mend_case cases[] = {
    CASE(two_phases), CASE(blocks_in_place), CASE(scope), CASE(two_sizes), CASE(flag_atomic),
    CASE(flag_volatile), CASE(flag_plain), CASE(flag_of_two), CASE(flag_seen), CASE(flag_chosen), CASE(counter_polled),
    CASE(last_block_sum), CASE(last_block_waits), CASE(lock),
    CASE(narrow_lock), CASE(two_streams), CASE(host_too_early)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-17: ERROR SUMMARY: 0 errors
