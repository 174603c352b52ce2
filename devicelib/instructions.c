/* PTX instructions that clang leaves as nvvm intrinsics and that have no libdevice function (PTX ISA, prmt, fns). */
#include <stdint.h>

/* Picks four bytes out of b:a, one per nibble of the selector; a nibble's top bit replicates the byte's sign instead. */
uint32_t __sw_prmt(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t nibble = selector >> (4 * i) & 15;
        uint32_t byte = (uint32_t)(bytes >> (8 * (nibble & 7))) & 255;
        if (nibble & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * i);
    }
    return result;
}

/* Position of the offset-th set bit of mask from base on, upwards or downwards; all ones when there is none. */
uint32_t __sw_fns(uint32_t mask, uint32_t base, int32_t offset) {
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : ~0u;
    int64_t count = (offset > 0 ? (int64_t)offset : -(int64_t)offset) - 1;
    int step = offset > 0 ? 1 : -1;
    for (int64_t at = base; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && count-- == 0)
            return (uint32_t)at;
    return ~0u;
}

double __sw_lohi2double(int32_t low, int32_t high) {
    union {
        uint64_t bits;
        double value;
    } v = {(uint64_t)(uint32_t)high << 32 | (uint32_t)low};
    return v.value;
}
