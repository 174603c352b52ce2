// NO-GPU: GPUs since Volta do not promise that lanes run in step
/* A lock for each lane, or for each few: those of a warp hold theirs side by side, and exchange values through volatile
 * memory meanwhile, as before CUDA 9; or only change what their lock is of. */
#include "../conformance.h"

enum { LANES = 32, BUCKETS = 8, TURNS = 5 };

/* Each row of a table has its lock, and a warp takes a row for each lane. */
__global__ void reduce_locked(int *locks, const int *in, int *out)
{
    __shared__ volatile int v[2 * LANES];
    int t = threadIdx.x;
    v[t + LANES] = 0;
    while (atomicCAS(&locks[t], 0, 1) != 0) {}
    v[t] = in[t];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
    atomicExch(&locks[t], 0);
    out[t] = v[0];
}

/* Buckets of structures, each with its lock in it. */
struct Bucket {
    int lock;
    volatile int count, keys[6];
};
__global__ void fill(Bucket *buckets, int *sum)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < TURNS; i++) {
        Bucket *b = &buckets[(t * 7 + i) % BUCKETS];
        for (bool done = false; !done;)
            if (atomicCAS(&b->lock, 0, 1) == 0) {
                __threadfence();
                int n = b->count;
                b->keys[n % 6] = t + 1;
                b->count = n + 1;
                __threadfence();
                atomicExch(&b->lock, 0);
                done = true;
            }
    }
    atomicAdd(sum, buckets[t % BUCKETS].keys[t % 6] > 0);
}

int main()
{
    std::vector<int> in(LANES);
    int total = 0, count = 0, threads = 2 * 64;
    for (int i = 0; i < LANES; i++) total += in[i] = 3 * i + 1;
    DeviceArray<int> locks(LANES), given(in), out(LANES), sum(1);
    reduce_locked<<<1, LANES>>>(locks.at, given.at, out.at);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], total);

    DeviceArray<Bucket> buckets(BUCKETS);
    fill<<<2, 64>>>(buckets.at, sum.at);
    CHECK_LAUNCH();
    for (const Bucket &b : buckets.host()) count += b.count;
    EXPECT_EQ(count, threads * TURNS);
    EXPECT_EQ(sum.host()[0] > 0, true);
    return finish();
}
