/* initcheck and kernels that were built without --check. */
#ifndef SWRT_UNCHECKED_H
#define SWRT_UNCHECKED_H

struct swrt_grid;

/* Such a kernel begins: what it may write counts as written. */
void swrt_unchecked_begins(const struct swrt_grid *grid);

#endif
