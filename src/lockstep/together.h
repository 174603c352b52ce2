/* Whether rows of a block go through a kernel's loops together. */
#ifndef SW_TOGETHER_H
#define SW_TOGETHER_H

#include "ir/unit.h"

bool sw_rows_loop_together(struct sw_unit *unit, LLVMValueRef function, struct sw_block_size size, unsigned width);

#endif
