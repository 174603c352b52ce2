/* Known bits of integers of up to 64 bits: which are 0 and which are 1 whatever the program's input. Bits above the
 * width of a value count as known zeros, so a zero extension changes nothing. */
#ifndef SW_BITS_H
#define SW_BITS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

struct sw_bits {
    uint64_t zeros, ones;
};

uint64_t sw_low_bits(unsigned count); /* the lowest `count` bits, 0..64 */
struct sw_bits sw_bits_none(unsigned width);
struct sw_bits sw_bits_constant(uint64_t value, unsigned width);
/* Any number up to `most`. */
struct sw_bits sw_bits_up_to(uint64_t most);
struct sw_bits sw_bits_join(struct sw_bits a, struct sw_bits b); /* what is known of both */
bool sw_bits_equal(struct sw_bits a, struct sw_bits b);
bool sw_bits_is_constant(struct sw_bits a);
uint64_t sw_bits_upper_zeros(struct sw_bits a); /* the bits that are 0 with all above them */
uint64_t sw_bits_lower_known(struct sw_bits a); /* the bits that are known with all below them */
unsigned sw_bits_align(struct sw_bits a);       /* the value is a multiple of 2 to the power of this; 64: it is 0 */

struct sw_bits sw_bits_add(struct sw_bits a, struct sw_bits b, unsigned width);
struct sw_bits sw_bits_sub(struct sw_bits a, struct sw_bits b, unsigned width);
struct sw_bits sw_bits_mul(struct sw_bits a, struct sw_bits b, unsigned width);
struct sw_bits sw_bits_shl(struct sw_bits a, unsigned by, unsigned width);
struct sw_bits sw_bits_lshr(struct sw_bits a, unsigned by);
struct sw_bits sw_bits_ashr(struct sw_bits a, unsigned by, unsigned width);
/* icmp of two integers of `width` bits, 64 at most; above them the words are 0. */
bool sw_compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width);
struct sw_bits sw_bits_udiv(struct sw_bits a, struct sw_bits b);
struct sw_bits sw_bits_urem(struct sw_bits a, struct sw_bits b);
struct sw_bits sw_bits_and(struct sw_bits a, struct sw_bits b);
struct sw_bits sw_bits_or(struct sw_bits a, struct sw_bits b);
struct sw_bits sw_bits_xor(struct sw_bits a, struct sw_bits b);
struct sw_bits sw_bits_trunc(struct sw_bits a, unsigned width);
struct sw_bits sw_bits_sext(struct sw_bits a, unsigned from, unsigned to);

#endif
