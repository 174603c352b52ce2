/* All 256 patterns as halves, floats, doubles, bfloat16s, truths and integers of every type: exact, or cut off towards
 * zero and saturated (CUDA Math API, __nv_fp8_e4m3 and __nv_fp8_e5m2, conversion operators).
 */
#include "formats8.h"
#include "widening.h"

int main() {
    run_both<Widened>("all types from e4m3", 256, Widen<E4m3>(), check_widened<E4m3>);
    run_both<Widened>("all types from e5m2", 256, Widen<E5m2>(), check_widened<E5m2>);
    run_both<Pairs>("pairs from e4m3", 0x10000, WidenPairs<E4m3>(), check_pairs<E4m3>);
    run_both<Pairs>("pairs from e5m2", 0x10000, WidenPairs<E5m2>(), check_pairs<E5m2>);
    return check_result();
}
