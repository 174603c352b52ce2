/* Extended regular expressions. */
#ifndef SWRT_PATTERN_H
#define SWRT_PATTERN_H

#include <regex.h>
#include <stdbool.h>

struct swrt_pattern {
    regex_t os;
};

/* false: the text is no expression. It is never given back: there are as many as the user names. */
bool swrt_pattern_make(struct swrt_pattern *pattern, const char *text);

/* Whether the expression finds something in the text. Before: the pattern has been made. */
bool swrt_pattern_finds(const struct swrt_pattern *pattern, const char *text);

#endif
