/* Prefix sums of groups. CUDA C++ Programming Guide, Cooperative Groups: inclusive_scan and exclusive_scan. */
#ifndef _CG_SCAN_H
#define _CG_SCAN_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "../softwarp/groups/scan.h"
#include "../softwarp/groups/update.h"
#endif

#endif
