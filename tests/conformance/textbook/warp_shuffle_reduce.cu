// Reduction with warp shuffles: warpReduceSum, blockReduceSum, an all-reduce by xor, and a warp scan.
#include <cstdio>
#include <vector>

#define FULL_MASK 0xffffffff

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

__inline__ __device__ int warpAllReduceMax(int val)
{
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        val = max(val, __shfl_xor_sync(FULL_MASK, val, mask));
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0)
        val = warpReduceSum(val);
    return val;
}

__global__ void deviceReduceKernel(const int *in, int *out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void deviceReduceAtomic(const int *in, int *out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = warpReduceSum(sum);
    if ((threadIdx.x & (warpSize - 1)) == 0)
        atomicAdd(out, sum);
}

__global__ void warpKernels(const int *in, int *maxima, int *scans)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    maxima[i] = warpAllReduceMax(in[i]);
    int value = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(FULL_MASK, value, d);
        if (lane >= d)
            value += below;
    }
    scans[i] = value;
}

int main()
{
    const int n = 100000;
    std::vector<int> in(n);
    int expected = 0;
    for (int i = 0; i < n; i++)
        expected += in[i] = (i * 97) % 1001 - 400;
    int *d_in, *d_out, result[3];
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, 2048 * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    deviceReduceKernel<<<64, 512>>>(d_in, d_out, n);
    deviceReduceKernel<<<1, 64>>>(d_out, d_out + 1024, 64);
    cudaMemcpy(&result[0], d_out + 1024, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(d_out, 0, sizeof(int));
    deviceReduceAtomic<<<30, 256>>>(d_in, d_out, n);
    cudaMemcpy(&result[1], d_out, sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = (result[0] != expected) + (result[1] != expected);

    std::vector<int> out(2048);
    warpKernels<<<8, 128>>>(d_in, d_out, d_out + 1024);
    cudaMemcpy(out.data(), d_out, 2048 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int warp = 0; warp < 32; warp++) {
        int largest = -1000, sum = 0;
        for (int lane = 0; lane < 32; lane++)
            largest = in[warp * 32 + lane] > largest ? in[warp * 32 + lane] : largest;
        for (int lane = 0; lane < 32; lane++) {
            int i = warp * 32 + lane;
            sum += in[i];
            wrong += out[i] != largest;
            wrong += out[1024 + i] != sum;
        }
    }
    printf("sum %d %d, %d wrong\n", result[0], result[1], wrong);
    return wrong != 0;
}
