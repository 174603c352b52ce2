// A compare-and-swap that expects at the next place what it has found at this one waits for two neighbours that are
// alike: the cursor lies in the thread's own memory, where the loop moves it on. The first blocks wait for the last one.
// WIDE-CODE
// NO-GPU: at which place it ends is the scheduler's affair; that it ends is what is tested
#include "../conformance.h"

enum { WAITERS = 6, PLACES = 4, ALIKE = 7, MINE = 55 };

struct search {
    int *cursor;
    int step;
};

__device__ __noinline__ void advance(search *s, int *places)
{
    s->cursor = places + ++s->step % PLACES;
}

__global__ void find(int *places, search *searches)
{
    if (blockIdx.x == WAITERS) {
        if (threadIdx.x < WAITERS * PLACES)
            atomicExch(&places[threadIdx.x], ALIKE);
    } else if (threadIdx.x == 0) {
        search *s = &searches[blockIdx.x];
        int *own = places + blockIdx.x * PLACES, last = 100, found;
        s->cursor = own;
        while ((found = atomicCAS(s->cursor, last, MINE)) != last) {
            last = found;
            advance(s, own);
        }
        s->step = -1;
    }
}

int main()
{
    int *places;
    search *searches;
    EXPECT_EQ(cudaMallocManaged(&places, WAITERS * PLACES * sizeof *places), cudaSuccess);
    EXPECT_EQ(cudaMallocManaged(&searches, WAITERS * sizeof *searches), cudaSuccess);
    memset(searches, 0, WAITERS * sizeof *searches);
    for (int i = 0; i < WAITERS * PLACES; i++)
        places[i] = i + 1000;
    find<<<WAITERS + 1, 32>>>(places, searches);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < WAITERS; i++)
        EXPECT_EQ(searches[i].step, -1);
    EXPECT_EQ(cudaFree(places), cudaSuccess);
    EXPECT_EQ(cudaFree(searches), cudaSuccess);
    return finish();
}
