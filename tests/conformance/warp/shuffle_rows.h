/* Rows of softwarp/sync/warp.def as ROW(name, mode, A, T): those of half types where HALF_TYPES is defined, else the
 * others. */
#ifdef HALF_TYPES
#define SW_WARP_HALF_SHUFFLE(arch, name, mode, A, T) ROW(name, mode, A, T)
#else
#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) ROW(name, mode, A, T)
#endif
#include <softwarp/sync/warp.def>
#undef ROW
