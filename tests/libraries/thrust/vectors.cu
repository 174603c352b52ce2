// UNSUPPORTED: quick
// Vectors of structures on host and device, in managed memory, and pointers to device memory.
#include "../libraries.h"
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/universal_vector.h>

struct Particle {
    double at[3];
    int charge;
    __host__ __device__ bool operator==(const Particle &other) const { return at[1] == other.at[1] && charge == other.charge; }
};

__global__ void move(Particle *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        particles[i].at[1] += i;
        particles[i].charge = -particles[i].charge;
    }
}

static void structures(int n)
{
    thrust::host_vector<Particle> host(n, Particle{{1, 2, 3}, 4});
    thrust::device_vector<Particle> device = host;
    if (n)
        move<<<(n + 63) / 64, 64>>>(thrust::raw_pointer_cast(device.data()), n);
    CHECK(cudaGetLastError());
    host = device;
    for (int i = 0; i < n; i++)
        EXPECT((host[i] == Particle{{1, 2.0 + i, 3}, -4}));
    if (n) {
        device[n - 1] = Particle{{5, 6, 7}, 8}; /* one element, by a reference to device memory */
        Particle last = device.back();
        EXPECT((last == Particle{{5, 6, 7}, 8}));
    }
}

static void changes()
{
    thrust::device_vector<int> v;
    for (int i = 0; i < 100; i++)
        v.push_back(i);
    v.insert(v.begin() + 50, 3, -1);
    v.erase(v.begin(), v.begin() + 10);
    v.resize(95, 7);
    std::vector<int> expected(100);
    std::iota(expected.begin(), expected.end(), 0);
    expected.insert(expected.begin() + 50, 3, -1);
    expected.erase(expected.begin(), expected.begin() + 10);
    expected.resize(95, 7);
    EXPECT_VECTOR(host_of(v), expected);
    thrust::device_vector<int> w(v.begin() + 5, v.end());
    w.swap(v);
    EXPECT_EQ(v.size(), 90u);
    EXPECT(v != w && v == thrust::device_vector<int>(w.begin() + 5, w.end()));
    v.clear();
    v.shrink_to_fit();
    EXPECT(v.empty());
}

static void pointers(int n)
{
    thrust::device_ptr<int> p = thrust::device_malloc<int>(n + 1);
    thrust::fill(p, p + n, 9);
    p[n] = 10;
    std::vector<int> back(n + 1), expected(n + 1, 9);
    expected[n] = 10;
    thrust::copy(p, p + n + 1, back.begin());
    EXPECT_VECTOR(back, expected);
    EXPECT_EQ(thrust::device_pointer_cast(p.get()) + n - p, n);
    thrust::device_free(p);

    thrust::universal_vector<int> shared(n, 2);
    for (int i = 0; i < n; i++)
        shared[i] += i;
    thrust::device_vector<int> copy(shared.begin(), shared.end());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        expected[i] = 2 + i;
    expected.resize(n);
    EXPECT_VECTOR(host_of(copy), expected);
}

int main()
{
    for (int n : {0, 1, 1001}) {
        structures(n);
        pointers(n);
    }
    changes();
    return finish();
}
