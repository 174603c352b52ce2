/* The image of a module's device variables (image.c), for the pass that places variables and rewrites functions. */
#ifndef SW_IMAGE_H
#define SW_IMAGE_H

#include "ir/unit.h"

/* Bytes beside a variable of that size that nobody may touch, 0 but in check builds: a multiple of 16, so that what comes
 * behind lies as without. */
unsigned sw_red_zone(const struct sw_unit *unit, uint64_t size);
const struct sw_variable *sw_find_variable(struct sw_unit *unit, LLVMValueRef global); /* null: not one */
void sw_image_lay_out(struct sw_unit *unit); /* offsets of variables, cells of managed ones */
void sw_image_finish(struct sw_unit *unit);  /* once no function names a variable: the image and its initial value */

#endif
