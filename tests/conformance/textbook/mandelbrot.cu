// EXPECT: rows that differ: 0
// The Mandelbrot set, printed as letters; in fixed point, so that host and device agree exactly.
#include <cstdio>
#include <string>
#include <vector>

constexpr int W = 72, H = 32, LIMIT = 26;

__host__ __device__ int escape(int px, int py)
{
    /* Fixed point, 12 bits after the point: no rounding differences between compilers. */
    long long cx = -2 * 4096 + px * 3 * 4096 / W, cy = -4096 - 409 + py * 2 * 4505 / H, x = 0, y = 0;
    int n = 0;
    while (n < LIMIT && x * x + y * y <= 4ll * 4096 * 4096) {
        long long t = (x * x - y * y) / 4096 + cx;
        y = 2 * x * y / 4096 + cy;
        x = t;
        n++;
    }
    return n;
}

__global__ void mandelbrot(char *image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < W && y < H) {
        int n = escape(x, y);
        image[y * W + x] = n == LIMIT ? ' ' : 'a' + n;
    }
}

int main()
{
    char *image;
    cudaMallocManaged(&image, W * H);
    mandelbrot<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>(image);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    int different = 0;
    for (int y = 0; y < H; y++) {
        std::string row(image + y * W, W), expected;
        for (int x = 0; x < W; x++)
            expected += escape(x, y) == LIMIT ? ' ' : char('a' + escape(x, y));
        different += row != expected;
        printf("%s\n", row.c_str());
    }
    printf("rows that differ: %d\n", different);
    cudaFree(image);
    return different != 0;
}
