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

struct search {
    struct sw_repair *repair;
    struct sw_arena *arena;
    struct sw_layouts layouts;
    struct sw_records records;
};

/* ---- Which records have a name */

/* How a record of the tree has a layout's name, the surest first. Arguments of templates that are their defaults a layout
 * leaves out. */
enum level { FULL, DEFAULTS, BARE, LAST, NONE };

struct name {
    const char *full, *bare, *last;
};

static struct name parts_of(struct sw_arena *arena, const char *name) {
    return (struct name){name, sw_without_arguments(arena, name), sw_last_name(arena, name)};
}

/* n::A<int, 3>, of a layout's n::A<int> */
static bool has_defaults(const char *full, const char *name) {
    size_t length = strlen(name);
    if (!length || name[length - 1] != '>' || strncmp(full, name, length - 1) != 0)
        return false;
    return name[length - 2] == '<' || full[length - 1] == ',';
}

static bool is_called(const struct sw_record *record, const struct name *name, enum level level) {
    if (record->is_pattern)
        return false;
    if (level == FULL)
        return sw_equal(record->full, name->full);
    if (level == DEFAULTS)
        return has_defaults(record->full, name->full);
    return level == BARE ? sw_equal(record->bare, name->bare) : sw_equal(record->name, name->last);
}

static enum level level_of(const struct search *s, const struct name *name) {
    for (enum level level = FULL; level < NONE; level++)
        for (size_t i = 0; i < s->records.count; i++)
            if (is_called(s->records.at[i], name, level))
                return level;
    return NONE;
}

/* ---- What g++ packs */

/* Those that have one name need not be alike. */
enum answer { NO, YES, UNSURE };

static enum answer is_whole(const struct search *s, const char *name, unsigned depth);

static const char *type_of(const struct search *s, const struct sw_record *record, const struct sw_field *field) {
    const char *type = sw_type_of_member(&s->layouts, record->full, field->name);
    type = type ? type : sw_type_of_member(&s->layouts, record->bare, field->name);
    return type ? type : field->type;
}

/* Whether g++ takes the word from the record, as it has a member that is not packed. */
static enum answer has_whole_member(const struct search *s, const struct sw_record *record, unsigned depth) {
    enum answer all = NO;
    for (size_t i = 0; i < record->fields.count && all != YES; i++) {
        const struct sw_field *field = record->fields.at[i];
        enum answer one = field->is_packed ? NO : is_whole(s, type_of(s, record, field), depth);
        all = one == NO ? all : one;
    }
    return all;
}

/* Whether g++ does not pack members of this class. */
static enum answer is_record_whole(const struct search *s, const struct sw_record *record, unsigned depth) {
    enum { DEEPEST = 32 }; /* of names that are several classes' one could be in itself */
    if (sw_is_plain_to_gxx(record))
        return NO;
    if (!record->is_packed)
        return YES;
    return depth == DEEPEST ? UNSURE : has_whole_member(s, record, depth + 1);
}

static enum answer is_whole(const struct search *s, const char *type, unsigned depth) {
    struct name name = parts_of(s->arena, type);
    enum level level = level_of(s, &name);
    enum answer all = UNSURE;
    bool is_first = true;
    for (size_t i = 0; i < s->records.count && level != NONE; i++) {
        if (!is_called(s->records.at[i], &name, level))
            continue;
        enum answer one = is_record_whole(s, s->records.at[i], depth);
        all = is_first || all == one ? one : UNSURE;
        is_first = false;
    }
    return level == NONE && !sw_is_laid_out(&s->layouts, type) ? NO : all;
}

static size_t alignment_in(const struct sw_record *record, const struct sw_odd *odd) {
    return record->limit && record->limit < odd->wanted ? record->limit : odd->wanted;
}

/* ---- What is done about it */

static bool is_of_template(const struct search *s, const struct sw_field *field) {
    unsigned count = 0;
    for (size_t i = 0; i < s->records.count; i++)
        for (size_t k = 0; k < s->records.at[i]->fields.count; k++)
            count += sw_equal(s->records.at[i]->fields.at[k]->place, field->place);
    return count > 1;
}

/* Behind what is in brackets, which begins here; the place itself: nothing does. */
static const char *behind_brackets(const char *at) {
    int depth = 0;
    if (!*at || !strchr("([", *at))
        return at;
    do {
        const char *behind = sw_behind_comment(sw_behind_word(at));
        depth += behind > at ? 0 : (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        at = behind > at ? behind : at + 1;
    } while (*at && depth);
    return at;
}

/* Behind what may stand between a declarator and its end: spaces, comments and attributes, but those in [[ ]], behind which
 * the words are put. Several that say an alignment are as one that says the largest. */
static const char *behind_attributes(const char *at) {
    static const char *const words[] = {"__attribute__", "__attribute", "__align__", "alignas", NULL};
    const char *before;
    do {
        before = at;
        at = sw_behind_comment(sw_skip_space(at));
        for (const char *const *word = words; *word; word++)
            if (sw_word_length(at) == strlen(*word) && sw_starts_with(at, *word))
                at = behind_brackets(sw_skip_space(at + strlen(*word)));
    } while (at != before);
    return at;
}

/* at: the member's name. */
static const char *put_alignment(struct sw_arena *arena, const char *text, const char *at,
                                 const struct sw_patch *patch) {
    size_t length = strlen(patch->name);
    const char *end = at + length;
    if (!sw_starts_with(at, patch->name) || sw_is_of_name(*end))
        return NULL;
    for (const char *next = behind_attributes(end); *next == '['; next = behind_attributes(end))
        end = behind_brackets(next);
    return *end && strchr(",;={", *behind_attributes(end)) ? sw_put_word(arena, text, end, patch) : NULL;
}

static bool add_patch(const struct search *s, const struct sw_odd *odd, const struct sw_record *record,
                      const struct sw_field *field) {
    struct sw_patch patch = {.put = put_alignment, .name = field->name};
    patch.word = sw_arena_printf(s->arena, " __attribute__((aligned(%zu)))", alignment_in(record, odd));
    return !is_of_template(s, field) && sw_place_of(s->repair, field->place, &patch) && sw_fits(s->repair, &patch) &&
           sw_add_patch(s->repair, NULL, patch);
}

static const char *error_of(const struct search *s, const struct sw_odd *odd, const struct sw_record *record,
                            const struct sw_field *field, bool is_sure) {
    const char *type = odd->type, *of = "a structure";
    if (!record->is_unnamed)
        of = sw_arena_printf(s->arena, "packed structure '%s'", record->name);
    if (!is_sure)
        return sw_arena_printf(s->arena,
                               "%s: error: whether g++ and nvcc pack '%s' of %s cannot be told, as several classes are "
                               "called '%s' or '%s': give them names of their own\n",
                               field->place, field->name, of, record->name, type);
    return sw_arena_printf(
        s->arena,
        "%s: error: '%s' of %s is packed by clang, but not by g++ and nvcc, as '%s' is no plain old data: "
        "write __attribute__((aligned(alignof(%s)))) behind the member, which all three lay out "
        "alike\n",
        field->place, field->name, of, type, type);
}

static void add_error(const struct search *s, const char **errors, const char *error) {
    if (!strstr(*errors, error))
        *errors = sw_arena_printf(s->arena, "%s%s", *errors, error);
}

static const struct sw_field *field_of(const struct sw_record *record, const char *name) {
    for (size_t i = 0; i < record->fields.count; i++)
        if (sw_equal(record->fields.at[i]->name, name))
            return record->fields.at[i];
    return NULL;
}

/* Errors: those for which nothing can be put in, and others. */
struct errors {
    const char *refused, *mended;
};

/* A record of the tree that may be the one. is_sure: no other is. */
static void take_record(const struct search *s, const struct sw_odd *odd, const struct sw_record *record, bool is_sure,
                        struct errors *errors) {
    const struct sw_field *field = record->is_packed ? field_of(record, odd->member) : NULL;
    size_t wanted = alignment_in(record, odd);
    if (!field || field->is_packed || (odd->own >= wanted && odd->offset % wanted == 0))
        return;
    enum answer answer = is_whole(s, odd->type, 0);
    if (answer == NO)
        return;
    is_sure &= answer == YES && !odd->is_unsure;
    bool is_put = is_sure && add_patch(s, odd, record, field);
    add_error(s, is_put ? &errors->mended : &errors->refused, error_of(s, odd, record, field, is_sure));
}

static void take_odd(const struct search *s, const struct sw_odd *odd, struct errors *errors) {
    struct name name = parts_of(s->arena, odd->record);
    enum level level = level_of(s, &name);
    const struct sw_record *first = NULL;
    bool is_sure = true;
    for (size_t i = 0; i < s->records.count && level != NONE; i++) {
        const struct sw_record *record = s->records.at[i];
        if (!is_called(record, &name, level))
            continue;
        first = first ? first : record;
        is_sure &= sw_equal(first->place, record->place);
    }
    for (size_t i = 0; first && i < s->records.count; i++)
        if (is_called(s->records.at[i], &name, level))
            take_record(s, odd, s->records.at[i], is_sure, errors);
}

/* Those for which nothing can be put in, if there are some; else all, and patches. */
static const char *errors_of(const struct search *s) {
    struct errors errors = {"", ""};
    for (size_t i = 0; i < s->layouts.odd.count; i++)
        take_odd(s, &s->layouts.odd.at[i], &errors);
    if (*errors.refused)
        s->repair->patches.count = 0;
    return *errors.refused ? errors.refused : errors.mended;
}

const char *sw_packed_otherwise(struct sw_repair *r, const char *told, struct sw_layouts *layouts) {
    if (!layouts->odd.count)
        return "";
    sw_read_members(layouts, told);
    struct search s = {.repair = r, .arena = r->arena, .layouts = *layouts, .records = *sw_records_of(r)};
    return errors_of(&s);
}
