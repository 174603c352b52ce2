/* Tensor maps (CUDA Driver API reference, "Tensor Map Object Management"): the reference's conditions, one by one, and then
 * the map (execute/tensor/map.h). Two of them an H200's driver does not look at, and programs rely on it: that the map lies
 * at a multiple of 64 (it is copied into the kernel's parameters), and that an interleave of 32 bytes has the swizzle of 32.
 * Needs neither cuInit nor a context: no device is asked. */
#include "device/context.h"
#include "execute/tensor/map.h"
#include "report/error.h"

#include <string.h>

enum { MOST_CHANNELS = 256, MOST_PIXELS = 1024, PADDED_ROW = 128 };

/* What all three functions are given. */
struct tensor {
    CUtensorMap *map;
    CUtensorMapDataType type;
    cuuint32_t rank;
    void *address;
    const cuuint64_t *dims, *strides;
    const cuuint32_t *steps;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
};

#define REFUSE_IF(condition, ...)                                      \
    do {                                                               \
        if (condition)                                                 \
            return swrt_because(cudaErrorInvalidValue, __VA_ARGS__);   \
    } while (0)

static bool is_padded(const struct tensor *t) {
    return swrt_tensor_is_padded(t->type);
}

/* Strides and the address are multiples of that. */
static uint64_t alignment(const struct tensor *t) {
    return t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(t) ? 32 : 16;
}

static cudaError_t check_enums(const struct tensor *t) {
    REFUSE_IF((unsigned)t->type >= SWRT_TENSOR_TYPES, "there is no data type %d", (int)t->type);
    REFUSE_IF((unsigned)t->interleave >= SWRT_INTERLEAVES, "there is no interleave %d", (int)t->interleave);
    REFUSE_IF((unsigned)t->swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B, "there is no swizzle %d", (int)t->swizzle);
    REFUSE_IF((unsigned)t->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B, "there is no L2 promotion %d",
              (int)t->promotion);
    REFUSE_IF((unsigned)t->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA, "there is no fill %d",
              (int)t->fill);
    REFUSE_IF(t->fill && !swrt_tensor_is_float(t->type), "elements of data type %d have no NaN to be filled with",
              (int)t->type);
    return cudaSuccess;
}

static cudaError_t check_pointers(const struct tensor *t) {
    REFUSE_IF(!t->map, "there is no tensor map");
    REFUSE_IF(!t->dims || !t->steps || (t->rank > 1 && !t->strides), "an array is missing");
    REFUSE_IF((uintptr_t)t->address % alignment(t), "the global address is no multiple of %d", (int)alignment(t));
    return cudaSuccess;
}

static cudaError_t check_dims(const struct tensor *t) {
    for (unsigned i = 0; i < t->rank; i++)
        REFUSE_IF(!t->dims[i] || t->dims[i] > 1ull << 32, "dimension %u has %llu elements", i,
                  (unsigned long long)t->dims[i]);
    REFUSE_IF(is_padded(t) && t->dims[0] % PADDED_ROW, "the first dimension is no multiple of 128 elements");
    REFUSE_IF(t->type == CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B && t->dims[0] % 2, "half a byte is left of a row");
    return cudaSuccess;
}

static cudaError_t check_strides(const struct tensor *t) {
    for (unsigned i = 0; i + 1 < t->rank; i++)
        REFUSE_IF(t->strides[i] % alignment(t) || t->strides[i] >= 1ull << 40,
                  "stride %u is %llu bytes: no multiple of %d below 2^40", i, (unsigned long long)t->strides[i],
                  (int)alignment(t));
    for (unsigned i = 0; i < t->rank; i++)
        REFUSE_IF(!t->steps[i] || t->steps[i] > SWRT_TENSOR_MOST_STEP, "element stride %u is %u, not 1 to 8", i,
                  t->steps[i]);
    return cudaSuccess;
}

static bool has_swizzle(const struct tensor *t) {
    switch (t->swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
    case CU_TENSOR_MAP_SWIZZLE_128B:
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B:
        return true;
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B:
        return t->type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
    default:
        return false;
    }
}

/* row: elements of the box along the first dimension. */
static cudaError_t check_swizzle(const struct tensor *t, uint32_t row) {
    uint32_t bytes = row * swrt_tensor_bits(t->type) / 8, span = swrt_tensor_span(t->swizzle);
    REFUSE_IF(is_padded(t) && (row != PADDED_ROW || t->interleave), "rows of padded elements are 128 of them");
    REFUSE_IF(is_padded(t) && !has_swizzle(t), "padded elements have no swizzle %d", (int)t->swizzle);
    REFUSE_IF(row * swrt_tensor_bits(t->type) % 128, "rows of the box are no multiple of 16 bytes");
    REFUSE_IF(!t->interleave && span && !is_padded(t) && bytes > span,
              "rows of the box have %u bytes, more than %u of the swizzle", bytes, span);
    return cudaSuccess;
}

static cudaError_t check(const struct tensor *t, uint32_t least_rank) {
    SWRT_TRY(check_enums(t));
    uint32_t least = t->interleave && least_rank < 3 ? 3 : least_rank;
    REFUSE_IF(t->rank < least || t->rank > SWRT_TENSOR_RANK, "rank %u, not %u to 5", t->rank, least);
    SWRT_TRY(check_pointers(t));
    SWRT_TRY(check_dims(t));
    return check_strides(t);
}

static struct swrt_tensor_map made(const struct tensor *t, enum swrt_tensor_mode mode) {
    struct swrt_tensor_map m = {.magic = SWRT_TENSOR_MAGIC,
                                .type = t->type,
                                .rank = t->rank,
                                .mode = mode,
                                .interleave = (uint8_t)t->interleave,
                                .swizzle = (uint8_t)t->swizzle,
                                .fill = (uint8_t)t->fill,
                                .promotion = (uint8_t)t->promotion,
                                .address = (uintptr_t)t->address};
    for (unsigned i = 0; i < t->rank; i++) {
        m.dims[i] = (uint32_t)(t->dims[i] - 1);
        m.steps[i] = (uint8_t)t->steps[i];
        if (i + 1 < t->rank)
            m.strides[i] = t->strides[i];
    }
    return m;
}

static cudaError_t tiled(const struct tensor *t, const cuuint32_t *box) {
    SWRT_TRY(check(t, 1));
    REFUSE_IF(!box, "there is no box");
    for (unsigned i = 0; i < t->rank; i++)
        REFUSE_IF(!box[i] || box[i] > SWRT_TENSOR_MOST_BOX, "the box has %u elements in dimension %u, not 1 to 256",
                  box[i], i);
    SWRT_TRY(check_swizzle(t, box[0]));
    struct swrt_tensor_map m = made(t, SWRT_TENSOR_TILE);
    for (unsigned i = 0; i < t->rank; i++)
        m.box[i] = (uint16_t)box[i];
    memcpy(t->map, &m, sizeof m);
    return cudaSuccess;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    const struct tensor t = {tensorMap,      tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                             elementStrides, interleave,     swizzle,    l2Promotion,   oobFill};
    return swrt_driver_end(__func__, tiled(&t, boxDim));
}

/* ---- Im2col ------------------------------------------------------------------------------------------------------ */

/* The corners have as many bits as are left to each dimension. */
static cudaError_t check_corners(const struct tensor *t, const int *lower, const int *upper, unsigned count,
                                 int limit) {
    for (unsigned i = 0; i < count; i++) {
        REFUSE_IF(lower[i] < -limit || lower[i] >= limit || upper[i] < -limit || upper[i] >= limit,
                  "a corner of the box is %d, %d, not %d to %d", lower[i], upper[i], -limit, limit - 1);
        int64_t size = (int64_t)t->dims[(t->interleave ? 0 : 1) + i] + upper[i] - lower[i];
        REFUSE_IF(size <= 0, "the box from corner to corner is empty");
    }
    return cudaSuccess;
}

static cudaError_t im2col(const struct tensor *t, const int *lower, const int *upper, unsigned corners,
                          cuuint32_t channels, cuuint32_t pixels, enum swrt_tensor_mode mode) {
    static const int limits[] = {1 << 15, 1 << 7, 1 << 4};
    SWRT_TRY(check(t, 3));
    REFUSE_IF(!lower || !upper, "there are no corners");
    SWRT_TRY(check_corners(t, lower, upper, corners, corners == 1 ? limits[0] : limits[t->rank - 3]));
    REFUSE_IF(!channels || channels > MOST_CHANNELS, "%u channels, not 1 to 256", channels);
    REFUSE_IF(mode != SWRT_TENSOR_WIDE_128 && (!pixels || pixels > MOST_PIXELS), "%u pixels, not 1 to 1024", pixels);
    SWRT_TRY(check_swizzle(t, channels));
    struct swrt_tensor_map m = made(t, mode);
    m.box[0] = (uint16_t)channels;
    m.box[1] = mode == SWRT_TENSOR_WIDE_128 ? 1 : (uint16_t)pixels;
    for (unsigned i = 0; i < corners; i++) {
        m.lower[i] = (int16_t)lower[i];
        m.upper[i] = (int16_t)upper[i];
    }
    memcpy(t->map, &m, sizeof m);
    return cudaSuccess;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                 void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill) {
    const struct tensor t = {tensorMap,      tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                             elementStrides, interleave,     swizzle,    l2Promotion,   oobFill};
    return swrt_driver_end(__func__, im2col(&t, pixelBoxLowerCorner, pixelBoxUpperCorner, tensorRank - 2,
                                            channelsPerPixel, pixelsPerColumn, SWRT_TENSOR_IM2COL));
}

/* The wide modes have no interleave, and only some swizzles. */
static cudaError_t wide(const struct tensor *t, int lower, int upper, cuuint32_t channels, cuuint32_t pixels,
                        CUtensorMapIm2ColWideMode mode) {
    REFUSE_IF((unsigned)mode > CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128, "there is no mode %d", (int)mode);
    REFUSE_IF(t->interleave, "im2col::w has no interleave");
    REFUSE_IF(t->swizzle != CU_TENSOR_MAP_SWIZZLE_64B && t->swizzle != CU_TENSOR_MAP_SWIZZLE_128B &&
                  t->swizzle != CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
              "im2col::w has no swizzle %d", (int)t->swizzle);
    bool is_128 = mode == CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128;
    return im2col(t, &lower, &upper, 1, channels, pixels, is_128 ? SWRT_TENSOR_WIDE_128 : SWRT_TENSOR_WIDE);
}

CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                     void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                     int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth,
                                     cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                     const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                     CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    const struct tensor t = {tensorMap,      tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                             elementStrides, interleave,     swizzle,    l2Promotion,   oobFill};
    return swrt_driver_end(__func__, wide(&t, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel,
                                          pixelsPerColumn, mode));
}

/* ---- Addresses --------------------------------------------------------------------------------------------------- */

static cudaError_t replace(CUtensorMap *map, void *address) {
    struct swrt_tensor_map m;
    REFUSE_IF(!map || (uintptr_t)map % 64, "the tensor map's address is no multiple of 64");
    memcpy(&m, map, sizeof m);
    REFUSE_IF(swrt_tensor_wrong(&m), "%s", swrt_tensor_wrong(&m));
    bool is_of_32 = m.interleave == SWRT_INTERLEAVE_32 || swrt_tensor_is_padded(m.type);
    REFUSE_IF(!address || (uintptr_t)address % (is_of_32 ? 32 : 16), "the global address is no multiple of %d",
              is_of_32 ? 32 : 16);
    m.address = (uintptr_t)address;
    memcpy(map, &m, sizeof m);
    return cudaSuccess;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
    return swrt_driver_end(__func__, replace(tensorMap, globalAddress));
}
