/* Declarations where clang says that they are: which of __host__ and __device__ stand before them, also by macros, and
 * words that are put there. */
#include "driver/repair/declaration.h"

#include <string.h>

static const char *const words[] = {"", "__host__ ", "__device__ ", "__host__ __device__ "};

/* Over what stands before a name and belongs to it, back to its begin: S<T>::template U<V>:: */
const char *sw_back_over_blanks(const char *text, const char *at) {
    while (at > text && strchr(" \t\r\n", at[-1]))
        at--;
    return at;
}

static const char *word_before(const char *text, const char *end) {
    while (end > text && sw_is_of_name(end[-1]))
        end--;
    return end;
}

/* end: behind a >. Where its < is; null: it has none. */
static const char *arguments_before(const char *text, const char *end) {
    for (int depth = 0; end > text && !strchr(";{}", end[-1]);) {
        end--;
        depth += (*end == '>') - (*end == '<');
        if (!depth)
            return end;
    }
    return NULL;
}

static const char *begin_of_name(const char *text, const char *name) {
    for (;;) {
        const char *at = sw_back_over_blanks(text, name);
        if (at - text < 2 || at[-1] != ':' || at[-2] != ':')
            return name;
        name = at - 2;
        at = sw_back_over_blanks(text, name);
        if (at > text && at[-1] == '>')
            at = arguments_before(text, at);
        if (!at)
            return name;
        const char *end = sw_back_over_blanks(text, at), *begin = word_before(text, end);
        if (begin == end)
            return name; /* ::f */
        name = begin;
        end = sw_back_over_blanks(text, begin);
        begin = word_before(text, end);
        if (end - begin == 8 && sw_starts_with(begin, "template"))
            name = begin;
    }
}

/* Where the declaration begins whose name does at this place, or later, but before that. */
const char *sw_begin_of_declaration(const char *text, const char *name) {
    while (name > text && !strchr(";{}", name[-1]))
        name--;
    return name;
}

static const struct word {
    const char *text;
    unsigned bit;
} known[] = {{"__host__", SW_SIDE_HOST},     {"__device__", SW_SIDE_DEVICE}, {"constexpr", SW_IS_CONSTEXPR},
             {"consteval", SW_IS_CONSTEXPR}, {"__shared__", SW_IS_SHARED},   {"static", SW_IS_STATIC}};

static unsigned bit_of(const char *at, size_t length) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].text) == length && sw_starts_with(at, known[i].text))
            return known[i].bit;
    return 0;
}

/* Which of the words stand there, also by macros. */
static unsigned words_in(struct sw_repair *r, const char *at, const char *end, unsigned depth) {
    enum { MOST = 8 };
    unsigned found = 0;
    while (at < end) {
        const char *behind = sw_behind_comment(at);
        size_t length = behind > at ? 0 : sw_word_length(at);
        unsigned bit = bit_of(at, length);
        const char *line = !bit && depth < MOST ? sw_find_definition(r, at, length) : NULL;
        const char *body = line ? line + strlen("#define ") + length : NULL;
        found |= bit;
        if (body)
            found |= words_in(r, body, body + strlen(body), depth + 1);
        at = length ? at + length : behind > at ? behind : at + 1;
    }
    return found;
}

unsigned sw_words_in(struct sw_repair *r, const char *at, const char *end) {
    return words_in(r, at, end, 0);
}

/* Whether the name, as clang tells it, is what the place has, and is declared there: no macro, and none of its arguments. */
bool sw_is_declared(const char *at, const char *name) {
    size_t length = *name == '~' ? 1 : 0;
    if (length && *at != '~')
        return false;
    at = length ? sw_skip_space(at + 1) : at;
    name += length;
    length = sw_word_length(name);
    if (!length || strncmp(at, name, length) != 0 || sw_is_of_name(at[length]))
        return false;
    if (length == strlen("operator") && sw_starts_with(name, "operator"))
        return true;
    at = sw_skip_space(at + length);
    return *at == '(' || *at == '<';
}

static const char *put_words(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    return sw_is_declared(at, patch->name) ? sw_put_word(arena, text, begin_of_name(text, at), patch) : NULL;
}

bool sw_read_declaration(struct sw_repair *r, const char *line, const char *kind, struct sw_declaration *d) {
    if (!sw_read_place(r->arena, line, kind, &d->patch))
        return false;
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, d->patch.path), NULL);
    const char *at = text ? sw_find_place(text, &d->patch) : NULL;
    if (!at || !sw_is_declared(at, d->patch.name))
        return false;
    const char *name = begin_of_name(text, at), *begin = sw_begin_of_declaration(text, name);
    const char *qualified = sw_arena_strndup(r->arena, name, (size_t)(at - name));
    const char *before = sw_arena_strndup(r->arena, begin, (size_t)(name - begin));
    unsigned found = sw_words_in(r, before, before + strlen(before));
    d->words = found & SW_SIDE_BOTH;
    d->is_constexpr = found & SW_IS_CONSTEXPR;
    d->of_template = strchr(qualified, '<') && !sw_has(before, "template <>") && !sw_has(before, "template<>");
    return true;
}

/* Where the error is, or in the macro that it is in: of what the notes name next, the first that declares it. */
bool sw_read_refused(struct sw_repair *r, const char *line, const char *rest, struct sw_declaration *d) {
    bool is_read = sw_read_declaration(r, line, ": error: ", d);
    for (size_t length; !is_read && *rest; rest += length + (rest[length] != '\0')) {
        length = strcspn(rest, "\n");
        const char *note = sw_arena_strndup(r->arena, rest, length);
        bool is_macro = sw_has(note, ": note: expanded from macro");
        if (!is_macro && (sw_has(note, ": note: ") || sw_has(note, " error: ")))
            break;
        is_read = is_macro && sw_read_declaration(r, note, ": note: ", d);
    }
    return is_read;
}

bool sw_add_words(struct sw_repair *r, struct sw_declaration *d, unsigned wanted) {
    d->patch.word = words[wanted & ~d->words];
    d->patch.put = put_words;
    return !*d->patch.word || sw_add_patch(r, NULL, d->patch);
}

/* Among the notes that follow an error: the only one with these words; null: there is none, or there are several. */
const char *sw_only_note(struct sw_arena *arena, const char *rest, const char *said, unsigned *notes) {
    const char *found = NULL;
    unsigned count = 0;
    for (size_t length; *rest; rest += length + (rest[length] != '\0')) {
        length = strcspn(rest, "\n");
        const char *line = sw_arena_strndup(arena, rest, length);
        if (sw_has(line, ": error: ") || sw_has(line, ": warning: "))
            break;
        *notes += sw_has(line, ": note: ");
        count += sw_has(line, said);
        found = sw_has(line, said) ? line : found;
    }
    return count == 1 ? found : NULL;
}
