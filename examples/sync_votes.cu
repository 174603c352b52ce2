/* sync_votes: barriers that also count, and barriers for part of a block.
 *
 *   __syncthreads_count(p)   a __syncthreads after which every thread knows for how many of the block p was true
 *   __syncthreads_and(p)     … whether it was true for all
 *   __syncthreads_or(p)      … whether it was true for any
 *   __syncwarp(mask)         waits only for the threads of this warp that mask names, and makes what they wrote before
 *                            visible to each other after
 *
 * __syncthreads waits for all threads of the block. Every thread that has not left the kernel has to come to it.
 */
#include "check.h"

constexpr int THREADS = 200; /* not a multiple of 32: the last warp has 8 threads */
constexpr int WARPS = (THREADS + 31) / 32;

struct Votes {
    int multiples_of_3, all_small, all_even, any_is_150, any_is_500;
};

/* Every thread gets the same answers; each writes its own, so that the host can check them all. */
__global__ void vote(Votes *votes)
{
    int me = threadIdx.x;
    Votes mine;

    mine.multiples_of_3 = __syncthreads_count(me % 3 == 0);
    mine.all_small = __syncthreads_and(me < THREADS);
    mine.all_even = __syncthreads_and(me % 2 == 0);
    mine.any_is_150 = __syncthreads_or(me == 150);
    mine.any_is_500 = __syncthreads_or(me == 500);
    votes[me] = mine;
}

/* Settling: in each round every number moves one step towards its neighbours' larger value, until a round changes
 * nothing. The vote is what ends the loop for all threads in the same round. */
__global__ void settle(int *numbers, int *rounds)
{
    __shared__ int shared[THREADS];
    int me = threadIdx.x, count = 0;

    shared[me] = numbers[me];
    __syncthreads();
    for (;;) {
        int left = shared[me > 0 ? me - 1 : 0], right = shared[me < THREADS - 1 ? me + 1 : me];
        int larger = max(shared[me], max(left, right));
        bool changes = larger != shared[me];
        if (!__syncthreads_or(changes)) /* also: everyone has read before anyone writes */
            break;
        shared[me] = larger;
        count++;
        __syncthreads();
    }
    numbers[me] = shared[me];
    if (me == 0)
        *rounds = count;
}

/* A tree sum within each warp, in shared memory. Only the lanes that still take part synchronise; the others have left
 * the loop. The last warp is not full, and its mask says so. */
__global__ void warp_sums(int *sums)
{
    __shared__ int shared[WARPS * 32];
    int me = threadIdx.x, lane = me % 32, first = me - lane;
    int size = min(32, THREADS - first);

    shared[me] = me;
    for (int active = 16; active > 0; active /= 2) {
        unsigned mask = size < 32 ? (1u << size) - 1 : 0xffffffffu;
        __syncwarp(mask); /* the values of the round before are there */
        int other = lane < active && lane + active < size ? shared[me + active] : 0;
        __syncwarp(mask); /* everyone has read before anyone writes */
        shared[me] += other;
    }
    if (lane == 0)
        sums[me / 32] = shared[me];
}

/* The two halves of a warp go different ways, and each synchronises by itself. */
__global__ void half_warps(int *out)
{
    __shared__ int shared[32];
    int lane = threadIdx.x;

    if (lane < 16) {
        shared[lane] = lane * 2;
        __syncwarp(0x0000ffffu);
        out[lane] = shared[15 - lane];
    } else {
        shared[lane] = lane * 3;
        __syncwarp(0xffff0000u);
        out[lane] = shared[47 - lane];
    }
}

static void check_votes()
{
    Votes *votes;

    CHECK(cudaMallocManaged(&votes, THREADS * sizeof(Votes)));
    vote<<<1, THREADS>>>(votes);
    CHECK_LAUNCH();
    for (int i = 0; i < THREADS; i++) {
        EXPECT(votes[i].multiples_of_3 == 67);
        EXPECT(votes[i].all_small != 0 && votes[i].all_even == 0);
        EXPECT(votes[i].any_is_150 != 0 && votes[i].any_is_500 == 0);
    }
    printf("votes: %d of %d threads are multiples of 3, and every thread knows\n", votes[0].multiples_of_3, THREADS);
    CHECK(cudaFree(votes));
}

static void check_settling()
{
    int *numbers, *rounds;

    CHECK(cudaMallocManaged(&numbers, THREADS * sizeof(int)));
    CHECK(cudaMallocManaged(&rounds, sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        numbers[i] = i == 30 ? 7 : i % 5;
    settle<<<1, THREADS>>>(numbers, rounds);
    CHECK_LAUNCH();
    for (int i = 0; i < THREADS; i++)
        EXPECT(numbers[i] == 7);
    EXPECT(*rounds == THREADS - 1 - 30); /* the way from thread 30 to the farther end */
    printf("settling: all equal after %d rounds\n", *rounds);
    CHECK(cudaFree(numbers));
    CHECK(cudaFree(rounds));
}

static void check_warps()
{
    int *out;

    CHECK(cudaMallocManaged(&out, 32 * sizeof(int)));
    warp_sums<<<1, THREADS>>>(out);
    CHECK_LAUNCH();
    for (int warp = 0; warp < WARPS; warp++) {
        int expected = 0;
        for (int i = warp * 32; i < THREADS && i < (warp + 1) * 32; i++)
            expected += i;
        EXPECT(out[warp] == expected);
    }
    printf("warps: the sum of the last, partial one is %d\n", out[WARPS - 1]);

    half_warps<<<1, 32>>>(out);
    CHECK_LAUNCH();
    for (int lane = 0; lane < 32; lane++)
        EXPECT(out[lane] == (lane < 16 ? (15 - lane) * 2 : (47 - lane) * 3));
    printf("half warps: each reversed by itself\n");
    CHECK(cudaFree(out));
}

int main()
{
    check_votes();
    check_settling();
    check_warps();
    return 0;
}
