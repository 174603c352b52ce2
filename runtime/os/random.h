/* Numbers that nobody can guess. */
#ifndef SWRT_RANDOM_H
#define SWRT_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* Fills in all bytes. false: the system has none, or a signal came; then some may be filled in, and none need be. */
bool swrt_random(void *to, size_t bytes);

#endif
