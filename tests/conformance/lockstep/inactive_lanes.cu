// What lanes must not do while they do not run: divide by zero, read or write where they may not, convert what has no
// value. Each guard holds for some threads of a warp only; arrays end where memory that may be touched ends.
#include "each_thread.h"

struct Division {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        int a = (int)in[i] - 4000000, b = (int)(i % 4) - 1;
        long long wide = (long long)a << 20, by = (long long)(i % 3) - 1;
        short narrow = (short)a, small = (short)(i % 5);
        unsigned char byte = (unsigned char)in[i], divisor = (unsigned char)(i % 2);
        unsigned sum = 0;
        if (b != 0)
            sum += (unsigned)(a / b) + (unsigned)(a % b) * 3;
        if (by != 0)
            sum += (unsigned)(wide / by) + (unsigned)(wide % by) * 5;
        if (small)
            sum += (unsigned)(narrow / small) * 7;
        if (divisor)
            sum += byte / divisor + byte % divisor;
        unsigned zero = i % 7 == 3 ? 0 : n;
        return zero ? sum + in[i] / zero + in[i] % (zero - n + 1) : sum;
    }
};

/* The smallest number divided by -1. */
struct Overflow {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        int a = i % 2 ? (int)0x80000000u : (int)in[i], b = i % 2 ? -1 : (int)(i % 9) + 1;
        long long c = i % 3 ? (long long)a : (long long)(1ull << 63), d = i % 3 ? 5 : -1;
        unsigned sum = n;
        if (i % 2 == 0)
            sum += (unsigned)(a / b);
        if (i % 3)
            sum ^= (unsigned)(c / d) + (unsigned)(c % d);
        return sum;
    }
};

/* All that is reached through a pointer that only some lanes have. */
struct NoPointer {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        const unsigned *own = i % 3 ? in + i : nullptr;
        const unsigned *all = n == 3000 ? in : nullptr;
        unsigned sum = 1;
        if (own)
            sum += own[0];
        if (i % 3 == 1)
            sum += *(const unsigned char *)own * 7u;
        const unsigned *wild = (const unsigned *)(size_t)(i * 8);
        if (i % 32 == 31)
            wild = in;
        if (i % 32 == 31)
            sum ^= wild[3];
        if (all && i % 2)
            sum += all[i / 2];
        return sum;
    }
};

struct Cell { float x, y, z; };

/* The arrays' last elements are the last that may be touched, their first ones the first. */
__global__ void to_the_edge(const int *in, int *out, const float4 *fours, const Cell *cells, float *sums, int n, int *counter)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = in[i] + in[n - 1 - i];
    if (i > 0 && i < n)
        out[i] += 3 * in[i - 1];
    if (i < n / 3)
        out[i] += 5 * in[i * 3];
    if (i < n / 4) {
        float4 four = fours[i];
        Cell cell = cells[i];
        sums[i] = four.x + four.y + four.z + four.w + cell.x + cell.y + cell.z;
    }
    int *bin = i < n ? counter + i % 2 : nullptr;
    if (bin)
        atomicAdd(bin, 1);
    int *one = i % 2 ? counter + 2 : nullptr;
    if (i % 2 && i < n)
        atomicMax(one, i);
    if (i >= n)
        return;
    if (n < 0)
        *(volatile int *)nullptr = 1;
}

/* A piece of whole pages, used from its end: as near to what may not be touched as a program gets. */
template <class T> static T *at_the_end(DeviceArray<char> &memory, size_t count)
{
    return (T *)(memory.at + memory.count - count * sizeof(T));
}

static void check_edges(int n, int size)
{
    const size_t piece = 2 << 20;
    DeviceArray<char> in_memory(piece), out_memory(piece), four_memory(piece), cell_memory(piece), sum_memory(piece);
    DeviceArray<int> counter(3);
    int *in = at_the_end<int>(in_memory, n), *out = at_the_end<int>(out_memory, n);
    float4 *fours = at_the_end<float4>(four_memory, n / 4);
    Cell *cells = at_the_end<Cell>(cell_memory, n / 4);
    float *sums = at_the_end<float>(sum_memory, n / 4);
    std::vector<int> values(n), got(n), count(3);
    std::vector<float> four(n / 4 * 4), cell(n / 4 * 3), sum(n / 4);
    for (int i = 0; i < n; i++)
        values[i] = i * 7 % 1000;
    for (int i = 0; i < n / 4 * 4; i++)
        four[i] = (float)(i % 50);
    for (int i = 0; i < n / 4 * 3; i++)
        cell[i] = (float)(i % 70);
    CHECK(cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(fours, four.data(), four.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(cells, cell.data(), cell.size() * sizeof(float), cudaMemcpyHostToDevice));
    to_the_edge<<<(n + size - 1) / size, size>>>(in, out, fours, cells, sums, n, counter.at);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(sum.data(), sums, sum.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(count.data(), counter.at, 3 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        int before = i > 0 ? 3 * values[i - 1] : 0, third = i < n / 3 ? 5 * values[i * 3] : 0;
        EXPECT_EQ(got[i], values[i] + values[n - 1 - i] + before + third);
    }
    for (int i = 0; i < n / 4; i++) {
        float expected = 0;
        for (int k = 0; k < 4; k++)
            expected += four[i * 4 + k] + (k < 3 ? cell[i * 3 + k] : 0);
        EXPECT_EQ(sum[i], expected);
    }
    EXPECT_EQ(count[0], (n + 1) / 2);
    EXPECT_EQ(count[1], n / 2);
    EXPECT_EQ(count[2], n % 2 ? n - 2 : n - 1);
}

/* A thread's number past all blocks: whole warps have nothing to do, and the pointer is null. */
__global__ void nothing_to_do(const int *in, int *out, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int sum = 0;
    for (int k = i; k < n; k += (int)(gridDim.x * blockDim.x))
        sum += in[k] / (in[k] - in[0]);
    if (n)
        out[i] = sum;
}

int main()
{
    COMPARE(Division);
    COMPARE(Overflow);
    COMPARE(NoPointer);
    check_edges(1000, 256);
    check_edges(999, 64);
    check_edges(45, 1000);
    nothing_to_do<<<3, 70>>>(nullptr, nullptr, 0);
    CHECK_LAUNCH();
    return finish();
}
