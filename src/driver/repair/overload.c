/* Kernels as values in device code, where the type that is wanted says which of several of a name, or of a template, is meant:
 *
 *   void (*p)(int) = kernel;    = __sw_kernel_of([&](__sw_side, auto __sw_as)SW_LAUNCHES{return __sw_as = kernel;});
 *
 * In a function of both sides clang takes all of them for candidates: there it is refused as dynamic.c has put it.
 * The function's value (include/cuda/softwarp/device/launch.h) becomes what it is converted to, and __sw_as has that type:
 * the choice is clang's. Lambdas of `auto` are C++14's; with less the code stays refused. */
#include "driver/repair/repair.h"

#include <string.h>

#define AS "__sw_as"
#define CHOSEN_BEGINS "__sw_kernel_of([&](__sw_side, auto " AS ")SW_LAUNCHES{return " AS " = "

static const char *put_chosen(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = sw_code_of(arena, text), *begin = sw_begin_of_expression(code, code + (at - text));
    if (!begin)
        return NULL;
    return sw_put_around(arena, text, text + (sw_with_address(code, begin) - code), at, CHOSEN_BEGINS,
                         ";SW_LAUNCHED})");
}

/* What has been put before the place, a kernel's name, becomes ours. */
static const char *put_instead(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    return sw_arena_printf(arena, "%.*s%s%s", (int)(at - strlen(SW_KERNEL_BEGINS) - text), text, CHOSEN_BEGINS, at);
}

bool sw_is_chosen(const struct sw_patch *patch) {
    return patch->put == put_chosen || patch->put == put_instead;
}

static bool has_auto_lambdas(struct sw_repair *r) {
    bool has = true;
    for (size_t i = 0; i < r->step->argv.count; i++) {
        const char *word = r->step->argv.at[i];
        if (word && sw_starts_with(word, "-std="))
            has = !sw_ends_with(word, "++11") && !sw_ends_with(word, "++0x");
    }
    return has;
}

/* Whether the word at the place is this one, and has not been put into a lambda of ours yet. */
static bool is_name(const char *code, const char *at, const char *name) {
    if ((at > code && sw_is_of_name(at[-1])) || !sw_starts_with(at, name) || sw_is_of_name(at[strlen(name)]))
        return false;
    const char *begin = sw_begin_of_expression(code, at + strlen(name));
    begin = begin ? sw_back_over_space(code, sw_with_address(code, begin)) : code;
    return begin == code || begin[-1] != '=' || !sw_ends_word(code, sw_back_over_space(code, begin - 1), AS);
}

/* From the place on, in the same statement; null: the name is not there. */
static const char *find_name(const char *code, const char *at, const char *name) {
    int depth = 0;
    for (; *name && at && *at && (*at != ';' || depth > 0); at++) {
        if (is_name(code, at, name))
            return at;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
    }
    return NULL;
}

/* Whether what comes before the name in its declaration says that it is a kernel's. */
static bool declares_kernel(const char *text, const char *name) {
    static const char global[] = "__attribute__((global))";
    const char *begin = name;
    while (begin > text && !strchr(";{}", begin[-1]))
        begin--;
    const char *at = strstr(begin, global);
    return at && at < name;
}

static bool is_kernel(struct sw_repair *r, const char *name) {
    const char *text = sw_repair_preprocessed(r);
    for (const char *at = *name ? strstr(text, name) : NULL; at; at = strstr(at + 1, name)) {
        const char *end = at + strlen(name);
        bool is_word = (at == text || !sw_is_of_name(at[-1])) && !sw_is_of_name(*end);
        if (is_word && *sw_skip_space(end) == '(' && declares_kernel(text, at))
            return true;
    }
    return false;
}

/* What the first note behind the error declares; "": there is none. */
static const char *name_of_candidate(struct sw_repair *r, const char *rest) {
    static const char kind[] = ": note: candidate function";
    struct sw_patch place = {0};
    const char *end = strstr(rest, ": error: "), *note = strstr(rest, kind);
    while (note && note > rest && note[-1] != '\n')
        note--;
    if (!note || (end && note > end))
        return "";
    const char *line = sw_arena_strndup(r->arena, note, strcspn(note, "\n"));
    const char *code = sw_read_place(r->arena, line, kind, &place) ? sw_read_code(r, place.path) : "";
    const char *at = sw_find_place(code, &place);
    return sw_arena_strndup(r->arena, at ? at : "", at ? sw_word_length(at) : 0);
}

/* Of what the notes behind the error pass over; "": of nothing. */
static const char *name_of_argument(struct sw_repair *r, const char *rest) {
    static const char words[] = "no overload of '";
    const char *end = strstr(rest, ": error: "), *at = strstr(rest, words);
    return at && (!end || at < end) ? sw_quoted(r->arena, at, words) : "";
}

/* A template's kernel that is named without arguments; "": it has some, or is launched. */
static const char *name_of_template(struct sw_repair *r, const char *line, const char *code, const char *at) {
    const char *name = sw_quoted(r->arena, line, "error: reference to __global__ function '");
    size_t length = strcspn(name, "<");
    name = sw_arena_strndup(r->arena, name, name[length] == '<' ? length : 0);
    at = find_name(code, at, name);
    return at && *sw_skip_space(at + strlen(name)) != '<' ? name : "";
}

static const char *refused_name(struct sw_repair *r, const char *line, const char *rest, const char *code,
                                const char *at) {
    const char *name = sw_quoted(r->arena, line, "error: address of overloaded function '");
    if (*name)
        return name;
    if (sw_has(line, "from incompatible type '<overloaded function type>'"))
        return name_of_candidate(r, rest);
    name = name_of_template(r, line, code, at);
    return *name ? name : name_of_argument(r, rest);
}

/* Where a kernel stands that clang does not choose in device code. False: the error is another. */
static bool find_refused(struct sw_repair *r, const char *line, const char *rest, struct sw_patch *patch) {
    if (!sw_read_place(r->arena, line, ": error: ", patch))
        return false;
    const char *code = sw_read_code(r, patch->path), *at = sw_find_place(code, patch);
    const char *name = refused_name(r, line, rest, code, at);
    at = find_name(code, at, name);
    if (!at || !is_kernel(r, name) || !has_auto_lambdas(r))
        return false;
    sw_set_place(patch, code, sw_end_of_name(at));
    patch->put = put_chosen;
    return true;
}

/* Where dynamic.c has put a name of several kernels. */
static bool find_put(struct sw_repair *r, const char *line, struct sw_patch *patch) {
    static const char words[] =
        "error: cannot deduce return type 'auto' from returned value of type '<overloaded function";
    if (!sw_has(line, words) || !sw_read_place(r->arena, line, ": error: ", patch))
        return false;
    const char *code = sw_read_code(r, patch->path), *at = sw_find_place(code, patch);
    patch->put = put_instead;
    return at && (size_t)(at - code) > strlen(SW_KERNEL_BEGINS) && has_auto_lambdas(r) &&
           sw_starts_with(at - strlen(SW_KERNEL_BEGINS), SW_KERNEL_BEGINS);
}

bool sw_is_of_overload(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {0};
    return find_refused(r, line, rest, &patch);
}

bool sw_repair_overload(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {0};
    return (find_put(r, line, &patch) || find_refused(r, line, rest, &patch)) && sw_add_patch(r, line, patch);
}
