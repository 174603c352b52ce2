/* Texture and surface references, which CUDA 12 removed: variables of these types at file scope (CUDA C++ Programming
 * Guide 11, "Texture Reference API", "Surface Reference API"). clang gives each such variable a device side of 8 bytes;
 * there the runtime puts the handle of an object when the program binds the variable. */
#ifndef SOFTWARP_TEXTURE_REFERENCE_H
#define SOFTWARP_TEXTURE_REFERENCE_H

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)

/* devicelib/texture.c: the handle in the device side of a reference. A function that clang does not know, because clang
 * takes a static variable that no device code writes for one without a value. */
SW_EXTERN unsigned long long __nv_sw_handle(const void *reference);

#define SW_HOST inline __attribute__((host))

template <class T_, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type, aligned(8))) texture : public textureReference {
    SW_HOST texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                    cudaTextureAddressMode address = cudaAddressModeClamp) {
        set(norm, filter, address, cudaCreateChannelDesc<T_>());
    }
    SW_HOST texture(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                    cudaChannelFormatDesc desc) {
        set(norm, filter, address, desc);
    }

private:
    SW_HOST void set(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                     cudaChannelFormatDesc desc) {
        __builtin_memset(static_cast<textureReference *>(this), 0, sizeof(textureReference));
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
    }
};

template <class T_, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type, aligned(8))) surface : public surfaceReference {
    SW_HOST surface() { channelDesc = cudaCreateChannelDesc<T_>(); }
};
template <int type>
struct __attribute__((device_builtin_surface_type, aligned(8))) surface<void, type> : public surfaceReference {
    SW_HOST surface() { channelDesc = ::cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone); }
};
#undef SW_HOST

/* ---- The typed forms of binding ------------------------------------------------------------------------------- */

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T_, type, mode> &tex, const void *devPtr,
                                          const cudaChannelFormatDesc &desc, size_t size = UINT_MAX) {
    return ::cudaBindTexture(offset, &tex, devPtr, &desc, size);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T_, type, mode> &tex, const void *devPtr,
                                          size_t size = UINT_MAX) {
    return ::cudaBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T_, type, mode> &tex, const void *devPtr,
                                            const cudaChannelFormatDesc &desc, size_t width, size_t height,
                                            size_t pitch) {
    return ::cudaBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T_, type, mode> &tex, const void *devPtr,
                                            size_t width, size_t height, size_t pitch) {
    return ::cudaBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T_, type, mode> &tex, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &desc) {
    return ::cudaBindTextureToArray(&tex, array, &desc);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T_, type, mode> &tex, cudaArray_const_t array) {
    cudaChannelFormatDesc desc;
    cudaError_t error = ::cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? ::cudaBindTextureToArray(&tex, array, &desc) : error;
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T_, type, mode> &tex,
                                                          cudaMipmappedArray_const_t mipmappedArray,
                                                          const cudaChannelFormatDesc &desc) {
    return ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &desc);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T_, type, mode> &tex,
                                                          cudaMipmappedArray_const_t mipmappedArray) {
    cudaArray_t level;
    cudaChannelFormatDesc desc;
    cudaError_t error = ::cudaGetMipmappedArrayLevel(&level, mipmappedArray, 0);
    if (error == cudaSuccess) error = ::cudaGetChannelDesc(&desc, level);
    return error == cudaSuccess ? ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &desc) : error;
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<T_, type, mode> &tex) {
    return ::cudaUnbindTexture(&tex);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T_, type, mode> &tex) {
    return ::cudaGetTextureAlignmentOffset(offset, &tex);
}

template <class T_, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureReference(const textureReference **texref,
                                                  const texture<T_, type, mode> &tex) {
    return ::cudaGetTextureReference(texref, &tex);
}

template <class T_, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T_, type> &surf, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &desc) {
    return ::cudaBindSurfaceToArray(&surf, array, &desc);
}

template <class T_, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T_, type> &surf, cudaArray_const_t array) {
    cudaChannelFormatDesc desc;
    cudaError_t error = ::cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? ::cudaBindSurfaceToArray(&surf, array, &desc) : error;
}

#endif
#endif
