/* What instructions this processor has, of those that compiled code may need. */
#ifndef SWRT_PROCESSOR_H
#define SWRT_PROCESSOR_H

#include <stdint.h>

#include "softwarp/abi.h"
#include "softwarp/processor.h"

enum { SWRT_WRONG_PROCESSOR = 69 }; /* the status of programs that cannot run here: EX_UNAVAILABLE */

/* All that it has; and what of that SOFTWARP_CPU lets be used. */
uint64_t swrt_processor_own_features(void);
uint64_t swrt_processor_features(void);
/* The highest level of the x86-64 psABI that these make up: "x86-64-v3". */
const char *swrt_processor_level(void);

#endif
