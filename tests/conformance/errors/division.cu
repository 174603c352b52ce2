// Integer division by zero and the one quotient that overflows give some value and stop nothing, as on a GPU; the other
// threads' results are right. Floating point follows IEEE.
#include "../conformance.h"

template <class T> __global__ void divide(const T *a, const T *b, T *quotient, T *remainder, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        quotient[i] = a[i] / b[i];
        remainder[i] = a[i] % b[i];
    }
}

__global__ void real(double *out)
{
    volatile double zero = 0.0;
    out[0] = 1.0 / zero;
    out[1] = -1.0 / zero;
    out[2] = zero / zero;
}

/* With the divisor known to the compiler only in part: a guarded division must not be done early. */
__global__ void guarded(const int *b, int *out)
{
    int i = threadIdx.x;
    out[i] = b[i] != 0 ? 1000 / b[i] : -1;
}

template <class T> static void check(T lowest)
{
    constexpr int n = 64;
    std::vector<T> a(n), b(n);
    for (int i = 0; i < n; i++) {
        a[i] = i == 10 ? lowest : T(i * 37 - 500);
        b[i] = i % 5 == 0 ? (i == 10 ? T(-1) : T(0)) : T(i - 30);
        if (i == 30)
            b[i] = 3;
    }
    DeviceArray<T> device_a(a), device_b(b), quotient(n), remainder(n);
    divide<T><<<2, 32>>>(device_a, device_b, quotient, remainder, n);
    CHECK_LAUNCH();
    std::vector<T> q = quotient.host(), r = remainder.host();
    for (int i = 0; i < n; i++)
        if (b[i] != 0 && i != 10) {
            EXPECT_EQ(q[i], T(a[i] / b[i]));
            EXPECT_EQ(r[i], T(a[i] % b[i]));
        }
}

int main()
{
    check<int>(int(0x80000000));
    check<unsigned>(0);
    check<long long>((long long)(0x8000000000000000ull));
    check<short>(-32768);
    check<signed char>(-128);
    DeviceArray<double> reals(3);
    real<<<1, 1>>>(reals);
    DeviceArray<int> b(std::vector<int>{0, 1, 0, 7}), out(4);
    guarded<<<1, 4>>>(b, out);
    CHECK_LAUNCH();
    EXPECT(isinf(reals.host()[0]) && reals.host()[1] < 0 && isnan(reals.host()[2]));
    EXPECT(out.host()[0] == -1 && out.host()[1] == 1000 && out.host()[3] == 142);
    return finish();
}
