/* OpenMP's header. Device code has the host's _OPENMP, but not the pragmas, by which clang's header, where the macro is
 * defined, says a function twice: for the host, and for devices of OpenMP. */
#pragma GCC system_header
#if defined(__CUDA_ARCH__) && defined(_OPENMP)
#pragma push_macro("_OPENMP")
#undef _OPENMP
#include_next <omp.h>
#pragma pop_macro("_OPENMP")
#else
#include_next <omp.h>
#endif
