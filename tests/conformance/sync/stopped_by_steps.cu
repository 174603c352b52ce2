// A thread draws tickets, far fewer than there are, until another one has moved the number past the end in many steps, each
// of which saves the drawer thousands of draws.
// NO-GPU: how many tickets are drawn is the scheduler's affair
#include "../conformance.h"

enum { THREADS = 64, STATES = 64, MOST = 100000 };
static constexpr unsigned END = 1u << 25, STEP = 1u << 16;

/* Each a variable of its own: nobody moves it but by what the test is about. */
__device__ unsigned next_up, states[STATES], drawn[2];
__device__ int next_down;

__device__ void draw_up(unsigned end)
{
    unsigned i, n = 0;
    while ((i = atomicAdd(&next_up, 1)) < end)
        states[i % STATES] = n++;
    drawn[0] = n;
}

__device__ void draw_down(int end)
{
    int i;
    unsigned n = 0;
    while ((i = atomicSub(&next_down, 1)) > end)
        states[-i % STATES] = n++;
    drawn[1] = n;
}

/* The drawer may be lane 0, and who stops it of the other warp, or of the same. */
__global__ void stop(unsigned end, unsigned stopper)
{
    if (threadIdx.x == 0) {
        draw_up(end);
        draw_down(-(int)end);
    } else if (threadIdx.x == stopper) {
        for (unsigned i = 0; i < end / STEP; i++) {
            atomicAdd(&next_up, STEP);
            atomicAdd(&next_down, -(int)STEP);
        }
    }
}

int main()
{
    for (unsigned stopper : {40u, 7u}) {
        unsigned zero = 0, count[2];
        EXPECT_EQ(cudaMemcpyToSymbol(next_up, &zero, sizeof zero), cudaSuccess);
        EXPECT_EQ(cudaMemcpyToSymbol(next_down, &zero, sizeof zero), cudaSuccess);
        stop<<<1, THREADS>>>(END, stopper);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_EQ(cudaMemcpyFromSymbol(count, drawn, sizeof count), cudaSuccess);
        EXPECT_EQ(count[0] < MOST, true);
        EXPECT_EQ(count[1] < MOST, true);
    }
    return finish();
}
