/* Classes into whose last bytes g++, and nvcc with it, puts what follows, and clang does not.
 *
 *      struct Head { long id; int kind; Head() = default; };                           16 bytes, of which 12 are in use
 *      struct Item : Head { char c; };                                     at 12 for g++ since C++20, at 16 for clang
 *      struct Head { template <int> Head(int (*)[1], int); long id; ..                 at 12 for both
 *
 * The ABI keeps the last bytes of what was plain old data in C++98 for itself. g++ asks for that whether a class is an
 * aggregate, which one with constructors that are defaulted or deleted is not since C++20, nor one with an explicit one
 * before; clang asks whether a constructor does something of its own. So such a class is given one that nobody can call, as
 * no argument tells its template's parameter: it takes part in no overload resolution, and the class stays trivial, a literal
 * type and everything else that a program can ask for. What is an aggregate to both stays one.
 *
 * Which classes are in doubt the layouts tell that each pass dumps, and the definitions in between of what has code; clang is
 * asked for the syntax tree only if there are some. Where the constructor cannot be put in (a macro makes the class, or it is
 * an aggregate with a [[no_unique_address]] member, which g++ takes for no plain old data) it is a warning. */
#include "driver/repair/records.h"
#include "driver/repair/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A record, and where its layout is. */
struct whole {
    const char *name, *record, *end;
};

struct search {
    struct sw_arena *arena;
    struct sw_map *sizes;          /* key of a record's name -> its size */
    struct sw_map *bases;          /* key of a name */
    struct sw_map *members;        /* the same */
    struct sw_map *known, *doubts; /* key of a name's last part: what has code, and what may be otherwise to g++ */
    struct sw_map *layouts;        /* key of a name -> struct whole */
    SW_VEC(struct whole *) tails;  /* those all of whose bytes are their own to clang */
    bool has_code, has_doubts;
};

/* ---- Definitions */

static const char *line_with(struct sw_arena *arena, const char *at) {
    return sw_arena_strndup(arena, at, strcspn(at, "\n"));
}

/* In a definition, whose lines begin here, what is no plain old data to g++. */
static bool is_doubtful(struct sw_arena *arena, const char *data, const char *end) {
    const char *line = line_with(arena, data), *shared = strstr(data, "NoUniqueAddressAttr");
    bool may_differ = !strstr(line, " aggregate ") || (shared && shared < end);
    return strstr(line, " pod ") && may_differ;
}

static void note_definition(struct search *s, const char *record) {
    static const char words[] = " definition";
    const char *line = line_with(s->arena, record), *behind = strstr(line, words), *name = behind;
    const char *data = sw_next_line(record), *end = strstr(data, "\nLayout: ");
    if (!behind || !end)
        return;
    while (name > line && name[-1] != ' ')
        name--;
    const void *key = sw_name_key(sw_arena_strndup(s->arena, name, (size_t)(behind - name)));
    sw_map_put(s->known, key, s);
    if (!is_doubtful(s->arena, data, end))
        return;
    sw_map_put(s->doubts, key, s);
    s->has_doubts = true;
}

static void note_definitions(struct search *s, const char *dump) {
    static const char head[] = "*** Dumping IRgen Record Layout\nRecord: ";
    for (const char *at = strstr(dump, head); at; at = strstr(at, head)) {
        at += strlen(head);
        note_definition(s, at);
    }
}

enum doubt { NONE, UNKNOWN, SOME };

static enum doubt doubt_of(const struct search *s, const char *name) {
    const void *key = sw_name_key(sw_last_name(s->arena, name));
    return sw_map_has(s->doubts, key) ? SOME : sw_map_has(s->known, key) ? NONE : UNKNOWN;
}

/* ---- Layouts */

/* The name of the base that a line tells of; null: of none. */
static const char *base_of(struct sw_arena *arena, const char *text) {
    static const char *const ends[] = {" (base)", " (primary base)", " (virtual base)", " (primary virtual base)"};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i]);
        if (length > end && sw_equal(text + length - end, ends[i]))
            return sw_plain_name(arena, sw_arena_strndup(arena, text, length - end));
    }
    return NULL;
}

static void note_part(struct search *s, const char *text) {
    const char *base = base_of(s->arena, text), *space = strrchr(text, ' ');
    if (base) {
        sw_map_put(s->bases, sw_name_key(base), s);
        return;
    }
    const char *type = space ? sw_arena_strndup(s->arena, text, (size_t)(space - text)) : "";
    sw_map_put(s->members, sw_name_key(sw_plain_name(s->arena, sw_element_type(s->arena, type))), s);
}

/* Members are looked at where a class may be in doubt that has no base. */
static bool looks_at(const struct search *s, const char *line) {
    size_t length = strcspn(line, "\n");
    bool may_be_member = !s->has_code || s->has_doubts;
    return may_be_member || (length > 5 && strncmp(line + length - 5, "base)", 5) == 0);
}

/* Plain old data has neither. */
static bool has_base_or_table(struct sw_arena *arena, const char *record, const char *end) {
    for (const char *line = sw_next_line(record); line < end; line = sw_next_line(line)) {
        const char *text = sw_layout_text(arena, line, 3);
        if (text && (*text == '(' || base_of(arena, text)))
            return true;
    }
    return false;
}

static void note_layout(void *of, const char *record, const char *end) {
    struct search *s = of;
    size_t size = sw_layout_number(record, end, "[sizeof="), used = sw_layout_number(record, end, ", dsize=");
    const char *name = sw_layout_name(s->arena, record);
    if (!name)
        return;
    sw_map_put(s->sizes, sw_name_key(name), (void *)size);
    struct whole *whole = sw_arena_alloc(s->arena, sizeof *whole);
    *whole = (struct whole){name, record, end};
    sw_map_put(s->layouts, sw_name_key(name), whole);
    if (size == used && size > 1 && !has_base_or_table(s->arena, record, end))
        sw_vec_push(s->arena, &s->tails, whole);
    for (const char *line = sw_next_line(record); line < end; line = sw_next_line(line)) {
        const char *text = looks_at(s, line) ? sw_layout_text(s->arena, line, 3) : NULL;
        if (text)
            note_part(s, text);
    }
}

/* Where a member ends: behind "  8:0-4 |   int a" the byte 9; behind what has no known size nothing. */
static size_t end_of_member(const struct search *s, const char *line) {
    const char *text = sw_layout_text(s->arena, line, 3), *space = text ? strrchr(text, ' ') : NULL;
    unsigned long from = strtoul(line, NULL, 10), first, last;
    if (!space)
        return 0;
    if (sscanf(line, " %lu:%lu-%lu", &from, &first, &last) == 3)
        return from + last / 8 + 1;
    const char *type = sw_arena_strndup(s->arena, text, (size_t)(space - text));
    return from + sw_size_of_type(s->arena, s->sizes, type);
}

/* The bytes behind its last member. */
static size_t rest_of(const struct search *s, const struct whole *t) {
    size_t size = sw_layout_number(t->record, t->end, "[sizeof="), end = 0, ends;
    for (const char *line = sw_next_line(t->record); line < t->end; line = sw_next_line(line)) {
        ends = end_of_member(s, line);
        end = ends > end ? ends : end;
    }
    return size > end ? size - end : 0;
}

/* ---- What is done about it */

/* template <int> Head(int (*)[1], int); where no templates are, in a function or extern "C", one of arguments that nobody has */
static const char *put_constructor(struct sw_arena *arena, const char *text, const char *at,
                                   const struct sw_patch *patch) {
    const char *end = at + strlen(patch->name);
    if (!sw_starts_with(at, patch->name) || sw_is_of_name(*end))
        return NULL;
    end = sw_end_of_name(at);
    for (const char *before = NULL; before != end;) {
        before = end;
        end = sw_behind_comment(sw_skip_space(end));
        if (sw_word_length(end) == strlen("final") && sw_starts_with(end, "final"))
            end += strlen("final");
    }
    return *end == '{' ? sw_put_word(arena, text, end + 1, patch) : NULL;
}

static bool add_constructor(struct sw_repair *r, const struct sw_record *record) {
    const char *name = record->name;
    struct sw_patch patch = {.put = put_constructor, .name = name};
    patch.word = record->is_without_templates
                     ? sw_arena_printf(r->arena, " %s(struct __sw_nobody &, struct __sw_nobody &);", name)
                     : sw_arena_printf(r->arena, " template <int> %s(int (*)[1], int);", name);
    return !record->is_aggregate && sw_place_of(r, record->place, &patch) && sw_fits(r, &patch) &&
           sw_add_patch(r, NULL, patch);
}

/* Whether some class has a member of it whose place depends on that: one that may overlap, or of a packed class. */
static bool is_member_that_matters(struct sw_repair *r, const char *last, bool has_rest) {
    const struct sw_records *records = sw_records_of(r);
    for (size_t i = 0; i < records->count; i++)
        for (size_t k = 0; k < records->at[i]->fields.count; k++) {
            const struct sw_field *field = records->at[i]->fields.at[k];
            bool matters = (field->may_overlap && has_rest) || field->is_packed || records->at[i]->is_packed;
            if (matters && sw_equal(field->type, last))
                return true;
        }
    return false;
}

static void add_warning(struct sw_repair *r, const char *name, const struct sw_record *record, size_t rest) {
    const char *text = sw_arena_printf(
        r->arena,
        "%s: warning: a class that has '%s' for a base or a [[no_unique_address]] member is smaller in objects of g++ "
        "and "
        "nvcc, which put what follows into its last %zu bytes: give '%s' a member for these bytes, and all are alike\n",
        record->place, name, rest, name);
    if (!r->warnings || !strstr(r->warnings, text))
        r->warnings = sw_arena_printf(r->arena, "%s%s", r->warnings ? r->warnings : "", text);
}

/* What has to be done for one class to be what it is to g++: to itself, or to the classes of its members. False: it cannot be. */
static bool open_record(struct sw_repair *r, const struct sw_record *record, unsigned depth);

static bool open_members(struct sw_repair *r, const struct sw_record *of, unsigned depth) {
    enum { DEEPEST = 16 }; /* names of several classes may be in a circle */
    const struct sw_records *records = sw_records_of(r);
    bool is_put = true;
    for (size_t k = 0; k < of->fields.count && depth < DEEPEST; k++)
        for (size_t i = 0; i < records->count; i++) {
            is_put &= !of->fields.at[k]->may_overlap;
            if (sw_equal(records->at[i]->name, of->fields.at[k]->type))
                is_put &= open_record(r, records->at[i], depth + 1);
        }
    return is_put;
}

static bool open_record(struct sw_repair *r, const struct sw_record *record, unsigned depth) {
    if (record->is_pattern || !record->is_plain)
        return true;
    return record->is_aggregate ? open_members(r, record, depth) : add_constructor(r, record);
}

static void open_tail(const struct search *s, struct sw_repair *r, const struct whole *t) {
    size_t rest = rest_of(s, t);
    bool is_base = sw_map_has(s->bases, sw_name_key(t->name)) && rest;
    const char *bare = sw_without_arguments(r->arena, t->name);
    if (!is_base && !is_member_that_matters(r, sw_last_name(r->arena, t->name), rest > 0))
        return;
    const struct sw_records *records = sw_records_of(r);
    for (size_t i = 0; i < records->count; i++)
        if (sw_equal(records->at[i]->bare, bare) && !open_record(r, records->at[i], 0) && rest)
            add_warning(r, t->name, records->at[i], rest);
}

/* Whether it is in doubt, or a class that it has members of, which its lines tell and those of the elements of its arrays. */
static bool holds_doubt(const struct search *s, const struct whole *t, unsigned depth) {
    enum { DEEPEST = 16 };
    if (!t || depth == DEEPEST)
        return false;
    if (doubt_of(s, t->name) == SOME || (depth && doubt_of(s, t->name) == UNKNOWN)) /* an empty member has no code */
        return true;
    for (const char *line = sw_next_line(t->record); line < t->end; line = sw_next_line(line)) {
        const char *text = sw_layout_text(s->arena, line, 3), *space = text ? strrchr(text, ' ') : NULL;
        if (!space)
            continue;
        const char *type = sw_element_type(s->arena, sw_arena_strndup(s->arena, text, (size_t)(space - text)));
        if (holds_doubt(s, sw_map_get(s->layouts, sw_name_key(sw_plain_name(s->arena, type))), depth + 1))
            return true;
    }
    return false;
}

/* What has no code is asked about as a base; all of it in a pass that has failed, where nothing has code. */
static bool is_candidate(const struct search *s, const struct whole *t) {
    const void *key = sw_name_key(t->name);
    bool is_base = sw_map_has(s->bases, key), is_unknown = doubt_of(s, t->name) == UNKNOWN;
    if (!is_base && !sw_map_has(s->members, key))
        return false;
    return rest_of(s, t) && ((is_unknown && (is_base || !s->has_code)) || holds_doubt(s, t, 0));
}

static void open_all(struct search *s, struct sw_repair *r, const struct sw_layouts *layouts) {
    for (size_t i = 0; i < s->tails.count; i++)
        if (is_candidate(s, s->tails.at[i]))
            open_tail(s, r, s->tails.at[i]);
    for (size_t i = 0; i < layouts->odd.count; i++) {
        const struct whole *t = sw_map_get(s->layouts, sw_name_key(layouts->odd.at[i].type));
        if (t && (!s->has_code || holds_doubt(s, t, 0)))
            open_tail(s, r, t);
    }
}

void sw_open_tails(struct sw_repair *r, const char *told, const struct sw_layouts *layouts, bool has_code) {
    struct search s = {.arena = r->arena, .has_code = has_code, .sizes = sw_map_create(r->arena)};
    s.bases = sw_map_create(r->arena);
    s.members = sw_map_create(r->arena);
    s.known = sw_map_create(r->arena);
    s.doubts = sw_map_create(r->arena);
    s.layouts = sw_map_create(r->arena);
    note_definitions(&s, told);
    sw_each_layout(told, note_layout, &s);
    open_all(&s, r, layouts);
}
