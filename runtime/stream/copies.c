/* Copies of the runtime in one process. A library may bring its own, and if that does not find the program's, or the
 * other libraries', each has a device to itself: streams of the one do not wait for those of the other. On a GPU they
 * would, since the driver is one. So it is said, once, when a second copy begins to work.
 *
 * Copies do not see each other's symbols, or there would be one. But the loader lists files with their notes, and a
 * copy's note leads to its record:
 *
 *      note "Softwarp"    record - here        record    is_at_work, is_told
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "os/loader.h"
#include "stream/engine_internal.h"

#define NAME "Softwarp"
enum { KIND = 1 };

struct record {
    atomic_bool is_at_work;
    bool is_told;
};
_Static_assert(sizeof(atomic_bool) == sizeof(bool), "what other versions of the runtime read");

/* Not static: the note names it. */
__attribute__((visibility("hidden"))) struct record swrt_copy_record;

__asm__(".pushsection .note.softwarp, \"a\", @note\n"
        "       .balign 4\n"
        "       .long 9, 8, 1\n"
        "       .asciz \"" NAME "\"\n"
        "       .balign 4\n"
        "1:     .quad swrt_copy_record - 1b\n"
        "       .popsection\n");

/* What a note begins with; its name and what it says follow, each padded. */
struct note {
    uint32_t name_bytes, bytes, kind;
};

static size_t padded(size_t bytes) {
    return (bytes + 3) & ~(size_t)3;
}

/* The record that a note leads to; null when the note is another's. */
static struct record *record_of(const struct note *note) {
    const char *name = (const char *)(note + 1), *here = name + padded(note->name_bytes);
    int64_t distance;
    bool is_ours = note->name_bytes == sizeof NAME && note->bytes == sizeof distance && note->kind == KIND &&
                   !memcmp(name, NAME, sizeof NAME);
    if (!is_ours)
        return NULL;
    memcpy(&distance, here, sizeof distance);
    return (struct record *)(here + distance);
}

static struct record *find_record(const char *start, size_t bytes) {
    const struct note *note;
    for (size_t at = 0; at + sizeof *note <= bytes;
         at += sizeof *note + padded(note->name_bytes) + padded(note->bytes)) {
        note = (const struct note *)(start + at);
        struct record *record = record_of(note);
        if (record)
            return record;
    }
    return NULL;
}

struct others {
    const char *own, *other; /* names of files; null until found */
    bool is_told;
};

static void look_at(const char *file, const struct record *record, struct others *others) {
    if (record == &swrt_copy_record) {
        others->own = file;
    } else if (atomic_load_explicit(&record->is_at_work, memory_order_acquire)) {
        others->other = file;
        others->is_told |= record->is_told;
    }
}

static bool visit_segment(const struct swrt_segment *segment, void *data) {
    bool has_notes = segment->kind == SWRT_SEGMENT_NOTES;
    struct record *record = has_notes ? find_record(segment->start, segment->bytes) : NULL;
    if (record)
        look_at(segment->file, record, data);
    return false;
}

void swrt_copy_begins(void) {
    struct others others = {0};
    atomic_store_explicit(&swrt_copy_record.is_at_work, true, memory_order_release);
    swrt_segments_visit(visit_segment, &others);
    if (!others.other || !others.own)
        return;
    swrt_copy_record.is_told = true;
    if (!others.is_told)
        fprintf(stderr,
                "softwarp: %s and %s have a CUDA runtime each, and their kernels do not wait for each other as "
                "on a GPU: link both with -cudart shared\n",
                others.other, others.own);
}
