// Rays against spheres in constant memory: which sphere is in front at each pixel; with events for the time.
// NO-GPU: it prints what hangs on the last bits of sums and functions, or a time
#include <cmath>
#include <cstdio>
#include <vector>

#define INF 2e10f
#define SPHERES 20
#define DIM 128

struct Sphere {
    float r, b, g;
    float radius;
    float x, y, z;
    __host__ __device__ float hit(float ox, float oy, float *n) const
    {
        float dx = ox - x;
        float dy = oy - y;
        if (dx * dx + dy * dy < radius * radius) {
            float dz = sqrtf(radius * radius - dx * dx - dy * dy);
            *n = dz / sqrtf(radius * radius);
            return dz + z;
        }
        return -INF;
    }
};

__constant__ Sphere s[SPHERES];

__host__ __device__ int front(const Sphere *spheres, int x, int y, float *shade)
{
    float ox = (x - DIM / 2), oy = (y - DIM / 2), maxz = -INF;
    int which = -1;
    for (int i = 0; i < SPHERES; i++) {
        float n;
        float t = spheres[i].hit(ox, oy, &n);
        if (t > maxz) {
            maxz = t;
            which = i;
            *shade = spheres[i].r * n;
        }
    }
    return which;
}

__global__ void trace(int *which, float *shade)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float mine = 0;
    which[offset] = front(s, x, y, &mine);
    shade[offset] = mine;
}

int main(void)
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    Sphere spheres[SPHERES];
    for (int i = 0; i < SPHERES; i++) {
        spheres[i].r = (i * 37 % 100) / 100.0f;
        spheres[i].g = spheres[i].b = 0.5f;
        spheres[i].x = i * 53 % 100 - 50.0f;
        spheres[i].y = i * 71 % 100 - 50.0f;
        spheres[i].z = i * 29 % 100 - 50.0f;
        spheres[i].radius = i * 13 % 20 + 5.25f;
    }
    cudaMemcpyToSymbol(s, spheres, sizeof(Sphere) * SPHERES);
    int *d_which;
    float *d_shade, elapsed;
    cudaMalloc(&d_which, DIM * DIM * sizeof(int));
    cudaMalloc(&d_shade, DIM * DIM * sizeof(float));
    cudaEventRecord(start, 0);
    dim3 grids(DIM / 16, DIM / 16), threads(16, 16);
    trace<<<grids, threads>>>(d_which, d_shade);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
    printf("Time to generate: %3.1f ms\n", elapsed);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    std::vector<int> which(DIM * DIM);
    std::vector<float> shade(DIM * DIM);
    cudaMemcpy(which.data(), d_which, DIM * DIM * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(shade.data(), d_shade, DIM * DIM * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0, hit = 0;
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            float expected = 0;
            int sphere = front(spheres, x, y, &expected);
            wrong += which[y * DIM + x] != sphere || std::fabs(shade[y * DIM + x] - expected) > 1e-4f;
            hit += sphere >= 0;
        }
    printf("%d pixels hit, %d wrong\n", hit, wrong);
    return wrong > 3 || hit < 1000; /* the spheres' rims may round either way */
}
