/* The middle end as one function over one unit. */
#ifndef SW_PIPELINE_H
#define SW_PIPELINE_H

#include "ir/unit.h"

#include <stdio.h>

/* Device bitcode files -> the output that options.emit names. False when something was reported. */
bool sw_compile(struct sw_unit *unit, const struct sw_strings *inputs);
/* Device bitcode -> an object that carries it to the device link. */
bool sw_compile_embed(struct sw_unit *unit, const struct sw_strings *inputs, const char *register_name);

/* remark_text.c: the unit's remarks, to standard error. */
void sw_remarks_tell(struct sw_unit *unit);

/* remark_json.c: the same into a file, one object; and the document that several such files make. False: reported. */
bool sw_remarks_write(const struct sw_unit *unit, const char *path);
bool sw_remarks_join(struct sw_arena *arena, const struct sw_strings *units, const char *path);
void sw_json_string(FILE *to, const char *text); /* with its quotes */

#endif
