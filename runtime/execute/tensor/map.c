/* What a tensor map may hold (map.h). The driver API looks at a program's arguments more closely (driver/tensor.c); here is
 * what a copy rests on, as device code can change a map field by field. */
#include "execute/tensor/map.h"

#include <stddef.h>

static const struct {
    uint8_t bits;
    bool is_float;
} types[SWRT_TENSOR_TYPES] = {
    [SWRT_TENSOR_U8] = {8, false},       [SWRT_TENSOR_U16] = {16, false},    [SWRT_TENSOR_U32] = {32, false},
    [SWRT_TENSOR_S32] = {32, false},     [SWRT_TENSOR_U64] = {64, false},    [SWRT_TENSOR_S64] = {64, false},
    [SWRT_TENSOR_F16] = {16, true},      [SWRT_TENSOR_F32] = {32, true},     [SWRT_TENSOR_F64] = {64, true},
    [SWRT_TENSOR_BF16] = {16, true},     [SWRT_TENSOR_F32_FTZ] = {32, true}, [SWRT_TENSOR_TF32] = {32, true},
    [SWRT_TENSOR_TF32_FTZ] = {32, true}, [SWRT_TENSOR_B4] = {4, false},      [SWRT_TENSOR_B4_P64] = {4, false},
    [SWRT_TENSOR_B6_P32] = {6, false},
};

unsigned swrt_tensor_bits(unsigned type) {
    return types[type].bits;
}

bool swrt_tensor_is_float(unsigned type) {
    return types[type].is_float;
}

bool swrt_tensor_is_padded(unsigned type) {
    return type == SWRT_TENSOR_B4_P64 || type == SWRT_TENSOR_B6_P32;
}

unsigned swrt_tensor_span(unsigned swizzle) {
    static const uint8_t spans[SWRT_SWIZZLES] = {0, 32, 64, 128, 128, 128, 128, 96};
    return spans[swizzle];
}

static bool steps_are_right(const struct swrt_tensor_map *m) {
    for (unsigned i = 0; i < m->rank; i++)
        if (!m->steps[i] || m->steps[i] > SWRT_TENSOR_MOST_STEP)
            return false;
    return true;
}

static bool box_is_right(const struct swrt_tensor_map *m) {
    unsigned sides = m->mode == SWRT_TENSOR_TILE ? m->rank : 2;
    for (unsigned i = 0; i < sides; i++)
        if (!m->box[i] || m->box[i] > (m->mode == SWRT_TENSOR_TILE || !i ? SWRT_TENSOR_MOST_BOX : 1024))
            return false;
    return true;
}

static bool is_within_span(const struct swrt_tensor_map *m) {
    unsigned span = swrt_tensor_span(m->swizzle), row = m->box[0] * swrt_tensor_bits(m->type) / 8;
    return !span || m->interleave || swrt_tensor_is_padded(m->type) || row <= span;
}

static bool is_aligned(const struct swrt_tensor_map *m) {
    uint64_t bits = m->address;
    for (unsigned i = 0; i + 1 < m->rank; i++)
        bits |= m->strides[i];
    return bits % 16 == 0;
}

const char *swrt_tensor_wrong(const struct swrt_tensor_map *m) {
    if (m->magic != SWRT_TENSOR_MAGIC)
        return "a tensor map that no function of the driver API has made";
    if (m->type >= SWRT_TENSOR_TYPES || m->mode > SWRT_TENSOR_WIDE_128 || m->interleave >= SWRT_INTERLEAVES ||
        m->swizzle >= SWRT_SWIZZLES || m->fill > 1)
        return "a tensor map that has been overwritten";
    if (!m->rank || m->rank > SWRT_TENSOR_RANK || (m->rank < 3 && (m->mode || m->interleave)))
        return "a tensor map of a rank that it cannot have";
    if (!is_aligned(m))
        return "a tensor map whose address or strides are no multiples of 16 bytes";
    if (!box_is_right(m))
        return "a tensor map whose box is empty or too large";
    if (!steps_are_right(m))
        return "a tensor map whose element strides are not 1 to 8";
    if (m->box[0] * swrt_tensor_bits(m->type) % 128)
        return "a tensor map whose box has rows that are no multiples of 16 bytes";
    if (!is_within_span(m))
        return "a tensor map whose box has rows that are longer than its swizzle";
    if (m->fill && !swrt_tensor_is_float(m->type))
        return "a tensor map that fills with NaN, whose elements are no floating-point numbers";
    return NULL;
}
