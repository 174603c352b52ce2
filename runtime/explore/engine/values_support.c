/* Supports: what reads must have got for a value to be written. */
#include <string.h>

#include "explore/engine/values.h"

enum { SUPPORTS = 64 };

bool swrt_support_require(struct swrt_support *support, uint16_t read, uint64_t value) {
    unsigned i = 0;
    while (i < support->count && support->at[i].read < read)
        i++;
    if (i < support->count && support->at[i].read == read)
        return support->at[i].value == value;
    if (support->count == SWRT_SUPPORT_CONDITIONS)
        return true;
    memmove(&support->at[i + 1], &support->at[i], (support->count - i) * sizeof support->at[0]);
    support->at[i].read = read;
    support->at[i].value = value;
    support->count++;
    return true;
}

bool swrt_support_require_all(struct swrt_support *support, const struct swrt_support *more) {
    for (unsigned i = 0; i < more->count; i++)
        if (!swrt_support_require(support, more->at[i].read, more->at[i].value))
            return false;
    return true;
}

static bool is_within(const struct swrt_support *small, const struct swrt_support *large) {
    unsigned i = 0;
    for (unsigned k = 0; k < large->count && i < small->count; k++)
        i += small->at[i].read == large->at[k].read && small->at[i].value == large->at[k].value;
    return i == small->count;
}

bool swrt_value_add_support(struct swrt_value *value, const struct swrt_support *support) {
    for (unsigned i = 0; i < value->count; i++)
        if (is_within(&value->supports[i], support))
            return false;
    if (value->count == SUPPORTS) { /* too many: no conditions at all */
        value->count = 1;
        value->supports[0].count = 0;
        return true;
    }
    for (unsigned i = 0; i < value->count;)
        if (is_within(support, &value->supports[i]))
            value->supports[i] = value->supports[--value->count];
        else
            i++;
    value->supports = swrt_explore_grow(value->supports, value->count, sizeof *value->supports);
    value->supports[value->count++] = *support;
    return true;
}

bool swrt_support_fits_run(const struct swrt_values *s, const struct swrt_support *support, unsigned reads) {
    for (unsigned i = 0; i < support->count; i++) {
        unsigned read = support->at[i].read;
        if (read / SWRT_EXPLORE_READS == s->thread && read % SWRT_EXPLORE_READS < reads &&
            s->got[read % SWRT_EXPLORE_READS] != support->at[i].value)
            return false;
    }
    return true;
}
