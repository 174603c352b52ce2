/* CUDA's inner name for host_defines.h. */
#include "../host_defines.h"
