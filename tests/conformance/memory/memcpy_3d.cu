// cudaMalloc3D, cudaMemcpy3D with positions and extents, in every direction, and cudaMemset3D.
#include "../conformance.h"

struct Volume {
    int x, y, z;
    int index(int i, int j, int k) const { return (k * y + j) * x + i; }
    int count() const { return x * y * z; }
};

__global__ void negate(cudaPitchedPtr volume, cudaExtent extent)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    char *row = static_cast<char *>(volume.ptr) + (z * extent.height + y) * volume.pitch;
    if (x < extent.width / sizeof(int))
        reinterpret_cast<int *>(row)[x] *= -1;
}

static cudaMemcpy3DParms copy_of(cudaPitchedPtr from, cudaPos from_at, cudaPitchedPtr to, cudaPos to_at, cudaExtent extent,
                                 cudaMemcpyKind kind)
{
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = from;
    parms.srcPos = from_at;
    parms.dstPtr = to;
    parms.dstPos = to_at;
    parms.extent = extent;
    parms.kind = kind;
    return parms;
}

static cudaPitchedPtr host_volume(std::vector<int> &values, const Volume &v)
{
    return make_cudaPitchedPtr(values.data(), v.x * sizeof(int), v.x, v.y);
}

int main()
{
    const Volume v = {33, 5, 7};
    const cudaExtent all = make_cudaExtent(v.x * sizeof(int), v.y, v.z);
    const cudaPos start = make_cudaPos(0, 0, 0);
    std::vector<int> source(v.count()), back(v.count(), 0);
    for (int i = 0; i < v.count(); i++)
        source[i] = i + 1;

    cudaPitchedPtr a, b;
    CHECK(cudaMalloc3D(&a, all));
    CHECK(cudaMalloc3D(&b, all));
    EXPECT(a.pitch >= v.x * sizeof(int));
    EXPECT_EQ(a.ysize, size_t(v.y));
    CHECK(cudaMemset3D(b, 0, all));

    cudaMemcpy3DParms up = copy_of(host_volume(source, v), start, a, start, all, cudaMemcpyHostToDevice);
    CHECK(cudaMemcpy3D(&up));
    negate<<<dim3(v.y, v.z), 64>>>(a, all);
    CHECK(cudaGetLastError());

    /* A box from inside a to another place inside b; x positions are in bytes. */
    cudaMemcpy3DParms across = copy_of(a, make_cudaPos(2 * sizeof(int), 1, 3), b, make_cudaPos(4 * sizeof(int), 0, 2),
                                       make_cudaExtent(10 * sizeof(int), 3, 4), cudaMemcpyDeviceToDevice);
    CHECK(cudaMemcpy3DAsync(&across));
    cudaMemcpy3DParms down = copy_of(b, start, host_volume(back, v), start, all, cudaMemcpyDeviceToHost);
    CHECK(cudaMemcpy3D(&down));
    for (int z = 0; z < v.z; z++)
        for (int y = 0; y < v.y; y++)
            for (int x = 0; x < v.x; x++) {
                bool inside = x >= 4 && x < 14 && y < 3 && z >= 2 && z < 6;
                int expected = inside ? -source[v.index(x - 2, y + 1, z + 1)] : 0;
                EXPECT_EQ(back[v.index(x, y, z)], expected);
            }

    CHECK(cudaMemset3D(a, 0x7f, make_cudaExtent(5 * sizeof(int), 2, v.z)));
    down = copy_of(a, start, host_volume(back, v), start, all, cudaMemcpyDefault);
    CHECK(cudaMemcpy3D(&down));
    EXPECT_EQ(back[v.index(4, 1, 6)], 0x7f7f7f7f);
    EXPECT_EQ(back[v.index(5, 1, 6)], -source[v.index(5, 1, 6)]);
    EXPECT_EQ(back[v.index(4, 2, 0)], -source[v.index(4, 2, 0)]);
    CHECK(cudaFree(a.ptr));
    CHECK(cudaFree(b.ptr));
    return finish();
}
