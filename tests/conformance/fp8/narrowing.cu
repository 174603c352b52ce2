/* Numbers become 8-bit numbers: floats and doubles at, between and beside all patterns, all halves, all bfloat16s, with
 * and without saturation (CUDA Math API, FP8 Conversion and Data Movement).
 */
#include "formats8.h"
#include "narrowing.h"

int main() {
    check_around<E4m3>("float and double to e4m3");
    check_around<E5m2>("float and double to e5m2");
    check_sixteen<E4m3>("half and bfloat16 to e4m3");
    check_sixteen<E5m2>("half and bfloat16 to e5m2");
    return check_result();
}
