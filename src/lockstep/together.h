/* Whether rows of a block go through a loop together (together.c). */
#ifndef SW_TOGETHER_H
#define SW_TOGETHER_H

#include "analysis/shape.h"

/* across: how values differ between rows (sw_threads_across), of blocks of that size. */
bool sw_rows_loop_together(const struct sw_shapes *across, struct sw_block_size size, const struct sw_loop *loop);

#endif
