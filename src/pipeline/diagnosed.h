/* Which diagnostics are warnings, errors, or nothing: the command line says it, and pragmas in the source
 * (#pragma nv_diag_suppress 20091) from their line on. Those of nvcc's are named by its numbers, ours by words. */
#ifndef SW_DIAGNOSED_H
#define SW_DIAGNOSED_H

#include "base/base.h"

enum sw_diagnostic { SW_DIAGNOSED_READ, SW_DIAGNOSED_WRITTEN, SW_DIAGNOSED_POINTER };
const char *sw_diagnostic_word(enum sw_diagnostic diagnostic); /* "20091" */
enum sw_severity { SW_SILENT, SW_WARNING, SW_ERROR };

/* usual: what diagnostics are that no list names. no_warnings: those that are warnings are nothing. */
struct sw_diagnosed {
    struct sw_arena *arena;
    enum sw_severity usual;
    bool no_warnings;
    struct sw_strings suppressed, warned, errors; /* numbers and words */
};

enum sw_severity sw_severity_of(const struct sw_diagnosed *d, struct sw_place place, enum sw_diagnostic diagnostic);

#endif
