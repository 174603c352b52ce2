// ENV: SOFTWARP_DEVICES=2
// Local arrays of addresses: clang makes their initial value a constant, though shared, managed and (with several
// devices) device variables have no constant address. On the first device and on the last. So it is with constants
// that lead to addresses of device variables by way of other constants.
#include "../conformance.h"

__managed__ int m1 = 1, m2 = 2, m3 = 3, m4 = 4;
__device__ int d1 = 5, d2 = 6;

struct Link {
    const Link *next;
    int *value;
};
__device__ int *const direct[] = {&d1, &d2};
__device__ int *const *const by_another[] = {direct, direct + 1};
__device__ constexpr Link last = {nullptr, &d2}, first = {&last, &d1};
__device__ const Link *const chain[] = {&last, &first};

__global__ void follow(int *out, int which)
{
    out[0] = **by_another[which];
    out[1] = *chain[which]->value;
    out[2] = chain[1]->next == &last ? *chain[1]->next->value : 0;
}

__global__ void read(int *out)
{
    __shared__ int a[32], b[32];
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = threadIdx.x + 100;
    __syncthreads();
    int *rows[4] = {a, b, a + 1, b + 1};
    int *mixed[5] = {&m1, &m2, &m3, &m4, &d1};
    out[threadIdx.x] = rows[threadIdx.x % 4][3] * 1000 + *mixed[threadIdx.x % 5];
}

__global__ void write(int *out, int which)
{
    int *own[2] = {&d1, &d2};
    *own[which] += 50;
    out[0] = d1;
    out[1] = d2;
}

int main()
{
    int *out, devices;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    CHECK(cudaGetDeviceCount(&devices));
    m2 = 7;
    static const int rows[4] = {3, 103, 4, 104}, mixed[5] = {1, 7, 3, 4, 5};
    for (int device = devices; device-- > 0;) {
        CHECK(cudaSetDevice(device));
        read<<<1, 32>>>(out);
        CHECK(cudaDeviceSynchronize());
        for (int t = 0; t < 32; t++)
            EXPECT_EQ(out[t], rows[t % 4] * 1000 + mixed[t % 5]);
        write<<<1, 1>>>(out, 1);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(out[0], 5);
        EXPECT_EQ(out[1], 56);
        follow<<<1, 1>>>(out, 1);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(out[0], 56);
        EXPECT_EQ(out[1], 5);
        EXPECT_EQ(out[2], 56);
    }
    return finish();
}
