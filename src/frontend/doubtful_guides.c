/* Whether macros of the files may make parts of a deduction guide, as far as words tell: an arrow that is none of a guide of
 * guides.c stands beside a macro, or in the body of one and not in front of a member.
 *
 *   SUM(float) -> Sum<double>;     Sum PARAMETERS -> Sum<double>;     Sum(float) -> RESULT;
 *   #define GUIDE(name, parameters, type) name parameters -> type;
 *
 * To be wrong costs time only: what clang reads is then searched for guides (driver/repair/guides.c). */
#include "frontend/concepts.h"

#include <string.h>

struct search {
    struct sw_arena *arena;
    struct sw_strings macros, parameters; /* parameters: of the macro in whose body the search is */
    bool is_in_body;
};

/* ---- Macros */

/* The name that a line defines; null: it defines none. at: the # of the line. */
static const char *name_defined(const char *at) {
    at += 1 + strspn(at + 1, " \t");
    if (!sw_is_word_at(at, "define"))
        return NULL;
    at += strlen("define");
    at += strspn(at, " \t");
    return sw_word_length(at) ? at : NULL;
}

static void push_word(struct search *s, struct sw_strings *into, const char *at) {
    sw_vec_push(s->arena, into, sw_arena_strndup(s->arena, at, sw_word_length(at)));
}

static void add_macros(struct search *s, const char *text) {
    for (const char *at = strchr(text, '#'); at; at = strchr(at + 1, '#')) {
        const char *name = name_defined(at);
        if (name)
            push_word(s, &s->macros, name);
    }
}

static void add_macros_of_words(struct search *s, const struct sw_strings *words) {
    for (size_t i = 0; i < words->count; i++)
        if (sw_starts_with(words->at[i], "-D"))
            push_word(s, &s->macros, words->at[i] + 2);
}

/* Where the body begins of the macro with this name; its parameters are noted. */
static const char *behind_parameters(struct search *s, const char *name) {
    const char *at = name + sw_word_length(name);
    s->parameters.count = 0;
    s->is_in_body = true;
    for (bool is_one = *at == '('; is_one && *at && *at != ')' && *at != '\n';) {
        size_t length = sw_word_length(at);
        if (length)
            push_word(s, &s->parameters, at);
        at += length ? length : 1;
    }
    return at;
}

/* ---- Arrows */

static bool is_of(const struct sw_strings *words, const char *at) {
    for (size_t i = 0; i < words->count; i++)
        if (sw_is_word_at(at, words->at[i]))
            return true;
    return false;
}

static bool may_be_made(const struct search *s, const char *word) {
    bool is_argument = is_of(&s->parameters, word) || sw_is_word_at(word, "__VA_ARGS__") || sw_starts_with(word, "##");
    return is_of(&s->macros, word) || (s->is_in_body && is_argument);
}

static const char *back_over_space(const char *text, const char *at) {
    while (at > text && strchr(" \t\r\n\\", at[-1]))
        at--;
    return at;
}

/* The word that ends here, or that stands in front of the parentheses that end here. */
static const char *word_before(const char *text, const char *end) {
    const char *at = back_over_space(text, end);
    int depth = 0;
    while (at > text && (at[-1] == ')' || depth > 0)) {
        at--;
        depth += (*at == ')') - (*at == '(');
        at = depth ? at : back_over_space(text, at);
    }
    while (at > text && sw_is_of_name(at[-1]))
        at--;
    return at;
}

/* Whether macros may make what stands around the arrow, so that it is a guide's. */
static bool is_doubtful(const struct search *s, const char *text, const char *arrow) {
    const char *end = arrow + strlen("->"), *next = sw_behind_space(end);
    const char *behind = sw_behind_space(next + sw_word_length(next));
    bool is_last = strchr("\r\n\\", end[strspn(end, " \t")]);
    if (s->is_in_body && (is_last || !sw_word_length(next) || *behind == '<'))
        return true;
    return may_be_made(s, next) || may_be_made(s, behind) || may_be_made(s, word_before(text, arrow));
}

/* Behind the arrow of the guide that begins here. */
static const char *behind_guide(const char *at) {
    const char *arrow = strstr(at, "->");
    return arrow + strlen("->");
}

static bool has_doubtful(struct search *s, const char *text) {
    s->is_in_body = false;
    for (const char *at = text; *at;) {
        bool is_code = sw_behind_other(text, at) == at;
        const char *name = *at == '#' && !is_code ? name_defined(at) : NULL;
        bool is_word = is_code && sw_word_length(at);
        if (is_code && sw_starts_with(at, "->") && is_doubtful(s, text, at))
            return true;
        s->is_in_body &= *at != '\n' || at == text || at[-1] == '\\';
        if (is_word && sw_begins_guide(text, at))
            at = behind_guide(at);
        else
            at = name ? behind_parameters(s, name) : sw_behind_token(text, at);
    }
    return false;
}

bool sw_has_doubtful_guides(struct sw_arena *arena, const struct sw_source_files *files,
                            const struct sw_strings *preprocessor) {
    struct search s = {.arena = arena};
    add_macros_of_words(&s, preprocessor);
    for (size_t i = 0; i < files->count; i++)
        if (!files->at[i].is_of_cccl)
            add_macros(&s, files->at[i].text);
    for (size_t i = 0; i < files->count && s.macros.count; i++) {
        const struct sw_source_file *file = &files->at[i];
        if (!file->is_of_cccl && strstr(file->text, "->") && has_doubtful(&s, file->text))
            return true;
    }
    return false;
}
