/* All functions of one 16-bit format, in the order in which they need each other. Included once per format by
 * cuda_fp16.h and cuda_bf16.h, which bind the names that these files use and afterwards unbind them with
 * family_end.h.
 */
#include "../language/yield.h"
#include "convert.h"
#include "arithmetic.h"
#include "compare.h"
#include "math.h"
#include "public.h"
#include "operators.h"
#if defined(__CUDA__) && defined(__clang__)
#include "device.h"
#endif
