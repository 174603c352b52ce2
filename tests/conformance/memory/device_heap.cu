// malloc and free in kernels, new and delete, memcpy and memset; memory that outlives its kernel, and the heap's limit.
#include <string>
#include "../conformance.h"

__global__ void each_thread(int *wrong)
{
    int n = threadIdx.x % 50 + 1;
    int *mine = static_cast<int *>(malloc(n * sizeof(int)));
    if (!mine) {
        atomicAdd(wrong, 1000);
        return;
    }
    for (int i = 0; i < n; i++)
        mine[i] = threadIdx.x * 100 + i;
    __syncthreads();
    for (int i = 0; i < n; i++)
        if (mine[i] != int(threadIdx.x) * 100 + i)
            atomicAdd(wrong, 1);
    free(mine);
    free(nullptr);
}

__device__ int *kept;

__global__ void allocate(int n)
{
    kept = new int[n];
    memset(kept, 0, n * sizeof(int));
}
__global__ void use()
{
    atomicAdd(&kept[threadIdx.x], threadIdx.x + 1);
}
__global__ void collect(int *out, int n)
{
    memcpy(out, kept, n * sizeof(int));
    delete[] kept;
}

__device__ void *not_to_be_had;

__global__ void too_much(int *out)
{
    not_to_be_had = malloc(size_t(1) << 60);
    *out = not_to_be_had == nullptr;
}

__global__ void copies(char *out)
{
    char a[20], b[20];
    memset(a, 'x', sizeof a);
    memcpy(b, a, 10);
    memset(b + 10, 'y', 10);
    memcpy(out, b, 20);
}

int main()
{
    DeviceArray<int> wrong(1), out(64);
    DeviceArray<char> bytes(20);
    each_thread<<<4, 100>>>(wrong);
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.host()[0], 0);

    allocate<<<1, 1>>>(64);
    use<<<3, 64>>>();
    collect<<<1, 1>>>(out, 64);
    CHECK_LAUNCH();
    for (int i = 0; i < 64; i++)
        EXPECT_EQ(out.host()[i], 3 * (i + 1));

    too_much<<<1, 1>>>(out);
    copies<<<1, 1>>>(bytes);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], 1);
    EXPECT_EQ(std::string(bytes.host().data(), 20), "xxxxxxxxxxyyyyyyyyyy");
    return finish();
}
