/* The layouts that clang dumps of a pass's records: which members are not aligned as their class is, and all members' types,
 * which are canonical there.
 *
 *      *** Dumping AST Record Layout
 *               0 | struct n::Many
 *               0 |   char c
 *               1 |   struct n::Half[2] h
 *                 | [sizeof=5, dsize=5, align=1,
 *                 |  nvsize=5, nvalign=1]
 *
 * A member's members stand behind it, further in. Several records may have one name: those of functions. */
#include "driver/repair/records.h"

#include <stdlib.h>
#include <string.h>

const void *sw_name_key(const char *text) {
    return (const void *)(uintptr_t)sw_hash_bytes((struct sw_hash){0}, text, strlen(text)).a;
}

/* A line behind its bar and so many spaces; null: it has none, or other ones. */
static const char *behind_bar(struct sw_arena *arena, const char *line, size_t spaces) {
    size_t length = strcspn(line, "\n");
    const char *bar = memchr(line, '|', length);
    return bar && strspn(bar + 1, " ") == spaces
               ? sw_arena_strndup(arena, bar + 1 + spaces, length - (size_t)(bar + 1 - line) - spaces)
               : NULL;
}

const char *sw_next_line(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

static const char head[] = "*** Dumping AST Record Layout\n";

size_t sw_layout_number(const char *record, const char *end, const char *words) {
    const char *at = strstr(record, words);
    return at && at < end ? strtoul(at + strlen(words), NULL, 10) : 0;
}

static size_t alignment_of(const char *record, const char *end) {
    return sw_layout_number(record, end, ", align=");
}

/* Without what says that it is empty. */
const char *sw_layout_text(struct sw_arena *arena, const char *line, size_t spaces) {
    static const char empty[] = " (empty)";
    const char *text = behind_bar(arena, line, spaces);
    size_t length = text ? strlen(text) : 0, end = strlen(empty);
    bool is_empty = length > end && sw_equal(text + length - end, empty);
    return is_empty ? sw_arena_strndup(arena, text, length - end) : text;
}

const char *sw_layout_name(struct sw_arena *arena, const char *record) {
    const char *text = sw_layout_text(arena, record, 1);
    return text ? sw_plain_name(arena, text) : NULL;
}

static void note_alignment(void *of, const char *record, const char *end) {
    struct sw_layouts *l = of;
    const char *name = sw_layout_name(l->arena, record);
    if (!name)
        return;
    size_t alignment = alignment_of(record, end), known = (size_t)sw_map_get(l->aligned, sw_name_key(name));
    if (known && known != alignment)
        sw_map_put(l->unsure, sw_name_key(name), l);
    sw_map_put(l->aligned, sw_name_key(name), (void *)(known > alignment ? known : alignment));
}

struct member {
    const char *name, *type;
    size_t offset;
};

/* False: the line has no member of the record itself. */
static bool read_member(struct sw_arena *arena, const char *line, struct member *m) {
    const char *text = sw_layout_text(arena, line, 3), *space = text ? strrchr(text, ' ') : NULL;
    if (!space)
        return false;
    m->name = space + 1;
    m->type = sw_plain_name(arena, sw_element_type(arena, sw_arena_strndup(arena, text, (size_t)(space - text))));
    m->offset = strtoul(line, NULL, 10);
    return true;
}

static void note_odd(void *of, const char *record, const char *end) {
    struct sw_layouts *l = of;
    const char *name = sw_layout_name(l->arena, record);
    size_t own = alignment_of(record, end);
    struct member m;
    for (const char *line = sw_next_line(record); name && line < end; line = sw_next_line(line)) {
        if (!read_member(l->arena, line, &m))
            continue;
        size_t wanted = (size_t)sw_map_get(l->aligned, sw_name_key(m.type));
        if (wanted > own || (wanted && m.offset % wanted))
            sw_vec_push(l->arena, &l->odd,
                        ((struct sw_odd){name, m.name, m.type, wanted, own, m.offset,
                                         sw_map_has(l->unsure, sw_name_key(m.type))}));
    }
}

static const void *key_of_member(struct sw_arena *arena, const char *record, const char *member) {
    return sw_name_key(sw_arena_printf(arena, "%s %s", record, member));
}

static const char several[] = "";

static void note_types(void *of, const char *record, const char *end) {
    struct sw_layouts *l = of;
    const char *name = sw_layout_name(l->arena, record);
    struct member m;
    for (const char *line = sw_next_line(record); name && line < end; line = sw_next_line(line)) {
        if (!read_member(l->arena, line, &m))
            continue;
        const void *key = key_of_member(l->arena, name, m.name);
        const char *known = sw_map_get(l->types, key);
        sw_map_put(l->types, key, (void *)(known && !sw_equal(known, m.type) ? several : m.type));
    }
}

void sw_each_layout(const char *dump, void (*note)(void *of, const char *record, const char *end), void *of) {
    for (const char *at = strstr(dump, head), *end; at; at = *end ? strstr(end, head) : NULL) {
        at += strlen(head);
        end = strstr(at, "\n\n");
        end = end ? end + 1 : at + strlen(at);
        note(of, at, end);
    }
}

struct sw_layouts sw_read_layouts(struct sw_arena *arena, const char *dump) {
    struct sw_layouts l = {.arena = arena, .aligned = sw_map_create(arena), .unsure = sw_map_create(arena)};
    l.types = sw_map_create(arena);
    sw_each_layout(dump, note_alignment, &l);
    sw_each_layout(dump, note_odd, &l);
    return l;
}

void sw_read_members(struct sw_layouts *l, const char *dump) {
    sw_each_layout(dump, note_types, l);
}

bool sw_is_laid_out(const struct sw_layouts *l, const char *type) {
    return sw_map_has(l->aligned, sw_name_key(type));
}

const char *sw_type_of_member(const struct sw_layouts *l, const char *record, const char *member) {
    const char *type = sw_map_get(l->types, key_of_member(l->arena, record, member));
    return type && *type ? type : NULL;
}
