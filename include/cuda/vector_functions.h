/* make_char1 .. make_double4: the functions that build CUDA's vector types, from the same table as the types.
 *
 * They are constant expressions in C++11 and later, and plain inline functions in C.
 */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "vector_types.h"

#define SW_MAKE static __inline__ __host__ __device__ SW_CONSTEXPR SW_ALWAYS_INLINE

/* C and C++98 have no return of a braced list. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define SW_MAKE_BODY(type, ...) { return type{__VA_ARGS__}; }
#else
#define SW_MAKE_BODY(type, ...) { type made = {__VA_ARGS__}; return made; }
#endif

#define SW_MAKE4(type, element) \
    SW_MAKE type make_##type(element x, element y, element z, element w) SW_MAKE_BODY(type, x, y, z, w)
#pragma push_macro("V")
#undef V
#define V(name, element, align1, align2, align3, align4)                                               \
    SW_MAKE name##1 make_##name##1(element x) SW_MAKE_BODY(name##1, x)                                 \
    SW_MAKE name##2 make_##name##2(element x, element y) SW_MAKE_BODY(name##2, x, y)                   \
    SW_MAKE name##3 make_##name##3(element x, element y, element z) SW_MAKE_BODY(name##3, x, y, z)     \
    SW_MAKE4(name##4, element)
#define V_ALIGNED(type, element, align) SW_MAKE4(type, element)
#include "softwarp/language/vector_types.def"
#pragma pop_macro("V")

#undef SW_MAKE4
#undef SW_MAKE_BODY
#undef SW_MAKE

#endif
