/* The vector functions for 16 lanes, with AVX-512's own instructions: vector_*.h. Their language is clang's. */
#ifdef __clang__
#define LANES 16
#define VECTOR_AVX512
#pragma clang fp contract(on)
#include "vector_float.h"

#include "vector_double.h"
#include "vector_log.h"
#endif
