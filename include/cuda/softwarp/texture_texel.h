/* The types that a fetch may return: how each is made of the general sampler's words, and which formats in memory the
 * quick paths read into it.
 *
 * struct sw_texel<T>: code, of memory that holds T itself; of(words); and for floats bytes_code, of memory that holds
 * as many unsigned bytes, read as normalised floats. */
#ifndef SOFTWARP_TEXTURE_TEXEL_H
#define SOFTWARP_TEXTURE_TEXEL_H

#include "texture_layout.h"

template <class T_> struct sw_texel;

#define SW_TEXEL_1(type, element, format)                                                            \
    template <> struct sw_texel<type> {                                                              \
        enum { code = SWRT_TEXEL_CODE(SWRT_TEXEL_##format, 1, 0), is_float = 0 };                          \
        SW_DEVICE type of(const unsigned *words) { return (type)words[0]; }                          \
    };
#define SW_TEXEL_N(type, element, format, n, ...)                                                    \
    template <> struct sw_texel<type> {                                                              \
        enum { code = SWRT_TEXEL_CODE(SWRT_TEXEL_##format, n, 0), is_float = 0 };                    \
        SW_DEVICE type of(const unsigned *words) {                                                   \
            type value = {__VA_ARGS__};                                                              \
            return value;                                                                            \
        }                                                                                            \
    };
#define SW_TEXELS(name, element, format)                                                             \
    SW_TEXEL_N(name##1, element, format, 1, (element)words[0])                                       \
    SW_TEXEL_N(name##2, element, format, 2, (element)words[0], (element)words[1])                    \
    SW_TEXEL_N(name##4, element, format, 4, (element)words[0], (element)words[1], (element)words[2], \
               (element)words[3])
SW_TEXEL_1(char, char, I8)
SW_TEXEL_1(signed char, signed char, I8)
SW_TEXEL_1(unsigned char, unsigned char, U8)
SW_TEXEL_1(short, short, I16)
SW_TEXEL_1(unsigned short, unsigned short, U16)
SW_TEXEL_1(int, int, I32)
SW_TEXEL_1(unsigned int, unsigned int, U32)
SW_TEXELS(char, signed char, I8)
SW_TEXELS(uchar, unsigned char, U8)
SW_TEXELS(short, short, I16)
SW_TEXELS(ushort, unsigned short, U16)
SW_TEXELS(int, int, I32)
SW_TEXELS(uint, unsigned int, U32)
#undef SW_TEXELS
#undef SW_TEXEL_N
#undef SW_TEXEL_1


/* plus: component by component; scaled: times a weight; from_bytes: of normalised bytes. */
#define SW_FLOATS(type, n, bytes, OF, PLUS, SCALED, BYTES)                                           \
    template <> struct sw_texel<type> {                                                              \
        enum {                                                                                       \
            is_float = 1,                                                                            \
            code = SWRT_TEXEL_CODE(SWRT_TEXEL_F32, n, 0),                                            \
            bytes_code = SWRT_TEXEL_CODE(SWRT_TEXEL_U8, n, 1)                                        \
        };                                                                                           \
        typedef bytes in_bytes;                                                                      \
        SW_DEVICE type of(const unsigned *words) { return OF; }                                      \
        SW_DEVICE type plus(type a, type b) { return PLUS; }                                         \
        SW_DEVICE type scaled(type a, float w) { return SCALED; }                                    \
        SW_DEVICE type from_bytes(bytes a) { return BYTES; }                                         \
    };
#define SW_WORD(i) __uint_as_float(words[i])
#define SW_SUM(c) __fadd_rn(a.c, b.c)
#define SW_PRODUCT(c) __fmul_rn(a.c, w)
#define SW_BYTE(c) (float)a.c / 255.0f
SW_FLOATS(float, 1, unsigned char, SW_WORD(0), __fadd_rn(a, b), __fmul_rn(a, w), (float)a / 255.0f)
SW_FLOATS(float1, 1, uchar1, make_float1(SW_WORD(0)), make_float1(SW_SUM(x)), make_float1(SW_PRODUCT(x)),
          make_float1(SW_BYTE(x)))
SW_FLOATS(float2, 2, uchar2, make_float2(SW_WORD(0), SW_WORD(1)), make_float2(SW_SUM(x), SW_SUM(y)),
          make_float2(SW_PRODUCT(x), SW_PRODUCT(y)), make_float2(SW_BYTE(x), SW_BYTE(y)))
SW_FLOATS(float4, 4, uchar4, make_float4(SW_WORD(0), SW_WORD(1), SW_WORD(2), SW_WORD(3)),
          make_float4(SW_SUM(x), SW_SUM(y), SW_SUM(z), SW_SUM(w)),
          make_float4(SW_PRODUCT(x), SW_PRODUCT(y), SW_PRODUCT(z), SW_PRODUCT(w)),
          make_float4(SW_BYTE(x), SW_BYTE(y), SW_BYTE(z), SW_BYTE(w)))
#undef SW_BYTE
#undef SW_PRODUCT
#undef SW_SUM
#undef SW_WORD
#undef SW_FLOATS

/* What a texture reference returns: its texel's type, or as many floats. */
template <class T_, cudaTextureReadMode mode> struct sw_read_as { typedef T_ type; };
#define SW_READS(one, name)                                                                          \
    template <> struct sw_read_as<one, cudaReadModeNormalizedFloat> { typedef float type; };         \
    template <> struct sw_read_as<name##1, cudaReadModeNormalizedFloat> { typedef float1 type; };    \
    template <> struct sw_read_as<name##2, cudaReadModeNormalizedFloat> { typedef float2 type; };    \
    template <> struct sw_read_as<name##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
SW_READS(char, char)
SW_READS(unsigned char, uchar)
SW_READS(short, short)
SW_READS(unsigned short, ushort)
#undef SW_READS
template <> struct sw_read_as<signed char, cudaReadModeNormalizedFloat> { typedef float type; };

#endif
