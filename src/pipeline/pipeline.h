/* The middle end as one function over one unit. */
#ifndef SW_PIPELINE_H
#define SW_PIPELINE_H

#include "ir/unit.h"

/* Device bitcode files -> the output that options.emit names. False when something was reported. */
bool sw_compile(struct sw_unit *unit, const struct sw_strings *inputs);
/* Device bitcode -> an object that carries it to the device link. */
bool sw_compile_embed(struct sw_unit *unit, const struct sw_strings *inputs, const char *register_name);

#endif
