// Histogram: global atomics, shared atomics, and one private copy per warp.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BINS 64
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

__global__ void histo_global(const unsigned char *buffer, long size, unsigned int *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i] % BINS], 1);
        i += stride;
    }
}

__global__ void histo_shared(const unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[BINS];
    if (threadIdx.x < BINS)
        temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i] % BINS], 1);
        i += offset;
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

__global__ void histo_warps(const unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[8][BINS];
    unsigned int *mine = temp[threadIdx.x / 32];
    for (int bin = threadIdx.x % 32; bin < BINS; bin += 32)
        mine[bin] = 0;
    __syncwarp();
    for (long i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x)
        atomicAdd_block(&mine[buffer[i] % BINS], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned int sum = 0;
        for (int w = 0; w < 8; w++)
            sum += temp[w][bin];
        atomicAdd(&histo[bin], sum);
    }
}

int main(void)
{
    const long size = 1000003;
    unsigned char *buffer = (unsigned char *)malloc(size);
    unsigned int expected[BINS] = {0}, histo[BINS];
    srand(1);
    for (long i = 0; i < size; i++) {
        buffer[i] = (unsigned char)(i * i >> 3);
        expected[buffer[i] % BINS]++;
    }
    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, size));
    HANDLE_ERROR(cudaMemcpy(dev_buffer, buffer, size, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&dev_histo, BINS * sizeof(int)));
    for (int form = 0; form < 3; form++) {
        HANDLE_ERROR(cudaMemset(dev_histo, 0, BINS * sizeof(int)));
        if (form == 0)
            histo_global<<<16, 256>>>(dev_buffer, size, dev_histo);
        else if (form == 1)
            histo_shared<<<16, 256>>>(dev_buffer, size, dev_histo);
        else
            histo_warps<<<16, 256>>>(dev_buffer, size, dev_histo);
        HANDLE_ERROR(cudaMemcpy(histo, dev_histo, BINS * sizeof(int), cudaMemcpyDeviceToHost));
        if (memcmp(histo, expected, sizeof histo) != 0) {
            printf("form %d is wrong\n", form);
            return 1;
        }
    }
    HANDLE_ERROR(cudaFree(dev_buffer));
    HANDLE_ERROR(cudaFree(dev_histo));
    free(buffer);
    printf("three histograms agree\n");
    return 0;
}
