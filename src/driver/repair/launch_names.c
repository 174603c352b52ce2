/* Names of functions in launches: __func__ and its like are of the function around, and in the lambda that a launch is put
 * into they would be the lambda's. It captures what they are outside of it, under names of ours:
 *
 *   k<<<1, 1>>>(__func__)    __sw_launch([&, &__sw_func = __func__](__sw_side)SW_LAUNCHES{k<<<1, 1>>>(__sw_func);SW_LAUNCHED})
 *
 * In a lambda of the launch's own they are left: they are that one's. What macros and default arguments name is refused
 * later, by the string that clang makes of it (transform/launches.c). */
#include "driver/repair/repair.h"

#include <string.h>

static const struct name {
    const char *word, *captured, *capture;
    bool is_call;
} names[] = {
    {"__func__", "__sw_func", ", &__sw_func = __func__", false},
    {"__FUNCTION__", "__sw_function", ", &__sw_function = __FUNCTION__", false},
    {"__PRETTY_FUNCTION__", "__sw_pretty", ", &__sw_pretty = __PRETTY_FUNCTION__", false},
    {"__builtin_FUNCTION", "__sw_builtin", ", __sw_builtin = __builtin_FUNCTION()", true},
};
enum { NAMES = sizeof names / sizeof *names };

/* Whether a [] before the braces, in the brackets around them, begins a lambda. */
static bool is_body_of_lambda(const char *code, const char *from, const char *braces) {
    int depth = 0;
    for (const char *at = braces; at > from && depth >= 0;) {
        at--;
        depth += (strchr(")]}", *at) != NULL) - (strchr("([{", *at) != NULL);
        if (!depth && sw_begins_lambda(code, at))
            return true;
    }
    return false;
}

static bool is_in_lambda(const char *code, const char *from, const char *place) {
    int depth = 0;
    for (const char *at = place; at > from;) {
        at--;
        depth += (strchr(")]}", *at) != NULL) - (strchr("([{", *at) != NULL);
        if (depth < 0 && *at == '{' && is_body_of_lambda(code, from, at))
            return true;
        depth = depth < 0 ? 0 : depth;
    }
    return false;
}

/* Behind the name, and the brackets of a call; null: the word there is another. */
static const char *end_of(const char *at, size_t length, const struct name *name) {
    if (length != strlen(name->word) || strncmp(at, name->word, length))
        return NULL;
    at += length;
    if (!name->is_call)
        return at;
    at = sw_skip_space(at);
    at = *at == '(' ? sw_skip_space(at + 1) : "";
    return *at == ')' ? at + 1 : NULL;
}

/* The name that is to be captured where the word is; *end: behind it. Null: it is none. */
static const struct name *find_name(const char *code, const char *from, const char *at, size_t length,
                                    const char **end) {
    for (size_t i = 0; length && i < NAMES; i++)
        if ((*end = end_of(at, length, &names[i])))
            return is_in_lambda(code, from, at) ? NULL : &names[i];
    return NULL;
}

const char *sw_put_lambda(struct sw_arena *arena, const char *text, const char *from, const char *to) {
    const char *code = sw_code_of(arena, text), *begin = code + (from - text), *last = code + (to - text), *end;
    const char *body = "", *captures = "", *kept = begin;
    bool is_captured[NAMES] = {0};
    for (const char *at = begin; at < last;) {
        size_t length = sw_word_length(at);
        const struct name *name = find_name(code, begin, at, length, &end);
        at += length ? length : 1;
        if (!name)
            continue;
        body = sw_arena_printf(arena, "%s%.*s%s", body, (int)(at - length - kept), text + (kept - code),
                               name->captured);
        captures = is_captured[name - names] ? captures : sw_arena_printf(arena, "%s%s", captures, name->capture);
        is_captured[name - names] = true;
        at = kept = end;
    }
    return sw_arena_printf(arena, "%.*s__sw_launch([&%s](__sw_side)SW_LAUNCHES{%s%.*s;SW_LAUNCHED})%s",
                           (int)(from - text), text, captures, body, (int)(last - kept), text + (kept - code), to);
}
