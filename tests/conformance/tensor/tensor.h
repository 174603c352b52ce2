/* What the programs of this chapter share: tensor maps as lines of text, the copies that use them, and what these are to
 * do, byte by byte, on the CPU (PTX ISA, Tensors and Tensor copy; CUDA Driver API, Tensor Map Object Management).
 *
 *      "type=1 dims=64,8 strides=128 box=32,4 at=16,2 swizzle=3"
 *
 * strides: bytes, of all dimensions but the first; lower and upper, channels, pixels: a map for im2col; wide=0|1: one
 * for im2col::w, ::w::128. What a line does not say is as in struct tensor_case. */
#ifndef TENSOR_H
#define TENSOR_H

#include <cuda.h>

#include "../check.h"
#include "../rows.h"

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;

enum { MOST_RANK = 5, GLOBAL_BYTES = 1 << 17, SHARED_BYTES = 1 << 15, UNTOUCHED = 0xee };
enum { LOAD, STORE, ADD, MIN, MAX, INC, DEC, AND, OR, XOR, PREFETCH };
enum { TILE, IM2COL, GATHER, WIDE, WIDE_128 };

/* A map, a copy with it, and what is to come of it. instruction: the rank that the instruction says, 0: the map's; mode: its
 * mode, -1: the map's. */
struct tensor_case {
    int type = 1, rank = 0, interleave = 0, swizzle = 0, promotion = 0, fill = 0, wide = -1;
    int channels = 0, pixels = 0;
    int lower[3] = {0, 0, 0}, upper[3] = {0, 0, 0};
    u64 address = 0, dims[MOST_RANK] = {1, 1, 1, 1, 1}, strides[MOST_RANK] = {0, 0, 0, 0, 0};
    u32 box[MOST_RANK] = {1, 1, 1, 1, 1}, steps[MOST_RANK] = {1, 1, 1, 1, 1};
    int at[MOST_RANK] = {0, 0, 0, 0, 0}, offsets[3] = {0, 0, 0};
    int op = LOAD, shared = 0, instruction = 0, mode = -1, bytes = -1, data = 0, multicast = 0, code = 0;

    bool is_im2col() const { return channels > 0; }
    int map_mode() const { return mode >= 0 ? mode : wide >= 0 ? WIDE + wide : is_im2col() ? IM2COL : TILE; }
};

template <class T> int read_list(const char *text, T *into) {
    int count = 0;
    for (;; text++) {
        char *end;
        into[count++] = (T)std::strtoll(text, &end, 0);
        if (*end != ',') return count;
        text = end;
    }
}

inline bool read_field(const char *line, tensor_case &c) {
#define ONE(name) \
    if (!std::strncmp(line, #name "=", sizeof #name)) return c.name = (decltype(c.name))std::strtoll(line + sizeof #name, nullptr, 0), true;
#define LIST(name) \
    if (!std::strncmp(line, #name "=", sizeof #name)) return read_list(line + sizeof #name, c.name), true;
    ONE(type) ONE(rank) ONE(interleave) ONE(swizzle) ONE(promotion) ONE(fill) ONE(wide) ONE(channels) ONE(pixels) ONE(address)
    ONE(op) ONE(shared) ONE(instruction) ONE(mode) ONE(bytes) ONE(data) ONE(multicast) ONE(code)
    LIST(lower) LIST(upper) LIST(strides) LIST(box) LIST(steps) LIST(at) LIST(offsets)
    if (!std::strncmp(line, "dims=", 5)) return c.rank = read_list(line + 5, c.dims), true;
    return false;
}

inline tensor_case read_case(const char *line) {
    tensor_case c;
    for (const char *at = line; *at; at++) {
        if (!read_field(at, c)) std::printf("no such field: %s\n", at), std::exit(1);
        while (at[1] && *at != ' ') at++;
    }
    return c;
}

/* ---- Encoding ---------------------------------------------------------------------------------------------------- */

#ifdef __CUDACC__
inline void *driver_function(const char *name) {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
    cudaGetDriverEntryPointByVersion(name, &function, 12080, cudaEnableDefault, &found);
    if (!function) cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found);
#else
    cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
    return function;
}

typedef CUresult (*encode_tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                                 const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef CUresult (*encode_im2col)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                                  const cuuint64_t *, const int *, const int *, cuuint32_t, cuuint32_t, const cuuint32_t *,
                                  CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                                  CUtensorMapFloatOOBfill);
typedef CUresult (*encode_wide)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                                int, int, cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
                                CUtensorMapIm2ColWideMode, CUtensorMapSwizzle, CUtensorMapL2promotion,
                                CUtensorMapFloatOOBfill);

/* The map of a case, over memory that begins at base. */
inline CUresult encode(const tensor_case &c, CUtensorMap *map, void *base) {
    static encode_tiled tiled = (encode_tiled)driver_function("cuTensorMapEncodeTiled");
    static encode_im2col im2col = (encode_im2col)driver_function("cuTensorMapEncodeIm2col");
    static encode_wide wide = (encode_wide)driver_function("cuTensorMapEncodeIm2colWide");
    cuuint64_t dims[MOST_RANK], strides[MOST_RANK];
    for (int i = 0; i < MOST_RANK; i++) dims[i] = c.dims[i], strides[i] = c.strides[i];
    void *address = (u8 *)base + c.address;
    CUtensorMapDataType type = (CUtensorMapDataType)c.type;
    CUtensorMapInterleave interleave = (CUtensorMapInterleave)c.interleave;
    CUtensorMapSwizzle swizzle = (CUtensorMapSwizzle)c.swizzle;
    CUtensorMapL2promotion promotion = (CUtensorMapL2promotion)c.promotion;
    CUtensorMapFloatOOBfill fill = (CUtensorMapFloatOOBfill)c.fill;
    if (c.wide >= 0)
        return wide ? wide(map, type, c.rank, address, dims, strides, c.lower[0], c.upper[0], c.channels, c.pixels, c.steps,
                           interleave, (CUtensorMapIm2ColWideMode)c.wide, swizzle, promotion, fill)
                    : CUDA_ERROR_NOT_FOUND;
    if (c.is_im2col())
        return im2col(map, type, c.rank, address, dims, strides, c.lower, c.upper, c.channels, c.pixels, c.steps, interleave,
                      swizzle, promotion, fill);
    return tiled(map, type, c.rank, address, dims, strides, c.box, c.steps, interleave, swizzle, promotion, fill);
}
#endif

/* ---- What a copy does, on the CPU -------------------------------------------------------------------------------- */

/* Bits of an element. */
inline int element_bits(int type) {
    const int bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};
    return bits[type];
}

/* Interleaved (NC/8HWC8): some channels of a pixel are a cell of 16 or 32 bytes. Dimensions are W, H, D, slices of C, N. */
inline int cell_bytes(const tensor_case &c) { return c.interleave ? 8 << c.interleave : 0; }
inline int slices_of(const tensor_case &c, int channels) {
    return (channels * element_bits(c.type) / 8 + cell_bytes(c) - 1) / cell_bytes(c);
}

/* How many elements, or cells, of each dimension the box has, in shared memory; im2col: channels and pixels. */
inline void box_of(const tensor_case &c, int *count) {
    for (int i = 0; i < MOST_RANK; i++) count[i] = i < c.rank ? (int)((c.box[i] + c.steps[i] - 1) / c.steps[i]) : 1;
    if (c.interleave) count[c.rank - 2] = slices_of(c, (int)c.box[c.rank - 2]);
    else count[0] = (int)c.box[0];
    int mode = c.map_mode();
    if (mode == GATHER) count[1] = 4;
    if (mode == IM2COL || mode >= WIDE) {
        int halo = mode >= WIDE ? c.offsets[0] : 0;
        int pixels = mode == WIDE_128 ? 128 + 4 * halo : c.pixels + halo;
        for (int i = 2; i < MOST_RANK; i++) count[i] = 1;
        count[0] = c.interleave ? pixels : c.channels;
        count[1] = c.interleave ? slices_of(c, c.channels) : pixels;
    }
}
inline int box_bytes(const tensor_case &c) {
    int count[MOST_RANK];
    box_of(c, count);
    int row = c.interleave ? count[0] * cell_bytes(c) : c.type >= 14 ? count[0] / 16 * 16 : count[0] * element_bits(c.type) / 8;
    return row * count[1] * count[2] * count[3] * count[4];
}

/* The coordinates of a pixel of im2col: it goes on along W, then H, D, within the box, and then to the next image. */
inline void pixel_at(const tensor_case &c, int pixel, int slice, long long *at) {
    int spatial = c.rank - 2, first = c.interleave ? 0 : 1;
    long long base[MOST_RANK];
    for (int i = 0; i < MOST_RANK; i++) base[i] = c.at[i];
    for (int p = 0; p < pixel; p++) {
        int i = 0;
        for (; i < spatial; i++) {
            base[first + i] += c.steps[first + i];
            if (base[first + i] <= (long long)c.dims[first + i] - 1 + c.upper[i]) break;
            base[first + i] = c.lower[i];
        }
        if (i == spatial) base[c.rank - 1] += c.steps[c.rank - 1];
    }
    for (int i = 0; i < MOST_RANK; i++) at[i] = base[i];
    for (int i = 0; i < spatial; i++) at[first + i] += c.offsets[i];
    if (c.interleave) at[c.rank - 2] += slice;
}

/* The coordinates of an element of the box. */
inline void coordinates(const tensor_case &c, const int *index, long long *at) {
    int mode = c.map_mode();
    for (int i = 0; i < MOST_RANK; i++) {
        bool has_step = c.interleave ? i != c.rank - 2 : i > 0;
        at[i] = c.at[i] + (long long)index[i] * (has_step ? c.steps[i] : 1);
    }
    if (mode == GATHER) {
        at[1] = c.at[1 + index[1]];
        at[2] = at[3] = at[4] = 0;
    } else if (mode == IM2COL) {
        pixel_at(c, index[c.interleave ? 0 : 1], index[1], at);
        if (!c.interleave) at[0] += index[0];
    } else if (mode >= WIDE) { /* on along W; behind each 32 pixels the halo, which begins like the next 32 */
        int line = mode == WIDE_128 ? index[1] / (32 + c.offsets[0]) : 0, turn = index[1] - line * c.offsets[0];
        at[1] = c.at[1] + c.offsets[1] + turn * (int)c.steps[1];
    }
}

/* Where a byte of the box, counted without swizzle, lies in shared memory. */
inline int swizzled(int swizzle, int address) {
    const int rows = address >> 7;
    switch (swizzle) {
    case 1: return address ^ (rows & 1) << 4;
    case 2: return address ^ (rows & 3) << 4;
    case 3: return address ^ (rows & 7) << 4;
    case 4: return address ^ (rows & 3) << 5;
    case 5: return address ^ (rows & 3) << 5 ^ (rows & 1) << 3;
    case 6: return address ^ (rows & 1) << 6;
    }
    return address;
}

/* From row to row in shared memory: a swizzled row takes as much as the swizzle spans. */
inline int pitch_of(const tensor_case &c, int row) {
    const int spans[] = {0, 32, 64, 128, 128, 128, 128};
    return spans[c.swizzle] > row ? spans[c.swizzle] : row;
}

/* Calls see(place in shared memory, place in global memory or -1, bytes) for each element of the box, or part of a cell. */
template <class See> void each_element(const tensor_case &c, See see) {
    int count[MOST_RANK], index[MOST_RANK], size = c.interleave ? cell_bytes(c) : element_bits(c.type) / 8;
    box_of(c, count);
    int pitch = c.interleave ? count[0] * size : pitch_of(c, count[0] * size), row = 0, piece = size < 8 ? size : 8;
    for (index[4] = 0; index[4] < count[4]; index[4]++)
        for (index[3] = 0; index[3] < count[3]; index[3]++)
            for (index[2] = 0; index[2] < count[2]; index[2]++)
                for (index[1] = 0; index[1] < count[1]; index[1]++, row++)
                    for (index[0] = 0; index[0] < count[0]; index[0]++) {
                        long long at[MOST_RANK], from = (long long)c.address;
                        bool is_inside = true;
                        coordinates(c, index, at);
                        for (int i = 0; i < c.rank; i++) {
                            is_inside &= at[i] >= 0 && at[i] < (long long)c.dims[i];
                            from += at[i] * (i ? (long long)c.strides[i - 1] : size);
                        }
                        for (int i = 0; i < size; i += piece)
                            see(c.shared + row * pitch + index[0] * size + i, is_inside ? from + i : -1, piece);
                    }
}

/* The NaN that fills: of 16 bits, repeated in larger elements, as an H200 has it. */
inline void fill_element(const tensor_case &c, u8 *at, int size) {
    for (int i = 0; i < size; i++) at[i] = !c.fill ? 0 : i % 2 ? 0x7f : 0xf7;
}

/* tf32: ten bits of fraction, the nearest, ties to even. */
inline void convert_element(const tensor_case &c, u8 *at) {
    u32 bits;
    if (c.type != 11 && c.type != 12) return;
    std::memcpy(&bits, at, sizeof bits);
    bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
    u32 half = bits & 0x1fff, whole = bits & ~0x1fffu;
    if (half > 0x1000 || (half == 0x1000 && whole & 0x2000)) whole += 0x2000;
    if (is_nan) whole = 0x7fffe000;
    std::memcpy(at, &whole, sizeof whole);
}

/* What shared memory holds after a load. */
inline void expect_load(const tensor_case &c, const u8 *global, u8 *shared) {
    std::memset(shared, UNTOUCHED, SHARED_BYTES);
    each_element(c, [&](int place, long long from, int size) {
        u8 element[8];
        if (from < 0) fill_element(c, element, size);
        else std::memcpy(element, global + from, (size_t)size), convert_element(c, element);
        for (int i = 0; i < size; i++) shared[swizzled(c.swizzle, place + i)] = element[i];
    });
}

/* What global memory holds after a store. */
inline void expect_store(const tensor_case &c, const u8 *shared, u8 *global) {
    each_element(c, [&](int place, long long to, int size) {
        if (to >= 0)
            for (int i = 0; i < size; i++) global[to + i] = shared[swizzled(c.swizzle, place + i)];
    });
}

#endif
