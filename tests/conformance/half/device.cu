/* Device functions on half types: shuffles, loads and stores with cache hints (from the table), and values that pass
 * through shared, volatile and constant memory and through kernel arguments.
 */
// SAME-OUTPUT
#include "half_rows.h"

enum { WARP = 32 };

template <typename F> struct Lane {
    unsigned own, idx, up, down, across, pair;
};

template <typename F> __global__ void shuffle(Lane<F> *lanes) {
    typedef typename F::Number N;
    int i = threadIdx.x;
    N a = F::number(0x3c00u + (unsigned)i);
    typename F::Pair p = F::pair(a, F::number((unsigned)i));
    Lane<F> &lane = lanes[i];
    lane.own = F::bits(a);
    lane.idx = F::bits(__shfl_sync(0xffffffffu, a, 5));
    lane.up = F::bits(__shfl_up_sync(0xffffffffu, a, 3u));
    lane.down = F::bits(__shfl_down_sync(0xffffffffu, a, 4u, 16));
    lane.across = F::bits(__shfl_xor_sync(0xffffffffu, a, 1));
    p = __shfl_xor_sync(0xffffffffu, p, 2);
    lane.pair = F::bits(F::low(p)) | F::bits(F::high(p)) << 16;
}

template <typename F> void check_shuffles() {
    Lane<F> *lanes = managed<Lane<F>>(WARP);
    shuffle<F><<<1, WARP>>>(lanes);
    FINISH();
    for (int i = 0; i < WARP; i++) {
        CHECK_AT(i, lanes[5].own, lanes[i].idx);
        CHECK_AT(i, lanes[i < 3 ? i : i - 3].own, lanes[i].up);
        CHECK_AT(i, lanes[i % 16 + 4 < 16 ? i + 4 : i].own, lanes[i].down);
        CHECK_AT(i, lanes[i ^ 1].own, lanes[i].across);
        CHECK_AT(i, lanes[i ^ 2].own | (unsigned)(i ^ 2) << 16, lanes[i].pair);
    }
    CUDA(cudaFree(lanes));
}

enum {
#define SW_ROW_LOAD(name, ...) ROW_##name,
#define SW_ROW_STORE(name, ...) ROW_##name,
#include <softwarp/half/functions.def>
    ROWS,
    COUNT = 100
};

template <typename F> struct Accessed {
    typename F::Number in[COUNT], out[ROWS][COUNT];
    typename F::Pair in2[COUNT], out2[ROWS][COUNT];
};

template <typename F> __global__ void access(Accessed<F> *data) {
    int i = threadIdx.x;
    if (i >= COUNT) return;
#define SW_ROW_LOAD(name, ...)                       \
    data->out[ROW_##name][i] = name(&data->in[i]);   \
    data->out2[ROW_##name][i] = name(&data->in2[i]);
#define SW_ROW_STORE(name, ...)                      \
    name(&data->out[ROW_##name][i], data->in[i]);    \
    name(&data->out2[ROW_##name][i], data->in2[i]);
#include <softwarp/half/functions.def>
}

template <typename F> void check_accesses() {
    Accessed<F> *data = managed<Accessed<F>>(1);
    for (int i = 0; i < COUNT; i++) {
        data->in[i] = F::number(operand(i, 0));
        data->in2[i] = F::pair(F::number(operand(i, 1)), F::number(operand(i, 2)));
    }
    access<F><<<1, 128>>>(data);
    FINISH();
    for (int row = 0; row < ROWS; row++) {
        CHECK_AT(row, 0, std::memcmp(data->in, data->out[row], sizeof data->in));
        CHECK_AT(row, 0, std::memcmp(data->in2, data->out2[row], sizeof data->in2));
    }
#define SW_ROW_LOAD(name, ...)                                          \
    print_column<F>(#name "(const N *)", data->out[ROW_##name]);        \
    print_column<F>(#name "(const P *)", data->out2[ROW_##name]);
#define SW_ROW_STORE(name, ...)                                         \
    print_column<F>(#name "(N *, N)", data->out[ROW_##name]);           \
    print_column<F>(#name "(P *, P)", data->out2[ROW_##name]);
#include <softwarp/half/functions.def>
    CUDA(cudaFree(data));
}

__constant__ __half scale = {};
__device__ __half2 factors;

/* A sum in a tree through shared memory, read as volatile by the last warp, with a factor from constant memory. */
__global__ void scaled_sum(const __half *in, __half bias, __half2 *out) {
    __shared__ __half partial[64];
    partial[threadIdx.x] = in[threadIdx.x] * scale;
    __syncthreads();
    for (unsigned step = 32; step > 0; step /= 2) {
        if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
        __syncthreads();
    }
    const volatile __half *total = partial;
    if (threadIdx.x == 0) *out = __halves2half2(__half(*total) + bias, factors.y);
}

static void check_memory_spaces() {
    __half *in = managed<__half>(64), two = 2.0f, bias = 0.5f;
    __half2 *out = managed<__half2>(1), pair(__half(3.0f), __half(7.0f));
    for (int i = 0; i < 64; i++) in[i] = (float)i;
    CUDA(cudaMemcpyToSymbol(scale, &two, sizeof two));
    CUDA(cudaMemcpyToSymbol(factors, &pair, sizeof pair));
    scaled_sum<<<1, 64>>>(in, bias, out);
    FINISH();
    CHECK_EQUAL(4032.0f, (float)out->x); /* 4032.5 lies between two halves: to even */
    CHECK_EQUAL(7.0f, (float)out->y);
}

int main() {
    check_shuffles<Half>();
    check_shuffles<Bfloat>();
    check_accesses<Half>();
    check_accesses<Bfloat>();
    check_memory_spaces();
    return check_result();
}
