/* What generated code asks of textures (swrt_sample in abi.h): a warp at once where that is possible, else lane by
 * lane. The descriptor belongs to the program: one that is destroyed is cleared, and reading its texels faults. */
#include "device/processor.h"
#include "texture/sample.h"

#include <stdatomic.h>
#include <string.h>

/* Where no level is there, none of a warp's samples are made at once. */
static bool none_at_once(const struct swrt_texture *t, unsigned asked, struct swrt_sample *s) {
    return false;
}

static bool has(uint64_t features) {
    return (swrt_processor_features() & features) == features;
}

static swrt_sample_lanes *choose(void) {
    if (has(SW_LEVEL_V4))
        return swrt_sample_lanes_v4;
    if (has(SW_LEVEL_V3))
        return swrt_sample_lanes_v3;
    return has(SW_LEVEL_V2) ? swrt_sample_lanes_v2 : none_at_once;
}

static swrt_sample_lanes *lanes_function(void) {
    static _Atomic(swrt_sample_lanes *) chosen;
    swrt_sample_lanes *function = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (!function) {
        function = choose();
        atomic_store_explicit(&chosen, function, memory_order_relaxed);
    }
    return function;
}

static void zero_missing(uint32_t asked, struct swrt_sample *s) {
    void *const rows[SWRT_SAMPLE_IN] = {s->x, s->y, s->z, s->layer, s->level};
    for (unsigned i = 0; i < SWRT_SAMPLE_IN; i++)
        if (!(asked >> (SWRT_SAMPLE_ROWS + i) & 1))
            memset(rows[i], 0, sizeof s->x);
}

static void sample_lane(const struct swrt_texture *t, uint32_t asked, unsigned i, struct swrt_sample *s) {
    unsigned how = asked & 255, wanted = asked >> SWRT_SAMPLE_WORDS & 7;
    struct swrt_request r = {how == SWRT_1D ? 1 : how == SWRT_3D ? 3 : 2, s->x[i], s->y[i], s->z[i], s->layer[i]};
    union swrt_colour colour = swrt_sample_any(t, how, &r, s->level[i]);
    for (unsigned c = 0; c < wanted && c < SWRT_SAMPLE_OUT; c++)
        s->word[c][i] = colour.u[c];
}

void swrt_sample(const struct swrt_texture *texture, uint32_t how, uint32_t lanes, struct swrt_sample *sample) {
    bool is_single = !(lanes & (lanes - 1)); /* or none */
    if (!is_single && lanes_function()(texture, how, sample))
        return;
    if (lanes)
        zero_missing(how, sample);
    for (; lanes; lanes &= lanes - 1)
        sample_lane(texture, how, (unsigned)__builtin_ctz(lanes), sample);
}
