/* Who declares what when. SW_SINCE_<arch>(define, ...) is define(<how to declare>, ...) or nothing. A program may
 * define `__device__ double atomicAdd(double *, double)` under `#if __CUDA_ARCH__ < 600`, as the CUDA guide shows it,
 * and clang's host pass, where __CUDA_ARCH__ is undefined, then sees that definition whatever the architecture. So
 * what CUDA has only from some architecture on is declared
 *   - in the device pass as a plain function from that architecture on, and not at all below it;
 *   - in the host pass as a template, which yields to a program's own function of the same parameters.
 */
#ifndef SOFTWARP_SINCE_H
#define SOFTWARP_SINCE_H

#pragma GCC system_header

#include "yield.h"

#define SW_NOT_YET(define, ...)
#define SW_SINCE_500(define, ...) define(SW_DEVICE, __VA_ARGS__)
#if !defined(__CUDA_ARCH__)
#define SW_SINCE_600(define, ...) define(SW_YIELDING, __VA_ARGS__)
#define SW_SINCE_700 SW_SINCE_600
#define SW_SINCE_800 SW_SINCE_600
#define SW_SINCE_900 SW_SINCE_600
#else
#if __CUDA_ARCH__ >= 600
#define SW_SINCE_600 SW_SINCE_500
#else
#define SW_SINCE_600 SW_NOT_YET
#endif
#if __CUDA_ARCH__ >= 700
#define SW_SINCE_700 SW_SINCE_500
#else
#define SW_SINCE_700 SW_NOT_YET
#endif
#if __CUDA_ARCH__ >= 800
#define SW_SINCE_800 SW_SINCE_500
#else
#define SW_SINCE_800 SW_NOT_YET
#endif
#if __CUDA_ARCH__ >= 900
#define SW_SINCE_900 SW_SINCE_500
#else
#define SW_SINCE_900 SW_NOT_YET
#endif
#endif

#endif
