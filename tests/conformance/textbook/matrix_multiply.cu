// Matrix product: one thread per element, and the tiled form with shared memory; sizes that no tile divides.
#include <cstdio>
#include <vector>

#define TILE 16

__global__ void multiplySimple(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

__global__ void multiplyTiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        As[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : 0.0f;
        Bs[ty][tx] = col < N && t * TILE + ty < K ? B[(t * TILE + ty) * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

int main()
{
    const int M = 125, K = 70, N = 93;
    std::vector<float> a(M * K), b(K * N), c(M * N), expected(M * N);
    for (int i = 0; i < M * K; ++i)
        a[i] = float(i * 7 % 11 - 5);
    for (int i = 0; i < K * N; ++i)
        b[i] = float(i * 5 % 13 - 6);
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < K; ++k)
                expected[i * N + j] += a[i * K + k] * b[k * N + j];

    float *dA, *dB, *dC;
    cudaMalloc((void **)&dA, a.size() * sizeof(float));
    cudaMalloc((void **)&dB, b.size() * sizeof(float));
    cudaMalloc((void **)&dC, c.size() * sizeof(float));
    cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);

    dim3 threads(TILE, TILE), blocks((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    int wrong = 0;
    for (int form = 0; form < 2; ++form) {
        cudaMemset(dC, 0, c.size() * sizeof(float));
        if (form == 0)
            multiplySimple<<<blocks, threads>>>(dA, dB, dC, M, K, N);
        else
            multiplyTiled<<<blocks, threads>>>(dA, dB, dC, M, K, N);
        cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < M * N; ++i)
            wrong += c[i] != expected[i];
    }
    printf("%d wrong elements\n", wrong);
    return wrong != 0;
}
