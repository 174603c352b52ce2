/* Shared memory: several arrays of different types carved from one extern array, extern declarations of different types that
 * name the same memory, static and dynamic together, 48 KiB static, and dynamic beyond that up to the device's limit once
 * cudaFuncSetAttribute has allowed it; errors otherwise. */
#include "../check.h"
#include "../rows.h"

extern __shared__ double as_doubles[];
extern __shared__ int as_ints[];
extern __shared__ float4 as_vectors[];
extern __shared__ char as_chars[];

/* Layout: double[n], then long long[n], float2[n], int[n], short[n], char[n]; largest alignment first. */
__global__ void carved(long long *out, int n) {
    double *doubles = as_doubles;
    long long *longs = (long long *)(doubles + n);
    float2 *pairs = (float2 *)(longs + n);
    int *ints = (int *)(pairs + n);
    short *shorts = (short *)(ints + n);
    char *chars = (char *)(shorts + n);
    int t = threadIdx.x;
    doubles[t] = t * 0.5;
    longs[t] = (1ll << 40) + t;
    pairs[t] = make_float2(t, -t);
    ints[t] = t * 1000;
    shorts[t] = (short)-t;
    chars[t] = (char)(t % 100);
    __syncthreads();
    int o = (t + 7) % n;
    out[t] = (long long)(doubles[o] * 2) + longs[o] + (long long)(pairs[o].x * 3 + pairs[o].y) + ints[o] + shorts[o] + chars[o];
}
static long long carved_on_host(int o) { return o + (1ll << 40) + o + 3 * o - o + o * 1000 - o + o % 100; }

/* The names are one memory. */
__global__ void aliases(int *out) {
    int t = threadIdx.x;
    as_ints[t] = t * 0x01010101;
    __syncthreads();
    const unsigned *words = (const unsigned *)&as_vectors[t / 4];
    out[t] = (int)words[t % 4] + as_chars[4 * t + 3] - (int)((char *)as_doubles - as_chars) - (int)((char *)as_ints - as_chars);
}

/* Static variables lie beside the dynamic array, and are the block's own. */
__global__ void mixed(int *out, int n) {
    __shared__ int sum;
    __shared__ short table[3][5];
    __shared__ struct { char c; double d; } pair;
    int t = threadIdx.x;
    if (t == 0) sum = 100 * blockIdx.x, pair.c = 'p', pair.d = 0.25;
    if (t < 15) table[t / 5][t % 5] = (short)(t * 3);
    as_ints[t] = t;
    __syncthreads();
    atomicAdd(&sum, as_ints[n - 1 - t]);
    __syncthreads();
    out[blockIdx.x * n + t] = sum + table[t % 3][t % 5] + pair.c + (int)(pair.d * 8);
}

template <typename T, int N> __device__ T *own_array() {
    __shared__ T array[N];
    return array;
}
/* A function's own shared array, one an instantiation. */
__global__ void of_functions(int *out) {
    int *a = own_array<int, 32>(), *b = own_array<int, 33>();
    float *c = own_array<float, 32>();
    int t = threadIdx.x;
    a[t] = t, b[t] = 100 + t, c[t] = 0.5f * t;
    __syncthreads();
    int o = 31 - t;
    out[t] = a[o] + b[o] * 2 + (int)(c[o] * 2) + (a == own_array<int, 32>()) * 1000;
}

/* All of the static limit. */
__global__ void full(unsigned *out) {
    __shared__ unsigned all[12288];
    for (int i = threadIdx.x; i < 12288; i += blockDim.x) all[i] = i * 3;
    __syncthreads();
    unsigned sum = 0;
    for (int i = threadIdx.x; i < 12288; i += blockDim.x) sum += all[12287 - i];
    out[threadIdx.x] = sum;
}

__global__ void dynamic_bytes(unsigned *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) as_chars[i] = (char)(i * 7);
    __syncthreads();
    unsigned sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += (unsigned char)as_chars[n - 1 - i];
    out[threadIdx.x] = sum;
}
__global__ void with_static(unsigned *out, int n) {
    __shared__ int fixed[256];
    fixed[threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.x] = fixed[threadIdx.x ^ 1] + (as_chars[0] = 3);
}

static void check_dynamic(unsigned *out, int bytes, bool allowed) {
    dynamic_bytes<<<1, 64, bytes>>>(out, bytes);
    cudaError_t error = cudaGetLastError();
    std::printf("%d bytes of dynamic shared memory: %s\n", bytes, cudaGetErrorName(error));
    CHECK_EQUAL(allowed ? (int)cudaSuccess : (int)cudaErrorInvalidValue, (int)error);
    CUDA(cudaDeviceSynchronize());
    for (int t = 0; allowed && t < 64; t++) {
        unsigned sum = 0;
        for (int i = t; i < bytes; i += 64) sum += (unsigned char)((bytes - 1 - i) * 7);
        CHECK_AT(t, sum, out[t]);
    }
}

static void check_limits(unsigned *out) {
    int most = 0, usual = 0;
    CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    CUDA(cudaDeviceGetAttribute(&usual, cudaDevAttrMaxSharedMemoryPerBlock, 0));
    std::printf("shared memory of a block: %d, at most %d\n", usual, most);
    check_dynamic(out, usual, true);
    check_dynamic(out, usual + 1, false);
    CUDA(cudaFuncSetAttribute(dynamic_bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    check_dynamic(out, usual + 1, true);
    check_dynamic(out, most, true);
    check_dynamic(out, most + 1, false);
    cudaError_t error = cudaFuncSetAttribute(dynamic_bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1);
    std::printf("attribute beyond the limit: %s\n", cudaGetErrorName(error));
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)error);
    cudaGetLastError();
    /* Static memory counts, too. */
    error = cudaFuncSetAttribute(with_static, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    std::printf("attribute beyond the limit with static memory: %s\n", cudaGetErrorName(error));
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)error);
    cudaGetLastError();
    CUDA(cudaFuncSetAttribute(with_static, cudaFuncAttributeMaxDynamicSharedMemorySize, most - 1024));
    with_static<<<1, 256, most - 1024>>>(out, 40);
    FINISH();
    CHECK_EQUAL(43u, out[255]);
    with_static<<<1, 256, most - 1023>>>(out, 40);
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)cudaGetLastError());
}

int main() {
    const int n = 96;
    long long *wide = managed<long long>(n);
    int *out = managed<int>(4 * n);
    carved<<<1, n, n * (8 + 8 + 8 + 4 + 2 + 1)>>>(wide, n);
    FINISH();
    for (int t = 0; t < n; t++) CHECK_AT(t, carved_on_host((t + 7) % n), wide[t]);
    print_row("six arrays carved from one", wide, n);
    aliases<<<1, 64, 256>>>(out);
    FINISH();
    for (int t = 0; t < 64; t++) CHECK_AT(t, t * 0x01010101 + t, out[t]);
    print_row("extern arrays of four types", out, 64);
    mixed<<<4, n, n * sizeof(int)>>>(out, n);
    FINISH();
    for (int i = 0; i < 4 * n; i++) {
        int t = i % n;
        CHECK_AT(i, 100 * (i / n) + n * (n - 1) / 2 + (t % 3 * 5 + t % 5) * 3 + 'p' + 2, out[i]);
    }
    print_row("static and dynamic", out, 4 * n);
    of_functions<<<1, 32>>>(out);
    FINISH();
    for (int t = 0; t < 32; t++) CHECK_AT(t, (31 - t) + 2 * (131 - t) + (31 - t) + 1000, out[t]);
    print_row("arrays of functions", out, 32);
    unsigned *sums = managed<unsigned>(256);
    full<<<3, 256>>>(sums);
    FINISH();
    for (int t = 0; t < 256; t++) {
        unsigned sum = 0;
        for (int i = t; i < 12288; i += 256) sum += (12287 - i) * 3;
        CHECK_AT(t, sum, sums[t]);
    }
    print_row("48 KiB of static shared memory", sums, 256);
    check_limits(sums);
    return check_result();
}
