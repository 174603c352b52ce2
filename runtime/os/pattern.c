/* Extended regular expressions (pattern.h), by the C library. */
#include "os/pattern.h"

#include "os/libc_names.h"

/* By names that no program has (math_library.c). */
int swrt_libm_regcomp(regex_t *pattern, const char *text, int flags);
int swrt_libm_regexec(const regex_t *pattern, const char *text, size_t most, regmatch_t *matches, int flags);

bool swrt_pattern_make(struct swrt_pattern *pattern, const char *text) {
    swrt_open_math();
    return !swrt_libm_regcomp(&pattern->os, text, REG_EXTENDED | REG_NOSUB);
}

bool swrt_pattern_finds(const struct swrt_pattern *pattern, const char *text) {
    return !swrt_libm_regexec(&pattern->os, text, 0, NULL, 0);
}
