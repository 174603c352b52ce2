/* What events are called, for people and in records. */
#ifndef SWRT_LAUNCH_WORDS_H
#define SWRT_LAUNCH_WORDS_H

#include <stddef.h>

#include "explore/program.h"

/* "read", "barrier"; "device". */
const char *swrt_explore_kind_word(enum swrt_explore_kind kind);
const char *swrt_explore_scope_word(uint32_t scope);

/* "acquire device atomic rmw"; of a plain access nothing but flags. */
void swrt_explore_how_text(uint32_t order, uint32_t scope, uint32_t flags, char *text, size_t size);

#endif
