/* CUDA's inner name for host_config.h. */
#include "../host_config.h"
