/* The functions of clusters, from the table cluster_functions.def. Before sm_90 a call says which architecture has them; a
 * program's own function of the name is called instead. */
#ifndef SOFTWARP_CLUSTER_FUNCTIONS_H
#define SOFTWARP_CLUSTER_FUNCTIONS_H

#pragma GCC system_header

#include "../language/since.h"
#include "../sync/barriers.h"
#include "cluster_registers.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define SW_CLUSTER(result, name, parameters, value)                                                                    \
    template <class... T_>                                                                                             \
    SW_DEVICE result name(T_...)                                                                                       \
        __attribute__((unavailable("CUDA has the functions of clusters from sm_90 on (-arch=sm_90)")));
#else
#define SW_CLUSTER_FUNCTION(how, result, name, parameters, value)                                                      \
    how result name parameters { return value; }
#define SW_CLUSTER(result, name, parameters, value)                                                                    \
    SW_SINCE_900(SW_CLUSTER_FUNCTION, result, name, parameters, value)
#endif
#include "cluster_functions.def"
#undef SW_CLUSTER_FUNCTION

#endif
