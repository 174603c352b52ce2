/* Atomic operations on global memory, by operation, type and contention. */
#include "atomics.h"

template <typename Op, int addresses>
__global__ void on_global(typename Op::T *cells, typename Op::T *out)
{
    int thread = blockIdx.x * THREADS + threadIdx.x;
    typename Op::T sum = 0;

    for (int round = 0; round < ROUNDS; round++)
        Op::run(&cells[address_of<addresses>(thread)], thread + round, sum);
    out[thread] = sum;
}

template <typename Op, int addresses>
static void measure(const char *contention)
{
    typedef typename Op::T T;
    T *cells = device_array<T>(addresses), *out = device_array<T>(BLOCKS * THREADS);

    answer_atomic("global", Op::name(), contention, nanoseconds([=] {
        on_global<Op, addresses><<<BLOCKS, THREADS>>>(cells, out);
        wait_for_device(Op::name());
    }));
    check(cudaFree(cells), "cudaFree");
    check(cudaFree(out), "cudaFree");
}

void measure_global_atomics()
{
#define ATOMIC(name, type, statement)                  \
    measure<Atomic<__LINE__>, 1>("1 address");         \
    measure<Atomic<__LINE__>, 32>("32 addresses");     \
    measure<Atomic<__LINE__>, 1024>("1024 addresses"); \
    measure<Atomic<__LINE__>, BLOCKS * THREADS>("spread");
#include "atomics.def"
#undef ATOMIC
}
