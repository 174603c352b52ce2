/* Every thread counts itself: in one counter, or in one of many. */
#include "run.h"

__global__ void count(int *counter)
{
    atomicAdd(counter, 1);
}

__global__ void count_many(int *counters)
{
    atomicAdd(&counters[(blockIdx.x * blockDim.x + threadIdx.x) % COUNTERS], 1);
}

extern "C" void run_counter(void)
{
    count<<<COUNTER_N / BLOCK, BLOCK>>>(bench.counter.one);
    finish_launch("counter");
}

extern "C" void run_counters(void)
{
    count_many<<<COUNTER_N / BLOCK, BLOCK>>>(bench.counter.many);
    finish_launch("counters");
}
