/* Atomic operations on shared memory, by operation, type and contention. */
#include "atomics.h"

template <typename Op, int addresses>
__global__ void on_shared(typename Op::T *out)
{
    typedef typename Op::T T;
    __shared__ T cells[addresses];
    T sum = 0;

    if (threadIdx.x < addresses)
        cells[threadIdx.x] = 0;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++)
        Op::run(&cells[address_of<addresses>(threadIdx.x)], threadIdx.x + round, sum);
    __syncthreads();
    out[blockIdx.x * THREADS + threadIdx.x] = sum + cells[threadIdx.x % addresses];
}

template <typename Op, int addresses>
static void measure(const char *contention)
{
    typename Op::T *out = device_array<typename Op::T>(BLOCKS * THREADS);

    answer_atomic("shared", Op::name(), contention, nanoseconds([=] {
        on_shared<Op, addresses><<<BLOCKS, THREADS>>>(out);
        wait_for_device(Op::name());
    }));
    check(cudaFree(out), "cudaFree");
}

void measure_shared_atomics()
{
#define ATOMIC(name, type, statement)              \
    measure<Atomic<__LINE__>, 1>("1 address");         \
    measure<Atomic<__LINE__>, 32>("32 addresses");     \
    measure<Atomic<__LINE__>, THREADS>("spread");
#include "atomics.def"
#undef ATOMIC
}
