/* Rounding to bfloat16: what LLVM calls where a processor has no instruction for it (compiler-rt's names; libgcc before
 * 13 lacks them). The result is returned as a bfloat is: its bits in the low half of a vector register. */
#include <stdint.h>
#include <string.h>

float __truncsfbf2(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = value != value ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16; /* to nearest, ties to even */
    memcpy(&value, &bits, sizeof bits);
    return value;
}

/* Rounded to odd on the way through float, so that the second rounding is the only one that counts. */
float __truncdfbf2(double value) {
    float near = (float)value;
    uint32_t bits;
    memcpy(&bits, &near, sizeof bits);
    if (near != value && value == value && !(bits & 1)) {
        int towards_zero = (near < 0 ? -near : near) > (value < 0 ? -value : value);
        bits += towards_zero ? -1u : 1u;
    }
    memcpy(&near, &bits, sizeof near);
    return __truncsfbf2(near);
}
