/* Macros that make a text of an argument (#x), in which our words would be. */
#include "driver/repair/repair.h"

#include <string.h>

enum { MOST_DEPTH = 8 };

/* From behind the ( of a macro's parameters or arguments: the end of the one that begins here, a comma or the ). */
static const char *end_of_argument(const char *at) {
    for (int depth = 0; *at; at++) {
        if (!depth && (*at == ',' || *at == ')'))
            return at;
        if (*at == '"' || *at == '\'')
            at = sw_behind_text(at) - 1;
        depth += (*at == '(') - (*at == ')');
    }
    return at;
}

/* The name of parameter `index`, or of the last if there are fewer; "": there is none. */
static const char *parameter(struct sw_arena *arena, const char *at, size_t index) {
    for (const char *end;; at = end + 1) {
        at = sw_skip_space(at);
        end = end_of_argument(at);
        if (*end != ',' || !index--)
            return sw_starts_with(at, "...") ? "__VA_ARGS__" : sw_arena_strndup(arena, at, sw_word_length(at));
    }
}

static bool has_word(const char *at, const char *end, const char *word) {
    for (size_t length; at < end; at += length ? length : 1) {
        length = sw_word_length(at);
        if (length && length == strlen(word) && !strncmp(at, word, length))
            return true;
    }
    return false;
}

static bool stringises(struct sw_repair *r, const char *name, size_t length, size_t index, unsigned depth);

/* A call in a macro's body, which may hand on what the parameter is. */
static bool hands_on(struct sw_repair *r, const char *name, size_t length, const char *argument, const char *word,
                     unsigned depth) {
    for (size_t index = 0;; index++, argument++) {
        const char *end = end_of_argument(argument);
        if (has_word(argument, end, word) && stringises(r, name, length, index, depth + 1))
            return true;
        if (*end != ',')
            return false;
        argument = end;
    }
}

static bool body_stringises(struct sw_repair *r, const char *at, const char *word, unsigned depth) {
    while (*at) {
        size_t length = sw_word_length(at);
        const char *next = sw_skip_space(at + length);
        if (length && *next == '(' && hands_on(r, at, length, next + 1, word, depth))
            return true;
        if (*at == '#' && at[1] != '#' && has_word(sw_skip_space(at + 1), sw_skip_space(at + 1) + 1, word))
            return true;
        const char *behind = sw_behind_word(at);
        at = behind > at ? behind : at + (*at == '#' && at[1] == '#' ? 2 : 1);
    }
    return false;
}

/* Whether the macro, if it is one, makes a text of its argument. */
static bool stringises(struct sw_repair *r, const char *name, size_t length, size_t index, unsigned depth) {
    const char *line = depth < MOST_DEPTH ? sw_find_definition(r, name, length) : NULL;
    const char *at = line ? line + strlen("#define ") + length : NULL;
    if (!at)
        return false;
    if (*at != '(') { /* another macro's name */
        at = sw_skip_space(at);
        length = sw_word_length(at);
        return length && !*sw_skip_space(at + length) && stringises(r, at, length, index, depth + 1);
    }
    const char *word = parameter(r->arena, at + 1, index), *body = strchr(at, ')');
    return *word && body && body_stringises(r, body + 1, word, depth);
}

/* The preprocessor knows no brackets but round ones. */
const char *sw_stringised_by(struct sw_repair *r, const char *code, const char *place) {
    int depth = 0;
    size_t commas = 0;
    for (const char *at = place; at > code;) {
        at--;
        depth += (*at == ')') - (*at == '(');
        commas += *at == ',' && !depth;
        if (depth >= 0)
            continue;
        const char *end = sw_back_over_space(code, at), *name = end;
        while (name > code && sw_is_of_name(name[-1]))
            name--;
        if (name < end && stringises(r, name, (size_t)(end - name), commas, 0))
            return sw_arena_strndup(r->arena, name, (size_t)(end - name));
        depth = 0;
        commas = 0;
    }
    return NULL;
}
