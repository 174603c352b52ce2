/* Which parts of a constraint may ask whether something can be called, so that the answer depends on who asks: each operand of
 * && and || but what may be another concept, std::integral<T>, since what subsumes what depends on that. If brackets are in it
 * (decltype, sizeof, a call, a macro), or the name of an alias template that has such in it, it may ask nevertheless. A fold
 * over a pack is one operand. */
#include "frontend/concepts.h"

#include <ctype.h>
#include <string.h>

struct reader {
    struct sw_arena *arena;
    const char *text;
    const struct sw_strings *asking;
    struct sw_asked *into;
};

static bool is_of(const struct sw_strings *words, const char *at) {
    for (size_t i = 0; i < words->count; i++)
        if (sw_is_word_at(at, words->at[i]))
            return true;
    return false;
}

/* true, 1, or what may be a concept, and brackets and aliases that ask are not in it. */
static bool is_plain(const struct reader *r, const char *at, const char *end) {
    if (sw_is_word_at(at, "true") || sw_is_word_at(at, "false") || isdigit((unsigned char)*at))
        return at + sw_word_length(at) == end;
    if (end[-1] != '>')
        return false;
    for (; at < end; at = sw_behind_token(r->text, at))
        if (sw_behind_other(r->text, at) == at && (strchr("({", *at) || (sw_word_length(at) && is_of(r->asking, at))))
            return false;
    return true;
}

/* Behind the brackets that begin here, or the token. Template arguments follow a word. */
static const char *behind_brackets(const char *text, const char *at, const char *end, bool has_word) {
    static const char opening[] = "([{<", *const closing[] = {")", "]", "}", ">"};
    const char *bracket = sw_behind_other(text, at) > at ? NULL : strchr(opening, *at);
    if (!bracket || (*at == '<' && !has_word))
        return sw_behind_token(text, at);
    const char *close = sw_find_code(text, at + 1, closing[bracket - opening], *at == '<');
    return close && close < end ? close + 1 : sw_behind_token(text, at);
}

/* Whether the next token, from here on, is behind a word. */
static bool becomes_word(const char *text, const char *at, bool was) {
    bool is_space = strchr(" \t\r\n", *at) || sw_behind_other(text, at) > at;
    return is_space ? was : sw_word_length(at) > 0;
}

/* Whether one of these stands between the two, outside of brackets. */
static bool has_outside(const char *text, const char *at, const char *end, const char *characters) {
    bool is_word = false;
    for (const char *behind; at < end; at = behind) {
        behind = behind_brackets(text, at, end, is_word);
        is_word = becomes_word(text, at, is_word);
        if (sw_behind_other(text, at) == at && strchr(characters, *at))
            return true;
    }
    return false;
}

size_t sw_connective_length(const char *at) {
    if ((at[0] == '&' && at[1] == '&') || (at[0] == '|' && at[1] == '|') || sw_is_word_at(at, "or"))
        return 2;
    return sw_is_word_at(at, "and") ? 3 : 0;
}

static void take_operands(struct reader *r, const char *at, const char *end);

static void take_operand(struct reader *r, const char *at, const char *end) {
    at = sw_behind_space(at);
    if (at >= end)
        return;
    end = sw_end_of_code(r->text, at, end);
    bool is_bracketed = *at == '(' && behind_brackets(r->text, at, end, false) == end;
    if (is_bracketed && !has_outside(r->text, at + 1, end - 1, ".?,"))
        take_operands(r, at + 1, end - 1);
    else if (!is_plain(r, at, end))
        sw_vec_push(r->arena, r->into, ((struct sw_question){at, end}));
}

static void take_operands(struct reader *r, const char *at, const char *end) {
    const char *from = at;
    bool is_word = false;
    for (const char *behind; at < end; at = behind) {
        size_t length = sw_connective_length(at);
        behind = length ? at + length : behind_brackets(r->text, at, end, is_word);
        is_word = !length && becomes_word(r->text, at, is_word);
        if (!length)
            continue;
        take_operand(r, from, at);
        from = behind;
    }
    take_operand(r, from, end);
}

void sw_asked_in_constraint(struct sw_arena *arena, const char *text, const char *at, const char *end,
                            const struct sw_strings *asking, struct sw_asked *into) {
    struct reader r = {.arena = arena, .text = text, .asking = asking, .into = into};
    take_operands(&r, at, end);
}

const char *sw_behind_requires(const char *text, const char *at) {
    at = sw_behind_space(at + strlen("requires"));
    if (*at == '(') {
        at = sw_find_code(text, at + 1, ")", false);
        if (!at)
            return NULL;
        at = sw_behind_space(at + 1);
    }
    at = *at == '{' ? sw_find_code(text, at + 1, "}", false) : NULL;
    return at ? at + 1 : NULL;
}

/* The requires-expressions, but not in a fold; none at all where a lambda may be. */
void sw_asked_in_value(struct sw_arena *arena, const char *text, const char *at, const char *end,
                       struct sw_asked *into) {
    for (const char *behind; at < end; at = behind) {
        behind = sw_behind_token(text, at);
        const char *close = *at == '(' && behind == at + 1 ? behind_brackets(text, at, end, false) : behind;
        const char *expression = sw_is_word_at(at, "requires") ? sw_behind_requires(text, at) : NULL;
        if (close > behind && has_outside(text, at + 1, close - 1, "."))
            behind = close;
        if (expression) {
            sw_vec_push(arena, into, ((struct sw_question){at, expression}));
            behind = expression;
        }
        if (*at == '[' && behind == at + 1)
            into->count = 0, behind = end;
    }
}

/* Whether `(`, behind this token, is a call's, a cast's or a macro's. */
static bool is_called(const char *before) {
    static const char *const words[] = {"sizeof", "alignof", "and", "or", "not"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_is_word_at(before, words[i]))
            return false;
    return sw_word_length(before) || strchr(">)]", *before);
}

bool sw_may_call(const char *text, const char *at, const char *end, const struct sw_strings *asking) {
    for (const char *before = at; at < end; at = sw_behind_token(text, at)) {
        if (sw_behind_other(text, at) > at || strchr(" \t\r\n", *at))
            continue;
        if (*at == '{' || (*at == '(' && is_called(before)) || (sw_word_length(at) && is_of(asking, at)))
            return true;
        before = at;
    }
    return false;
}
