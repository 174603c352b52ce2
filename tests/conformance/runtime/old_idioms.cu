// FEW-WAYS
// NO-GPU: CUDA has removed names that it uses
// How programs from CUDA's first decade are written: their macros, their names, launches through pointers and by address.
#include "../conformance.h"
#include <sm_11_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <device_functions.h>
#include <driver_functions.h>
#include <math_functions.h>

/* As the SDK's cutil.h had them, which programs copied. */
#define CUDA_SAFE_CALL_NO_SYNC(call)                                                                              \
    {                                                                                                             \
        cudaError err = call;                                                                                     \
        if (cudaSuccess != err) {                                                                                 \
            fprintf(stderr, "error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                                                   \
        }                                                                                                         \
    }
#define CUDA_SAFE_CALL(call)         \
    do {                             \
        CUDA_SAFE_CALL_NO_SYNC(call); \
    } while (0)
#define CUT_CHECK_ERROR(message)                                                                          \
    do {                                                                                                  \
        cudaError_t err = cudaGetLastError();                                                             \
        if (cudaSuccess != err) {                                                                         \
            fprintf(stderr, "%s in line %i : %s.\n", message, __LINE__, cudaGetErrorString(err));         \
            exit(EXIT_FAILURE);                                                                           \
        }                                                                                                 \
        err = cudaThreadSynchronize();                                                                    \
        if (cudaSuccess != err)                                                                           \
            exit(EXIT_FAILURE);                                                                           \
    } while (0)
#define IMUL(a, b) __mul24(a, b)
#define SDATA(index) sdata[index]

enum { THREADS = 64, COUNT = 1000 };
static __constant__ float factor;
__device__ __constant__ int offsets[4];
__device__ unsigned int ticket = 0;
extern __shared__ float sdata[];

__global__ static void scale(float *data, int n)
{
    const int tid = IMUL(blockDim.x, blockIdx.x) + threadIdx.x;
    const int threadN = IMUL(blockDim.x, gridDim.x);
    for (int pos = tid; pos < n; pos += threadN)
        data[pos] = data[pos] * factor + offsets[pos & 3];
}

__global__ void reduce(const float *in, float *out, int n)
{
    const unsigned int tid = threadIdx.x;
    float sum = 0;
    for (int i = IMUL(blockIdx.x, blockDim.x) + tid; i < n; i += IMUL(blockDim.x, gridDim.x))
        sum += in[i];
    SDATA(tid) = sum;
    __syncthreads();
    for (unsigned int half = blockDim.x >> 1; half > 0; half >>= 1) {
        if (tid < half)
            SDATA(tid) += SDATA(tid + half);
        __syncthreads();
    }
    if (tid == 0) {
        out[blockIdx.x] = SDATA(0);
        atomicInc(&ticket, 0xffffffffu);
    }
}

__global__ void first(int *p) { *p += 1; }
__global__ void second(int *p) { *p += 10; }
typedef void (*kernel_t)(int *);

static void launches_by_pointer()
{
    int *d_sum, sum = 0;
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_sum, sizeof(int)));
    CUDA_SAFE_CALL(cudaMemset(d_sum, 0, sizeof(int)));
    kernel_t kernels[] = {first, &second, first};
    for (unsigned i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
        kernels[i]<<<1, 1>>>(d_sum);
    kernel_t chosen = kernels[1];
    (*chosen)<<<dim3(1, 1, 1), dim3(1, 1, 1), 0, 0>>>(d_sum);
    void *args[] = {&d_sum};
    CUDA_SAFE_CALL(cudaLaunchKernel((const void *)first, dim3(1), dim3(1), args, 0, 0));
    CUDA_SAFE_CALL(cudaLaunchKernel((void *)kernels[1], 1, 1, args, 0, 0));
    CUDA_SAFE_CALL(cudaLaunchKernel(second, 1, 1, args));
    CUDA_SAFE_CALL(cudaFuncSetCacheConfig((const void *)first, cudaFuncCachePreferL1));
    CUDA_SAFE_CALL(cudaFuncSetCacheConfig(second, cudaFuncCachePreferShared));
    CUT_CHECK_ERROR("launches by pointer");
    CUDA_SAFE_CALL(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    EXPECT_EQ(sum, 3 * 1 + 4 * 10);
    CUDA_SAFE_CALL(cudaFree(d_sum));
}

int main(int argc, char **argv)
{
    struct cudaDeviceProp deviceProp;
    int deviceCount = 0, dev;
    CUDA_SAFE_CALL_NO_SYNC(cudaGetDeviceCount(&deviceCount));
    for (dev = 0; dev < deviceCount; ++dev) {
        CUDA_SAFE_CALL_NO_SYNC(cudaGetDeviceProperties(&deviceProp, dev));
        if (deviceProp.major >= 1)
            break;
    }
    CUDA_SAFE_CALL(cudaSetDevice(dev));
    cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceBlockingSync);

    float *h_data, *d_data, *d_out, h_out[8], host_factor = 2.0f;
    int host_offsets[4] = {0, 1, 2, 3};
    CUDA_SAFE_CALL(cudaMallocHost((void **)&h_data, COUNT * sizeof(float)));
    for (int i = 0; i < COUNT; i++)
        h_data[i] = (float)(i % 10);
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_data, COUNT * sizeof(float)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_out, sizeof(h_out)));
    CUDA_SAFE_CALL(cudaMemcpy(d_data, h_data, COUNT * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpyToSymbol(factor, &host_factor, sizeof(float)));
    CUDA_SAFE_CALL(cudaMemcpyToSymbol(offsets, host_offsets, sizeof(host_offsets), 0, cudaMemcpyHostToDevice));

    cudaEvent_t start = 0, stop = 0;
    float ms = -1;
    CUDA_SAFE_CALL(cudaEventCreate(&start));
    CUDA_SAFE_CALL(cudaEventCreate(&stop, cudaEventBlockingSync));
    cudaEventRecord(start, 0);
    dim3 grid(8), threads(THREADS, 1);
    scale<<<grid, threads>>>(d_data, COUNT);
    CUT_CHECK_ERROR("scale");
    reduce<<<grid, threads, THREADS * sizeof(float)>>>(d_data, d_out, COUNT);
    CUT_CHECK_ERROR("reduce");
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    CUDA_SAFE_CALL(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms >= 0);
    CUDA_SAFE_CALL(cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost));
    float sum = 0, expected = 0;
    for (int i = 0; i < 8; i++)
        sum += h_out[i];
    for (int i = 0; i < COUNT; i++)
        expected += (i % 10) * 2 + (i & 3);
    EXPECT_EQ(sum, expected);
    unsigned int tickets = 0;
    CUDA_SAFE_CALL(cudaMemcpyFromSymbol(&tickets, ticket, sizeof(tickets)));
    EXPECT_EQ(tickets, 8u);

    launches_by_pointer();
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    CUDA_SAFE_CALL(cudaFreeHost(h_data));
    CUDA_SAFE_CALL(cudaFree(d_data));
    CUDA_SAFE_CALL(cudaFree(d_out));
    int status = finish();
    cudaThreadExit();
    return status;
}
