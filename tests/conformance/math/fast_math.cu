// SWCC: -use_fast_math
// ALSO: -ftz=true -prec-div=false -prec-sqrt=false
/* The standard functions under -use_fast_math, which become the fast ones, and division and square root: within the
 * fast forms' bounds. Denormal numbers may be flushed or not; they are left out. */
#define FAST_ONLY_NORMAL
#define FAST_NAME(name) FAST_##name
#define FAST_LABEL(name, parameters) #name "(" parameters ") -use_fast_math"
/* The names of the table are the standard functions' but for division. */
#define FAST_sinf sinf
#define FAST_cosf cosf
#define FAST_tanf tanf
#define FAST_expf expf
#define FAST_exp10f exp10f
#define FAST_logf logf
#define FAST_log2f log2f
#define FAST_log10f log10f
#define FAST_tanhf tanhf
#define FAST_powf powf
#define FAST_sincosf sincosf
#define FAST_fdividef divide
static __device__ float divide(float x, float y) { return x / y; }
#include "fast.h"

__global__ void roots(const float *in, float *root, float *inverse, float *reciprocal, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    root[i] = sqrtf(in[i]);
    inverse[i] = 1 / sqrtf(in[i]);
    reciprocal[i] = 1 / in[i];
}

static void check_roots() {
    std::vector<float> all = samples_of<float>(0, 4, 4);
    int n = (int)all.size();
    float *in = shared_copy(all), *root = managed<float>(n), *inverse = managed<float>(n),
          *reciprocal = managed<float>(n);
    roots<<<(n + 127) / 128, 128>>>(in, root, inverse, reciprocal, n);
    FINISH();
    report<float> roots("sqrtf(float) -use_fast_math"), inverses("1 / sqrtf(float) -use_fast_math"),
        reciprocals("1 / x(float) -use_fast_math");
    for (int i = 0; i < n; i++) {
        double x = in[i];
        if (x >= std::numeric_limits<float>::min() && x - x == 0) {
            roots.near(sqrtl(x), root[i], 1, x);
            inverses.near(1 / sqrtl(x), inverse[i], 2, x);
        }
        if (std::fabs(x) >= std::numeric_limits<float>::min() && std::fabs(x) <= 0x1p126)
            reciprocals.near(1 / (long double)x, reciprocal[i], 1, x);
    }
    roots.print(1);
    inverses.print(2);
    reciprocals.print(1);
}

int main() {
    check_functions();
    check_functions_of_two();
    check_roots();
    return check_result();
}
