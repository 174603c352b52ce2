// Functions with assertions that hold, called by lanes that have parted or not: arguments and results of every shape,
// recursion, pointers to functions, virtual functions, in loops, in whole blocks. Compared with the same code on the host.
#include <cassert>

#include "../conformance.h"

#define BOTH __host__ __device__ __noinline__

struct Big {
    int a[7];
    double d;
};
struct Small {
    short s;
    signed char c;
    float f;
};

BOTH Big big(Big b, int t, const int *table)
{
    assert(t >= 0);
    b.a[t % 7] += table[t & 15];
    b.d *= 1.5;
    return b;
}
BOTH Small small(Small s, bool more)
{
    assert(s.s != 12345);
    s.c += more;
    s.f += s.s;
    return s;
}
BOTH void into(int *p, float2 v, unsigned char c, long long q)
{
    assert(q != -77);
    p[0] += int(v.x) + c;
    p[1] += int(v.y) + int(q);
}
BOTH int fibonacci(int n)
{
    assert(n < 100);
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
BOTH bool chosen(int t)
{
    assert(t != -1);
    return t * 7 % 3 == 1;
}
BOTH float4 moved(float4 v, int t)
{
    assert(t < 5000);
    v.x += t;
    v.w -= t;
    return v;
}
BOTH int many(int a, int b, int c, int d, int e, int f, int g, int h, double i, float j, const int *table)
{
    assert(a != -5);
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + int(i) + int(j) + table[a & 15];
}
struct Shape {
    __host__ __device__ virtual int sides(int t) const { return t; }
};
struct Square : Shape {
    __host__ __device__ int sides(int t) const override
    {
        assert(t > -9);
        return 4 * t;
    }
};

typedef int (*Function)(int);
__host__ __device__ int threefold(int x)
{
    assert(x != -9);
    return x * 3;
}
__host__ __device__ int fivefold(int x)
{
    assert(x != -9);
    return x * 5;
}

__host__ __device__ int work(int t, const int *table, Function one, Function other)
{
    int local[4] = {t, 0, 0, 0}, sum = 0;
    Big b = {{t, 2 * t, 3, 4, 5, 6, 7}, double(t)};
    if (t % 3) {
        b = big(b, t, table);
        sum += b.a[t % 7] + int(b.d);
    }
    Small s = {short(t & 255), 1, 0.5f};
    for (int i = 0; i < (t & 3); i++)
        s = small(s, i & 1);
    sum += s.c + int(s.f);
    into(local + (t & 1), make_float2(t, 2), t, t * 3ll);
    sum += local[0] + local[1] + local[2] + fibonacci(t & 7);
    if (chosen(t))
        sum += 1000;
    float4 v = make_float4(t, 1, 2, 3);
    for (int i = 0; i < 9 && chosen(int(v.x) + sum); i++) {
        v = moved(v, t & 31);
        sum++;
    }
    Shape shape;
    Square square;
    const Shape *which = t % 5 == 2 ? &shape : &square;
    sum += which->sides(t) + int(v.x + v.w);
    return sum + many(t, sum, 1, t, 2, sum, 3, 4, t * 0.5, 2.5f, table) + (t & 1 ? one : other)(t);
}

__device__ Function functions[2] = {threefold, fivefold};

__global__ void rows(int *out, const int *table, int n)
{
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    if (t < n)
        out[t] = work(t, table, functions[0], functions[1]);
}

__host__ __device__ int first(int t, const int *table) { return many(t, 1, 2, 3, 4, 5, 6, 7, 1.0, t, table); }

/* As a whole, where the block has 128 or 256 threads. */
__global__ void block(int *out, const int *table)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = first(t, table);
    __syncthreads();
    int r = s[t ^ 37];
    if (r & 1)
        r = fibonacci(r & 7);
    __syncthreads();
    s[t] = r;
    __syncthreads();
    if (t < 100)
        r += functions[t & 1](s[t * 7 & 127]);
    out[t] = r;
}

static std::vector<int> expected_block(const int *table, int threads)
{
    std::vector<int> s(threads), out(threads);
    for (int t = 0; t < threads; t++) {
        int r = first(t ^ 37, table);
        s[t] = r & 1 ? fibonacci(r & 7) : r;
    }
    for (int t = 0; t < threads; t++)
        out[t] = s[t] + (t < 100 ? (t & 1 ? fivefold : threefold)(s[t * 7 & 127]) : 0);
    return out;
}

int main()
{
    const int count = 690;
    std::vector<int> table(16);
    for (int i = 0; i < 16; i++)
        table[i] = i * i;
    DeviceArray<int> device_table(table), out(700);
    rows<<<7, 100>>>(out, device_table, count);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < count; t++)
        EXPECT_EQ(got[t], work(t, table.data(), threefold, fivefold));
    for (int threads : {128, 256}) {
        block<<<1, threads>>>(out, device_table);
        CHECK_LAUNCH();
        std::vector<int> blocks = out.host(), expected = expected_block(table.data(), threads);
        for (int t = 0; t < threads; t++)
            EXPECT_EQ(blocks[t], expected[t]);
    }
    return finish();
}
