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
