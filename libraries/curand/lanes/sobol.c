/* Sobol' sequences of 32 and of 64 bits; dimensions lie one behind the other. */
#include "lanes.h"

#define WORD uint32_t
#define BITS 32
#define FILL tile.word[0]
#define NAME CR_NAME(cr_sobol32)
#include "sobol.h"

#define WORD uint64_t
#define BITS 64
#define FILL tile.wide
#define NAME CR_NAME(cr_sobol64)
#include "sobol.h"
