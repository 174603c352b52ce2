/* Entries: what a section of ours holds. Each is an 8-byte magic, a 64-bit size, so many bytes, and zeros up to a multiple
 * of 16; so the sections of several objects stay entries when a linker puts them one behind the other. */
#include "base/base.h"

#include <string.h>

enum { HEAD = 16, ALIGN = SW_ENTRY_ALIGN, MAGIC = 8 };

char *sw_entry_of(struct sw_arena *arena, const char *magic, const void *bytes, size_t size, size_t *whole) {
    uint64_t length = size;
    *whole = (HEAD + size + ALIGN - 1) / ALIGN * ALIGN;
    char *entry = sw_arena_alloc(arena, *whole);
    memcpy(entry, magic, MAGIC);
    memcpy(entry + MAGIC, &length, sizeof length);
    memcpy(entry + HEAD, bytes, size);
    return entry;
}

bool sw_next_entry(const char **bytes, size_t *size, struct sw_entry *entry) {
    uint64_t length;
    if (*size < HEAD)
        return false;
    memcpy(&length, *bytes + MAGIC, sizeof length);
    entry->is_damaged = length > *size - HEAD;
    if (entry->is_damaged)
        return true;
    entry->magic = *bytes;
    entry->bytes = *bytes + HEAD;
    entry->size = length;
    size_t step = (HEAD + length + ALIGN - 1) / ALIGN * ALIGN;
    step = step < *size ? step : *size;
    *bytes += step;
    *size -= step;
    return true;
}

bool sw_is_entry(const struct sw_entry *entry, const char *magic) {
    return !entry->is_damaged && !memcmp(entry->magic, magic, MAGIC);
}
