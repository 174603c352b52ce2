/* Thin archives ("ar rcT", what Meson makes of libraries that are not installed): archives that name their members and do
 * not hold them. libelf does not know them.
 *
 * Behind the magic a header of 60 bytes stands for each member. Two have their bytes behind them, at even places: "/" or
 * "/SYM64/", the linker's index, and "//", the names. The others are called "/P", with the place of the name among the
 * names, or "/P:Q": the member whose header is at Q of the archive of that name. Names end in "/\n", and are paths from
 * the archive's folder. */
#define _GNU_SOURCE
#include "base/base.h"

#include <ar.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "!<thin>\n";
enum { MAGIC_SIZE = sizeof magic - 1 };

bool sw_is_thin(const char *path) {
    char start[MAGIC_SIZE] = "";
    FILE *file = fopen(path, "re");
    bool is_thin = file && fread(start, 1, MAGIC_SIZE, file) == MAGIC_SIZE && !memcmp(start, magic, MAGIC_SIZE);
    if (file)
        fclose(file);
    return is_thin;
}

static bool is_called(const struct ar_hdr *header, const char *name) {
    size_t length = strlen(name);
    return !memcmp(header->ar_name, name, length) && header->ar_name[length] == ' ';
}

/* Whether its bytes lie behind the header. */
static bool is_held(const struct ar_hdr *header) {
    return is_called(header, "/") || is_called(header, "/SYM64/") || is_called(header, "//");
}

static size_t held_bytes(const struct ar_hdr *header) {
    char digits[sizeof header->ar_size + 1] = "";
    if (!is_held(header))
        return 0;
    memcpy(digits, header->ar_size, sizeof header->ar_size);
    return strtoull(digits, NULL, 10);
}

/* The name of these at a place; null when there is none. */
static const char *name_at(struct sw_arena *arena, struct sw_thin *thin, size_t place) {
    const char *name = thin->names + place;
    const char *end = place < thin->names_size ? memmem(name, thin->names_size - place, "/\n", 2) : NULL;
    if (!end)
        return NULL;
    const char *path = sw_arena_strndup(arena, name, (size_t)(end - name)), *slash = strrchr(thin->path, '/');
    if (*path == '/' || !slash)
        return path;
    return sw_arena_printf(arena, "%.*s/%s", (int)(slash - thin->path), thin->path, path);
}

static bool read_member(struct sw_arena *arena, struct sw_thin *thin, const struct ar_hdr *header) {
    char text[sizeof header->ar_name + 1] = "", *end;
    memcpy(text, header->ar_name, sizeof header->ar_name);
    thin->member = name_at(arena, thin, strtoull(text + 1, &end, 10));
    thin->member_place = *end == ':' ? strtoull(end + 1, &end, 10) : 0;
    thin->is_damaged = text[0] != '/' || end == text + 1 || *end != ' ' || !thin->member;
    return !thin->is_damaged;
}

bool sw_thin_open(struct sw_arena *arena, struct sw_thin *thin, const char *path) {
    *thin = (struct sw_thin){.path = path, .at = MAGIC_SIZE};
    thin->bytes = sw_read_file(arena, path, &thin->size);
    return thin->bytes;
}

/* The next header, or null at the end; what it holds is passed over. */
static const struct ar_hdr *take_header(struct sw_thin *thin) {
    const struct ar_hdr *header = (const struct ar_hdr *)(thin->bytes + thin->at);
    size_t left = thin->size - thin->at;
    if (thin->at >= thin->size)
        return NULL;
    thin->is_damaged = left < sizeof *header || memcmp(header->ar_fmag, ARFMAG, sizeof header->ar_fmag) != 0 ||
                       held_bytes(header) > left - sizeof *header;
    if (thin->is_damaged)
        return NULL;
    thin->at += sizeof *header + held_bytes(header) + held_bytes(header) % 2;
    return header;
}

bool sw_thin_next(struct sw_arena *arena, struct sw_thin *thin) {
    const struct ar_hdr *header;
    while (!thin->is_damaged && (header = take_header(thin))) {
        if (!is_held(header))
            return read_member(arena, thin, header);
        if (is_called(header, "//")) {
            thin->names = (const char *)(header + 1);
            thin->names_size = held_bytes(header);
        }
    }
    return false;
}
