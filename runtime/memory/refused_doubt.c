/* Addresses that are outside of CUDA's memory, but no proof that a kernel works on the host's:
 *
 *   strings and tables of kernels      lie in the program's read-only memory, among the host's own, and come back as pointers
 *   array + n, for an array of n       the end, from which code goes backwards
 *   array - 1                          of code that counts elements from 1
 *
 * The arrays are managed and device variables, and registered memory: what lies around these is the host's. Where a shadow
 * starts it is one, in front of an array, too: it is passed by its name. Variables of up to 16 bytes are no arrays: there
 * are many, and what lies behind one is as likely to be meant. */

#include "memory/memory.h"
#include "os/loader.h"
#include "report/refused.h"

enum { MOST_OF_SCALARS = 16, IN_FRONT = 64, STEP = 4 };

struct query {
    uintptr_t address;
    bool is_found;
};

/* What the loader writes to and then protects has tables of pointers. */
static bool visit_segment(const struct swrt_segment *segment, void *data) {
    struct query *query = data;
    bool is_constant = segment->kind == SWRT_SEGMENT_CONSTANT ||
                       (segment->kind == SWRT_SEGMENT_LOADED && !segment->is_writable);
    query->is_found = is_constant && query->address - (uintptr_t)segment->start < segment->bytes;
    return query->is_found;
}

static bool is_constant(const void *address) {
    struct query query = {.address = (uintptr_t)address};
    swrt_segments_visit(visit_segment, &query);
    return query.is_found;
}

static bool is_in_array(const char *address) {
    struct swrt_allocation found;
    return swrt_memory_find(address, &found) != SWRT_MEMORY_NONE && found.bytes > MOST_OF_SCALARS;
}

static bool is_in_front(const char *address) {
    for (size_t i = STEP; i <= IN_FRONT; i += STEP)
        if (is_in_array(address + i))
            return true;
    return false;
}

bool swrt_refused_in_doubt(const void *address, bool starts_shadow) {
    return is_in_array((const char *)address - 1) || (!starts_shadow && (is_in_front(address) || is_constant(address)));
}
