/* The vector functions for 16 lanes: vector_*.h. Their language is clang's. */
#ifdef __clang__
#define LANES 16
#pragma clang fp contract(on)
#include "vector_float.h"

#include "vector_double.h"
#include "vector_log.h"
#endif
