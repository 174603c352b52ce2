// UNSUPPORTED: quick
// Random engines and complex numbers: device code computes what host code does, and the standard's engines.
#include "../libraries.h"
#include <complex>
#include <random>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/transform.h>

struct Draw {
    __host__ __device__ double operator()(unsigned i) const
    {
        thrust::default_random_engine engine(17);
        thrust::uniform_real_distribution<double> unit(-1, 1);
        thrust::uniform_int_distribution<int> dice(1, 6);
        engine.discard(2 * i);
        double x = unit(engine);
        return x * dice(engine);
    }
};

struct Engines {
    __host__ __device__ unsigned long long operator()(unsigned i) const
    {
        thrust::minstd_rand a(i + 1);
        thrust::ranlux24 b(i);
        thrust::taus88 c(i);
        thrust::ranlux48 d(i);
        return a() + b() * 3ull + c() * 5ull + d() * 7ull;
    }
};

struct Mandelbrot {
    __host__ __device__ thrust::complex<double> operator()(const thrust::complex<double> &c) const
    {
        thrust::complex<double> z = 0;
        for (int i = 0; i < 3; i++)
            z = z * z + c / (thrust::abs(c) + 1);
        return thrust::conj(z) - thrust::complex<double>(0, 1);
    }
};

struct Exponential {
    __host__ __device__ thrust::complex<double> operator()(const thrust::complex<double> &z) const
    {
        return thrust::exp(z) + thrust::sqrt(z) * thrust::pow(z, 2.0);
    }
};

int main()
{
    const int n = 1001;
    thrust::counting_iterator<unsigned> count(0);
    thrust::device_vector<double> drawn(n);
    thrust::transform(count, count + n, drawn.begin(), Draw());
    thrust::device_vector<unsigned long long> engines(n);
    thrust::transform(count, count + n, engines.begin(), Engines());
    std::vector<double> expected(n);
    std::vector<unsigned long long> expected_engines(n);
    for (int i = 0; i < n; i++) {
        expected[i] = Draw()(i);
        expected_engines[i] = Engines()(i);
    }
    EXPECT_VECTOR(host_of(drawn), expected);
    EXPECT_VECTOR(host_of(engines), expected_engines);
    thrust::minstd_rand ours(5);
    std::minstd_rand theirs(5);
    for (int i = 0; i < 100; i++)
        EXPECT_EQ(ours(), theirs());

    using Complex = thrust::complex<double>;
    std::vector<Complex> z(n);
    Random random(3);
    for (Complex &value : z)
        value = Complex(random.unit() * 4 - 2, random.unit() * 4 - 2);
    thrust::device_vector<Complex> device(z.begin(), z.end()), result(n);
    thrust::transform(device.begin(), device.end(), result.begin(), Mandelbrot());
    std::vector<Complex> got = host_of(result);
    for (int i = 0; i < n; i++) {
        Complex reference = Mandelbrot()(z[i]);
        EXPECT_NEAR(got[i].real(), reference.real(), 1e-12);
        EXPECT_NEAR(got[i].imag(), reference.imag(), 1e-12);
    }
    thrust::transform(device.begin(), device.end(), result.begin(), Exponential());
    got = host_of(result);
    for (int i = 0; i < n; i++) {
        std::complex<double> w(z[i].real(), z[i].imag()), reference = std::exp(w) + std::sqrt(w) * w * w;
        EXPECT_NEAR(got[i].real(), reference.real(), 1e-11);
        EXPECT_NEAR(got[i].imag(), reference.imag(), 1e-11);
    }
    return finish();
}
