// pow(x, 2) is x times x, rounded once, in every type, whether the exponent is known when the code is made, the same for a
// warp, or each thread's own.
// NO-GPU: a GPU's pow is within its bounds, and not always the rounded product
#include "../conformance.h"

#include <cmath>
#include <vector>

enum { COUNT = 1000 };

struct results {
    double known, known_int, uniform, each;
    float known_f, uniform_f, each_f;
};

__global__ void squares(const double *in, const double *exponents, double two, results *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT)
        return;
    double x = in[i];
    float f = (float)x;
    out[i] = {pow(x, 2.0),   pow(x, 2), pow(x, two), pow(x, exponents[i]), powf(f, 2.0f), powf(f, (float)two),
              powf(f, (float)exponents[i])};
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

static void compare(const std::vector<double> &in, const std::vector<double> &exponents, const std::vector<results> &out) {
    for (int i = 0; i < COUNT; i++) {
        volatile double square = in[i] * in[i];
        volatile float f = (float)in[i], square_f = f * f;
        EXPECT_EQ(same(out[i].known, square), true);
        EXPECT_EQ(same(out[i].known_int, square), true);
        EXPECT_EQ(same(out[i].uniform, square), true);
        EXPECT_EQ(same(out[i].known_f, square_f), true);
        EXPECT_EQ(same(out[i].uniform_f, square_f), true);
        if (exponents[i] == 2) {
            EXPECT_EQ(same(out[i].each, square), true);
            EXPECT_EQ(same(out[i].each_f, square_f), true);
        } else if (fabs(in[i]) < 1e9) {
            EXPECT_EQ(fabs(out[i].each / pow(in[i], exponents[i]) - 1) < 1e-14, true);
            EXPECT_EQ(fabs(out[i].each_f / pow((double)(float)in[i], exponents[i]) - 1) < 1e-6, true);
        }
    }
}

int main() {
    std::vector<double> in(COUNT), exponents(COUNT);
    std::vector<results> out(COUNT);
    const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e200, -1e-200, 5e-324};
    unsigned random = 1;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        in[i] = i < 10 ? special[i] : ((int)random / 65536.0) * 1.000000123;
        exponents[i] = i < 10 || i % 3 ? 2 : i % 5 - 2;
    }
    double *p, *q;
    results *r;
    CHECK(cudaMalloc(&p, COUNT * sizeof *p));
    CHECK(cudaMalloc(&q, COUNT * sizeof *q));
    CHECK(cudaMalloc(&r, COUNT * sizeof *r));
    CHECK(cudaMemcpy(p, in.data(), COUNT * sizeof *p, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(q, exponents.data(), COUNT * sizeof *q, cudaMemcpyHostToDevice));
    squares<<<(COUNT + 127) / 128, 128>>>(p, q, 2.0, r);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), r, COUNT * sizeof *r, cudaMemcpyDeviceToHost));
    compare(in, exponents, out);
    return finish();
}
