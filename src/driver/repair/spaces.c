/* int S::m() {..} where the class says __host__ __device__ int m();   the words that are missing, before S::m
 *
 * nvcc takes the words of all declarations of a function together, be they of a member defined outside its class, a
 * template or a specialisation: what one of them says, the others need not. One that says nothing is for the host only
 * if none says anything; a declaration in a class template that says nothing is of the host, whatever the definition
 * adds. clang takes them for several functions, and refuses most of that. Each declaration gets what the other has.
 *
 * The same holds for an explicit instantiation: template int f<int>(int);
 *
 * What clang then says of calls may be a consequence: it waits for the next round. */
#include "driver/repair/repair.h"

#include <string.h>

enum { HOST = 1, DEVICE = 2, BOTH = 3 };
static const char *const words[] = {"", "__host__ ", "__device__ ", "__host__ __device__ "};

/* Over what stands before a name and belongs to it, back to its begin: S<T>::template U<V>:: */
static const char *skip_back(const char *text, const char *at) {
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
        const char *at = skip_back(text, name);
        if (at - text < 2 || at[-1] != ':' || at[-2] != ':')
            return name;
        name = at - 2;
        at = skip_back(text, name);
        if (at > text && at[-1] == '>')
            at = arguments_before(text, at);
        if (!at)
            return name;
        const char *end = skip_back(text, at), *begin = word_before(text, end);
        if (begin == end)
            return name; /* ::f */
        name = begin;
        end = skip_back(text, begin);
        begin = word_before(text, end);
        if (end - begin == 8 && sw_starts_with(begin, "template"))
            name = begin;
    }
}

/* Where the declaration begins whose name does at this place, or later, but before that. */
static const char *begin_of_declaration(const char *text, const char *name) {
    while (name > text && !strchr(";{}", name[-1]))
        name--;
    return name;
}

static const char *find_macro(const char *macros, const char *name, size_t length) {
    for (const char *line = macros; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        const char *at = line + strlen("#define ");
        if (sw_starts_with(line, "#define ") && !strncmp(at, name, length) && !sw_is_of_name(at[length]))
            return at + length;
    }
    return NULL;
}

/* Which of the words stand there, also by macros. */
static unsigned words_in(const char *macros, const char *at, const char *end, unsigned depth) {
    enum { MOST = 8 };
    unsigned found = 0;
    while (at < end) {
        const char *behind = sw_behind_comment(at);
        size_t length = behind > at ? 0 : sw_word_length(at);
        const char *body = NULL;
        if (length == strlen("__host__") && sw_starts_with(at, "__host__"))
            found |= HOST;
        else if (length == strlen("__device__") && sw_starts_with(at, "__device__"))
            found |= DEVICE;
        else if (length && depth < MOST)
            body = find_macro(macros, at, length);
        if (body)
            found |= words_in(macros, body, body + strcspn(body, "\n"), depth + 1);
        at = length ? at + length : behind > at ? behind : at + 1;
    }
    return found;
}

/* Whether the name, as clang tells it, is what the place has, and is declared there: no macro, and none of its arguments. */
static bool is_declared(const char *at, const char *name) {
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
    return is_declared(at, patch->name) ? sw_put_word(arena, text, begin_of_name(text, at), patch) : NULL;
}

/* A declaration, where clang says that it is. */
struct declaration {
    struct sw_patch patch;
    unsigned words;
    bool of_template; /* a member of a class template, and no specialisation */
};

static bool read_declaration(struct sw_repair *r, const char *line, const char *kind, struct declaration *d) {
    if (!sw_read_place(r->arena, line, kind, &d->patch))
        return false;
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, d->patch.path), NULL);
    const char *at = text ? sw_find_place(text, &d->patch) : NULL;
    if (!at || !is_declared(at, d->patch.name))
        return false;
    const char *name = begin_of_name(text, at), *begin = begin_of_declaration(text, name);
    const char *qualified = sw_arena_strndup(r->arena, name, (size_t)(at - name));
    const char *before = sw_arena_strndup(r->arena, begin, (size_t)(name - begin));
    d->words = words_in(sw_macros(r), before, before + strlen(before), 0);
    d->of_template = strchr(qualified, '<') && !sw_has(before, "template <>") && !sw_has(before, "template<>");
    return true;
}

/* Where the error is, or in the macro that it is in: of what the notes name next, the first that declares it. */
static bool read_refused(struct sw_repair *r, const char *line, const char *rest, struct declaration *d) {
    bool is_read = read_declaration(r, line, ": error: ", d);
    for (size_t length; !is_read && *rest; rest += length + (rest[length] != '\0')) {
        length = strcspn(rest, "\n");
        const char *note = sw_arena_strndup(r->arena, rest, length);
        bool is_macro = sw_has(note, ": note: expanded from macro");
        if (!is_macro && (sw_has(note, ": note: ") || sw_has(note, " error: ")))
            break;
        is_read = is_macro && read_declaration(r, note, ": note: ", d);
    }
    return is_read;
}

static bool add_words(struct sw_repair *r, struct declaration *d, unsigned wanted) {
    d->patch.word = words[wanted & ~d->words];
    d->patch.put = put_words;
    return !*d->patch.word || sw_add_patch(r, NULL, d->patch);
}

/* Among the notes that follow an error: the only one with these words; null: there is none, or there are several. */
static const char *only_note(struct sw_arena *arena, const char *rest, const char *said, unsigned *notes) {
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

/* __host__ function 'f' cannot overload __host__ __device__ function 'f': one of them has both words. */
static bool take_overload(struct sw_repair *r, const char *line, const char *rest) {
    unsigned notes = 0;
    const char *name = sw_quoted(r->arena, line, " function '"), *marks = strstr(line, ": error: __");
    const char *note = only_note(r->arena, rest, ": note: previous declaration is here", &notes);
    struct declaration here = {.patch.name = name}, before = {.patch.name = name};
    if (!note || sw_has(marks, "__global__") || !read_declaration(r, line, ": error: ", &here) ||
        !read_declaration(r, note, ": note: ", &before))
        return false;
    const char *second = strstr(marks, " cannot overload ");
    here.words = sw_starts_with(marks, ": error: __host__ __device__") ? BOTH : 0;
    before.words = sw_starts_with(second, " cannot overload __host__ __device__") ? BOTH : 0;
    return here.words != before.words && add_words(r, &here, BOTH) && add_words(r, &before, BOTH);
}

/* Of a member template clang does not tell the declaration: with another word here it matches, or becomes an overload. */
static bool try_definition(struct sw_repair *r, struct declaration *here) {
    return here->words != BOTH && add_words(r, here, here->words == DEVICE ? BOTH : here->words | DEVICE);
}

static bool take_pair(struct sw_repair *r, const char *line, const char *rest, const char *name, const char *said) {
    struct declaration here = {.patch.name = name}, before = {.patch.name = name};
    unsigned notes = 0;
    const char *note = only_note(r->arena, rest, said, &notes);
    if (!*name || !read_refused(r, line, rest, &here))
        return false;
    if (!notes)
        return try_definition(r, &here);
    if (!note || !read_declaration(r, note, ": note: ", &before))
        return false;
    unsigned wanted = here.words | before.words | (here.of_template && !before.words ? HOST : 0);
    if (!wanted || (wanted == here.words && wanted == before.words))
        return false;
    return add_words(r, &here, wanted) && add_words(r, &before, wanted);
}

/* The words of a destructor's declarations in classes, which clang does not tell; 0: several differ, or say nothing. */
static unsigned words_of_destructor(const char *text, const char *name, struct sw_arena *arena) {
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const char *before = skip_back(text, at), *begin = begin_of_declaration(text, at);
        if (!is_declared(at, name) || (before > text && strchr(".>:", before[-1])))
            continue;
        const char *said = sw_arena_strndup(arena, begin, (size_t)(at - begin));
        unsigned here = (sw_has(said, "((host))") ? HOST : 0) | (sw_has(said, "((device))") ? DEVICE : 0);
        if (found && found != here)
            return 0;
        found = here;
    }
    return found;
}

/* Of a destructor's declarations clang takes the last, its definition, and refuses where it is called. */
static bool take_destructor(struct sw_repair *r, const char *line, const char *rest) {
    unsigned notes = 0;
    const char *name = sw_quoted(r->arena, line, "__ function '");
    const char *note = only_note(r->arena, rest, sw_arena_printf(r->arena, ": note: '%s' declared here", name), &notes);
    struct declaration here = {.patch.name = name};
    if (*name != '~' || !note || !read_declaration(r, note, ": note: ", &here))
        return false;
    unsigned declared = words_of_destructor(sw_repair_preprocessed(r), name, r->arena);
    return declared & ~here.words && add_words(r, &here, declared | here.words);
}

bool sw_repair_spaces(struct sw_repair *r, const char *line, const char *rest) {
    static const char outside[] = "error: out-of-line definition of '", special[] = "template specialization '";
    static const char instance[] = "error: explicit instantiation of '";
    if (sw_has(line, ": error: __") && sw_has(line, " cannot overload __"))
        return take_overload(r, line, rest);
    if (sw_has(line, outside) && !sw_has(line, "; did you mean"))
        return take_pair(r, line, rest, sw_quoted(r->arena, line, outside),
                         ": note: member declaration nearly matches");
    if (sw_has(line, "error: no function template matches function template specialization '"))
        return take_pair(r, line, rest, sw_quoted(r->arena, line, special), ": target attributes do not match");
    if (sw_has(line, instance) && sw_has(line, "' does not refer to a function template"))
        return take_pair(r, line, rest, sw_quoted(r->arena, line, instance), ": target attributes do not match");
    return sw_has(line, ": error: reference to __") && take_destructor(r, line, rest);
}
