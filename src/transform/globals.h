/* Between globals.c, which places variables and rewrites functions, and image.c, which builds the image. */
#ifndef SW_GLOBALS_H
#define SW_GLOBALS_H

#include "ir/unit.h"

unsigned sw_global_align(struct sw_unit *unit, LLVMValueRef global);
const struct sw_variable *sw_find_variable(struct sw_unit *unit, LLVMValueRef global); /* null: not one */
void sw_image_lay_out(struct sw_unit *unit); /* offsets of variables, cells of managed ones */
void sw_image_finish(struct sw_unit *unit);  /* once no function names a variable: the image and its initial value */

#endif
