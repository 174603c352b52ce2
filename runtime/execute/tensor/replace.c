/* tensormap.replace (PTX ISA): one field of a tensor map, in shared or global memory, gets another value. What makes no
 * sense is found when the map is used; what no field can hold stops the kernel here. */
#include "execute/block.h"
#include "execute/tensor/map.h"

static const uint8_t types[SWRT_TENSOR_TYPES] = {
    SWRT_TENSOR_U8,       SWRT_TENSOR_U16, SWRT_TENSOR_U32,     SWRT_TENSOR_S32,    SWRT_TENSOR_U64,  SWRT_TENSOR_S64,
    SWRT_TENSOR_F16,      SWRT_TENSOR_F32, SWRT_TENSOR_F32_FTZ, SWRT_TENSOR_F64,    SWRT_TENSOR_BF16, SWRT_TENSOR_TF32,
    SWRT_TENSOR_TF32_FTZ, SWRT_TENSOR_B4,  SWRT_TENSOR_B4_P64,  SWRT_TENSOR_B6_P32,
};

/* By PTX's numbers: none, 32, 64, 128, 96 bytes. */
static bool set_swizzle(struct swrt_tensor_map *m, uint64_t value) {
    static const uint8_t modes[] = {SWRT_SWIZZLE_NONE, SWRT_SWIZZLE_32, SWRT_SWIZZLE_64, SWRT_SWIZZLE_128,
                                    SWRT_SWIZZLE_96};
    if (value >= sizeof modes)
        return false;
    m->swizzle = modes[value];
    return true;
}

/* Only the swizzle of 128 bytes has another one than 16 bytes. */
static bool set_atomicity(struct swrt_tensor_map *m, uint64_t value) {
    static const uint8_t modes[] = {SWRT_SWIZZLE_128, SWRT_SWIZZLE_128_ATOM_32, SWRT_SWIZZLE_128_ATOM_32_FLIP,
                                    SWRT_SWIZZLE_128_ATOM_64};
    bool is_128 = m->swizzle >= SWRT_SWIZZLE_128 && m->swizzle <= SWRT_SWIZZLE_128_ATOM_64;
    if (value >= sizeof modes || (!is_128 && value))
        return false;
    if (is_128)
        m->swizzle = modes[value];
    return true;
}

static bool set_byte(uint8_t *field, uint64_t value, uint64_t most) {
    if (value > most)
        return false;
    *field = (uint8_t)value;
    return true;
}

static bool set(struct swrt_tensor_map *m, uint32_t field, uint32_t ordinal, uint64_t value) {
    switch (field) {
    case SWRT_TENSOR_FIELD_global_address:
        m->address = value;
        return true;
    case SWRT_TENSOR_FIELD_rank:
        m->rank = (value & 7) + 1;
        return value < SWRT_TENSOR_RANK;
    case SWRT_TENSOR_FIELD_elemtype:
        m->type = types[value % SWRT_TENSOR_TYPES];
        return value < SWRT_TENSOR_TYPES;
    case SWRT_TENSOR_FIELD_interleave_layout:
        return set_byte(&m->interleave, value, SWRT_INTERLEAVE_32);
    case SWRT_TENSOR_FIELD_swizzle_mode:
        return set_swizzle(m, value);
    case SWRT_TENSOR_FIELD_swizzle_atomicity:
        return set_atomicity(m, value);
    case SWRT_TENSOR_FIELD_fill_mode:
        return set_byte(&m->fill, value, 1);
    case SWRT_TENSOR_FIELD_box_dim:
        m->box[ordinal] = (uint16_t)value;
        return value <= SWRT_TENSOR_MOST_BOX;
    case SWRT_TENSOR_FIELD_global_dim:
        m->dims[ordinal] = (uint32_t)(value - 1);
        return true;
    case SWRT_TENSOR_FIELD_global_stride:
        if (ordinal + 1 < SWRT_TENSOR_RANK)
            m->strides[ordinal] = value;
        return ordinal + 1 < SWRT_TENSOR_RANK;
    case SWRT_TENSOR_FIELD_element_stride:
        return set_byte(&m->steps[ordinal], value, SWRT_TENSOR_MOST_STEP);
    }
    return false;
}

void swrt_tensor_replace(struct swrt_block *block, void *map, uint32_t field, uint32_t ordinal, uint64_t value) {
    struct swrt_tensor_map *m = map;
    struct swrt_executor *x = ((struct swrt_slot *)block->runtime)->executor;
    const char *wrong = NULL;
    if (m->magic != SWRT_TENSOR_MAGIC)
        wrong = "tensormap.replace of what is no tensor map";
    else if (ordinal >= SWRT_TENSOR_RANK || !set(m, field, ordinal, value))
        wrong = "tensormap.replace with a value that the field cannot have";
    if (!wrong)
        return;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                   .message = wrong,
                                   .is_one_thread = true,
                                   .error = cudaErrorIllegalInstruction,
                                   .pc = (uintptr_t)__builtin_return_address(0) - 1};
    swrt_fault_raise(x);
}
