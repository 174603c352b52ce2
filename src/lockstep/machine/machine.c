/* What the processor that code is made for can do: by the features that it has (codegen/processor.c). */
#include "lockstep/machine/machine.h"

#include "softwarp/processor.h"

static bool has_all(const struct sw_unit *unit, uint64_t features) {
    return (unit->processor.features & features) == features;
}

unsigned sw_vector_bytes(struct sw_unit *unit) {
    if (has_all(unit, SW_HAS(avx512f) | SW_HAS(avx512vl) | SW_HAS(avx512dq) | SW_HAS(avx512bw)))
        return 64;
    return has_all(unit, SW_HAS(avx2) | SW_HAS(fma)) ? 32 : 16;
}

bool sw_has_fused(struct sw_unit *unit) {
    enum { LEAST_WITH_FMA = 32 }; /* bytes of vectors */
    return sw_vector_bytes(unit) >= LEAST_WITH_FMA;
}

bool sw_has_wide_swap(struct sw_unit *unit) {
    return has_all(unit, SW_HAS(cx16));
}

bool sw_has_conflict_detection(struct sw_unit *unit) {
    return sw_vector_bytes(unit) == 64 && has_all(unit, SW_HAS(avx512cd));
}

/* Intel's since Sapphire Rapids, known by their arithmetic in half precision; and x86-64-v4 as such, which is for what is
 * to come. */
bool sw_has_fast_scatter(struct sw_unit *unit) {
    return has_all(unit, SW_HAS(avx512fp16)) || sw_equal(unit->processor.name, "x86-64-v4");
}

bool sw_prefetches_to_second_level(struct sw_unit *unit) {
    return sw_starts_with(unit->processor.name, "znver");
}

/* --- masked accesses ---------------------------------------------------------------------------------------------- */

enum { LEAST_WITH_AVX = 32 }; /* bits of an element that instructions before AVX-512BW take */

/* With AVX2 LLVM makes no gathers. */
bool sw_has_gathers(struct sw_unit *unit, unsigned bits) {
    return bits >= LEAST_WITH_AVX && has_all(unit, SW_HAS(avx512f) | SW_HAS(avx512vl));
}

bool sw_has_masked_loads(struct sw_unit *unit, unsigned bits) {
    return bits >= LEAST_WITH_AVX ? has_all(unit, SW_HAS(avx)) : has_all(unit, SW_HAS(avx512bw) | SW_HAS(avx512vl));
}

/* AVX's masked stores are microcode on AMD's processors, of which the levels of x86-64 know nothing: each waits for its
 * line. */
static bool are_masked_stores_slow(const struct sw_unit *unit) {
    static const char *const names[] = {"x86-64", "btver", "bdver", "znver"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(unit->processor.name, names[i]))
            return !has_all(unit, SW_HAS(avx512f) | SW_HAS(avx512vl));
    return false;
}

bool sw_has_masked_stores(struct sw_unit *unit, unsigned bits) {
    return sw_has_masked_loads(unit, bits) && (bits < LEAST_WITH_AVX || !are_masked_stores_slow(unit));
}
