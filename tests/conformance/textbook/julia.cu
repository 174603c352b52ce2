// A Julia set with a small complex structure with __device__ methods, as a book on CUDA by example would have it.
// NO-GPU: it prints what hangs on the last bits of sums and functions, or a time
#include <cstdio>
#include <cstdlib>

#define DIM 200

struct cuComplexFloat {
    float r;
    float i;
    __host__ __device__ cuComplexFloat(float a, float b) : r(a), i(b) {}
    __host__ __device__ float magnitude2(void) { return r * r + i * i; }
    __host__ __device__ cuComplexFloat operator*(const cuComplexFloat &a)
    {
        return cuComplexFloat(r * a.r - i * a.i, i * a.r + r * a.i);
    }
    __host__ __device__ cuComplexFloat operator+(const cuComplexFloat &a) { return cuComplexFloat(r + a.r, i + a.i); }
};

__host__ __device__ int julia(int x, int y)
{
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
    cuComplexFloat c(-0.8, 0.156);
    cuComplexFloat a(jx, jy);
    int i = 0;
    for (i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000)
            return 0;
    }
    return 1;
}

__global__ void kernel(unsigned char *ptr)
{
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia(x, y);
    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

int main(void)
{
    unsigned char *bitmap = (unsigned char *)malloc(DIM * DIM * 4), *dev_bitmap;
    cudaMalloc((void **)&dev_bitmap, DIM * DIM * 4);
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(dev_bitmap);
    cudaMemcpy(bitmap, dev_bitmap, DIM * DIM * 4, cudaMemcpyDeviceToHost);
    cudaFree(dev_bitmap);

    int different = 0, inside = 0;
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            unsigned char *pixel = bitmap + (x + y * DIM) * 4;
            different += pixel[0] != 255 * julia(x, y) || pixel[1] != 0 || pixel[3] != 255;
            inside += pixel[0] == 255;
        }
    free(bitmap);
    /* The set's border is chaotic: another rounding decides a point there otherwise. */
    printf("%d points inside, %d decided otherwise than on the host\n", inside, different);
    return !(inside > 500 && different < inside / 5);
}
