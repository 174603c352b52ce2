/* What clang reads, and which line of which file stands where in it. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* # 3 "a.cu" 1 3: the line behind it is the third one of a.cu; the last 3 says that the file is the system's. */
static bool read_marker(struct sw_arena *arena, const char *at, struct sw_line *line) {
    char *end;
    if (at[0] != '#' || at[1] != ' ' || !isdigit((unsigned char)at[2]))
        return false;
    line->number = strtoul(at + 2, &end, 10);
    const char *path = sw_starts_with(end, " \"") ? end + 2 : NULL, *quote = path ? strchr(path, '"') : NULL;
    if (!quote)
        return false;
    line->path = sw_arena_strndup(arena, path, (size_t)(quote - path));
    line->is_system = memchr(quote, '3', strcspn(quote, "\n")) != NULL;
    return true;
}

/* Lines that say where others stand, and others of the preprocessor, become blank. */
static struct sw_lines *read_lines(struct sw_arena *arena, char *text) {
    struct sw_lines *lines = sw_arena_alloc(arena, sizeof *lines);
    struct sw_line line = {.path = ""};
    lines->text = text;
    for (char *at = text, *next; *at; at = next) {
        next = at + strcspn(at, "\n");
        next += *next != '\0';
        bool is_marker = read_marker(arena, at, &line);
        line.at = at;
        if (!is_marker)
            sw_vec_push(arena, lines, line);
        line.number += !is_marker;
        if (*at == '#')
            memset(at, ' ', strcspn(at, "\n"));
    }
    return lines;
}

const struct sw_lines *sw_lines_read(struct sw_repair *r) {
    if (!r->lines)
        r->lines = read_lines(r->arena, sw_arena_strdup(r->arena, sw_preprocessed_with_lines(r)));
    return r->lines;
}

const struct sw_line *sw_line_at(const struct sw_lines *lines, const char *at) {
    size_t first = 0, end = lines->count;
    assert(lines->count);
    while (end - first > 1) {
        size_t middle = first + (end - first) / 2;
        if (lines->at[middle].at <= at)
            first = middle;
        else
            end = middle;
    }
    return &lines->at[first];
}
