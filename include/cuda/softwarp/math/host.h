/* CUDA's own math functions on the host: under nvcc rsqrtf, sincospi, erfinv and others may be called from host code
 * too (rhypot, fdivide, the vector norms and cyl_bessel_i0/1 may not).
 *
 * The ones that need an algorithm of their own are the device library's, which libsoftwarp exports under libdevice's
 * names, so that host and device agree. CUDA Math API.
 */
#ifndef SOFTWARP_MATH_HOST_H
#define SOFTWARP_MATH_HOST_H

#pragma GCC system_header

#define SW_HOST static __inline__ __host__

/* name(double) as given, namef(float) from it. */
#define SW_HOST1(name, expression)                                    \
    SW_HOST double name(double x) { return expression; }              \
    SW_HOST float name##f(float x) { return (float)name((double)x); }

SW_HOST1(rsqrt, 1 / ::sqrt(x))
SW_HOST1(rcbrt, (double)(1 / ::cbrtl(x)))
SW_HOST1(normcdf, (double)(0.5L * ::erfcl(x * -0.707106781186547524400844362104849L)))

#define SW_HOST_LIBRARY(name)                                         \
    extern "C" __host__ double __nv_##name(double x);                 \
    SW_HOST1(name, __nv_##name(x))
SW_HOST_LIBRARY(erfinv)
SW_HOST_LIBRARY(erfcinv)
SW_HOST_LIBRARY(erfcx)
SW_HOST_LIBRARY(normcdfinv)
#undef SW_HOST_LIBRARY

/* sin and cos of x pi. The multiple of 1/2 nearest to x is taken off first, which is exact. A zero sine has the sign of
 * x, a zero cosine is positive. */
SW_HOST void sincospi(double x, double *sine, double *cosine) {
    const double pi = 3.14159265358979323846;
    double turn = ::fmod(x, 2.0), quarters = ::rint(2 * turn), rest = (turn - quarters / 2) * pi;
    double s = ::sin(rest), c = ::cos(rest);
    int quadrant = x - x == 0 ? (int)quarters & 3 : 0;
    *sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
    *cosine = quadrant == 0 ? c : quadrant == 1 ? 0 - s : quadrant == 2 ? -c : 0 + s;
    if (*sine == 0) *sine = ::copysign(0.0, x);
}
SW_HOST void sincospif(float x, float *sine, float *cosine) {
    double s, c;
    sincospi((double)x, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}
SW_HOST double sw_sinpi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return s;
}
SW_HOST double sw_cospi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return c;
}
SW_HOST1(sinpi, sw_sinpi(x))
SW_HOST1(cospi, sw_cospi(x))

/* The C names of min and max. */
SW_HOST unsigned int umin(unsigned int x, unsigned int y) { return x < y ? x : y; }
SW_HOST unsigned int umax(unsigned int x, unsigned int y) { return x > y ? x : y; }
SW_HOST long long llmin(long long x, long long y) { return x < y ? x : y; }
SW_HOST long long llmax(long long x, long long y) { return x > y ? x : y; }
SW_HOST unsigned long long ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
SW_HOST unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }

#undef SW_HOST1
#undef SW_HOST

#endif
