// Loops over shared memory that carry more from one iteration to the next than there are registers for all warps of a
// block: in blocks of every shape, with threads that have left, lanes that part within, ways out that all take, and
// values that all warps have in common lane by lane and need behind the loop. A model on the host goes through the threads.
// NO-GPU: it prints nothing; the host computes what comes of it
// USUAL-CODE
#include "../conformance.h"

#include <vector>

struct totals {
    float sum, product;
    double wide;
    unsigned hash;
    unsigned long long long_hash;
    int last;
};

// What a thread does with what it reads: on the host, too.
struct turn {
    static __host__ __device__ __forceinline__ bool leaves(unsigned t, int mode) { return mode & 1 && t % 7 == 3; }
    static __host__ __device__ __forceinline__ void step(totals &a, unsigned t, int k, float x, int y, int lanes, int mode) {
        a.sum += x * (float)(t % 5);
        a.product = a.product * 0.5f + x;
        if ((t + k) % 3 == 0) {
            a.hash = a.hash * 31 + y;
            a.wide += x * 0.25;
        } else if (mode & 2) {
            a.long_hash = a.long_hash * 1000003 + (unsigned)y + t;
        }
        a.last = lanes;
    }
    static __host__ __device__ __forceinline__ unsigned of(const totals &a, int own) {
        return (unsigned)(a.sum * 4) + (unsigned)(a.product * 16) * 3 + (unsigned)(a.wide * 4) * 7 + a.hash +
               (unsigned)(a.long_hash ^ a.long_hash >> 32) + a.last * 11 + own * 13;
    }
};

template <int THREADS> __global__ void run(const int *in, unsigned *out, int n, int mode) {
    __shared__ float tile[THREADS];
    __shared__ int table[THREADS], cells[THREADS];
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    tile[t] = (float)(in[t] % 8);
    table[t] = in[t];
    cells[t] = 0;
    if (turn::leaves(t, mode))
        return;
    __syncthreads();
    totals a = {0, 1, 0, t, t, 5};
    for (int k = 0; k < THREADS; k++) {
        int y = table[k];
        if (y == n)
            break;
        turn::step(a, t, k, tile[(k + t) % THREADS], y, table[(k + t % 32) % THREADS], mode);
        cells[t] += y & 3;
    }
    __syncthreads();
    out[blockIdx.x * THREADS + t] = turn::of(a, cells[t]);
}

template <int THREADS> static unsigned expected(const std::vector<int> &in, unsigned t, int n, int mode) {
    totals a = {0, 1, 0, t, t, 5};
    int own = 0;
    if (turn::leaves(t, mode))
        return 1;
    for (int k = 0; k < THREADS && in[k] != n; k++) {
        turn::step(a, t, k, (float)(in[(k + t) % THREADS] % 8), in[k], in[(k + t % 32) % THREADS], mode);
        own += in[k] & 3;
    }
    return turn::of(a, own);
}

// A matrix product in tiles; the whole sum is exact.
template <int TILE> __global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += TILE) {
        bool in_a = row < n && tile + x < n, in_b = tile + y < n && column < n;
        left[y][x] = in_a ? a[row * n + tile + x] : 0;
        right[y][x] = in_b ? b[(tile + y) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

template <class T> static T *on_device(const std::vector<T> &host) {
    T *p;
    CHECK(cudaMalloc(&p, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> static void take(std::vector<T> &host, T *p) {
    CHECK(cudaMemcpy(host.data(), p, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(p));
}

template <int THREADS> static void compare(dim3 block, int n, int mode) {
    enum { BLOCKS = 2 };
    std::vector<int> in(THREADS);
    std::vector<unsigned> out(BLOCKS * THREADS, 1u);
    for (int i = 0; i < THREADS; i++)
        in[i] = (i * 7919 + 13) % 1000;
    int *p = on_device(in);
    unsigned *q = on_device(out);
    run<THREADS><<<BLOCKS, block>>>(p, q, n, mode);
    CHECK_LAUNCH();
    take(out, q);
    CHECK(cudaFree(p));
    for (int i = 0; i < BLOCKS * THREADS; i++)
        if (!EXPECT_EQ(out[i], expected<THREADS>(in, i % THREADS, n, mode)))
            return;
}
static void compare_all(int n, int mode) {
    compare<8>(dim3(8), n, mode); // one row: barriers are nothing
    compare<16>(dim3(16), n, mode);
    compare<32>(dim3(32), n, mode);
    compare<64>(dim3(64), n, mode);
    compare<96>(dim3(96), n, mode);
    compare<100>(dim3(10, 10), n, mode);
    compare<128>(dim3(8, 4, 4), n, mode);
    compare<256>(dim3(256), n, mode);
    compare<256>(dim3(16, 16), n, mode);
    compare<1024>(dim3(32, 32), n, mode);
}
template <int TILE> static void compare_product(int n) {
    std::vector<float> a(n * n), b(n * n), c(n * n, -1.0f);
    for (int i = 0; i < n * n; i++)
        a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    float *p = on_device(a), *q = on_device(b), *r = on_device(c);
    int blocks = (n + TILE - 1) / TILE;
    multiply<TILE><<<dim3(blocks, blocks), dim3(TILE, TILE)>>>(p, q, r, n);
    CHECK_LAUNCH();
    take(c, r);
    CHECK(cudaFree(p));
    CHECK(cudaFree(q));
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i / n * n + k] * b[k * n + i % n];
        if (!EXPECT_EQ(c[i], sum))
            return;
    }
}

int main() {
    for (int mode = 0; mode < 4; mode++) {
        compare_all(-1, mode);
        compare_all((29 * 7919 + 13) % 1000, mode); // the loop ends in its 30th iteration
    }
    compare_product<16>(50);
    compare_product<8>(24);
    compare_product<32>(70);
    return finish();
}
