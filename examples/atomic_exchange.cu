/* atomic_exchange: atomicExch puts a value into memory and hands back the one that was there, in one step.
 *
 * First a game: every thread swaps its number into one cell. However they interleave, no number is lost and none
 * appears twice. Then what exchange is most used for: a spin lock. Taking it is exchanging 1 into it and seeing 0 come
 * out; giving it back is exchanging 0 into it.
 *
 * The threads that contend for the lock are in one warp too. Since Volta (sm_70) every thread makes progress on its
 * own, so that the plain loop `while (atomicExch(&lock, 1) != 0)` is right. On older GPUs the warp's threads moved in
 * step: the loop's losers kept the winner from ever reaching the unlock, and the program hung.
 */
#include "check.h"
#include <vector>

constexpr int BLOCKS = 4;
constexpr int THREADS = 64; /* two warps a block */
constexpr int N = BLOCKS * THREADS;

__global__ void swap_in(int *cell, int *got)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;

    got[me] = atomicExch(cell, me);
}

__device__ int lock; /* 0: free, 1: taken */

__device__ void take_lock()
{
    while (atomicExch(&lock, 1) != 0) {
    }
    __threadfence(); /* what follows must not be done before the lock is ours */
}

__device__ void release_lock()
{
    __threadfence(); /* what we wrote must be visible before the lock is free */
    atomicExch(&lock, 0);
}

/* Two ordinary variables that only the lock protects. volatile: read from memory each time, not kept in a register. */
struct Account {
    int visits;
    long long sum;
};

__global__ void deposit(volatile Account *account)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;

    take_lock();
    account->visits = account->visits + 1;
    account->sum = account->sum + me;
    release_lock();
}

static void check_swaps()
{
    int *device_cell, *device_got, cell = -1;
    std::vector<int> got(N), seen(N + 1, 0);

    CHECK(cudaMalloc(&device_cell, sizeof cell));
    CHECK(cudaMalloc(&device_got, N * sizeof(int)));
    CHECK(cudaMemcpy(device_cell, &cell, sizeof cell, cudaMemcpyHostToDevice));
    swap_in<<<BLOCKS, THREADS>>>(device_cell, device_got);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&cell, device_cell, sizeof cell, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(got.data(), device_got, N * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_cell));
    CHECK(cudaFree(device_got));

    /* What came out, and what is left in the cell, is -1 and every thread's number, each once. */
    got.push_back(cell);
    for (int value : got) {
        EXPECT(value >= -1 && value < N);
        seen[value + 1]++;
    }
    for (int count : seen)
        EXPECT(count == 1);
    printf("swaps: %d numbers went through one cell, none lost, none doubled\n", N);
}

static void check_lock()
{
    Account *device_account, account = {0, 0};

    CHECK(cudaMalloc(&device_account, sizeof account));
    CHECK(cudaMemcpy(device_account, &account, sizeof account, cudaMemcpyHostToDevice));
    deposit<<<BLOCKS, THREADS>>>(device_account);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&account, device_account, sizeof account, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_account));

    EXPECT(account.visits == N);
    EXPECT(account.sum == static_cast<long long>(N) * (N - 1) / 2);
    printf("lock: %d visits, sum %lld, as if one after the other\n", account.visits, account.sum);
}

int main()
{
    check_swaps();
    check_lock();
    return 0;
}
