/* A program's own functions under CUDA's names: where nvcc says "already defined" (max of two ints, rsqrt of a float),
 * here the program's own function is used, as old and careless programs expect; overloads for other types coexist with
 * CUDA's in both. */
#include <algorithm>
#include "../check.h"

#if defined(__clang__) && defined(__CUDA__)
static inline __host__ __device__ int max(int a, int b) { return (a > b ? a : b) + 1000; }
__device__ float rsqrt(float x) { return x + 2000; }
template <typename T> __device__ T __shfl_down(T value, int) { return value; }
#else
#define max(a, b) ((a) + 1000 > (b) ? (a) + 1000 : (b))
#define rsqrt(x) ((x) + 2000)
#endif

inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ void operator+=(float4 &a, float4 b) { a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w; }
inline __host__ __device__ float3 min(float3 a, float3 b) {
    return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
inline __host__ __device__ float clamp(float x, float low, float high) { return fmaxf(low, fminf(x, high)); }
inline __host__ __device__ double powi(double x, int n) { return n == 0 ? 1 : x * powi(x, n - 1); }
struct length {
    float meters;
};
inline __host__ __device__ length abs(length l) { return length{l.meters < 0 ? -l.meters : l.meters}; }

__global__ void use(float *out) {
    float4 sum = make_float4(1, 2, 3, 4);
    sum += make_float4(10, 20, 30, 40);
    float3 smallest = min(make_float3(1, 5, 9), make_float3(3, 2, 8) + make_float3(1, 1, 1));
    out[0] = max(7, 3);
    out[1] = rsqrt(4.0f);
    out[2] = sum.x + sum.w;
    out[3] = smallest.x + 10 * smallest.y + 100 * smallest.z;
    out[4] = clamp(7, 0, 5);
    out[5] = (float)powi(2, 10);
    out[6] = abs(length{-3}).meters;
    out[7] = min(4, 9) + (float)min(2.5, 9.0) + min(3u, 8u);
}

int main() {
    float *out = managed<float>(8);
    use<<<1, 1>>>(out);
    FINISH();
    const float expected[] = {1007, 2004, 55, 931, 5, 1024, 3, 9.5f};
    for (int i = 0; i < 8; i++) CHECK_AT(i, expected[i], out[i]);
    CHECK_EQUAL(1007, max(7, 3));
    CHECK_EQUAL(3, min(3, 8));
    CHECK_EQUAL(5.0f, clamp(7, 0, 5));
    return check_result();
}
