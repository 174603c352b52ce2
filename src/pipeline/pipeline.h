/* The middle end as one function over one unit. */
#ifndef SW_PIPELINE_H
#define SW_PIPELINE_H

#include "ir/unit.h"

#include <stdio.h>

/* Device bitcode files -> the output that options.emit names. False when something was reported. */
bool sw_compile(struct sw_unit *unit, const struct sw_strings *inputs);
/* Device bitcode -> an object that carries it to the device link. */
bool sw_compile_embed(struct sw_unit *unit, const struct sw_strings *inputs, const char *register_name);

/* load.c: bitcode files -> the unit's module, its ids, the target machine. False when something was reported. */
bool sw_load(struct sw_unit *unit, const struct sw_strings *inputs);

/* parallel.c: the module in parts, each in a process of its own where there are several, and the object of them all.
 * finish: does what is left to do for a part and writes its output; what it finds out it leaves in `frames`. */
typedef bool (*sw_finish)(struct sw_unit *unit, unsigned part, unsigned parts, int64_t *frames);
bool sw_finish_parts(struct sw_unit *unit, sw_finish finish, int64_t *frames);
int64_t *sw_shared_numbers(size_t count); /* memory, zero, that our child processes share */

/* remark_text.c: the unit's remarks, to standard error. */
void sw_remarks_tell(struct sw_unit *unit);

/* remark_json.c: the same into a file, one object; and the document that several such files make. False: reported. */
bool sw_remarks_write(const struct sw_unit *unit, const char *path);
bool sw_remarks_join(struct sw_arena *arena, const struct sw_strings *units, const char *path);
void sw_json_string(FILE *to, const char *text); /* with its quotes */

#endif
