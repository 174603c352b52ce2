/* The tools that there are: the one place that names them all. */
#include "check/check.h"

#define TOOL(name) extern const struct swrt_check_tool swrt_check_##name##_tool;
#include "check/tools.def"
#undef TOOL

const struct swrt_check_tool *const swrt_check_tools[] = {
#define TOOL(name) &swrt_check_##name##_tool,
#include "check/tools.def"
#undef TOOL
};
