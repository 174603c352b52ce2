/* All functions of one 16-bit format, in the order in which they need each other. Included once per format by
 * cuda_fp16.h and cuda_bf16.h, which bind the names that these files use and afterwards unbind them with
 * half_family_end.h.
 */
#include "half_convert.h"
#include "half_arithmetic.h"
#include "half_compare.h"
#include "half_math.h"
#include "half_public.h"
#include "half_operators.h"
#if defined(__CUDA__) && defined(__clang__)
#include "half_device.h"
#endif
