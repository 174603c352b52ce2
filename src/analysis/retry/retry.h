/* A loop that may be one read-modify-write, while it is looked at. */
#ifndef SW_RETRY_H
#define SW_RETRY_H

#include "analysis/analysis.h"

struct sw_retry_match {
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    struct sw_retry *retry;
    struct sw_atomic cas;
};

/* The value whose bits these are. */
static inline LLVMValueRef sw_strip_bitcasts(LLVMValueRef value) {
    while (LLVMIsABitCastInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

/* operation.c: fills in retry->atomic and operand. False: none of the operations that there are. With a test in the head,
 * new must be what old is compared with. */
bool sw_retry_classify(struct sw_retry_match *m);

#endif
