// A function that is not inlined returns the bits of three and four floats or doubles as they are, also those of signalling
// NaNs: programs carry integers in them. By name, by pointer, by a virtual function, in a structure with other members.
#include "../conformance.h"

#include <cstring>

struct Mixed { int n; float x, y, z; double d; };

template <class T> static __device__ T from_bits(unsigned x) {
    T value;
    unsigned words[sizeof(T) / 4];
    for (unsigned i = 0; i < sizeof(T) / 4; i++)
        words[i] = x + i;
    memcpy(&value, words, sizeof(T));
    return value;
}
template <class T> static __device__ __noinline__ T make(unsigned x) { return from_bits<T>(x); }
template <class T> struct maker { virtual __device__ T make(unsigned x) { return from_bits<T>(x); } };
template <class T> struct other_maker : maker<T> { __device__ T make(unsigned x) override { return ::make<T>(x); } };

template <class T> static __global__ void run(T *out, unsigned x) {
    T (*volatile by)(unsigned) = make<T>;
    maker<T> plain;
    other_maker<T> other;
    maker<T> *volatile with = threadIdx.x & 1 ? &other : &plain;
    unsigned t = threadIdx.x;
    out[3 * t] = make<T>(x + t);
    out[3 * t + 1] = by(x + t);
    out[3 * t + 2] = with->make(x + t);
}

template <class T> static void check() {
    enum { THREADS = 40, WORDS = sizeof(T) / 4 };
    T *out;
    cudaMallocManaged(&out, 3 * THREADS * sizeof(T));
    for (unsigned x : {0x7f812345u, 0x7ff00001u, 0xff800001u, 0x12345678u}) {
        run<<<1, THREADS>>>(out, x);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        const unsigned *words = (const unsigned *)out;
        for (unsigned i = 0; i < 3 * THREADS * WORDS; i++)
            EXPECT_EQ(words[i], x + i / (3 * WORDS) + i % WORDS);
    }
    cudaFree(out);
}

int main() {
    check<float3>();
    check<float4>();
    check<double3>();
    check<double4>();
    check<Mixed>();
    return finish();
}
