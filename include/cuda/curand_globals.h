/* Constants of cuRAND that programs use: powers of two, multiples of pi, and the factor of the Box-Muller transform. */
#ifndef CURANDGLOBALS_H_
#define CURANDGLOBALS_H_

#define CURAND_2POW32 0x1p32f
#define CURAND_2POW32_DOUBLE 0x1p32
#define CURAND_2POW32_INV 0x1p-32f
#define CURAND_2POW32_INV_DOUBLE 0x1p-32
#define CURAND_2POW53_INV_DOUBLE 0x1p-53
#define CURAND_2PI 0x1.921fb6p+2f
#define CURAND_PI_DOUBLE 0x1.921fb54442d18p+1
#define CURAND_2PI_DOUBLE 0x1.921fb54442d18p+2
#define CURAND_2POW32_INV_2PI (CURAND_2PI * CURAND_2POW32_INV)
#define CURAND_2POW53_INV_2PI_DOUBLE (CURAND_2PI_DOUBLE * CURAND_2POW53_INV_DOUBLE)
#define CURAND_SQRT2 -0x1.6a09e6p+0f
#define CURAND_SQRT2_DOUBLE -0x1.6a09e667f3bcdp+0

#endif
