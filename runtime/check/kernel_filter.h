/* Kernels that findings are to be about. */
#ifndef SWRT_KERNEL_FILTER_H
#define SWRT_KERNEL_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct swrt_kernel_filters {
    struct swrt_kernel_filter **at;
    size_t count;
};

/* One more of them, for kernels whose names it matches, or for all others; false: it is empty, or no
 * regular expression. */
bool swrt_kernel_filters_add(struct swrt_kernel_filters *filters, const char *value, bool is_regex, bool excludes);
/* Whether a kernel of this name, as people write it, passes; null: it is no kernel's. */
bool swrt_kernel_filters_pass(const struct swrt_kernel_filters *filters, const char *name);
/* Writes the options that they are, with a blank before each. */
void swrt_kernel_filters_tell(const struct swrt_kernel_filters *filters, FILE *to);

/* All of them in a variable of the environment: a line each, whether it excludes (- or +), how it is meant (r: a regular
 * expression, or n), the value. The first makes such a text, which the caller frees; the second reads it. */
char *swrt_kernel_filters_text(const struct swrt_kernel_filters *filters);
void swrt_kernel_filters_get(struct swrt_kernel_filters *filters, const char *variable);

#endif
