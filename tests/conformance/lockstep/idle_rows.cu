// Warps of a block that have returned, or whose condition is false, call nothing, read nothing and write nothing: in
// everyday kernels with a warp a row, for functions of a value that is the warp's, in blocks of several shapes.
// Expected values come from the same functions run by one warp alone; rows that are not there keep what they were.
#include "../conformance.h"

#include <cstring>
#include <vector>

enum { ROWS_PER_BLOCK = 8, COLS = 70, GUARD = -77 };

#define UNARY(F) F(expf) F(logf) F(sinf) F(tanhf) F(lgammaf) F(j0f) F(erfcinvf) F(rintf) F(exp) F(tgamma)

struct add_ten { __device__ float operator()(float x) const { return x + 10; } };
struct quotient { __device__ float operator()(float x) const { return (float)(1000 / (int)x) + (float)(1000u % (unsigned)x); } };
struct power { __device__ float operator()(float x) const { return powf(x, 0.5f) + fmodf(x, 0.7f) + hypotf(x, x); } };
struct parts { __device__ float operator()(float x) const { int e; float s, c; sincosf(x, &s, &c); return frexpf(x, &e) + s + c + ilogbf(x) + ldexpf(x, e); } };
struct noinline_one {
    static __device__ __noinline__ float root(float x) { return x > 2 ? sqrtf(x) : root(x + 1); }
    __device__ float operator()(float x) const { return root(x); }
};
#define FUNCTOR(f) struct call_##f { __device__ float operator()(float x) const { return (float)f(x); } };
UNARY(FUNCTOR)

// A thread's row, in any shape of block: its warp.
static __device__ int warp_of_block() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
static __device__ int lane_of_warp() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}

template <class F> __global__ void by_return(const float *gain, float *gains, const float *in, float *out, int rows) {
    int row = blockIdx.x * (blockDim.x * blockDim.y * blockDim.z / 32) + warp_of_block();
    if (row >= rows)
        return;
    float g = F()(gain[row]);
    gains[row] = g;
    for (int c = lane_of_warp(); c < COLS; c += 32)
        out[row * COLS + c] = in[row * COLS + c] * g;
}

// The pointers of warps without a row are null, and what lies in memory of their numbers leads nowhere.
template <class F> __global__ void by_condition(const float *const *places, float *sums) {
    __shared__ float sum[32];
    int warp = warp_of_block();
    if (lane_of_warp() == 0)
        sum[warp] = GUARD;
    __syncthreads();
    const float *place = places[warp];
    if (place) {
        float x = F()(*place);
        if (x > 1e30f)
            x += place[1];
        sum[warp] = x;
    }
    __syncthreads();
    if (lane_of_warp() == 0)
        sums[blockIdx.x * 32 + warp] = sum[warp];
}

template <class F> __global__ void alone(const float *in, float *out) { out[blockIdx.x] = F()(in[blockIdx.x]); }

static bool is_same(float a, float b) { return a == b || (a != a && b != b); }
static bool is_near(float a, float b) { return is_same(a, b) || fabsf(a - b) <= 1e-4f * (1 + fabsf(b)); }

enum { MOST = 64 };
static float *gain, *gains, *in, *out;
static const float **places;

template <class F> static void check_return(const char *name, dim3 block, int rows, const float *want) {
    int warps = block.x * block.y * block.z / 32, blocks = (rows + warps - 1) / warps + 1;
    for (int i = 0; i < MOST; i++)
        gains[i] = GUARD;
    for (int i = 0; i < MOST * COLS; i++)
        out[i] = GUARD;
    by_return<F><<<blocks, block>>>(gain, gains, in, out, rows);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    int bad = 0;
    for (int r = 0; r < MOST; r++) {
        bad += r < rows ? !is_near(gains[r], want[r]) : gains[r] != GUARD;
        for (int c = 0; c < COLS; c++)
            bad += r < rows ? !is_near(out[r * COLS + c], in[r * COLS + c] * want[r]) : out[r * COLS + c] != GUARD;
    }
    if (bad)
        printf("%s, block %u x %u x %u, %d rows\n", name, block.x, block.y, block.z, rows);
    EXPECT_EQ(bad, 0);
}

template <class F> static void check_condition(const char *name, dim3 block, const float *want) {
    int warps = block.x * block.y * block.z / 32, bad = 0;
    for (int w = 0; w < 32; w++)
        places[w] = w % 3 == 1 ? gain + w : nullptr;
    by_condition<F><<<2, block>>>(places, gains);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 2 * 32; i++)
        if (i % 32 < warps)
            bad += i % 32 % 3 == 1 ? !is_near(gains[i], want[i % 32]) : gains[i] != GUARD;
    if (bad)
        printf("%s, block %u x %u x %u, null pointers\n", name, block.x, block.y, block.z);
    EXPECT_EQ(bad, 0);
}

template <class F> static void check(const char *name) {
    static const dim3 blocks[] = {{256}, {128}, {16, 16}, {32, 8}, {8, 8}, {64, 2}, {96}};
    float want[MOST];
    alone<F><<<MOST, 1>>>(gain, gains);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    memcpy(want, gains, sizeof want);
    for (const dim3 &block : blocks) {
        check_return<F>(name, block, 11, want);
        check_condition<F>(name, block, want);
    }
}

int main() {
    cudaMallocManaged(&gain, MOST * sizeof(float));
    cudaMallocManaged(&gains, MOST * sizeof(float));
    cudaMallocManaged(&in, MOST * COLS * sizeof(float));
    cudaMallocManaged(&out, MOST * COLS * sizeof(float));
    cudaMallocManaged(&places, 32 * sizeof *places);
    for (int i = 0; i < MOST; i++)
        gain[i] = 0.25f + i % 5 + i * 0.03125f;
    for (int i = 0; i < MOST * COLS; i++)
        in[i] = (float)(i % 1000) * 0.5f;
#define CHECK_FUNCTION(f) check<call_##f>(#f);
    UNARY(CHECK_FUNCTION)
    for (int i = 0; i < MOST; i++)
        gain[i] = 1.5f + i;
    check<add_ten>("+ 10");
    check<quotient>("quotient");
    check<power>("powf, fmodf, hypotf");
    check<parts>("sincosf, frexpf, ilogbf, ldexpf");
    check<noinline_one>("a recursive function");
    return finish();
}
