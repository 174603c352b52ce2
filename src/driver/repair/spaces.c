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
#include "driver/repair/declaration.h"

#include <string.h>

/* __host__ function 'f' cannot overload __host__ __device__ function 'f': one of them has both words. */
static bool take_overload(struct sw_repair *r, const char *line, const char *rest) {
    unsigned notes = 0;
    const char *name = sw_quoted(r->arena, line, " function '"), *marks = strstr(line, ": error: __");
    const char *note = sw_only_note(r->arena, rest, ": note: previous declaration is here", &notes);
    struct sw_declaration here = {.patch.name = name}, before = {.patch.name = name};
    if (!note || sw_has(marks, "__global__") || !sw_read_declaration(r, line, ": error: ", &here) ||
        !sw_read_declaration(r, note, ": note: ", &before))
        return false;
    const char *second = strstr(marks, " cannot overload ");
    here.words = sw_starts_with(marks, ": error: __host__ __device__") ? SW_SIDE_BOTH : 0;
    before.words = sw_starts_with(second, " cannot overload __host__ __device__") ? SW_SIDE_BOTH : 0;
    return here.words != before.words && sw_add_words(r, &here, SW_SIDE_BOTH) && sw_add_words(r, &before, SW_SIDE_BOTH);
}

/* Of a member template clang does not tell the declaration: with another word here it matches, or becomes an overload. */
static bool try_definition(struct sw_repair *r, struct sw_declaration *here) {
    return here->words != SW_SIDE_BOTH &&
           sw_add_words(r, here, here->words == SW_SIDE_DEVICE ? SW_SIDE_BOTH : here->words | SW_SIDE_DEVICE);
}

static bool take_pair(struct sw_repair *r, const char *line, const char *rest, const char *name, const char *said) {
    struct sw_declaration here = {.patch.name = name}, before = {.patch.name = name};
    unsigned notes = 0;
    const char *note = sw_only_note(r->arena, rest, said, &notes);
    if (!*name || !sw_read_refused(r, line, rest, &here))
        return false;
    if (!notes)
        return try_definition(r, &here);
    if (!note || !sw_read_declaration(r, note, ": note: ", &before))
        return false;
    unsigned wanted = here.words | before.words | (here.of_template && !before.words ? SW_SIDE_HOST : 0);
    if (!wanted || (wanted == here.words && wanted == before.words))
        return false;
    return sw_add_words(r, &here, wanted) && sw_add_words(r, &before, wanted);
}

/* The words of a destructor's declarations in classes, which clang does not tell; 0: several differ, or say nothing. */
static unsigned words_of_destructor(const char *text, const char *name, struct sw_arena *arena) {
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const char *before = sw_back_over_blanks(text, at), *begin = sw_begin_of_declaration(text, at);
        if (!sw_is_declared(at, name) || (before > text && strchr(".>:", before[-1])))
            continue;
        const char *said = sw_arena_strndup(arena, begin, (size_t)(at - begin));
        unsigned here = (sw_has(said, "((host))") ? SW_SIDE_HOST : 0) |
                        (sw_has(said, "((device))") ? SW_SIDE_DEVICE : 0);
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
    const char *note = sw_only_note(r->arena, rest, sw_arena_printf(r->arena, ": note: '%s' declared here", name),
                                    &notes);
    struct sw_declaration here = {.patch.name = name};
    if (*name != '~' || !note || !sw_read_declaration(r, note, ": note: ", &here))
        return false;
    unsigned declared = words_of_destructor(sw_repair_preprocessed(r), name, r->arena);
    return declared & ~here.words && sw_add_words(r, &here, declared | here.words);
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
