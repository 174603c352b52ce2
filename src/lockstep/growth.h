/* Lockstep code that is not worth its compile time (growth.c): the pass asks when it has made it. */
#ifndef SW_GROWTH_H
#define SW_GROWTH_H

#include "ir/unit.h"

/* A function for so many rows of a block. */
bool sw_grew_too_long(struct sw_unit *unit, LLVMValueRef function, unsigned rows);
/* The same of one for rows, beside that for full rows. */
bool sw_rows_grew_too_long(struct sw_unit *unit, LLVMValueRef rows, LLVMValueRef full, bool has_much_code);
/* The kernels, at one lane, are so long that seldom used variants of them take too much time. */
bool sw_has_much_code(struct sw_unit *unit);

#endif
