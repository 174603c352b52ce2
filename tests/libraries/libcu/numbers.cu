// UNSUPPORTED: quick
// libcu++'s complex numbers, bits, limits, ratios, durations, type traits and mathematical functions.
#include "../libraries.h"
#include <cuda/std/bit>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/ratio>
#include <cuda/std/type_traits>
#include <cuda/std/version>

namespace std_ = cuda::std;

struct Row {
    std_::complex<double> z;
    unsigned long long bits;
    double value;
    long long ticks;
};

template <class T> __host__ __device__ constexpr auto doubled(T x) -> std_::enable_if_t<std_::is_integral<T>::value, T> { return x * 2; }
template <class T> __host__ __device__ constexpr auto doubled(T x) -> std_::enable_if_t<std_::is_floating_point<T>::value, T> { return x + x; }

__host__ __device__ static Row compute(int i)
{
    Row row;
    std_::complex<double> z(i % 7 - 3, i % 5 - 2);
    row.z = z * z / (std_::complex<double>(std_::norm(z), 1) + 1.0) + std_::conj(z);
    unsigned x = 0x9e3779b9u * (i + 1);
    row.bits = std_::popcount(x) + 100ull * std_::countl_zero(x >> i % 32 | 1u) + 10000ull * std_::countr_zero(x << i % 31 | 1u << 31);
    row.bits = row.bits * 31 + std_::rotl(x, 7) + std_::bit_ceil(x >> 2) + std_::has_single_bit(x & -x);
    row.bits += doubled(i);
    row.value = std_::sqrt(2.0 * i) + std_::fabs(-1.0 * i) + doubled(0.25);
    row.value += std_::isnan(std_::numeric_limits<double>::quiet_NaN()) + std_::numeric_limits<float>::max() / FLT_MAX;
    row.value += std_::numeric_limits<short>::digits + (std_::numeric_limits<int>::max() == INT_MAX);
    std_::chrono::milliseconds time = std_::chrono::seconds(i) + std_::chrono::milliseconds(7);
    auto days = std_::chrono::duration_cast<std_::chrono::duration<long long, std_::ratio<86400>>>(std_::chrono::hours(i));
    row.ticks = time.count() * 1000 + days.count();
    return row;
}

__global__ void kernel(Row *rows, long long *times, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rows[i] = compute(i);
    if (i < 1) {
        auto before = std_::chrono::system_clock::now();
        auto after = std_::chrono::high_resolution_clock::now();
        times[0] = std_::chrono::duration_cast<std_::chrono::seconds>(before.time_since_epoch()).count();
        times[1] = std_::chrono::duration_cast<std_::chrono::nanoseconds>(after - before).count();
    }
}

static_assert(std_::ratio_multiply<std_::ratio<3, 4>, std_::milli>::den == 4000, "ratios");
static_assert(std_::is_same<std_::common_type_t<int, double>, double>::value, "types");
static_assert(std_::conjunction<std_::is_trivially_copyable<int>, std_::negation<std_::is_pointer<int>>>::value, "traits");

int main()
{
    const int n = 100;
    Row *rows;
    long long *times;
    CHECK(cudaMallocManaged(&rows, n * sizeof(Row)));
    CHECK(cudaMallocManaged(&times, 2 * sizeof *times));
    kernel<<<2, 64>>>(rows, times, n);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++) {
        Row row = compute(i);
        EXPECT_NEAR(rows[i].z.real(), row.z.real(), 1e-13);
        EXPECT_NEAR(rows[i].z.imag(), row.z.imag(), 1e-13);
        EXPECT_EQ(rows[i].bits, row.bits);
        EXPECT_NEAR(rows[i].value, sqrt(2.0 * i) + i + 0.5 + 1 + 1 + 15 + 1, 1e-13);
        EXPECT_EQ(rows[i].ticks, (1000ll * i + 7) * 1000 + i / 24);
    }
    long long now = time(nullptr);
    EXPECT(times[0] > now - 100 && times[0] < now + 100);
    EXPECT(times[1] >= 0 && times[1] < 10000000000ll);
    CHECK(cudaFree(rows));
    CHECK(cudaFree(times));
    return finish();
}
