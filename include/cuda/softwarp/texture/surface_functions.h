/* The surface functions (CUDA C++ Programming Guide, "Surface Functions"). x counts bytes, the rest texels, layers and
 * faces. They are loads and stores with a test, so lockstep code makes vectors of them.
 *
 * A texel outside reads as zero and is not written (cudaBoundaryModeZero), is the nearest one (Clamp), or stops the
 * kernel (Trap), which is what a function without a mode does. Layers and faces are unsigned (PTX ISA, "suld"): the
 * nearest one to -1 is the last. */
#ifndef SOFTWARP_SURFACE_FUNCTIONS_H
#define SOFTWARP_SURFACE_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)

#include "layout.h"

SW_DEVICE const struct swrt_image *sw_surface(cudaSurfaceObject_t object) {
    return &((const struct swrt_texture *)object)->image;
}
SW_DEVICE const struct swrt_image *sw_bound_surface(const void *reference) {
    return sw_surface(__nv_sw_handle(reference));
}

SW_DEVICE int sw_nearest(int i, int size) {
    return i < 0 ? 0 : i < size ? i : size - 1;
}
/* Of a third index, a coordinate or a layer. */
SW_DEVICE int sw_nearest_slice(int i, int size, bool is_layer) {
    return is_layer && i < 0 ? size - 1 : sw_nearest(i, size);
}

/* Where the texel is; null where there is none and nothing is to be done. */
template <class T_>
SW_DEVICE T_ *sw_surface_at(const struct swrt_image *image, int x, int y, int z, bool is_layer,
                           cudaSurfaceBoundaryMode mode) {
    int bytes = image->width * (int)image->texel_bytes;
    bool is_inside = x >= 0 && x <= bytes - (int)sizeof(T_) && (unsigned)y < (unsigned)image->height &&
                     (unsigned)z < (unsigned)image->depth;
    if (!is_inside && mode == cudaBoundaryModeTrap) __trap();
    if (!is_inside && mode == cudaBoundaryModeZero) return 0;
    if (!is_inside) {
        x = x < 0 ? 0 : x <= bytes - (int)sizeof(T_) ? x : bytes - (int)sizeof(T_);
        y = sw_nearest(y, image->height);
        z = sw_nearest_slice(z, image->depth, is_layer);
    }
    if (x & (int)(sizeof(T_) - 1)) __trap();
    return (T_ *)(image->base + z * image->slice + y * image->pitch + x);
}

template <class T_>
SW_DEVICE T_ sw_surface_read(const struct swrt_image *image, int x, int y, int z, bool is_layer,
                            cudaSurfaceBoundaryMode mode) {
    T_ *at = sw_surface_at<T_>(image, x, y, z, is_layer, mode);
    return at ? *at : T_();
}

template <class T_>
SW_DEVICE void sw_surface_write(T_ value, const struct swrt_image *image, int x, int y, int z, bool is_layer,
                                cudaSurfaceBoundaryMode mode) {
    T_ *at = sw_surface_at<T_>(image, x, y, z, is_layer, mode);
    if (at) *at = value;
}

#define SW_MODE cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap
#define SW_WITH(...) , __VA_ARGS__, SW_MODE
#define SW_SURFACE_FORMS(name, parameters, place)                                                            \
    template <class T_> SW_DEVICE T_ name##read(cudaSurfaceObject_t object parameters) {                       \
        return sw_surface_read<T_>(sw_surface(object), place, boundaryMode);                                  \
    }                                                                                                        \
    template <class T_> SW_DEVICE void name##read(T_ *result, cudaSurfaceObject_t object parameters) {         \
        *result = sw_surface_read<T_>(sw_surface(object), place, boundaryMode);                               \
    }                                                                                                        \
    template <class T_> SW_DEVICE void name##write(T_ value, cudaSurfaceObject_t object parameters) {          \
        sw_surface_write<T_>(value, sw_surface(object), place, boundaryMode);                                 \
    }
#define SW_SURFACE_REFERENCE_FORMS(name, dimensions, parameters, place)                                      \
    template <class T_, class E_> SW_DEVICE T_ name##read(const surface<E_, dimensions> &reference parameters) { \
        return sw_surface_read<T_>(sw_bound_surface(&reference), place, boundaryMode);                        \
    }                                                                                                        \
    template <class T_, class E_>                                                                              \
    SW_DEVICE void name##read(T_ *result, const surface<E_, dimensions> &reference parameters) {               \
        *result = sw_surface_read<T_>(sw_bound_surface(&reference), place, boundaryMode);                     \
    }                                                                                                        \
    template <class T_, class E_>                                                                              \
    SW_DEVICE void name##write(T_ value, const surface<E_, dimensions> &reference parameters) {                \
        sw_surface_write<T_>(value, sw_bound_surface(&reference), place, boundaryMode);                       \
    }
#define SW_PLACE(x, y, z, is_layer) x, y, z, is_layer
#define SW_SURFACE(name, dimensions, parameters, place)                                                      \
    SW_SURFACE_FORMS(name, SW_WITH parameters, SW_PLACE place)                                               \
    SW_SURFACE_REFERENCE_FORMS(name, cudaSurfaceType##dimensions, SW_WITH parameters, SW_PLACE place)

SW_SURFACE(surf1D, 1D, (int x), (x, 0, 0, false))
SW_SURFACE(surf2D, 2D, (int x, int y), (x, y, 0, false))
SW_SURFACE(surf3D, 3D, (int x, int y, int z), (x, y, z, false))
SW_SURFACE(surf1DLayered, 1DLayered, (int x, int layer), (x, 0, layer, true))
SW_SURFACE(surf2DLayered, 2DLayered, (int x, int y, int layer), (x, y, layer, true))
SW_SURFACE(surfCubemap, Cubemap, (int x, int y, int face), (x, y, face, true))
SW_SURFACE(surfCubemapLayered, CubemapLayered, (int x, int y, int layerFace), (x, y, layerFace, true))

#undef SW_SURFACE
#undef SW_PLACE
#undef SW_SURFACE_REFERENCE_FORMS
#undef SW_SURFACE_FORMS
#undef SW_WITH
#undef SW_MODE

#endif
#endif
