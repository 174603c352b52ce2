// A program may have variables and functions of its own by the names of the operating system's (Inputs/os_names.c): the
// runtime calls none of them, at its start, for memory, for work, for a fault.
// SOURCES: Inputs/os_names.c
// UNSUPPORTED: sanitize
// (a sanitizer's runtime calls the system by the names that this program has, before main)
// NO-GPU: it is about how a program is linked to the C library, which no GPU has
#include "../conformance.h"

extern "C" int program_uses_its_own();

__global__ void fill(int *at, int value)
{
    at[blockIdx.x * blockDim.x + threadIdx.x] = value;
    atomicAdd(&at[1024], 1);
}

__global__ void follow(int **at) { *at[threadIdx.x] = 1; }

int main()
{
    int *managed, *pooled, **at;
    cudaStream_t stream;
    cudaEvent_t event;
    EXPECT(program_uses_its_own() > 0);
    CHECK(cudaMallocManaged(&managed, 2048 * sizeof(int)));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    fill<<<8, 128, 0, stream>>>(managed, 5);
    CHECK(cudaMallocAsync(&pooled, 1 << 22, stream));
    CHECK(cudaMemsetAsync(pooled, 0, 1 << 22, stream));
    CHECK(cudaFreeAsync(pooled, stream));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(managed[1023], 5);
    EXPECT_EQ(managed[1024], 1024);
    CHECK(cudaMallocManaged(&at, 64 * sizeof *at));
    for (int i = 0; i < 64; i++)
        at[i] = i == 33 ? nullptr : managed + i;
    follow<<<1, 64, 0, stream>>>(at);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorIllegalAddress);
    cudaGetLastError();
    return finish();
}
