/* All patterns of the formats of 6 and 4 bits as halves, floats, doubles, bfloat16s, truths and integers of every type:
 * exact, or cut off towards zero, and without a sign where the integer has none; pairs with all bits that their type
 * has (CUDA Math API, __nv_fp6_e3m2, __nv_fp6_e2m3 and __nv_fp4_e2m1, conversion operators).
 */
// NO-GPU: not yet recorded on a GPU
#include "formats6.h"
#include "widening.h"

int main() {
    run_both<Widened>("all types from e3m2", 64, Widen<E3m2<1>>(), check_widened<E3m2<1>>);
    run_both<Widened>("all types from e2m3", 64, Widen<E2m3<1>>(), check_widened<E2m3<1>>);
    run_both<Widened>("all types from e2m1", 16, Widen<E2m1<1>>(), check_widened<E2m1<1>>);
    run_both<Pairs>("pairs from e3m2", 0x10000, WidenPairs<E3m2<1>>(), check_pairs<E3m2<1>>);
    run_both<Pairs>("pairs from e2m3", 0x10000, WidenPairs<E2m3<1>>(), check_pairs<E2m3<1>>);
    run_both<Pairs>("pairs from e2m1", 0x100, WidenPairs<E2m1<1>>(), check_pairs<E2m1<1>>);
    return check_result();
}
