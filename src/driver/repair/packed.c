/* Packed structures that g++, and nvcc with it, lays out otherwise than clang.
 *
 *      struct __attribute__((packed)) Many { char c; Half h[2]; };         Half has a constructor of its own: 6 bytes, not 5
 *      struct __attribute__((packed)) Many { char c; Half h[2] __attribute__((aligned(2))); };      6 for clang, too
 *
 * A member whose class is no plain old data neither of them packs, nor does g++ an array of those, nor what is packed itself
 * but for such a member. Where a member of a class lies, by the layouts that each pass dumps, where its alignment does not
 * permit, clang is asked for the syntax tree, which says what is packed by which words. The words that give g++'s layout are
 * put in, and the pass starts again: a structure with this one in it may be next. What they cannot be put into is refused: a
 * template, whose members need not all be of such classes, and members that a macro makes. */
#include "driver/repair/records.h"
#include "driver/repair/repair.h"

#include <stdlib.h>
#include <string.h>

/* A member that is not aligned as its class is. */
struct odd {
    const char *record, *member;
    size_t wanted, own, offset; /* the alignment of its class, and of the record */
};

struct search {
    struct sw_repair *repair;
    struct sw_arena *arena;
    struct sw_map *aligned; /* hash of a type -> its alignment */
    SW_VEC(struct odd) odd;
    struct sw_records records;
};

/* ---- Members that are not aligned */

static const void *key_of(const char *text) {
    return (const void *)(uintptr_t)sw_hash_bytes((struct sw_hash){0}, text, strlen(text)).a;
}

/* A line of a layout behind its bar; null: it has none. */
static const char *behind_bar(struct sw_arena *arena, const char *line) {
    size_t length = strcspn(line, "\n");
    const char *bar = memchr(line, '|', length);
    return bar ? sw_arena_strndup(arena, bar + 1 + strspn(bar + 1, " "),
                                  length - (size_t)(bar + 1 - line) - strspn(bar + 1, " "))
               : NULL;
}

static const char *next_line(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

static const char head[] = "*** Dumping AST Record Layout\n";

static size_t alignment_of(const char *record, const char *end) {
    static const char words[] = ", align=";
    const char *at = strstr(record, words);
    return at && at < end ? strtoul(at + strlen(words), NULL, 10) : 0;
}

static void note_alignment(struct search *s, const char *record, const char *end) {
    const char *name = behind_bar(s->arena, record);
    if (name)
        sw_map_put(s->aligned, key_of(sw_element_type(s->arena, name)), (void *)alignment_of(record, end));
}

static void note_odd(struct search *s, const char *record, const char *end) {
    const char *name = behind_bar(s->arena, record);
    size_t own = alignment_of(record, end);
    for (const char *line = next_line(record); name && line < end; line = next_line(line)) {
        const char *member = behind_bar(s->arena, line), *space = member ? strrchr(member, ' ') : NULL;
        if (!space || *member == '[')
            continue;
        const char *type = sw_element_type(s->arena, sw_arena_strndup(s->arena, member, (size_t)(space - member)));
        size_t wanted = (size_t)sw_map_get(s->aligned, key_of(type)), offset = strtoul(line, NULL, 10);
        if (wanted > own || (wanted && offset % wanted))
            sw_vec_push(s->arena, &s->odd,
                        ((struct odd){sw_last_name(s->arena, sw_element_type(s->arena, name)), space + 1, wanted, own,
                                      offset}));
    }
}

static void each_record(struct search *s, const char *layouts,
                        void (*note)(struct search *s, const char *record, const char *end)) {
    for (const char *at = strstr(layouts, head), *end; at; at = *end ? strstr(end, head) : NULL) {
        at += strlen(head);
        end = strstr(at, "\n\n");
        end = end ? end + 1 : at + strlen(at);
        note(s, at, end);
    }
}

/* ---- What g++ packs */

static bool is_whole(const struct search *s, const char *name, unsigned depth);

/* Whether g++ takes the word from the record, as it has a member that is not packed. */
static bool has_whole_member(const struct search *s, const struct sw_record *record, unsigned depth) {
    for (size_t i = 0; i < record->fields.count; i++)
        if (!record->fields.at[i]->is_packed && is_whole(s, record->fields.at[i]->type, depth))
            return true;
    return false;
}

/* Whether g++ does not pack members of this class. Where two have the name, one is enough. */
static bool is_whole(const struct search *s, const char *name, unsigned depth) {
    enum { DEEPEST = 32 }; /* of names that are several classes' one could be in itself */
    for (size_t i = 0; i < s->records.count; i++) {
        const struct sw_record *record = s->records.at[i];
        if (!record->is_plain && sw_equal(record->name, name) &&
            (!record->is_packed || depth == DEEPEST || has_whole_member(s, record, depth + 1)))
            return true;
    }
    return false;
}

static size_t alignment_in(const struct sw_record *record, const struct odd *odd) {
    return record->limit && record->limit < odd->wanted ? record->limit : odd->wanted;
}

/* Null: it lies as it should. */
static const struct odd *odd_of(const struct search *s, const struct sw_record *record, const struct sw_field *field) {
    for (size_t i = 0; i < s->odd.count; i++) {
        const struct odd *odd = &s->odd.at[i];
        size_t wanted = alignment_in(record, odd);
        if (sw_equal(odd->record, record->name) && sw_equal(odd->member, field->name) &&
            (odd->own < wanted || odd->offset % wanted))
            return odd;
    }
    return NULL;
}

/* ---- What is done about it */

static bool is_of_template(const struct search *s, const struct sw_field *field) {
    unsigned count = 0;
    for (size_t i = 0; i < s->records.count; i++)
        for (size_t k = 0; k < s->records.at[i]->fields.count; k++)
            count += sw_equal(s->records.at[i]->fields.at[k]->place, field->place);
    return count > 1;
}

/* at: the member's name. */
static const char *put_alignment(struct sw_arena *arena, const char *text, const char *at,
                                 const struct sw_patch *patch) {
    size_t length = strlen(patch->name);
    const char *end = at + length;
    if (!sw_starts_with(at, patch->name) || sw_is_of_name(*end))
        return NULL;
    for (const char *next = sw_skip_space(end); *next == '['; next = sw_skip_space(end))
        end = next + strcspn(next, "]") + 1;
    return strchr(",;={", *sw_skip_space(end)) ? sw_put_word(arena, text, end, patch) : NULL;
}

/* Whether the words can be put in where the file has the member. */
static bool fits(const struct search *s, const struct sw_patch *patch) {
    const char *text = sw_read_file(s->arena, sw_read_now(s->repair->step, patch->path), NULL);
    const char *at = text ? sw_find_place(text, patch) : NULL;
    return at && patch->put(s->arena, text, at, patch);
}

static bool add_patch(const struct search *s, const struct odd *odd, const struct sw_record *record,
                      const struct sw_field *field) {
    struct sw_patch patch = {.put = put_alignment, .name = field->name};
    patch.word = sw_arena_printf(s->arena, " __attribute__((aligned(%zu)))", alignment_in(record, odd));
    return !is_of_template(s, field) &&
           sw_read_place(s->arena, sw_arena_printf(s->arena, "%s: error: ", field->place), ": error: ", &patch) &&
           fits(s, &patch) && sw_add_patch(s->repair, NULL, patch);
}

static const char *error_of(const struct search *s, const struct sw_record *record, const struct sw_field *field) {
    return sw_arena_printf(
        s->arena,
        "%s: error: '%s' of %s is packed by clang, but not by g++ and nvcc, as '%s' is no plain old data: "
        "write __attribute__((aligned(alignof(%s)))) behind the member, which all three lay out "
        "alike\n",
        field->place, field->name,
        record->is_unnamed ? "a structure" : sw_arena_printf(s->arena, "packed structure '%s'", record->name),
        field->type, field->type);
}

static void add_error(const struct search *s, const char **errors, const char *error) {
    if (!strstr(*errors, error))
        *errors = sw_arena_printf(s->arena, "%s%s", *errors, error);
}

/* Those for which nothing can be put in, if there are some; else all, and patches. */
static const char *errors_of(const struct search *s) {
    const char *all = "", *refused = "";
    for (size_t i = 0; i < s->records.count; i++) {
        const struct sw_record *record = s->records.at[i];
        for (size_t k = 0; record->is_packed && k < record->fields.count; k++) {
            const struct sw_field *field = record->fields.at[k];
            const struct odd *odd = field->is_packed ? NULL : odd_of(s, record, field);
            if (odd && is_whole(s, field->type, 0))
                add_error(s, add_patch(s, odd, record, field) ? &all : &refused, error_of(s, record, field));
        }
    }
    if (*refused)
        s->repair->patches.count = 0;
    return *refused ? refused : all;
}

static const char *dump_of(struct sw_repair *r) {
    static const char *const words[] = {"-w", "-fno-color-diagnostics", "-fsyntax-only", "-Xclang", "-ast-dump", NULL};
    const char *path = sw_arena_printf(r->arena, "%s.tree", r->step->output);
    int status;
    return sw_ask_clang(r, words, path, "/dev/null", path, &status);
}

const char *sw_packed_otherwise(struct sw_repair *r) {
    struct search s = {.repair = r, .arena = r->arena, .aligned = sw_map_create(r->arena)};
    const char *layouts = r->step->stdout_file ? sw_read_file(r->arena, r->step->stdout_file, NULL) : NULL;
    if (!layouts)
        return "";
    each_record(&s, layouts, note_alignment);
    each_record(&s, layouts, note_odd);
    if (!s.odd.count)
        return "";
    s.records = sw_read_records(r->arena, dump_of(r));
    return errors_of(&s);
}
