/* Which bytes of local variables are written: for initcheck. */
#ifndef SW_UNWRITTEN_H
#define SW_UNWRITTEN_H

#include "transform/instrument/hook.h"

/* cleanups.c */
void sw_straighten_cleanups(struct sw_unit *unit);

/* doubtful.c: variables that are not surely written before they are read. */
/* The local variables of a function that may be read before all of them is written. copies_write: the value of another
 * variable counts as written. */
void sw_doubtful_variables(struct sw_unit *unit, LLVMValueRef function, bool copies_write, struct sw_values *into);
/* Keeps them what they are through mem2reg, and through inlining. */
void sw_keep_doubtful(struct sw_unit *unit);
void sw_release_doubtful(struct sw_unit *unit);

/* unwritten.c */
void sw_shadow_locals(struct sw_unit *unit);
void sw_drop_written(struct sw_unit *unit); /* hooks that would never tell anything */

#endif
