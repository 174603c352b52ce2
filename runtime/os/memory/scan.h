/* Which pages were written to, as the system tells. */
#ifndef SWRT_SCAN_H
#define SWRT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the system tells; all others want that it does. */
bool swrt_scan_is_possible(void);

/* From now on it tells of these pages, which count as written to at first. false: they are no memory of which it can. */
bool swrt_scan_register(char *base, size_t bytes);
void swrt_scan_unregister(char *base, size_t bytes);

/* Runs of registered pages that were written to since they were last protected; protects: they are from now on. */
void swrt_scan_each(char *base, size_t bytes, bool protects, void (*visit)(char *at, size_t bytes, void *data),
                    void *data);

/* Registered pages count as not written to from now on. */
void swrt_scan_protect(char *base, size_t bytes);

#endif
