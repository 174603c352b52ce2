/* The functions of ptx_integer.c and ptx_float.c are called by name alone, by code that the compiler makes of inline PTX;
 * these are those that they share. */
#ifndef SOFTWARP_DEVICELIB_PTX_H
#define SOFTWARP_DEVICELIB_PTX_H

#include "devicelib.h"

uint32_t __sw_prmt(uint32_t a, uint32_t b, uint32_t selector);
uint32_t __sw_fns(uint32_t mask, uint32_t base, int32_t offset);

#endif
