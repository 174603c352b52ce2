// TIMEOUT: 20
// A thread waits in a loop that reads memory in a function: calls within calls, results through references and members,
// virtual functions, function pointers. (At -O0 nothing is inlined.)
#include "../conformance.h"

__device__ int once(int *at) { return atomicAdd(at, 0); }
__device__ int twice(int *at) { return once(at); }
__device__ void into(int *at, int &value) { value = *(volatile int *)at; }
__device__ int plainly(int *at) { return *(volatile int *)at; }

struct Watch {
    int *at, value;
    __device__ __noinline__ void fetch() { value = atomicAdd(at, 0); }
    __device__ bool done() const { return value != 0; }
};
struct Cell {
    volatile int *at;
    __device__ virtual int get() { return *at; }
};
struct Negative : Cell {
    __device__ int get() override { return -*at; }
};
typedef int (*reader)(int *);
__device__ reader readers[2] = {once, plainly};

__device__ void wait(int *flag, int way)
{
    int value = 0;
    Watch watch = {flag, 0};
    Cell cell;
    Negative negative;
    cell.at = negative.at = flag;
    Cell *either = clock() & 1 ? &cell : &negative;
    switch (way) {
    case 0: while (once(flag) == 0); break;
    case 1: while (twice(flag) == 0); break;
    case 2: do into(flag, value); while (!value); break;
    case 3: do watch.fetch(); while (!watch.done()); break;
    case 4: while (either->get() == 0); break;
    case 5: while (readers[clock() & 1](flag) == 0); break;
    }
}

__global__ void kernel(int *flag, int way)
{
    if (threadIdx.x == 0)
        wait(flag, way);
    else if (threadIdx.x == 63)
        atomicExch(flag, 1);
}

int main()
{
    int *flag;
    CHECK(cudaMallocManaged(&flag, sizeof *flag));
    for (int way = 0; way < 6; way++) {
        *flag = 0;
        kernel<<<1, 64>>>(flag, way);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(*flag, 1);
    }
    return finish();
}
