/* Unbinds what cuda_fp8.h, cuda_fp6.h and cuda_fp4.h bind for the files that serve all three. */
#undef SW_MINI
#undef SW_MINI_PARAMETERS
#undef SW_MINI_ARGUMENTS
#undef SW_MINI_KIND
#undef SW_MINI_WIDTH
#undef SW_MINI_MANTISSA
#undef SW_MINI_BIAS
#undef SW_MINI_STEP
#undef SW_MINI_CONVERSIONS
#undef SW_MINI_OPERATORS
#undef SW_BITS
