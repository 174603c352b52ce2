/* Addresses of atomic operations as functions of the one value that differs between lanes (address.c). */
#ifndef SW_ATOMIC_ADDRESS_H
#define SW_ATOMIC_ADDRESS_H

#include "lockstep/lanes/lanes.h"

enum { SW_LONGEST_CHAIN = 6 };
struct sw_chain {
    LLVMValueRef at[SW_LONGEST_CHAIN];  /* from the address up */
    unsigned operand[SW_LONGEST_CHAIN]; /* the one that differs */
    unsigned count;
    LLVMValueRef leaf; /* what differs: a number or an address */
};

/* Of a marker call, at the place where code is made. Reads everything but the leaf. */
struct sw_chain sw_chain_of(struct sw_lanes *l, LLVMValueRef at);
/* Whether the leaf is a number of up to 32 bits, and different numbers give different addresses. */
bool sw_chain_is_injective(struct sw_lanes *l, const struct sw_chain *c);
LLVMValueRef sw_chain_address(struct sw_lanes *l, const struct sw_chain *c, LLVMValueRef leaf);     /* of one lane */
LLVMValueRef sw_chain_addresses(struct sw_lanes *l, const struct sw_chain *c, LLVMValueRef leaves); /* of some lanes */

#endif
