/* Copies of the runtime in one process. A library may bring its own, and if that does not find the program's, or the
 * other libraries', each has a device to itself: streams of the one do not wait for those of the other. On a GPU they
 * would, since the driver is one. So it is said, once, when a second copy begins to work.
 *
 * Copies do not see each other's symbols, or there would be one. But the loader lists files with their notes, and a
 * copy's note leads to its record:
 *
 *      note "Softwarp"    record - here        record    is_at_work, is_told
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "stream/engine_internal.h"

#define NAME "Softwarp"
enum { KIND = 1 };

struct record {
    bool is_at_work, is_told;
};

/* Not static: the note names it. */
__attribute__((visibility("hidden"))) struct record swrt_copy_record;

__asm__(".pushsection .note.softwarp, \"a\", @note\n"
        "       .balign 4\n"
        "       .long 9, 8, 1\n"
        "       .asciz \"" NAME "\"\n"
        "       .balign 4\n"
        "1:     .quad swrt_copy_record - 1b\n"
        "       .popsection\n");

static size_t padded(size_t bytes) {
    return (bytes + 3) & ~(size_t)3;
}

/* The record that a note leads to; null when the note is another's. */
static struct record *record_of(const ElfW(Nhdr) *note) {
    const char *name = (const char *)(note + 1), *here = name + padded(note->n_namesz);
    int64_t distance;
    bool is_ours = note->n_namesz == sizeof NAME && note->n_descsz == sizeof distance && note->n_type == KIND &&
                   !memcmp(name, NAME, sizeof NAME);
    if (!is_ours)
        return NULL;
    memcpy(&distance, here, sizeof distance);
    return (struct record *)(here + distance);
}

static struct record *find_record(const char *start, size_t bytes) {
    const ElfW(Nhdr) *note;
    for (size_t at = 0; at + sizeof *note <= bytes;
         at += sizeof *note + padded(note->n_namesz) + padded(note->n_descsz)) {
        note = (const ElfW(Nhdr) *)(start + at);
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

static const char *file_name(const struct dl_phdr_info *file) {
    return *file->dlpi_name ? file->dlpi_name : program_invocation_name;
}

static void look_at(const struct dl_phdr_info *file, const struct record *record, struct others *others) {
    if (record == &swrt_copy_record) {
        others->own = file_name(file);
    } else if (__atomic_load_n(&record->is_at_work, __ATOMIC_ACQUIRE)) {
        others->other = file_name(file);
        others->is_told |= record->is_told;
    }
}

static int visit_file(struct dl_phdr_info *file, size_t size, void *data) {
    for (int i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &file->dlpi_phdr[i];
        bool has_notes = segment->p_type == PT_NOTE && segment->p_align <= 4;
        const char *start = (const char *)file->dlpi_addr + segment->p_vaddr;
        struct record *record = has_notes ? find_record(start, segment->p_memsz) : NULL;
        if (record)
            look_at(file, record, data);
    }
    return 0;
}

void swrt_copy_begins(void) {
    struct others others = {0};
    __atomic_store_n(&swrt_copy_record.is_at_work, true, __ATOMIC_RELEASE);
    dl_iterate_phdr(visit_file, &others);
    if (!others.other || !others.own)
        return;
    swrt_copy_record.is_told = true;
    if (!others.is_told)
        fprintf(stderr, "softwarp: %s and %s have a CUDA runtime each, and their kernels do not wait for each other as "
                "on a GPU: link both with -cudart shared\n", others.other, others.own);
}
