/* Cooperative groups: groups of threads as objects that threads ask, divide and wait with. Collective operations on
 * them (reduce, scan, memcpy_async) are in headers of their own. CUDA C++ Programming Guide, Cooperative Groups.
 */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "softwarp/groups/partition.h"
#endif

#endif
