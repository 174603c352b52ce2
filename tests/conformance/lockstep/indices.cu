// Addresses that go up, down, in strides, round and round: indices of every width, signed and unsigned, that wrap where
// the language says so and do not where it looks as if they might.
#include "each_thread.h"

struct Reversed {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        return in[n - 1 - i] * 3 + in[(int)n - 1 - (int)i] + (in + n - 1)[-(long long)i];
    }
};

struct Strided {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned sum = 0;
        for (unsigned stride = 0; stride < 7; stride++)
            if (i < n / 7)
                sum = sum * 3 + in[i * stride] + in[n - 1 - i * stride];
        return sum;
    }
};

/* Guards that keep an index in range only for some lanes. */
struct Guarded {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned sum = i;
        if (i >= 5)
            sum += in[i - 5];
        if (i + 9 < n)
            sum += in[i + 9] * 5;
        int before = (int)i - 20;
        sum += in[before < 0 ? before + (int)n : before] * 7;
        return sum;
    }
};

/* 32-bit arithmetic wraps: (i - 16) is huge for the first lanes, and the sum is small again. */
struct Wrapping {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned far = i - 16, back = far + 16;
        unsigned high = 0xfffffff0u + i; /* wraps at the 16th thread */
        unsigned sum = in[back];
        if (high < n)
            sum += in[high] * 3;
        unsigned tripled = (0x55555556u * i) * 3; /* 2^32 + 2 times i */
        if (tripled < n)
            sum += in[tripled] * 5;
        return sum + in[(unsigned)(i * 0x80000000u + 1) % n] * 7;
    }
};

struct Narrow {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned char byte = (unsigned char)(i + 250);
        signed char offset = (signed char)(i * 3);
        unsigned short word = (unsigned short)(i * 40);
        short shift = (short)(i * 1000);
        return in[byte] + in[128 + offset] * 3 + in[word % n] * 5 + in[(shift + 32768) / 32 % (int)n] * 7 +
               in[(unsigned char)(i * 8 + 3)] * 11;
    }
};

/* A quotient, a remainder, bits taken out: steps and sawteeth. */
struct Steps {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        int centred = (int)i - 700;
        return in[i / 4] + in[i % 24] * 3 + in[i >> 3] * 5 + in[i & 28] * 7 + in[(i | 3) % n] * 11 + in[(i ^ 5) % n] * 13 +
               in[centred / 3 + 300] * 17 + in[centred % 16 + 16] * 19 + in[(centred >> 2) + 200] * 23;
    }
};

/* 64-bit distances that come from 32-bit numbers before and after widening. */
struct Widened {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        long long low = (long long)(int)(i - 8) + 8;
        unsigned long long zero = (unsigned long long)(i + 0xffffffffu) + 1; /* 2^32 for all but the first */
        unsigned long long same = (zero + 0xffffffffull * 3) % n;
        const unsigned *at = in + 40;
        at += (int)(i % 80) - 40;
        return in[low] + in[same] * 3 + *at * 5 + in[(size_t)i * 2654435761u % n] * 7;
    }
};

/* Pointers that move by themselves. */
struct Walking {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        const unsigned *from = in + i, *end = in + n;
        unsigned sum = 0;
        for (const unsigned *at = from; at < end; at += 97)
            sum = sum * 3 + *at;
        for (const unsigned *at = from; at >= in; at -= 89)
            sum = sum * 5 + *at;
        const unsigned char *bytes = (const unsigned char *)in + i;
        return sum + bytes[0] + bytes[n - 1];
    }
};

/* Stores: reversed, strided, to one place, and by halves. */
__global__ void stores(unsigned *out, unsigned char *bytes, short *halves, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[n - 1 - i] = i * 3;
    out[n + i * 3] = i + 1;
    out[n + i * 3 + 2] = i + 2;
    if (i % 2)
        out[n + (n - 1 - i) * 3 + 1] = i + 3;
    bytes[(n - 1 - i) * 2] = (unsigned char)i;
    bytes[i * 2 + 1] = (unsigned char)(i >> 4);
    halves[i ^ 1] = (short)(i * 5);
}

static void check_stores(unsigned n, unsigned size)
{
    DeviceArray<unsigned> out(n * 4);
    DeviceArray<unsigned char> bytes(n * 2);
    DeviceArray<short> halves(n + 1);
    stores<<<(n + size - 1) / size, size>>>(out.at, bytes.at, halves.at, n);
    CHECK_LAUNCH();
    std::vector<unsigned> got(n * 4);
    std::vector<unsigned char> byte(n * 2);
    std::vector<short> half(n + 1);
    CHECK(cudaMemcpy(got.data(), out.at, n * 16, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(byte.data(), bytes.at, n * 2, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(half.data(), halves.at, (n + 1) * 2, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n; i++) {
        EXPECT_EQ(got[n - 1 - i], i * 3);
        EXPECT_EQ(got[n + i * 3], i + 1);
        EXPECT_EQ(got[n + i * 3 + 2], i + 2);
        EXPECT_EQ(got[n + (n - 1 - i) * 3 + 1], i % 2 ? i + 3 : 0);
        EXPECT_EQ(byte[(n - 1 - i) * 2], (unsigned char)i);
        EXPECT_EQ(byte[i * 2 + 1], (unsigned char)(i >> 4));
        EXPECT_EQ(half[i ^ 1], (short)(i * 5));
    }
}

/* Rings of 256 and 65536 places from any start, up and down: in some warps the index wraps, in others it does not. */
__global__ void rings(const float2 *pairs, const int *signs, unsigned *up, unsigned *down, float2 *moved, int *far,
                      unsigned start)
{
    unsigned i = threadIdx.x;
    unsigned char to = (unsigned char)(i + start), back = (unsigned char)(start - i);
    short place = (short)(i + start);
    up[to] = i + 1;
    down[back] = i + 1;
    float2 pair = pairs[to];
    moved[back] = make_float2(pair.y, pair.x);
    if (i % 3 != 1)
        far[place + 32768] = signs[place + 32768] + (int)i;
}

static void check_rings(unsigned start, unsigned size)
{
    std::vector<float2> pairs(256), pair(256);
    std::vector<int> signs(65536), found(65536), expected(65536);
    std::vector<unsigned> to(256), back(256);
    for (unsigned k = 0; k < 256; k++)
        pairs[k] = make_float2(k * 0.5f, -(float)k);
    for (unsigned k = 0; k < 65536; k++)
        signs[k] = (int)(k * 7919);
    DeviceArray<float2> from(pairs), moved(256);
    DeviceArray<int> numbers(signs), far(65536);
    DeviceArray<unsigned> up(256), down(256);
    rings<<<1, size>>>(from.at, numbers.at, up.at, down.at, moved.at, far.at, start);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(to.data(), up.at, 1024, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(back.data(), down.at, 1024, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(pair.data(), moved.at, 2048, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(found.data(), far.at, 65536 * 4, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < size; i++) {
        unsigned char high = (unsigned char)(i + start), low = (unsigned char)(start - i);
        unsigned place = (unsigned)((short)(i + start) + 32768);
        EXPECT_EQ(to[high], i + 1);
        EXPECT_EQ(back[low], i + 1);
        EXPECT_EQ(pair[low].x, pairs[high].y);
        EXPECT_EQ(pair[low].y, pairs[high].x);
        if (i % 3 != 1)
            expected[place] = signs[place] + (int)i;
    }
    EXPECT_EQ(found == expected, true);
}

int main()
{
    for (unsigned start : {0u, 5u, 200u, 225u, 250u, 32700u, 32767u, 32768u, 65500u, 65535u})
        for (unsigned size : {256u, 100u, 33u, 8u})
            check_rings(start, size);
    COMPARE(Reversed);
    COMPARE(Strided);
    COMPARE(Guarded);
    COMPARE(Wrapping);
    COMPARE(Narrow);
    COMPARE(Steps);
    COMPARE(Widened);
    COMPARE(Walking);
    check_stores(1000, 256);
    check_stores(777, 40);
    return finish();
}
