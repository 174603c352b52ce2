/* The vector functions for 8 lanes: vector_*.h. Their language is clang's. */
#ifdef __clang__
#define LANES 8
#pragma clang fp contract(on)
#include "vector_float.h"

#include "vector_double.h"
#include "vector_log.h"
#endif
