/* Between globals.c, which places variables and rewrites functions, and image.c, which builds the image. */
#ifndef SW_GLOBALS_H
#define SW_GLOBALS_H

#include "ir/unit.h"

/* Bytes beside a variable of that size that nobody may touch, 0 but in check builds: a multiple of 16, so that what comes
 * behind lies as without. */
unsigned sw_red_zone(const struct sw_unit *unit, uint64_t size);
unsigned sw_global_align(struct sw_unit *unit, LLVMValueRef global);
const struct sw_variable *sw_find_variable(struct sw_unit *unit, LLVMValueRef global); /* null: not one */
void sw_image_lay_out(struct sw_unit *unit); /* offsets of variables, cells of managed ones */
void sw_image_finish(struct sw_unit *unit);  /* once no function names a variable: the image and its initial value */

#endif
