// Lanes of a warp that wait for each other through memory, each at its own place: locks that all want, flags that one
// sets for the next, turns taken in order, and the block that comes last. Right on GPUs whose threads go on
// independently (compute capability 7.0 and later).
#include "../conformance.h"

static const int threads = 96;

/* A lock of which every lane does some work. */
__global__ void one_lock(int *lock, int *sum, int *most)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            int value = *(volatile int *)sum;
            *(volatile int *)sum = value + (int)threadIdx.x;
            if (value > *(volatile int *)most)
                *(volatile int *)most = value;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

/* The same, waiting in a loop of its own before the work. */
__global__ void spin_first(int *lock, int *sum)
{
    if (threadIdx.x % 3 == 1)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile int *)sum = *(volatile int *)sum + 1;
    __threadfence();
    atomicExch(lock, 0);
}

/* Each lane hands on to the next one, from the last to the first. */
__global__ void hand_on(volatile int *flags, int *order, int *next)
{
    int i = (int)threadIdx.x;
    if (i < (int)blockDim.x - 1)
        while (flags[i + 1] == 0) {
        }
    __threadfence_block();
    order[i] = atomicAdd(next, 1);
    __threadfence_block();
    flags[i] = 1;
}

/* Tickets: even lanes take them forwards, odd ones behind a loop of their own length. */
__global__ void tickets(int *drawn, volatile int *serving, int *log)
{
    int i = (int)threadIdx.x, busy = 0;
    if (i % 2)
        for (int k = 0; k < i; k++)
            busy += k * k % 7;
    int mine = atomicAdd(drawn, 1);
    while (*serving != mine) {
    }
    __threadfence_block();
    log[mine] = i + 1000 * (busy < 0);
    __threadfence_block();
    *serving = mine + 1;
}

/* One half of each warp makes what the other half takes. */
__global__ void make_and_take(volatile int *full, int *cell, int *taken)
{
    int lane = (int)threadIdx.x % 32, pair = (int)threadIdx.x / 32 * 16 + lane % 16;
    for (int round = 1; round <= 3; round++) {
        if (lane < 16) {
            while (full[pair] != 0) {
            }
            cell[pair] = pair * 10 + round;
            __threadfence_block();
            full[pair] = 1;
        } else {
            while (full[pair] == 0) {
            }
            __threadfence_block();
            taken[pair * 3 + round - 1] = cell[pair];
            __threadfence_block();
            full[pair] = 0;
        }
    }
}

/* Some threads leave; the others meet at barriers; the block that finishes last adds up. */
__global__ void last_block(const int *in, int *partial, unsigned *finished, int *total, int n)
{
    __shared__ int sums[128];
    __shared__ bool is_last;
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), t = (int)threadIdx.x, size = (int)blockDim.x;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (t >= 64)
        return;
    sums[t] += t + 64 < size ? sums[t + 64] : 0;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || t != 0)
        return;
    __threadfence();
    int sum = 0;
    for (unsigned k = 0; k < gridDim.x; k++)
        sum += ((volatile int *)partial)[k];
    *total = sum;
}

struct Memory {
    int *at;
    explicit Memory(size_t count)
    {
        CHECK(cudaMallocManaged(&at, count * sizeof(int)));
        memset(at, 0, count * sizeof(int));
    }
    ~Memory() { cudaFree(at); }
};

static void check_locks()
{
    Memory m(5);
    one_lock<<<2, threads>>>(m.at, m.at + 1, m.at + 2);
    CHECK_LAUNCH();
    EXPECT_EQ(m.at[1], threads * (threads - 1));
    spin_first<<<1, threads>>>(m.at + 3, m.at + 4);
    CHECK_LAUNCH();
    EXPECT_EQ(m.at[4], threads * 2 / 3);
}

static void check_orders()
{
    Memory flags(threads), order(threads), next(1), log(threads), turn(2);
    hand_on<<<1, threads>>>(flags.at, order.at, next.at);
    CHECK_LAUNCH();
    for (int i = 0; i < threads; i++)
        EXPECT_EQ(order.at[i], threads - 1 - i);
    tickets<<<1, threads>>>(turn.at, turn.at + 1, log.at);
    CHECK_LAUNCH();
    std::vector<bool> seen(threads);
    for (int i = 0; i < threads; i++) {
        EXPECT(log.at[i] >= 0 && log.at[i] < threads && !seen[log.at[i]]);
        seen[log.at[i] % threads] = true;
    }
}

static void check_pairs()
{
    const int pairs = threads / 2;
    Memory full(pairs), cell(pairs), taken(pairs * 3);
    make_and_take<<<1, threads>>>(full.at, cell.at, taken.at);
    CHECK_LAUNCH();
    for (int i = 0; i < pairs * 3; i++)
        EXPECT_EQ(taken.at[i], i / 3 * 10 + i % 3 + 1);
}

static void check_last_block(int n, int size)
{
    int blocks = (n + size - 1) / size, expected = 0;
    Memory in(n), partial(blocks), rest(2);
    for (int i = 0; i < n; i++)
        expected += in.at[i] = i % 91;
    for (int round = 0; round < 2; round++) {
        rest.at[1] = 0;
        last_block<<<blocks, size>>>(in.at, partial.at, (unsigned *)rest.at, rest.at + 1, n);
        CHECK_LAUNCH();
        EXPECT_EQ(rest.at[1], expected);
    }
}

int main()
{
    check_locks();
    check_orders();
    check_pairs();
    check_last_block(5000, 128);
    check_last_block(777, 70);
    check_last_block(1000, 64);
    return finish();
}
