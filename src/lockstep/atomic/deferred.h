/* Atomic operations that may be done later than they are said (deferred.c). Code between open and close is for
 * when the runtime's table is not in use. */
#ifndef SW_ATOMIC_DEFERRED_H
#define SW_ATOMIC_DEFERRED_H

#include "lockstep/atomic/combine.h"
#include "lockstep/lanes/lanes.h"

struct sw_later {
    LLVMBasicBlockRef direct, done;
};
/* Of each lane that runs. Reads the operands' vectors. */
void sw_open_later(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, struct sw_later *later);
/* One for all lanes that run, of all rows when no row is taken. */
void sw_open_later_once(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef pointer, LLVMValueRef value,
                        struct sw_later *later);
void sw_close_later(struct sw_lanes *l, const struct sw_later *later);

#endif
