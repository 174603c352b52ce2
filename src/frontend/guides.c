/* template <class T> Box(T) -> Box<T>;      becomes
 *
 *     template <class T> __attribute__((host)) __attribute__((device)) Box(T) -> Box<T>;
 *
 * nvcc takes a deduction guide for what it is, no function that anybody calls, and so for one of both sides, whatever words
 * it has. To clang one without words is of the host: device code took another, or the constructor's, without a word.
 *
 * A guide is a name with parameters, an arrow and the same name with arguments; nothing else reads so. In a macro's body it
 * is one, too. Where macros make its parts it is found in what clang reads (driver/repair/guides.c), if the files may have
 * such a one (doubtful_guides.c). The C++ library's guides are not in the program's files:
 * include/cuda/softwarp/language/guides.h. */
#include "frontend/concepts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOTH_SIDES "__attribute__((host)) __attribute__((device)) "

/* Whether what stands before the name makes it a member's, or one of a scope: a.f, p->f, X::f, ~X. */
static bool is_qualified(const char *text, const char *name) {
    while (name > text && strchr(" \t\r\n", name[-1]))
        name--;
    char last = name > text ? name[-1] : '\0', before = name > text + 1 ? name[-2] : '\0';
    return last == '.' || last == '~' || (before == ':' && last == ':') || (before == '-' && last == '>');
}

/* Behind spaces, comments and the ends of lines in a macro's body. */
static const char *behind_blanks(const char *at) {
    for (at = sw_behind_space(at); at[0] == '\\' && (at[1] == '\n' || at[1] == '\r');)
        at = sw_behind_space(at + 1);
    return at;
}

/* Behind a word, or several that a macro joins: name##_t. */
static const char *behind_word(const char *at) {
    at += sw_word_length(at);
    for (const char *next = behind_blanks(at); next[0] == '#' && next[1] == '#'; next = behind_blanks(at)) {
        next = behind_blanks(next + 2);
        at = next + sw_word_length(next);
    }
    return at;
}

static const char *behind_parentheses(const char *text, const char *at) {
    at = *at == '(' ? sw_find_code(text, at + 1, ")", false) : NULL;
    return at ? at + 1 : NULL;
}

bool sw_begins_guide(const char *text, const char *name) {
    const char *end = behind_word(name), *at = behind_parentheses(text, behind_blanks(end));
    if (!at || is_qualified(text, name))
        return false;
    const char *parameters = behind_parentheses(text, behind_blanks(at));
    end = parameters ? at : end;
    at = behind_blanks(parameters ? parameters : at);
    if (!sw_starts_with(at, "->"))
        return false;
    size_t length = (size_t)(end - name);
    at = behind_blanks(at + 2);
    return !strncmp(at, name, length) && *behind_blanks(at + length) == '<';
}

/* Where the body of the macro begins that is defined at this #; null: none is. */
static const char *body_of_macro(const char *at) {
    at += 1 + strspn(at + 1, " \t");
    if (!sw_is_word_at(at, "define"))
        return NULL;
    at += strlen("define");
    at += strspn(at, " \t");
    at += sw_word_length(at);
    return *at == '(' ? at + strcspn(at, ")\n") : at;
}

static const char *behind_what_is_no_word(const char *text, const char *at) {
    bool is_line = *at == '#' && sw_behind_other(text, at) > at + 1;
    const char *body = is_line ? body_of_macro(at) : NULL;
    return body ? body : sw_behind_token(text, at);
}

/* Whether there are any. */
static bool write_all(FILE *to, const char *text) {
    const char *from = text;
    for (const char *at = text; *at;) {
        bool is_word = sw_word_length(at) && sw_behind_other(text, at) == at;
        if (is_word && sw_begins_guide(text, at)) {
            fwrite(from, 1, (size_t)(at - from), to);
            fputs(BOTH_SIDES, to);
            from = at;
        }
        at = is_word ? behind_word(at) : behind_what_is_no_word(text, at);
    }
    fputs(from, to);
    return from > text;
}

const char *sw_with_open_guides(struct sw_arena *arena, const char *text) {
    char *made = NULL;
    size_t size;
    FILE *to = strstr(text, "->") ? open_memstream(&made, &size) : NULL;
    if (!to)
        return NULL;
    bool is_changed = write_all(to, text);
    const char *copy = !fclose(to) && is_changed ? sw_arena_strndup(arena, made, size) : NULL;
    free(made);
    return copy;
}
