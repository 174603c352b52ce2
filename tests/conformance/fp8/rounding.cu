/* Every rounding mode, to the formats of 6 and 4 bits and to scales (CUDA Math API, FP8, FP6 and FP4 Conversion and Data
 * Movement).
 */
// FEW-RUNS
// NO-GPU: CUDA's functions round to nearest only, those of scales up and towards zero only, and have assertions of that
#include "formats0.h"
#include "formats6.h"
#include "narrowing.h"

int main() {
    check_around<E3m2<4>>("float and double to e3m2");
    check_around<E2m3<4>>("float and double to e2m3");
    check_around<E2m1<4>>("float and double to e2m1");
    check_sixteen<E3m2<4>>("half and bfloat16 to e3m2");
    check_sixteen<E2m3<4>>("half and bfloat16 to e2m3");
    check_sixteen<E2m1<4>>("half and bfloat16 to e2m1");
    check_dense<E2m1<4>>("sample of floats to e2m1");
    check_dense<E8m0<8>>("sample of floats to e8m0");
    return check_result();
}
