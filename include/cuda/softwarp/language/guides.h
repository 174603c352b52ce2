/* Deduction guides of the C++ library in device code.
 *
 * To nvcc a guide is of both sides. To clang one without words is of the host, so the library's would not be seen in device
 * code, where std::array{1, 2} was refused. Beside each stands the same one of the device, behind the header that has it
 * (include/cuda/array, tuple, ...); both can be there, as functions of the two sides can. What cannot be used in device
 * code (containers, std::function, smart pointers) has none. libc++'s stay as they are. Guides of programs: frontend/guides.c.
 */
#ifndef SOFTWARP_GUIDES_H
#define SOFTWARP_GUIDES_H

#pragma GCC system_header

#if defined(__CUDA__) && defined(__clang__) && defined(_GLIBCXX_RELEASE) && __cpp_deduction_guides >= 201606 && \
    !defined(SOFTWARP_WITHOUT_GUIDES) /* driver/repair/library_guides.c */
#define SW_HAS_GUIDES
#include <utility>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
template <class _Tp, class _Up> __device__ pair(_Tp, _Up) -> pair<_Tp, _Up>;
_GLIBCXX_END_NAMESPACE_VERSION
}
#endif

#endif
