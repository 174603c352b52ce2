// Kernels in which each thread does what a function of its number says, on the host, too: struct F has F::of(t, d), t the
// thread's number in its block, d numbers that warps and threads have. compare_all<F> runs it in blocks of many shapes.
#include "../../conformance.h"

#include <vector>

struct data {
    const int *length, *table; // [256], a warp's or a thread's own
    int n;
};

#define BOTH static __host__ __device__ __forceinline__

// Nothing comes before the loop.
template <class F, int THREADS> __global__ void run_at_once(data d, unsigned *out) {
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[blockIdx.x * THREADS + t] = F::of(t, d) + blockIdx.x;
}

template <class F, int THREADS> __global__ void run(data d, unsigned *out) {
    __shared__ unsigned before[THREADS], after[THREADS];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    before[THREADS - 1 - t] = F::of(t, d);
    __syncthreads();
    after[t] = before[THREADS - 1 - t] + blockIdx.x;
    __syncthreads();
    out[blockIdx.x * THREADS + t] = after[t];
}

static std::vector<int> length(256), table(256);

template <class T> static T *on_device(const std::vector<T> &host) {
    T *p;
    CHECK(cudaMalloc(&p, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <class F, int THREADS> static void compare(dim3 block, const data &d, const data &host, int line) {
    enum { BLOCKS = 3 };
    std::vector<unsigned> out(BLOCKS * THREADS, 1u);
    unsigned *p = on_device(out);
    for (bool at_once : {false, true}) {
        if (at_once)
            run_at_once<F, THREADS><<<BLOCKS, block>>>(d, p);
        else
            run<F, THREADS><<<BLOCKS, block>>>(d, p);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(out.data(), p, out.size() * sizeof out[0], cudaMemcpyDeviceToHost));
        for (int i = 0; i < BLOCKS * THREADS; i++)
            if (!expect_equal(__FILE__, line, "a thread's result", out[i], F::of(i % THREADS, host) + i / THREADS))
                break;
    }
    CHECK(cudaFree(p));
}

template <class F> static void compare_all(const data &d, const data &host, int line) {
    compare<F, 64>(dim3(64), d, host, line);
    compare<F, 96>(dim3(96), d, host, line);
    compare<F, 256>(dim3(256), d, host, line);
    compare<F, 256>(dim3(16, 16), d, host, line);
    compare<F, 128>(dim3(8, 4, 4), d, host, line);
    compare<F, 1024>(dim3(1024), d, host, line);
}

// What warps and threads have, on the device and the host.
static void make_data(data *d, data *host) {
    unsigned random = 12345;
    for (int i = 0; i < 256; i++) {
        length[i] = (random = random * 1664525 + 1013904223) >> 24 & (i % 3 ? 15 : 63);
        table[i] = (random = random * 1664525 + 1013904223) >> 23;
    }
    length[2] = length[5] = 0;
    *host = {length.data(), table.data(), 41};
    *d = {on_device(length), on_device(table), 41};
}
