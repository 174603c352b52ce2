/* The warp functions of CUDA before version 9, without a mask, which old programs still use: they work among the lanes
 * that reach the call together. nvcc refuses them from sm_70 on. */
#include "../check.h"

__global__ void converged(int *sum, unsigned *ballot, int *flags, double *wide) {
    int t = threadIdx.x, v = t;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
    sum[t] = v;
    ballot[t] = __ballot(t % 3 == 0);
    flags[t] = (__all(t < 64) != 0) + 2 * (__any(t == 40) != 0);
    wide[t] = __shfl_up(t * 1e100, 1) + __shfl_down(t * 1.0, 2, 8) + __shfl((double)t, 5);
}

/* Within a branch only the branch's lanes take part. */
__global__ void branch(unsigned *out) {
    int t = threadIdx.x;
    if (t % 2) out[t] = __ballot(1);
    else out[t] = __ballot(t % 4 == 0);
}

int main() {
    const int n = 64;
    int *sum = managed<int>(n), *flags = managed<int>(n);
    unsigned *ballot = managed<unsigned>(n);
    double *wide = managed<double>(n);
    converged<<<1, n>>>(sum, ballot, flags, wide);
    FINISH();
    for (int t = 0; t < n; t++) {
        int first = t / 32 * 32;
        unsigned expected = 0;
        for (int l = 0; l < 32; l++) expected |= (unsigned)((first + l) % 3 == 0) << l;
        CHECK_AT(t, 32 * first + 496, sum[t]);
        CHECK_AT(t, expected, ballot[t]);
        CHECK_AT(t, 1 + 2 * (first == 32), flags[t]);
        double up = (t % 32 ? t - 1 : t) * 1e100, down = t % 8 < 6 ? t + 2 : t;
        CHECK_AT(t, up + down + (first + 5), wide[t]);
    }
    branch<<<1, n>>>(ballot);
    FINISH();
    for (int t = 0; t < n; t++) CHECK_AT(t, t % 2 ? 0xaaaaaaaau : 0x11111111u, ballot[t]);
    return check_result();
}
