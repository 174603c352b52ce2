/* What a failed assert of the runtime's says. It goes out at once: stderr has no buffer, and nothing is freed. */
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file within runtime/, wherever that was when it was compiled. */
static const char *within_sources(const char *file) {
    for (const char *folder; (folder = strstr(file, "/runtime/"));)
        file = folder + strlen("/runtime/");
    return file;
}

void swrt_assert_failed(const char *file, unsigned line, const char *condition) {
    fprintf(stderr, "softwarp: %s:%u: assertion '%s' failed: this is a bug in Softwarp, please report it\n",
            within_sources(file), line, condition);
    abort();
}
