// Words that are polled by atomic additions, as tickets are drawn, but wait: the tries are taken off what is compared,
// the bound moves with them, or they are counted in the highest bits and go round. The first blocks wait for the last.
// WIDE-CODE
// NO-GPU: how often somebody tries is the scheduler's affair; that it ends is what is tested
#include "../conformance.h"

enum { WAITERS = 6, BLOCKS = 8, THREADS = 32, ARRIVALS = (BLOCKS - WAITERS) * THREADS, TRACE = 64 };
static constexpr unsigned STEP = 1u << 30;

/* Each a variable of its own: nobody moves it but by what the tests are about. */
__device__ int less_own[2], moving[2];
__device__ unsigned high, ended;
__device__ int traces[WAITERS][TRACE];

__device__ void wait_less_own_tries(int which, int *trace, int others)
{
    int seen, off = 0;
    while ((seen = atomicAdd(&less_own[which], 1)) + off < others)
        trace[-off-- % TRACE] = seen;
}

__device__ void wait_for_moving_bound(int which, int *trace, int others)
{
    int seen, mine = 0;
    while ((seen = atomicAdd(&moving[which], 1)) < others + mine)
        trace[mine++ % TRACE] = seen;
}

__device__ void wait_for_low_bits(int *trace, unsigned others)
{
    unsigned seen, n = 0;
    while ((seen = atomicAdd(&high, STEP)) < 3 * STEP + others)
        trace[n++ % TRACE] = (int)seen;
}

__global__ void meet(int others)
{
    unsigned block = blockIdx.x;
    int *trace = traces[block % WAITERS];
    if (block >= WAITERS) {
        for (int i = 0; i < 2; i++) {
            atomicAdd(&less_own[i], 1);
            atomicAdd(&moving[i], 1);
        }
        atomicAdd(&high, 1u);
    } else if (threadIdx.x == 0) {
        if (block < 2)
            wait_less_own_tries((int)block, trace, others);
        else if (block < 4)
            wait_for_moving_bound((int)block - 2, trace, others);
        else
            wait_for_low_bits(trace, (unsigned)others);
        atomicAdd(&ended, 1u);
    }
}

int main()
{
    unsigned count = 0;
    meet<<<BLOCKS, THREADS>>>(ARRIVALS);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemcpyFromSymbol(&count, ended, sizeof count), cudaSuccess);
    EXPECT_EQ(count, (unsigned)WAITERS);
    return finish();
}
