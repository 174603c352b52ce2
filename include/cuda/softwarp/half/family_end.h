/* Unbinds what cuda_fp16.h and cuda_bf16.h bind for the files that serve both. */
#undef SW_N
#undef SW_N2
#undef SW_OTHER
#undef SW_RAW
#undef SW_RAW2
#undef SW_F
#undef SW_TO
#undef SW_FROM
#undef SW_CONVERSIONS
#undef SW_OPERATORS
#undef SW_PAIR_OPERATORS
#undef SW_NATIVE_ARITHMETIC
#undef SW_CODE
#undef SW_CODE2
#undef SW_ATOMIC_ARCH
#undef SW_ATOMIC_ARCH2
#undef SW_SINCE_OF
