// UNSUPPORTED: quick
/* What is done under a mask, where all lanes are on and where some are: values that come out of it, loops in it, guards within
 * guards, returns, and what lies behind an array's end. */
// NO-GPU: it prints nothing; the host computes what comes of it
// ALSO: -march=x86-64-v3
#include "../check.h"

enum { BLOCK = 96, BLOCKS = 3, MOST = BLOCK * BLOCKS, GUARD = 64, STEPS = 5 };

template <class T> __host__ __device__ T value(int i, int k) { return (T)(i * 3 + k * 7 + 1); }

// One guard; a value that comes out; an else.
template <class T> __global__ void guarded(int n, const T *in, T *out, T *both) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T got = (T)5;
    if (i < n) {
        got = in[i];
        out[i] = got + out[i];
    }
    both[i] = got;
}
// A return, a loop under the guard, guards within it.
template <class T> __global__ void nested(int n, int from, const T *in, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T sum = (T)0;
    for (int k = 0; k < STEPS; k++) {
        if (i >= from)
            sum += in[i];
        if (i + k < n)
            sum += in[i + k];
    }
    if (i >= from) {
        out[i] = sum;
        if (i % 2 == 0 || i < 64)
            out[i] += in[i];
    }
}
// Trips that differ, and a store behind each.
template <class T> __global__ void trips(int n, const T *in, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = i; k < n; k += BLOCK / 2)
        if (in[k] > (T)20)
            out[i] += in[k];
}

template <class T> struct Arrays {
    T *in, *out, *both;
    Arrays() {
        CHECK(cudaMallocManaged(&in, (MOST + GUARD) * sizeof(T)) == cudaSuccess);
        CHECK(cudaMallocManaged(&out, (MOST + GUARD) * sizeof(T)) == cudaSuccess);
        CHECK(cudaMallocManaged(&both, (MOST + GUARD) * sizeof(T)) == cudaSuccess);
        fill();
    }
    void fill() {
        for (int i = 0; i < MOST + GUARD; i++) {
            in[i] = value<T>(i, 1);
            out[i] = value<T>(i, 2);
            both[i] = value<T>(i, 3);
        }
    }
    ~Arrays() {
        cudaFree(in);
        cudaFree(out);
        cudaFree(both);
    }
};

template <class T> T nested_sum(int n, int from, const T *in, int i) {
    T sum = (T)0;
    for (int k = 0; k < STEPS; k++) {
        if (i >= from)
            sum += in[i];
        if (i + k < n)
            sum += in[i + k];
    }
    return i % 2 == 0 || i < 64 ? (T)(sum + in[i]) : sum;
}
template <class T> T trips_sum(int n, const T *in, T first, int i) {
    for (int k = i; k < n; k += BLOCK / 2)
        if (in[k] > (T)20)
            first += in[k];
    return first;
}

template <class T> void test(int n, int from) {
    Arrays<T> a;
    guarded<<<BLOCKS, BLOCK>>>(n, a.in, a.out, a.both);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < MOST + GUARD; i++) {
        CHECK(a.out[i] == (i < n ? (T)(value<T>(i, 1) + value<T>(i, 2)) : value<T>(i, 2)));
        CHECK(a.both[i] == (i < n ? value<T>(i, 1) : i < MOST ? (T)5 : value<T>(i, 3)));
    }
    a.fill();
    nested<<<BLOCKS, BLOCK>>>(n, from, a.in, a.out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < MOST + GUARD; i++)
        CHECK(a.out[i] == (i < n && i >= from ? nested_sum(n, from, a.in, i) : value<T>(i, 2)));
    a.fill();
    trips<<<BLOCKS, BLOCK>>>(n, a.in, a.out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < MOST + GUARD; i++)
        CHECK(a.out[i] == (i < MOST ? trips_sum(n, a.in, value<T>(i, 2), i) : value<T>(i, 2)));
}
template <class T> void test_all() {
    static const int bounds[] = {0, 1, 31, 32, 33, 64, 95, 97, 160, MOST - 1, MOST};
    for (int n : bounds) {
        test<T>(n, 0);
        test<T>(n, 40);
    }
}

int main() {
    test_all<float>();
    test_all<int>();
    test_all<double>();
    test_all<long long>();
    test_all<short>();
    test_all<unsigned char>();
    return check_result();
}
