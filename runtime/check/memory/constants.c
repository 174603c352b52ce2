/* Lists where device code's constants lie that are no variables (codegen/constants.c), of all programs and libraries that
 * are loaded. */
#include <stdio.h>
#include <stdlib.h>

#include "base/fatal.h"
#include "check/check.h"
#include "os/thread/lock.h"

struct range {
    const char *start, *end;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct range *ranges;
static size_t num_ranges;

static const struct range *find(const char *address) {
    for (size_t i = 0; i < num_ranges; i++)
        if (address >= ranges[i].start && address < ranges[i].end)
            return &ranges[i];
    return NULL;
}

static void add(struct range range) {
    struct range *grown = realloc(ranges, (num_ranges + 1) * sizeof *ranges);
    if (!grown)
        swrt_fatal("out of memory at start, for the constants of a module");
    ranges = grown;
    ranges[num_ranges++] = range;
}

/* All modules of a program name the same range. */
void swrt_register_constants(const void *start, const void *end) {
    swrt_mutex_lock(&lock);
    if (start != end && !find(start))
        add((struct range){start, end});
    swrt_mutex_unlock(&lock);
}

bool swrt_check_is_constant(const void *address) {
    swrt_mutex_lock(&lock);
    bool is_one = find(address);
    swrt_mutex_unlock(&lock);
    return is_one;
}
