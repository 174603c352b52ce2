/* Channel descriptors: one, two or four components of 8, 16 or 32 bits, all alike (CUDA C++ Programming Guide, "CUDA
 * Arrays"). */
#include "report/error.h"
#include "texture/array.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static unsigned count_channels(const struct cudaChannelFormatDesc *desc) {
    int bits = desc->x;
    if (!desc->y && !desc->z && !desc->w)
        return 1;
    if (desc->y == bits && !desc->z && !desc->w)
        return 2;
    return desc->y == bits && desc->z == bits && desc->w == bits ? 4 : 0;
}

enum swrt_texel swrt_channel_format(const struct cudaChannelFormatDesc *desc, unsigned *channels) {
    bool is_signed = desc->f == cudaChannelFormatKindSigned;
    *channels = count_channels(desc);
    if (!*channels)
        return SWRT_TEXEL_NONE;
    if (desc->f == cudaChannelFormatKindFloat)
        return desc->x == 32 ? SWRT_TEXEL_F32 : desc->x == 16 ? SWRT_TEXEL_F16 : SWRT_TEXEL_NONE;
    if (!is_signed && desc->f != cudaChannelFormatKindUnsigned)
        return SWRT_TEXEL_NONE;
    switch (desc->x) {
    case 8:
        return is_signed ? SWRT_TEXEL_I8 : SWRT_TEXEL_U8;
    case 16:
        return is_signed ? SWRT_TEXEL_I16 : SWRT_TEXEL_U16;
    case 32:
        return is_signed ? SWRT_TEXEL_I32 : SWRT_TEXEL_U32;
    default:
        return SWRT_TEXEL_NONE;
    }
}

unsigned swrt_texel_bytes(enum swrt_texel format) {
    static const unsigned bytes[] = {0, 1, 1, 2, 2, 4, 4, 2, 4};
    return bytes[format];
}

cudaError_t swrt_channel_check(const struct cudaChannelFormatDesc *desc, unsigned *bytes) {
    unsigned channels;
    enum swrt_texel format = swrt_channel_format(desc, &channels);
    *bytes = swrt_texel_bytes(format) * channels;
    if (format)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidChannelDescriptor, "components of %d, %d, %d and %d bits, kind %d", desc->x,
                        desc->y, desc->z, desc->w, (int)desc->f);
}
