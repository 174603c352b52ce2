// printf in kernels: what it returns, 32 arguments, strings of every memory, long strings, order within a thread, calls under
// divergence and from device functions, formats that are computed.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__device__ char device_text[] = "device memory";
__constant__ char constant_text[] = "constant memory";
__managed__ int results[16];
__device__ const char *const formats[3] = {"first %d\n", "second %d\n", "third %d\n"};

__device__ __noinline__ int say(const char *what, int n) { return printf("%s %d\n", what, n); }
template <typename... T> __device__ int say_all(const char *format, T... values) { return printf(format, values...); }

__global__ void returns() {
    int i = 0;
    results[i++] = printf("no arguments\n");
    results[i++] = printf("one %d\n", 1);
    results[i++] = printf("three %d %s %f\n", 1, "two", 3.0);
    results[i++] = printf("percent %%\n");
    results[i++] = printf("");
    results[i++] = say("from a function", 7);
    results[i++] = say_all("from a template %d %c %g\n", 1, 'x', 2.5);
}

__global__ void many() {
    results[0] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2,
                        3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                        30, 31, 32);
    results[1] = printf("%d %g %lld %c %s %u %x %f %d %g %lld %c %s %u %x %f %d %g %lld %c %s %u %x %f %d %g %lld %c %s %u %x %f\n",
                        1, 2.5, 3ll, '4', "five", 6u, 7, 8.0, 9, 10.5, 11ll, 'c', "thirteen", 14u, 15, 16.0, 17, 18.5, 19ll,
                        't', "twenty-one", 22u, 23, 24.0, 25, 26.5, 27ll, 'v', "twenty-nine", 30u, 31, 32.0);
}

__global__ void strings(const char *from_host) {
    __shared__ char shared_text[16];
    char local_text[] = "local memory";
    local_text[0] = (char)('k' + threadIdx.x + 1);
    for (int i = 0; i < 13; i++) shared_text[i] = "shared memory"[i];
    shared_text[13] = 0;
    printf("%s, %s, %s, %s, %s, %s\n", device_text, constant_text, shared_text, local_text, from_host, "literal");
    printf("[%.6s] [%-14s] [%20s]\n", device_text, local_text, constant_text);
}

__global__ void computed(int which, int width) {
    printf(formats[which], 10 + which);
    printf(which == 1 ? "one: %*d\n" : "other: %-*d|\n", width, 5);
}

/* Order is kept within a thread; threads follow each other here through the launches. */
__global__ void in_order(int n) {
    for (int i = 0; i < n; i++) printf("line %d of %d\n", i, n);
}

/* One thread of many prints. */
__global__ void divergent() {
    if (threadIdx.x == 37) printf("thread %u of block %u\n", threadIdx.x, blockIdx.x);
    __syncthreads();
    if (threadIdx.x == 5 && blockIdx.x == 0) {
        printf("thread %u then\n", threadIdx.x);
        if (blockDim.x == 64) printf("thread %u once more, %d\n", threadIdx.x, -1);
    }
}

__global__ void values() {
    printf("%d %d %d\n", (char)-1, (short)-2, (unsigned char)255);
    printf("%hd %d %ld %lld\n", (short)-32768, -2147483647 - 1, -9223372036854775807l - 1, 9223372036854775807ll);
    printf("%hu %u %lu %llu\n", (unsigned short)65535, 4294967295u, 18446744073709551615ul, 18446744073709551615ull);
    printf("%f %e %g\n", 1.0f / 3, 1e300, 1e-300);
    printf("%.17g %.9g %a\n", 0.1, (double)0.1f, 0.1);
    printf("%d %d\n", true, 'a' < 'b');
}

static char long_text[600];
__global__ void long_string(const char *text) {
    printf("long: %s!\n", text);
    results[0] = printf("%s%s\n", text, text);
}

static int wrong;
static void expect(int line, int expected, int got) {
    if (expected == got) return;
    std::printf("%s:%d: expected %d, got %d\n", __FILE__, line, expected, got);
    wrong = 1;
}

static void done(const char *what) {
    cudaError_t error = cudaDeviceSynchronize();
    if (error) std::printf("%s: %s\n", what, cudaGetErrorString(error));
    std::fflush(stdout);
    wrong |= error != cudaSuccess;
}

int main() {
    returns<<<1, 1>>>();
    done("returns");
    const int expected[] = {0, 1, 3, 0, 0, 2, 3};
    for (int i = 0; i < 7; i++) expect(__LINE__, expected[i], results[i]);
    std::printf("returned %d %d %d %d %d %d %d\n", results[0], results[1], results[2], results[3], results[4], results[5], results[6]);
    many<<<1, 1>>>();
    done("many");
    expect(__LINE__, 32, results[0]);
    expect(__LINE__, 32, results[1]);
    char *text;
    cudaMallocManaged(&text, sizeof long_text);
    std::strcpy(text, "managed memory");
    strings<<<1, 1>>>(text);
    done("strings");
    for (int i = 0; i < 3; i++) computed<<<1, 1>>>(i, 3 + i);
    done("computed");
    in_order<<<1, 1>>>(20);
    done("in_order");
    divergent<<<1, 64>>>();
    done("divergent");
    values<<<1, 1>>>();
    done("values");
    for (int i = 0; i < 599; i++) text[i] = (char)('a' + i % 26);
    text[599] = 0;
    long_string<<<1, 1>>>(text);
    done("long_string");
    expect(__LINE__, 2, results[0]);
    if (!wrong) std::printf("ok\n");
    return wrong;
}
