/* Parameters of a template, as they are declared and as arguments. Nothing can depend on those without a name:
 *
 *     <class F, class = void, int (*)(int) = nullptr, class... Rest>      class F, class... Rest      F, Rest... */
#include "frontend/concepts.h"

#include <string.h>

static bool is_qualifier(const char *at) {
    static const char *const words[] = {"const", "volatile", "__restrict__", NULL};
    return sw_is_one_of_words(at, words);
}

static bool is_keyword(const char *at) {
    static const char *const words[] = {"class", "typename", "auto",   "bool",  "char",   "short", "int",
                                        "long",  "unsigned", "signed", "float", "double", NULL};
    return is_qualifier(at) || sw_is_one_of_words(at, words);
}

/* (*name), (&), (X::*name): at its bracket. Else false, and nothing is read. */
static bool reads_declarator(const char *text, const char *at, struct sw_parameter *p) {
    const char *close = sw_find_code(text, at + 1, ")", false), *name = NULL;
    bool is_one = false;
    if (!close)
        return false;
    for (at++; at < close; at = sw_behind_token(text, at)) {
        if (strchr("(,<", *at))
            return false;
        p->is_pack |= *at == '.';
        is_one |= *at == '*' || *at == '&';
        if (sw_word_length(at) && is_one && !is_qualifier(at))
            name = at;
    }
    p->name = name;
    return is_one;
}

/* What is read of a parameter's words. */
struct words {
    const char *last, *before; /* before: the token before the last, if that is a word */
    size_t count;
};

static void take_token(struct words *w, struct sw_parameter *p, const char *at) {
    bool is_word = sw_word_length(at) > 0;
    w->before = is_word ? w->last : NULL;
    w->count += is_word && !is_qualifier(at);
    w->last = at;
    p->is_pack = *at == '.' || (p->is_pack && is_word);
}

static bool reads_parameter(const char *text, struct sw_parameter *p) {
    struct words w = {.count = 0};
    const char *end = sw_end_of_code(text, p->from, p->value);
    for (const char *at = p->from; at < end; at = sw_behind_token(text, at)) {
        if (*at == '#')
            return false;
        if (*at == '(' && reads_declarator(text, at, p))
            return true;
        if (sw_behind_other(text, at) > at || strchr(" \t\r\n", *at))
            continue;
        take_token(&w, p, at);
        if (*at == '(' && !(at = sw_find_code(text, at + 1, ")", false)))
            return false;
    }
    bool is_named = w.count > 1 && sw_word_length(w.last) && !is_keyword(w.last) && !(w.before && *w.before == ':');
    p->name = is_named ? w.last : NULL;
    return end > p->from;
}

bool sw_read_parameters(struct sw_arena *arena, const char *text, const char *at, const char *end,
                        struct sw_parameters *into) {
    for (; at < end; at = into->at[into->count - 1].end + 1) {
        struct sw_parameter p = {.from = sw_behind_space(at)};
        p.end = sw_find_code(text, at, ",>", true);
        p.value = sw_find_code(text, at, "=,>", true);
        if (!p.end || !p.value || p.from >= p.value || !reads_parameter(text, &p))
            return false;
        sw_vec_push(arena, into, p);
    }
    return into->count != 0;
}

const char *sw_parameters_text(struct sw_arena *arena, const char *text, const struct sw_parameters *parameters) {
    const char *all = "";
    for (size_t i = 0; i < parameters->count; i++) {
        const struct sw_parameter *p = &parameters->at[i];
        if (p->name)
            all = sw_arena_printf(arena, "%s%s%s", all, *all ? ", " : "", sw_flat_code(arena, text, p->from, p->value));
    }
    return all;
}

const char *sw_arguments_text(struct sw_arena *arena, const struct sw_parameters *parameters) {
    const char *all = "";
    for (size_t i = 0; i < parameters->count; i++) {
        const struct sw_parameter *p = &parameters->at[i];
        if (p->name)
            all = sw_arena_printf(arena, "%s%s%.*s%s", all, *all ? ", " : "", (int)sw_word_length(p->name), p->name,
                                  p->is_pack ? "..." : "");
    }
    return all;
}
