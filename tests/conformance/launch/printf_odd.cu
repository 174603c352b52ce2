// printf in kernels where the format is not one: letters that are no conversions (%n among them), a percent sign at the end,
// no format, too many arguments, null strings; and the limit of its buffer.
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int results[24];
__managed__ int target = 77;

/* The formats come from memory, so that no compiler reads them. */
__device__ const char *const odd[] = {"[%n]\n", "[%y]\n", "[%k %d]\n", "[%5n]\n", "[end %", "[% d]\n", "[%", "[%z]\n", "[%-]\n"};

__global__ void odd_formats() {
    for (int i = 0; i < 9; i++) {
        printf("format %d: ", i);
        results[i] = printf(odd[i], i == 0 || i == 3 ? (long long)&target : 42ll);
        printf("\n");
    }
}

__global__ void null_arguments(const char *nothing) {
    results[0] = printf(nothing);
    results[1] = printf("null: %s\n", nothing);
    results[2] = printf("null: %p\n", nothing);
    results[3] = printf("stars: [%*d] [%-*d] [%*.2f]\n", 5, 1, 5, 2, 8, 4.5);
    results[4] = printf("left by a negative star: [%*d]\n", -5, 1);
    results[5] = printf("more than asked for: %d\n", 1, 2, 3);
}

static void done(const char *what, int count) {
    cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %s, returned", what, cudaGetErrorName(error));
    for (int i = 0; i < count; i++) std::printf(" %d", results[i]);
    std::printf("\n");
    std::fflush(stdout);
}

int main() {
    size_t bytes = 0;
    cudaError_t error = cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize);
    std::printf("buffer: %s, a MiB at least: %d\n", cudaGetErrorName(error), bytes >= 1 << 20);
    error = cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20);
    cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize);
    std::printf("buffer, set before the first launch: %s, %zu\n", cudaGetErrorName(error), bytes);
    odd_formats<<<1, 1>>>();
    done("odd formats", 9);
    std::printf("target of %%n: %d\n", target);
    null_arguments<<<1, 1>>>(nullptr);
    done("null arguments", 6);
    return target != 77;
}
