/* Numbers become those of 6 and 4 bits, rounded to the nearest: floats and doubles at, between and beside all patterns,
 * all halves, all bfloat16s, a dense sample of floats and doubles (CUDA Math API, FP6 and FP4 Conversion and Data
 * Movement).
 */
// NO-GPU: not yet recorded on a GPU
#include "formats6.h"
#include "narrowing.h"

template <typename F> void check_format(const char *around, const char *sixteen, const char *dense) {
    check_around<F>(around);
    check_sixteen<F>(sixteen);
    check_dense<F>(dense);
}

int main() {
    check_format<E3m2<1>>("float and double to e3m2", "half and bfloat16 to e3m2", "sample of floats to e3m2");
    check_format<E2m3<1>>("float and double to e2m3", "half and bfloat16 to e2m3", "sample of floats to e2m3");
    check_format<E2m1<1>>("float and double to e2m1", "half and bfloat16 to e2m1", "sample of floats to e2m1");
    return check_result();
}
