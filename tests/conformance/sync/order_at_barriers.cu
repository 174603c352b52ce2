// What stands before a barrier or __syncwarp() has happened when one is past it, in every form of code: whatever types
// memory is read and written as, whether pointers are restricted, and where the barrier stands.
// NO-GPU: CUDA leaves open what threads exchange through restricted pointers; here it is exchanged
#include "../conformance.h"

__device__ __noinline__ static void wait_for_block() { __syncthreads(); }
__device__ __noinline__ static void wait_for_warp() { __syncwarp(); }

template <int WAY> __device__ static inline void wait()
{
    if (WAY == 0)
        __syncthreads();
    else if (WAY == 1)
        wait_for_block();
    else if (WAY == 2)
        __syncwarp();
    else
        wait_for_warp();
}

/* Written as one type and read as another: by all threads, in a loop, so that loads might leave it. */
template <class W, class R, int N, int WAY> __global__ void shared_as_another(const W *in, R *out, int rounds)
{
    __shared__ alignas(16) unsigned char bytes[N * sizeof(W)];
    int t = threadIdx.x;
    R sum = 0;
    for (int k = 0; k < rounds; k++) {
        ((W *)bytes)[t] = in[k * N + t];
        wait<WAY>();
        sum += ((const R *)bytes)[int(N * sizeof(W) / sizeof(R)) - 1 - t * sizeof(W) / sizeof(R)];
        wait<WAY>();
    }
    out[t] = sum;
}

template <class W, class R, int N, int WAY> __global__ void global_as_another(const W *in, R *out, int rounds, W *buffer)
{
    int t = threadIdx.x;
    const R *read = (const R *)buffer;
    R sum = 0;
    for (int k = 0; k < rounds; k++) {
        buffer[t] = in[k * N + t];
        wait<WAY>();
        sum += read[int(N * sizeof(W) / sizeof(R)) - 1 - t * sizeof(W) / sizeof(R)];
        wait<WAY>();
    }
    out[t] = sum;
}

template <class W, class R, int N, int WAY> static void check_types()
{
    enum { ROUNDS = 5 };
    std::vector<W> in(N * ROUNDS);
    for (int i = 0; i < N * ROUNDS; i++) {
        R value = R(i % 89 + 1);
        unsigned char bytes[16] = {};
        memcpy(bytes, &value, sizeof value);
        if (sizeof(R) < sizeof(W))
            memcpy(bytes + sizeof(R), &value, sizeof value);
        if (sizeof(W) < sizeof(R))
            in[i] = W(i % 89 + 1);
        else
            memcpy(&in[i], bytes, sizeof(W));
    }
    DeviceArray<W> device(in), buffer(N);
    DeviceArray<R> out(N), again(N);
    shared_as_another<W, R, N, WAY><<<1, N>>>(device, out, ROUNDS);
    CHECK_LAUNCH();
    global_as_another<W, R, N, WAY><<<1, N>>>(device, again, ROUNDS, buffer);
    CHECK_LAUNCH();
    std::vector<R> got = out.host(), other = again.host();
    for (int t = 0; t < N; t++) {
        R sum = 0;
        for (int k = 0; k < ROUNDS; k++) {
            R row[N * sizeof(W) / sizeof(R)];
            memcpy(row, &in[k * N], sizeof row);
            sum += row[int(N * sizeof(W) / sizeof(R)) - 1 - t * sizeof(W) / sizeof(R)];
        }
        EXPECT_EQ(got[t], sum);
        EXPECT_EQ(other[t], sum);
    }
}

/* A restricted pointer says which of a thread's own pointers lead there, not that other threads do not. */
template <int WAY> __global__ void neighbours(int *__restrict__ p, int *__restrict__ out)
{
    size_t t = threadIdx.x;
    int before = p[t + 1];
    wait<WAY>();
    p[t] = before + 1000;
    wait<WAY>();
    out[t] = p[t + 1] - before;
}

__device__ static inline int next_after(int *__restrict p, size_t t)
{
    int before = p[t + 1];
    __syncthreads();
    p[t] = before + 1000;
    __syncthreads();
    return p[t + 1] - before;
}

__global__ void neighbours_inside(int *out)
{
    __shared__ int tile[129];
    tile[threadIdx.x] = threadIdx.x * 7;
    if (threadIdx.x == 0)
        tile[128] = 128 * 7;
    __syncthreads();
    out[threadIdx.x] = next_after(tile, threadIdx.x);
}

static void check_neighbours(void (*launch)(int *, int *), int n)
{
    std::vector<int> start(n + 1);
    for (int i = 0; i <= n; i++)
        start[i] = 7 * i;
    DeviceArray<int> p(start), out(n);
    launch(p, out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < n; t++)
        EXPECT_EQ(got[t], t + 1 < n ? 1007 : 0);
}

int main()
{
    check_types<int, float, 128, 0>();
    check_types<int, float, 128, 1>();
    check_types<int, float, 32, 2>();
    check_types<int, float, 32, 3>();
    check_types<float, int, 256, 0>();
    check_types<short, long long, 128, 0>();
    check_types<short, long long, 32, 2>();
    check_types<double, float, 128, 0>();
    check_types<unsigned char, float, 32, 2>();
    check_neighbours([](int *p, int *out) { neighbours<0><<<1, 128>>>(p, out); }, 128);
    check_neighbours([](int *p, int *out) { neighbours<1><<<1, 128>>>(p, out); }, 128);
    check_neighbours([](int *p, int *out) { neighbours<2><<<1, 32>>>(p, out); }, 32);
    check_neighbours([](int *p, int *out) { neighbours<3><<<1, 32>>>(p, out); }, 32);
    check_neighbours([](int *, int *out) { neighbours_inside<<<1, 128>>>(out); }, 128);
    return finish();
}
