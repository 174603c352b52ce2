/* <stdint.h> by the name under which CUDA's headers include it. */
#ifndef __CUDA_STDINT_H__
#define __CUDA_STDINT_H__

#include <stdint.h>

#endif
