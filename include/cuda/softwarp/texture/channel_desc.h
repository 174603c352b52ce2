/* cudaCreateChannelDesc<T>() for every type that a texel may have (CUDA Runtime API reference, "C++ API Routines"), and
 * the typed forms of what takes a descriptor. */
#ifndef SOFTWARP_CHANNEL_DESC_H
#define SOFTWARP_CHANNEL_DESC_H

#ifdef __cplusplus

#include "../../cuda_runtime_api.h"

/* Any other type has none: no bits of kind None. */
template <class T_> static inline struct cudaChannelFormatDesc cudaCreateChannelDesc() {
    return ::cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define SW_CHANNELS(type, x, y, z, w, kind)                                              \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<type>() {      \
        return ::cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);         \
    }
#define SW_CHANNELS_OF(name, bits, kind)                                                 \
    SW_CHANNELS(name##1, bits, 0, 0, 0, kind)                                            \
    SW_CHANNELS(name##2, bits, bits, 0, 0, kind)                                         \
    SW_CHANNELS(name##3, bits, bits, bits, 0, kind)                                      \
    SW_CHANNELS(name##4, bits, bits, bits, bits, kind)
SW_CHANNELS(char, 8, 0, 0, 0, Signed)
SW_CHANNELS(signed char, 8, 0, 0, 0, Signed)
SW_CHANNELS(unsigned char, 8, 0, 0, 0, Unsigned)
SW_CHANNELS(short, 16, 0, 0, 0, Signed)
SW_CHANNELS(unsigned short, 16, 0, 0, 0, Unsigned)
SW_CHANNELS(int, 32, 0, 0, 0, Signed)
SW_CHANNELS(unsigned int, 32, 0, 0, 0, Unsigned)
SW_CHANNELS(float, 32, 0, 0, 0, Float)
SW_CHANNELS_OF(char, 8, Signed)
SW_CHANNELS_OF(uchar, 8, Unsigned)
SW_CHANNELS_OF(short, 16, Signed)
SW_CHANNELS_OF(ushort, 16, Unsigned)
SW_CHANNELS_OF(int, 32, Signed)
SW_CHANNELS_OF(uint, 32, Unsigned)
SW_CHANNELS_OF(float, 32, Float)
#undef SW_CHANNELS_OF
#undef SW_CHANNELS

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return ::cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return ::cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif
#endif
