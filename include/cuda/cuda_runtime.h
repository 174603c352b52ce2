/* What every .cu file includes, by hand or through swcc: the language (qualifiers, vector types, built-in variables,
 * device functions) and the runtime API.
 *
 * A plain C or C++ compiler may include it too and then gets the types and the API only. In CUDA mode the order below
 * matters, because clang parses host and device code in one go, in both passes, and the C library declares functions
 * that device code calls under the same names:
 *   1. device functions that overload C library functions are declared before any system header is read, so that
 *      libstdc++'s constexpr functions do not become host-and-device functions that nothing can overload, and so that
 *      its using-declarations (std::malloc, std::memcpy, ...) pick up both;
 *   2. then come the system headers that nvcc too includes by itself;
 *   3. then the definitions.
 * The definitions live in softwarp/ by idea; the other headers here (sm_20_intrinsics.h, ...) are names that CUDA has
 * for parts of this one.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#if defined(SOFTWARP_SHOWN_ONLY)
#include "softwarp/language/shown_only.h"
#endif
#include "host_defines.h"
#include "vector_types.h"
#include "vector_functions.h"

#if defined(__CUDA__) && defined(__clang__)
#include "softwarp/language/alignas.h"
#include "softwarp/language/asks.h"
#include "softwarp/language/host_call.h"
#include "softwarp/device/system.h"
#include "softwarp/math/forward.h"
#include "softwarp/language/system_headers.h"
#include "softwarp/device/builtin_variables.h"
#include "softwarp/math/integer.h"
#include "softwarp/math/simd.h"
#include "softwarp/math/dpx.h"
#include "softwarp/math/convert.h"
#include "softwarp/math/rounding.h"
#include "softwarp/math/host.h"
#include "softwarp/math/math.h"
#include "softwarp/sync/barriers.h"
#include "softwarp/sync/warp.h"
#include "softwarp/device/memory.h"
#include "softwarp/device/cluster_functions.h"
#include "softwarp/language/lambda.h"
#include "softwarp/language/uninitialized.h"
#include "softwarp/atomics/atomics.h"
#include "softwarp/atomics/nv_atomics.h"
#include "softwarp/graph/device.h"
#endif

#include "cuda_runtime_api.h"
#include "library_types.h"

#if defined(__cplusplus)
#include <utility> /* as nvcc's does: programs get std::initializer_list and std::move by it */
#if defined(__CUDA__) && defined(__clang__)
#include "softwarp/device/dynamic.h"
#endif
#include "softwarp/runtime/templates.h"
#include "softwarp/runtime/overloads.h"
#include "softwarp/texture/channel_desc.h"
#include "softwarp/texture/reference.h"
#include "softwarp/texture/functions.h"
#include "softwarp/texture/surface_functions.h"
#endif

#if defined(__CUDA__) && defined(__clang__)
#include "softwarp/device/launch.h"
#include "softwarp/device/runtime.h"
#if !defined(__CUDA_ARCH__) && !defined(SOFTWARP_LATE_REGISTRATION)
#include "softwarp/language/early_registration.h"
#endif
#endif

#endif
