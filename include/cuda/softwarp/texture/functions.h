/* The texture functions (CUDA C++ Programming Guide, "Texture Functions"): T name<T>(object, ...), name(T *, object,
 * ...) and, for texture references, name(reference, ...). Every texture is resident, so the forms with isResident say
 * true. */
#ifndef SOFTWARP_TEXTURE_FUNCTIONS_H
#define SOFTWARP_TEXTURE_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)

#include "sample.h"

/* The device side of a reference is its object's handle. */
SW_DEVICE const struct swrt_texture *sw_bound(const void *reference) {
    return sw_texture(__nv_sw_handle(reference));
}

#define SW_WITH(...) , __VA_ARGS__
#define SW_OBJECT_FORMS(name, parameters, sample)                                                            \
    template <class R_> SW_DEVICE R_ name(cudaTextureObject_t object parameters) {                           \
        const struct swrt_texture *t = sw_texture(object);                                                   \
        return sample;                                                                                       \
    }                                                                                                        \
    template <class R_> SW_DEVICE void name(R_ *result, cudaTextureObject_t object parameters) {             \
        const struct swrt_texture *t = sw_texture(object);                                                   \
        *result = sample;                                                                                    \
    }
#define SW_RESIDENT_FORMS(name, parameters, sample)                                                          \
    template <class R_> SW_DEVICE R_ name(cudaTextureObject_t object parameters, bool *isResident) {         \
        const struct swrt_texture *t = sw_texture(object);                                                   \
        *isResident = true;                                                                                  \
        return sample;                                                                                       \
    }                                                                                                        \
    template <class R_>                                                                                      \
    SW_DEVICE void name(R_ *result, cudaTextureObject_t object parameters, bool *isResident) {               \
        const struct swrt_texture *t = sw_texture(object);                                                   \
        *isResident = true;                                                                                  \
        *result = sample;                                                                                    \
    }
#define SW_REFERENCE_FORM(name, dims, parameters, sample)                                                    \
    template <class T_, cudaTextureReadMode mode>                                                            \
    SW_DEVICE typename sw_read_as<T_, mode>::type name(const texture<T_, dims, mode> &reference parameters) { \
        typedef typename sw_read_as<T_, mode>::type R_;                                                      \
        const struct swrt_texture *t = sw_bound(&reference);                                                 \
        return sample;                                                                                       \
    }
#define SW_FETCH(name, dims, parameters, sample)                                                             \
    SW_OBJECT_FORMS(name, SW_WITH parameters, sample)                                                        \
    SW_REFERENCE_FORM(name, cudaTextureType##dims, SW_WITH parameters, sample)
#define SW_FETCH_SPARSE(name, dims, parameters, sample)                                                      \
    SW_FETCH(name, dims, parameters, sample)                                                                 \
    SW_RESIDENT_FORMS(name, SW_WITH parameters, sample)

SW_FETCH(tex1Dfetch, 1D, (int x), sw_fetch<R_>(t, x))
SW_FETCH(tex1D, 1D, (float x), sw_sample_1d<R_>(t, x, 0))
SW_FETCH_SPARSE(tex2D, 2D, (float x, float y), (sw_sample_2d<R_>(t, x, y, 0)))
SW_FETCH_SPARSE(tex3D, 3D, (float x, float y, float z), (sw_sample_3d<R_>(t, x, y, z, 0)))
SW_FETCH(tex1DLayered, 1DLayered, (float x, int layer), (sw_sample_1d_layer<R_>(t, x, layer, 0)))
SW_FETCH_SPARSE(tex2DLayered, 2DLayered, (float x, float y, int layer), (sw_sample_2d_layer<R_>(t, x, y, layer, 0)))
SW_FETCH(texCubemap, Cubemap, (float x, float y, float z), (sw_sample_cube<R_>(t, x, y, z, 0, 0)))
SW_FETCH(texCubemapLayered, CubemapLayered, (float x, float y, float z, int layer),
         (sw_sample_cube<R_>(t, x, y, z, layer, 0)))

SW_FETCH(tex1DLod, 1D, (float x, float level), (sw_sample_1d<R_>(t, x, level)))
SW_FETCH_SPARSE(tex2DLod, 2D, (float x, float y, float level), (sw_sample_2d<R_>(t, x, y, level)))
SW_FETCH_SPARSE(tex3DLod, 3D, (float x, float y, float z, float level), (sw_sample_3d<R_>(t, x, y, z, level)))
SW_FETCH(tex1DLayeredLod, 1DLayered, (float x, int layer, float level), (sw_sample_1d_layer<R_>(t, x, layer, level)))
SW_FETCH_SPARSE(tex2DLayeredLod, 2DLayered, (float x, float y, int layer, float level),
                (sw_sample_2d_layer<R_>(t, x, y, layer, level)))
SW_FETCH(texCubemapLod, Cubemap, (float x, float y, float z, float level), (sw_sample_cube<R_>(t, x, y, z, 0, level)))
SW_FETCH(texCubemapLayeredLod, CubemapLayered, (float x, float y, float z, int layer, float level),
         (sw_sample_cube<R_>(t, x, y, z, layer, level)))

SW_FETCH(tex1DGrad, 1D, (float x, float dPdx, float dPdy), (sw_sample_1d<R_>(t, x, sw_level_1d(t, dPdx, dPdy))))
SW_FETCH_SPARSE(tex2DGrad, 2D, (float x, float y, float2 dPdx, float2 dPdy),
                (sw_sample_2d<R_>(t, x, y, sw_level_2d(t, dPdx, dPdy))))
SW_FETCH_SPARSE(tex3DGrad, 3D, (float x, float y, float z, float4 dPdx, float4 dPdy),
                (sw_sample_3d<R_>(t, x, y, z, sw_level_3d(t, dPdx, dPdy))))
SW_FETCH(tex1DLayeredGrad, 1DLayered, (float x, int layer, float dPdx, float dPdy),
         (sw_sample_1d_layer<R_>(t, x, layer, sw_level_1d(t, dPdx, dPdy))))
SW_FETCH_SPARSE(tex2DLayeredGrad, 2DLayered, (float x, float y, int layer, float2 dPdx, float2 dPdy),
                (sw_sample_2d_layer<R_>(t, x, y, layer, sw_level_2d(t, dPdx, dPdy))))
SW_FETCH(texCubemapGrad, Cubemap, (float x, float y, float z, float4 dPdx, float4 dPdy),
         (sw_sample_cube<R_>(t, x, y, z, 0, sw_level_cube(t, x, y, z, dPdx, dPdy))))
SW_FETCH(texCubemapLayeredGrad, CubemapLayered, (float x, float y, float z, int layer, float4 dPdx, float4 dPdy),
         (sw_sample_cube<R_>(t, x, y, z, layer, sw_level_cube(t, x, y, z, dPdx, dPdy))))

#define SW_DEFAULT(value) = value
SW_FETCH(tex2Dgather, 2D, (float x, float y, int comp SW_DEFAULT(0)), (sw_gather<R_>(t, x, y, comp)))
#undef SW_DEFAULT
template <class R_>
SW_DEVICE R_ tex2Dgather(cudaTextureObject_t object, float x, float y, bool *isResident, int comp = 0) {
    *isResident = true;
    return sw_gather<R_>(sw_texture(object), x, y, comp);
}
template <class R_>
SW_DEVICE void tex2Dgather(R_ *result, cudaTextureObject_t object, float x, float y, bool *isResident, int comp = 0) {
    *isResident = true;
    *result = sw_gather<R_>(sw_texture(object), x, y, comp);
}

#undef SW_FETCH_SPARSE
#undef SW_FETCH
#undef SW_REFERENCE_FORM
#undef SW_RESIDENT_FORMS
#undef SW_OBJECT_FORMS
#undef SW_WITH

#endif
#endif
