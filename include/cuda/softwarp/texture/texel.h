/* The types that a fetch may return, and how each is made of a sample's words.
 *
 * struct sw_texel<T>: count, of components; of(words). */
#ifndef SOFTWARP_TEXTURE_TEXEL_H
#define SOFTWARP_TEXTURE_TEXEL_H

#include "layout.h"

template <class T_> struct sw_texel;

#define SW_TEXEL_1(type)                                                                            \
    template <> struct sw_texel<type> {                                                              \
        enum { count = 1 };                                                                          \
        SW_DEVICE type of(const unsigned *words) { return (type)words[0]; }                          \
    };
#define SW_TEXEL_N(type, n, ...)                                                                     \
    template <> struct sw_texel<type> {                                                              \
        enum { count = n };                                                                          \
        SW_DEVICE type of(const unsigned *words) {                                                   \
            type value = {__VA_ARGS__};                                                              \
            return value;                                                                            \
        }                                                                                            \
    };
#define SW_TEXELS(name, element)                                                                     \
    SW_TEXEL_N(name##1, 1, (element)words[0])                                       \
    SW_TEXEL_N(name##2, 2, (element)words[0], (element)words[1])                    \
    SW_TEXEL_N(name##4, 4, (element)words[0], (element)words[1], (element)words[2], \
               (element)words[3])
SW_TEXEL_1(char)
SW_TEXEL_1(signed char)
SW_TEXEL_1(unsigned char)
SW_TEXEL_1(short)
SW_TEXEL_1(unsigned short)
SW_TEXEL_1(int)
SW_TEXEL_1(unsigned int)
SW_TEXELS(char, signed char)
SW_TEXELS(uchar, unsigned char)
SW_TEXELS(short, short)
SW_TEXELS(ushort, unsigned short)
SW_TEXELS(int, int)
SW_TEXELS(uint, unsigned int)
#undef SW_TEXELS
#undef SW_TEXEL_N
#undef SW_TEXEL_1

#define SW_FLOATS(type, n, ...)                                                                      \
    template <> struct sw_texel<type> {                                                              \
        enum { count = n };                                                                          \
        SW_DEVICE type of(const unsigned *words) { return __VA_ARGS__; }                             \
    };
#define SW_WORD(i) __uint_as_float(words[i])
SW_FLOATS(float, 1, SW_WORD(0))
SW_FLOATS(float1, 1, make_float1(SW_WORD(0)))
SW_FLOATS(float2, 2, make_float2(SW_WORD(0), SW_WORD(1)))
SW_FLOATS(float4, 4, make_float4(SW_WORD(0), SW_WORD(1), SW_WORD(2), SW_WORD(3)))
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
