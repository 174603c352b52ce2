// Every type of number in lanes: truths, 8, 16, 32, 64 and 128 bits, half, float, double; arithmetic, comparisons,
// shifts, division, conversions, under divergence.
#include <cuda_fp16.h>
#include "each_thread.h"

template <class T> static __host__ __device__ T take(unsigned i, unsigned k, const unsigned *in, unsigned n)
{
    unsigned long long low = in[(i + k) % n], high = in[(i * 3 + k) % n];
    return (T)(high << 40 ^ low << 17 ^ high);
}

/* Whatever two's complement gives: arithmetic that overflows is done without signs. */
template <class T, class U> struct Integers {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        T a = take<T>(i, 0, in, n), b = take<T>(i, 5, in, n);
        U hash = (U)a;
        for (unsigned k = 0; k < 6 + i % 5; k++) {
            T c = take<T>(i, k, in, n);
            unsigned by = (unsigned)(c & 7);
            hash = (U)(hash * 3 + (U)c);
            hash = (U)(hash ^ (U)(a >> by));
            hash = (U)(hash + (U)((U)b << by));
            if (c != 0 && c != (T)-1)
                hash = (U)(hash + (U)(a / c) + (U)(b % c));
            if (a < b)
                hash = (U)(hash - (U)(c | 1));
            else if (c > (T)17)
                hash = (U)~hash;
            T lower = a < c ? a : c;
            b = (T)(U)((U)b + (U)lower);
            a = (T)hash;
        }
        unsigned long long wide = (unsigned long long)hash;
        return (unsigned)(wide ^ wide >> 32);
    }
};

struct Truths {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        bool a = in[i] & 1, b = i % 3 == 0, seen[5] = {false, false, false, false, false};
        unsigned hash = 0;
        for (unsigned k = 0; k < 10 + i % 3; k++) {
            bool c = in[(i + k) % n] % 5 < 2;
            bool d = (a && !b) || c;
            seen[k % 5] = seen[k % 5] ^ d;
            if (d != b)
                a = c || !a;
            b = seen[in[i] % 5] == a;
            hash = hash * 2 + a + b + d;
        }
        return hash * 4 + seen[i % 5];
    }
};

struct Wide {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned __int128 a = take<unsigned long long>(i, 1, in, n), b = take<unsigned long long>(i, 2, in, n);
        a = a << 64 | b;
        for (unsigned k = 0; k < in[i] % 6; k++) {
            a = a * (b | 3) + k;
            b ^= a >> (i % 70);
            if (a < b)
                a = b - a;
        }
        a ^= a >> 64;
        a ^= a >> 32;
        return (unsigned)a;
    }
};

/* Every operation is exact or correctly rounded, and none can be contracted to another. */
template <class T> struct Floats {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        T a = (T)((int)(in[i] % 4001) - 2000), sum = 0;
        unsigned hash = 0;
        for (unsigned k = 0; k < 4 + i % 4; k++) {
            T b = (T)((int)(in[(i + k) % n] % 301) - 150) * (T)0.25;
            if (b == 0)
                continue;
            T q = a / b;
            hash = hash * 7 + (unsigned)(int)q;
            sum = sum + q;
            if (q < (T)-3)
                a = -a;
            else if (!(q <= (T)20))
                a = a - (T)64;
            hash += (unsigned)(long long)sum;
            hash ^= (unsigned)(int)(short)(int)b + (unsigned)(q > sum) + 2 * (unsigned)(q != q);
        }
        T back = (T)hash + (T)(long long)(int)hash;
        return hash ^ (unsigned)(long long)(back / 3);
    }
};

struct Conversions {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        signed char c = (signed char)in[i];
        unsigned char u = (unsigned char)(in[i] >> 8);
        short s = (short)in[(i + 1) % n];
        int w = (int)(in[i] << 8);
        long long l = (long long)w * 1000003;
        float f = (float)l;
        double d = (double)l + u;
        unsigned long long big = (unsigned long long)l ^ (unsigned long long)s;
        unsigned hash = (unsigned)(c * u + s);
        hash = hash * 3 + (unsigned)(int)(float)c + (unsigned)(int)(double)s;
        hash = hash * 3 + (unsigned)(long long)f;
        hash = hash * 3 + (unsigned)(long long)(d / 7);
        hash = hash * 3 + (unsigned)(unsigned long long)((double)big / 16);
        hash = hash * 3 + (unsigned)(long long)(float)(big >> 2);
        if (i % 2)
            hash += (unsigned)(char)(int)((float)u * 0.5f);
        return hash;
    }
};

/* half, whose arithmetic the CPU's side has as well; sums of small numbers are exact. */
__global__ void halves(const unsigned *in, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half sum = __float2half(0.0f);
    __half2 two = __floats2half2_rn(1.0f, 2.0f);
    for (unsigned k = 0; k < in[i] % 9; k++) {
        __half x = __float2half((float)(in[(i + k) % n] % 16));
        if (__hgt(x, __float2half(10.0f)))
            sum = __hsub(sum, x);
        else
            sum = __hadd(sum, __hmul(x, __float2half(2.0f)));
        if (i & 1)
            two = __hadd2(two, __halves2half2(x, sum));
    }
    out[i * 3] = __half2float(sum);
    out[i * 3 + 1] = __low2float(two);
    out[i * 3 + 2] = __high2float(two);
}

static void check_halves(unsigned n, unsigned size)
{
    std::vector<unsigned> in = some_numbers(n);
    std::vector<float> out(n * 3);
    DeviceArray<unsigned> from(in);
    DeviceArray<float> to(n * 3);
    halves<<<(n + size - 1) / size, size>>>(from.at, to.at, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), to.at, n * 3 * sizeof(float), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n; i++) {
        float sum = 0, low = 1, high = 2;
        for (unsigned k = 0; k < in[i] % 9; k++) {
            float x = (float)(in[(i + k) % n] % 16);
            sum = x > 10 ? sum - x : sum + x * 2;
            if (i & 1) {
                low += x;
                high += sum;
            }
        }
        EXPECT_EQ(out[i * 3], sum);
        EXPECT_EQ(out[i * 3 + 1], low);
        EXPECT_EQ(out[i * 3 + 2], high);
    }
}

using Char = Integers<signed char, unsigned char>;
using Byte = Integers<unsigned char, unsigned char>;
using Short = Integers<short, unsigned short>;
using UShort = Integers<unsigned short, unsigned short>;
using Int = Integers<int, unsigned>;
using UInt = Integers<unsigned, unsigned>;
using Long = Integers<long long, unsigned long long>;
using ULong = Integers<unsigned long long, unsigned long long>;
using Float = Floats<float>;
using Double = Floats<double>;

int main()
{
    COMPARE(Char);
    COMPARE(Byte);
    COMPARE(Short);
    COMPARE(UShort);
    COMPARE(Int);
    COMPARE(UInt);
    COMPARE(Long);
    COMPARE(ULong);
    COMPARE(Truths);
    COMPARE(Wide);
    COMPARE(Float);
    COMPARE(Double);
    COMPARE(Conversions);
    check_halves(1000, 256);
    check_halves(300, 45);
    return finish();
}
