/* cuComplex: every function, single and double, on the host and on the device, against long double. */
#include <cmath>
#include <cuComplex.h>
#include "../check.h"

enum { CASES = 2000 };

template <typename C> struct Row {
    C x, y, z, sum, difference, product, quotient, conjugate, fused;
    decltype(C().x) absolute, real, imaginary;
};

/* The names differ by precision. */
static __host__ __device__ void compute(Row<cuFloatComplex> &row) {
    row.sum = cuCaddf(row.x, row.y);
    row.difference = cuCsubf(row.x, row.y);
    row.product = cuCmulf(row.x, row.y);
    row.quotient = cuCdivf(row.x, row.y);
    row.conjugate = cuConjf(row.x);
    row.fused = cuCfmaf(row.x, row.y, row.z);
    row.absolute = cuCabsf(row.x);
    row.real = cuCrealf(row.x);
    row.imaginary = cuCimagf(row.x);
}

static __host__ __device__ void compute(Row<cuDoubleComplex> &row) {
    row.sum = cuCadd(row.x, row.y);
    row.difference = cuCsub(row.x, row.y);
    row.product = cuCmul(row.x, row.y);
    row.quotient = cuCdiv(row.x, row.y);
    row.conjugate = cuConj(row.x);
    row.fused = cuCfma(row.x, row.y, row.z);
    row.absolute = cuCabs(row.x);
    row.real = cuCreal(row.x);
    row.imaginary = cuCimag(row.x);
}

template <typename C> __global__ void compute_all(Row<C> *rows) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < CASES; i += gridDim.x * blockDim.x) compute(rows[i]);
}

/* Within a few units of the larger part, which is what complex arithmetic promises; scale: size of the terms. */
template <typename C>
void check_near(const char *name, int i, long double real, long double imaginary, C got, long double scale) {
    long double unit = sizeof(C) == 8 ? 0x1p-22L : 0x1p-51L;
    long double size = fmaxl(hypotl(real, imaginary), scale);
    if (fabsl(got.x - real) <= size * unit && fabsl(got.y - imaginary) <= size * unit) return;
    check_failed(__FILE__, __LINE__, name, i, (double)real, (double)got.x);
    check_failed(__FILE__, __LINE__, name, i, (double)imaginary, (double)got.y);
}

template <typename C> void check_row(int i, const Row<C> &row) {
    long double a = row.x.x, b = row.x.y, c = row.y.x, d = row.y.y, e = row.z.x, f = row.z.y;
    long double norm = c * c + d * d, size = hypotl(a, b) * hypotl(c, d);
    check_near("sum", i, a + c, b + d, row.sum, 0);
    check_near("difference", i, a - c, b - d, row.difference, 0);
    check_near("product", i, a * c - b * d, a * d + b * c, row.product, 0);
    check_near("quotient", i, (a * c + b * d) / norm, (b * c - a * d) / norm, row.quotient, 0);
    check_near("fused", i, a * c - b * d + e, a * d + b * c + f, row.fused, size + hypotl(e, f));
    check_near("conjugate", i, a, -b, row.conjugate, 0);
    CHECK_AT(i, row.x.x, row.real);
    CHECK_AT(i, row.x.y, row.imaginary);
    C absolute = {row.absolute, 0};
    check_near("absolute", i, hypotl(a, b), 0, absolute, 0);
}

static double next_number() {
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    int exponent = (int)(state >> 8 & 31) - 16;
    return std::ldexp((double)(int)state, exponent - 31);
}

template <typename C> void check_precision() {
    Row<C> *rows = managed<Row<C>>(CASES), copy;
    for (int i = 0; i < CASES; i++) {
        C *parts[] = {&rows[i].x, &rows[i].y, &rows[i].z};
        for (C *part : parts) {
            part->x = (decltype(part->x))next_number();
            part->y = (decltype(part->y))next_number();
        }
    }
    for (int i = 0; i < CASES; i++) {
        copy = rows[i];
        compute(copy);
        check_row(i, copy);
    }
    compute_all<C><<<4, 64>>>(rows);
    FINISH();
    for (int i = 0; i < CASES; i++) check_row(i, rows[i]);
    CUDA(cudaFree(rows));
}

/* Operands whose squares do not fit. */
static void check_extremes() {
    cuDoubleComplex big = make_cuDoubleComplex(3e300, 4e300), q = cuCdiv(big, big);
    CHECK(std::fabs(q.x - 1) < 1e-15 && std::fabs(q.y) < 1e-15 && std::fabs(cuCabs(big) / 5e300 - 1) < 1e-15);
    cuFloatComplex small = make_cuComplex(3e-30f, 4e-30f), r = cuCdivf(small, small);
    CHECK(std::fabs(r.x - 1) < 1e-6 && std::fabs(r.y) < 1e-6 && std::fabs(cuCabsf(small) / 5e-30f - 1) < 1e-6);
    CHECK_EQUAL(0.5, cuComplexFloatToDouble(make_cuFloatComplex(0.5f, 1)).x);
    CHECK_EQUAL(-2.0f, cuComplexDoubleToFloat(make_cuDoubleComplex(0.5, -2)).y);
}

int main() {
    check_precision<cuFloatComplex>();
    check_precision<cuDoubleComplex>();
    check_extremes();
    return check_result();
}
