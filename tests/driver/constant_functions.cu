// The host's constants may call the device's constexpr functions, as with nvcc; its functions only with an option.
// RUN: %swcc -std=c++17 %s -o %t && %run %t
// RUN: %if !quick %{ %swcc -std=c++17 -rdc=true -DIN_BODY --expt-relaxed-constexpr %s -o %t && %run %t %}
// RUN: not %swcc -std=c++17 -DIN_BODY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not %swcc -std=c++17 -DPLAIN -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PLAIN
__device__ constexpr int tile(int width) { return width * 2; }
struct Sizes {
    static __device__ constexpr int twice(int x) { return 2 * x; }
    template <class T> __device__ static constexpr T same(T x) { return x; }
};
namespace space {
template <class T> __device__ constexpr T half(T x) { return x / 2; }
}
#define ON_DEVICE __device__ constexpr // a "{"
ON_DEVICE int named(int x) { return x; }
constexpr int first = tile(5), second[] = {Sizes::twice(3), Sizes::same(4)}, third{space::half(8)};
const int fourth = named(7);
template <int N> struct Array { int at[N]; };
Array<tile(4)> array;
template <class T> struct Config { static constexpr int block = tile(8 * sizeof(T)); };

template <class T> __global__ void kernel(int *out) {
    __shared__ int s[Config<T>::block];
    s[threadIdx.x] = tile(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s[Config<T>::block - 1 - threadIdx.x];
}

#ifdef PLAIN // one that is no constant function is not
__device__ int plain(int x) { return x; }
int wrong = plain(1);
// PLAIN: constant_functions.cu:[[#@LINE - 1]]:{{[0-9]+}}: error: no matching function for call to 'plain'
#endif
int main() {
    int *out;
    cudaMallocManaged(&out, Config<int>::block * sizeof(int));
    kernel<int><<<1, Config<int>::block>>>(out);
    if (cudaDeviceSynchronize() || out[0] != 2 * 63 || out[63] != 0)
        return 1;
#ifdef IN_BODY
    int rows[tile(3)];
    // BODY: constant_functions.cu:[[#@LINE - 1]]:{{[0-9]+}}: error: no matching function for call to 'tile'
    if (sizeof rows != 6 * sizeof(int))
        return 2;
#endif
    return first + second[0] + second[1] + third + fourth != 10 + 6 + 4 + 4 + 7 || sizeof array != 8 * sizeof(int) ||
           Config<int>::block != 64 || Config<double>::block != 128;
}
