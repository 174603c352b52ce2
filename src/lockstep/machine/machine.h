/* The processor that code is made for (machine.c). */
#ifndef SW_MACHINE_H
#define SW_MACHINE_H

#include "ir/unit.h"

/* The widest vectors, in bytes: 16, 32 (AVX2 with FMA) or 64 (AVX-512 with F, VL, BW and DQ). */
unsigned sw_vector_bytes(struct sw_unit *unit);
/* Fused multiply-adds are one instruction. */
bool sw_has_fused(struct sw_unit *unit);
/* cmpxchg16b */
bool sw_has_wide_swap(struct sw_unit *unit);
/* AVX-512CD, beside vectors of 64 bytes. */
bool sw_has_conflict_detection(struct sw_unit *unit);
/* Memory comes faster by many requests of the second-level cache than by those of the first (AMD Zen). */
bool sw_prefetches_to_second_level(struct sw_unit *unit);
/* Gathers and scatters of 64 bytes take less time than their elements one by one. */
bool sw_has_fast_scatter(struct sw_unit *unit);
/* Instructions that LLVM's x86 back end makes of masked accesses to elements of 8 to 64 bits. Gathers: and scatters. */
bool sw_has_gathers(struct sw_unit *unit, unsigned bits);
bool sw_has_masked_loads(struct sw_unit *unit, unsigned bits);
/* Not where they are microcode, of some 20 cycles. */
bool sw_has_masked_stores(struct sw_unit *unit, unsigned bits);

#endif
