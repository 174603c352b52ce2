/* Which of nvcc's diagnostics, by number, are warnings, errors, or nothing: the command line says it, and pragmas in
 * the source (#pragma nv_diag_suppress 20091) from their line on. */
#ifndef SW_DIAGNOSED_H
#define SW_DIAGNOSED_H

#include "base/base.h"

enum { SW_DIAGNOSED_READ = 20091, SW_DIAGNOSED_WRITTEN = 20092 };
enum sw_severity { SW_SILENT, SW_WARNING, SW_ERROR };

/* usual: what diagnostics are that no list names. */
struct sw_diagnosed {
    struct sw_arena *arena;
    enum sw_severity usual;
    struct sw_strings suppressed, warned, errors; /* numbers */
};

enum sw_severity sw_severity_of(const struct sw_diagnosed *d, struct sw_place place, unsigned number);

#endif
