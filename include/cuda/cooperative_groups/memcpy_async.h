/* Copies by groups. CUDA C++ Programming Guide, Cooperative Groups: Data Transfer. */
#ifndef _CG_MEMCPY_ASYNC_H
#define _CG_MEMCPY_ASYNC_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "../softwarp/groups/copy.h"
#endif

#endif
