/* A program may have functions and variables of its own by the names of the C library's (Inputs/program_names.c): what
 * kernels call are CUDA's. Values of all sizes, special ones among them, the same in all threads and not; references are
 * the C library's functions in long double, which the program leaves alone. */
// SOURCES: Inputs/program_names.c
// NO-GPU: it is about how a program is linked to the C library, which no GPU has
#include "../conformance.h"

#include <cmath>
#include <cstdlib>

extern "C" int own_calls;

enum { VALUES = 64 };

/* T name(T) of T a */
#define FUNCTIONS(F)                                                                                                 \
    F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(erf) F(erfc) F(exp) F(exp2)  \
    F(expm1) F(fabs) F(floor) F(j0) F(j1) F(lgamma) F(log) F(log10) F(log1p) F(log2) F(logb) F(nearbyint) F(rint)    \
    F(round) F(sin) F(sinh) F(sqrt) F(tan) F(tanh) F(tgamma) F(trunc) F(y0) F(y1)
/* T name(T, T) of a and 2.5 */
#define OF_TWO(F) F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter) F(pow) F(remainder)

enum {
#define NUMBER(name) N_##name,
    FUNCTIONS(NUMBER) OF_TWO(NUMBER) N_exp10, N_frexp, N_modf, N_sincos_1, N_sincos_2, N_remquo, N_ldexp, N_jn, N_yn, N_fma,
    COUNT
};

template <typename T> __device__ void evaluate(T *out, T a)
{
    T b = T(2.5), first, second;
    int n;
#define CALL(name) out[N_##name] = name(a);
#define CALL_OF_TWO(name) out[N_##name] = name(a, b);
    FUNCTIONS(CALL)
    OF_TWO(CALL_OF_TWO)
    out[N_exp10] = exp10(a);
    out[N_frexp] = frexp(a, &n) + T(n);
    out[N_modf] = modf(a, &first) + first;
    sincos(a, &first, &second);
    out[N_sincos_1] = first;
    out[N_sincos_2] = second;
    out[N_remquo] = remquo(a, b, &n);
    out[N_ldexp] = ldexp(a, 3);
    out[N_jn] = jn(3, a);
    out[N_yn] = yn(3, a);
    out[N_fma] = fma(a, b, a);
}

template <typename T> __global__ void of_each(T *out, const T *in)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    evaluate(out + i * COUNT, in[i]);
}

/* One value for a block: what threads have in common. */
template <typename T> __global__ void of_all(T *out, const T *in)
{
    T own[COUNT];
    evaluate(own, in[blockIdx.x]);
    for (int k = threadIdx.x; k < COUNT; k += blockDim.x)
        out[blockIdx.x * COUNT + k] = own[k];
}

typedef long double wide;

static void references(wide *out, wide a)
{
    wide b = 2.5L;
    int n;
#define REFERENCE(name) out[N_##name] = name##l(a);
#define REFERENCE_OF_TWO(name) out[N_##name] = name##l(a, b);
    FUNCTIONS(REFERENCE)
    OF_TWO(REFERENCE_OF_TWO)
    out[N_exp10] = powl(10, a);
    out[N_frexp] = frexpl(a, &n) + n;
    out[N_modf] = a;
    out[N_sincos_1] = sinl(a);
    out[N_sincos_2] = cosl(a);
    out[N_remquo] = remainderl(a, b);
    out[N_ldexp] = a * 8;
    out[N_jn] = jnl(3, a);
    out[N_yn] = ynl(3, a);
    out[N_fma] = a * b + a;
}

/* Far from what a wrong function gives; how near the results are is what other programs look at. */
template <typename T> static bool is_near(T got, wide expected, wide a)
{
    T rounded = T(expected);
    if (std::isnan(rounded) || std::isinf(rounded))
        return std::isnan(rounded) ? std::isnan(got) : got == rounded;
    wide size = expected < 0 ? -expected : expected, difference = got - expected;
    return (difference < 0 ? -difference : difference) <= 1e-4L * (size > 1 ? size : 1);
}

template <typename T> static void test(const char *type)
{
    static T in[VALUES], out[VALUES * COUNT];
    static const T special[] = {T(0), T(1), T(-1), T(INFINITY), T(-INFINITY), T(NAN), T(1e30), T(-3e9), T(1e-30)};
    for (int i = 0; i < VALUES; i++)
        in[i] = i % 7 == 3 ? special[i / 7 % 9] : T(i * 11 % 64) * T(0.37) - T(6);
    T *device_in, *device_out;
    EXPECT_EQ(cudaMalloc(&device_in, sizeof in), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&device_out, sizeof out), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice), cudaSuccess);
    for (int way = 0; way < 2; way++) {
        if (way == 0)
            of_each<T><<<1, VALUES>>>(device_out, device_in);
        else
            of_all<T><<<VALUES, 32>>>(device_out, device_in);
        EXPECT_EQ(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), cudaSuccess);
        EXPECT_EQ(own_calls, 0);
        for (int i = 0; i < VALUES; i++) {
            wide expected[COUNT];
            references(expected, in[i]);
            bool is_ordinary = in[i] == in[i] && in[i] > -20 && in[i] < 20;
            for (int k = 0; is_ordinary && k < COUNT; k++)
                if (!is_near(out[i * COUNT + k], expected[k], in[i])) {
                    printf("%s, way %d, function %d of %g: got %g, expected %g\n", type, way, k, double(in[i]),
                           double(out[i * COUNT + k]), double(expected[k]));
                    EXPECT_EQ(0, 1);
                }
        }
    }
    cudaFree(device_in);
    cudaFree(device_out);
}

int main()
{
    test<float>("float");
    test<double>("double");
    return finish();
}
