/* Reductions of groups. CUDA C++ Programming Guide, Cooperative Groups: Reduce Operators. */
#ifndef _CG_REDUCE_H
#define _CG_REDUCE_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "../softwarp/groups/reduce.h"
#include "../softwarp/groups/update.h"
#endif

#endif
