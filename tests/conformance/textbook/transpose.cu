// Matrix transpose: naive, and through a padded tile of shared memory with several rows per thread.
#include <iostream>
#include <vector>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeNaive(float *odata, const float *idata, int width, int height)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

__global__ void transposeCoalesced(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width)
            odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 300, height = 211;
    std::vector<float> in(width * height), out(width * height);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = static_cast<float>(i);
    float *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(float));
    cudaMalloc(&d_out, in.size() * sizeof(float));
    cudaMemcpy(d_in, &in[0], in.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 dimGrid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
    dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
    for (auto kernel : {transposeNaive, transposeCoalesced}) {
        cudaMemset(d_out, 0xff, out.size() * sizeof(float));
        kernel<<<dimGrid, dimBlock>>>(d_out, d_in, width, height);
        cudaMemcpy(&out[0], d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (out[x * height + y] != in[y * width + x]) {
                    std::cerr << "wrong at " << x << ", " << y << std::endl;
                    return 1;
                }
    }
    std::cout << "transposed" << std::endl;
    return 0;
}
