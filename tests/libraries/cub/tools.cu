// UNSUPPORTED: quick
// The caching allocator, iterators in the program's own kernels, a barrier of the grid, and what CUB says of the device.
#include "../libraries.h"
#include <cub/grid/grid_barrier.cuh>
#include <cub/iterator/arg_index_input_iterator.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>
#include <cub/iterator/cache_modified_output_iterator.cuh>
#include <cub/iterator/counting_input_iterator.cuh>
#include <cub/iterator/tex_obj_input_iterator.cuh>
#include <cub/iterator/transform_input_iterator.cuh>
#include <cub/util_allocator.cuh>
#include <cub/util_device.cuh>

static void allocator()
{
    cub::CachingDeviceAllocator cache(2, 3, 10, 4096, false);
    void *a, *b, *c;
    CHECK(cache.DeviceAllocate(&a, 100)); /* of 128 bytes */
    CHECK(cudaMemset(a, 0, 100));
    CHECK(cache.DeviceFree(a));
    CHECK(cache.DeviceAllocate(&b, 120)); /* the same again */
    EXPECT(a == b);
    CHECK(cache.DeviceAllocate(&c, 120));
    EXPECT(b != c);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cache.DeviceFree(b));
    CHECK(cache.DeviceAllocate(&a, 100, stream)); /* its stream has nothing left to do */
    CHECK(cache.DeviceFree(a));
    CHECK(cache.DeviceFree(c));
    CHECK(cache.FreeAllCached());
    CHECK(cudaStreamDestroy(stream));
}

struct Square {
    __device__ int operator()(int x) const { return x * x; }
};

__global__ void iterate(const int *in, cudaTextureObject_t, cub::TexObjInputIterator<int> texture, int *out, int n)
{
    int i = threadIdx.x;
    cub::ArgIndexInputIterator<const int *> indexed(in);
    cub::CountingInputIterator<int> count(10);
    cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> loads(const_cast<int *>(in));
    cub::CacheModifiedInputIterator<cub::LOAD_CG, int> streaming(const_cast<int *>(in));
    cub::CacheModifiedOutputIterator<cub::STORE_CG, int> stores(out);
    cub::TransformInputIterator<int, Square, const int *> squares(in, Square());
    if (i < n) {
        auto both = indexed[i];
        stores[i] = both.key + both.value + count[i] + loads[i] + streaming[i] + squares[i] + texture[i];
    }
}

static void iterators()
{
    const int n = 77;
    std::vector<int> values = numbers<int>(n, 1000), expected(n);
    DeviceArray<int> in(values), out(n);
    cub::TexObjInputIterator<int> texture;
    CHECK(texture.BindTexture(in.at, n * sizeof(int)));
    iterate<<<1, 96>>>(in, 0, texture, out, n);
    CHECK_LAUNCH();
    CHECK(texture.UnbindTexture());
    for (int i = 0; i < n; i++)
        expected[i] = i + values[i] + 10 + i + 2 * values[i] + values[i] * values[i] + values[i];
    EXPECT_VECTOR(out.host(), expected);
}

__global__ void rounds(cub::GridBarrier barrier, int *turns, int *wrong)
{
    for (int round = 0; round < 5; round++) {
        if (threadIdx.x == 0)
            atomicAdd(&turns[round], 1);
        barrier.Sync();
        if (threadIdx.x == 0 && atomicAdd(&turns[round], 0) != gridDim.x)
            atomicAdd(wrong, 1);
    }
}

static void barrier()
{
    cub::GridBarrierLifetime barrier;
    int blocks = 2;
    CHECK(barrier.Setup(blocks));
    DeviceArray<int> turns(5), wrong(1);
    rounds<<<blocks, 64>>>(barrier, turns, wrong);
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.host()[0], 0);
}

int main()
{
    allocator();
    iterators();
    barrier();
    int version = 0, current = -1;
    CHECK(cub::PtxVersion(version));
    EXPECT(version >= 500);
    EXPECT_EQ(cub::DeviceCount(), 1);
    current = cub::CurrentDevice();
    EXPECT_EQ(current, 0);
    return finish();
}
