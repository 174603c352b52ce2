/* Functions of the runtime API that Softwarp does not have: a call of one is an error that says so, and what to do,
 * instead of an unknown name. From softwarp/runtime/api.def. Included by cuda_runtime_api.h.
 *
 * In C++ each is an overload that loses against any other, so that a program's own function of the name, or a newer
 * header's, is what it calls.
 */
#ifndef SOFTWARP_RUNTIME_MISSING_H
#define SOFTWARP_RUNTIME_MISSING_H

#include "../../driver_types.h"

#if defined(__has_attribute) && !defined(SWRT_EXPORTS_H) /* the runtime itself may define more than the table knows */
#if __has_attribute(unavailable)
#define SW_REFUSED(text) __attribute__((unavailable(text)))
#elif __has_attribute(error)
#define SW_REFUSED(text) __attribute__((error(text)))
#endif
#endif

#if defined(SW_REFUSED)

#pragma push_macro("SW_API")
#pragma push_macro("SW_API_SECTION")
#undef SW_API
#undef SW_API_SECTION

#ifdef __cplusplus
#define SW_API_ANY_PARAMETERS (...)
#else
#define SW_API_ANY_PARAMETERS ()
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif

#define SW_API_COMPLETE(name, note)
#define SW_API_NO_EFFECT(name, note)
#define SW_API_PARTIAL(name, note)
#define SW_API_NOT_YET(name, note) \
    SW_REFUSED("Softwarp does not have " #name " yet: " note) cudaError_t name SW_API_ANY_PARAMETERS;
#define SW_API_CANNOT(name, note) \
    SW_REFUSED("Softwarp does not have " #name ": " note) cudaError_t name SW_API_ANY_PARAMETERS;

#define SW_API_SECTION(heading)
#define SW_API(name, releases, status, note) SW_API_##status(name, note)
#include "api.def"

#ifndef __cplusplus
#pragma GCC diagnostic pop
#endif

#undef SW_API_ANY_PARAMETERS
#undef SW_API_COMPLETE
#undef SW_API_NO_EFFECT
#undef SW_API_PARTIAL
#undef SW_API_NOT_YET
#undef SW_API_CANNOT
#undef SW_API
#undef SW_API_SECTION
#pragma pop_macro("SW_API")
#pragma pop_macro("SW_API_SECTION")

#undef SW_REFUSED
#endif

#endif
