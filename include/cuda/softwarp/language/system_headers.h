/* The system headers that a .cu file sees without including them, as under nvcc.
 *
 * <cmath> spends half its time on C++17's special mathematical functions; include/cuda/cmath, found before it, puts
 * those off until a program includes <cmath> itself (libstdc++'s <math.h> includes it too).
 */
#ifndef SOFTWARP_SYSTEM_HEADERS_H
#define SOFTWARP_SYSTEM_HEADERS_H

#pragma GCC system_header

#if __has_include(<bits/c++config.h>) && !__STDCPP_WANT_MATH_SPEC_FUNCS__
#define SW_WITHOUT_SPECIAL_FUNCTIONS
#endif
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#include <limits>
#include "softwarp/language/guides.h" /* std::pair's */
#if __cplusplus >= 201703L && __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h> /* the special functions bring it: programs get std::max, std::copy, .. by them */
#endif

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#undef SW_WITHOUT_SPECIAL_FUNCTIONS

typedef decltype(nullptr) nullptr_t; /* gcc's <stddef.h> has it outside of std, too */

#endif
