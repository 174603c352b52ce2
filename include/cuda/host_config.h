/* CUDA checks here that it knows the host compiler. Any compiler that gets this far will do; what is left are the
 * headers that CUDA's one is known to bring along.
 */
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include "host_defines.h"

#if defined(__GNUC__)
#include <features.h>
#endif

#endif
