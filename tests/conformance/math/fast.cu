/* The fast single precision functions (__sinf, __expf, __fdividef and the others): within the error bounds that the
 * CUDA guide states, and their special values. */
#define FAST_NAME(name) __##name
#define FAST_LABEL(name, parameters) "__" #name "(" parameters ")"
#include "fast.h"

__global__ void saturate(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define FAST_EXACT(name) out[i] = __##name(in[i]);
#include <softwarp/math/functions.def>
}

static void check_saturation() {
    std::vector<float> all = samples_of<float>(-2, 2, 10);
    int n = (int)all.size();
    float *in = shared_copy(all), *out = managed<float>(n);
    saturate<<<(n + 127) / 128, 128>>>(in, out, n);
    FINISH();
    for (int i = 0; i < n; i++) CHECK_AT(i, in[i] > 0 ? (in[i] < 1 ? in[i] : 1.0f) : 0.0f, out[i]);
#define FAST_EXACT(name) print_row("__" #name "(float)", out, n);
#include <softwarp/math/functions.def>
}

/* What the guide says beyond the bounds. */
__global__ void special(float *out, float infinity, float zero) {
    out[0] = __fdividef(1.0f, infinity);
    out[1] = __fdividef(1.0f, 0x1.8p126f);
    out[2] = __fdividef(-0x1p127f, 0x1.8p127f);
    out[3] = __fdividef(infinity, 0x1.8p126f);
    out[4] = __powf(2.0f, 10.0f);
    out[5] = __powf(-2.0f, 2.0f);
    out[6] = __powf(zero, 2.0f);
    out[7] = __powf(zero, -2.0f);
    out[8] = __powf(infinity, 0.5f);
    out[9] = __expf(zero);
    out[10] = __powf(zero, zero);
}

static void check_special() {
    const float expected[] = {0, 0, -0.0f, NAN, 1024, NAN, 0, INFINITY, INFINITY, 1, NAN};
    const int n = sizeof expected / sizeof *expected;
    float *out = managed<float>(n);
    special<<<1, 1>>>(out, INFINITY, 0);
    FINISH();
    for (int i = 0; i < n; i++) CHECK_AT(i, expected[i], out[i]);
    print_row("special", out, n);
}

int main() {
    check_functions();
    check_functions_of_two();
    check_saturation();
    check_special();
    return check_result();
}
