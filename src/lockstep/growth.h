/* Lockstep code that is not worth its compile time (growth.c): the pass asks when it has made it. */
#ifndef SW_GROWTH_H
#define SW_GROWTH_H

#include "ir/unit.h"

/* A module's: how long its code for whole blocks is, and whether its kernels, at one lane, are so long that seldom used
 * variants of them take too much time. */
struct sw_growth {
    size_t whole;
    bool has_much_code;
};

struct sw_growth sw_growth_of(struct sw_unit *unit);
/* A function for so many rows of a block. One that did not counts from now on. */
bool sw_grew_too_long(struct sw_unit *unit, struct sw_growth *growth, LLVMValueRef function, unsigned rows);
/* The same of one for rows, beside that for full rows. */
bool sw_rows_grew_too_long(struct sw_unit *unit, const struct sw_growth *growth, LLVMValueRef rows, LLVMValueRef full);

#endif
