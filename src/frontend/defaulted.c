/* __device__ S() = default;   becomes            S() = default;   and so with __host__
 *
 * nvcc ignores the words of what is defaulted where it is first declared, unless it is virtual: such functions are for whoever
 * calls them. clang takes one of the words at its word. It reads blanks in its place, so that places stay what they are.
 * Where both words stand they say what is so in any case; macros of the program's are none of these words. */
#include "frontend/concepts.h"

#include <string.h>

static const char host[] = "__host__", device[] = "__device__";

struct member {
    char *word; /* the only one of the two; null: there is none */
    bool has_both, is_virtual, is_qualified;
    unsigned depth; /* of parentheses */
};

static bool is_word(const char *at, size_t length, const char *word) {
    return strlen(word) == length && !strncmp(at, word, length);
}

static void take_word(struct member *m, char *at, size_t length) {
    static const char *const virtuals[] = {"virtual", "override", "final"};
    if (is_word(at, length, host) || is_word(at, length, device)) {
        m->has_both |= m->word && strncmp(m->word, at, length) != 0;
        m->word = at;
    }
    for (size_t i = 0; i < sizeof virtuals / sizeof *virtuals; i++)
        m->is_virtual |= is_word(at, length, virtuals[i]);
}

/* at: a =. Whether default; follows. */
static bool is_defaulted(const char *at) {
    static const char word[] = "default";
    at = sw_behind_space(at + 1);
    return sw_word_length(at) == strlen(word) && sw_starts_with(at, word);
}

/* Whether a qualified name stands before the parenthesis: X::f(). */
static bool is_qualified(const char *text, const char *at) {
    while (at > text && strchr(" \t\r\n", at[-1]))
        at--;
    while (at > text && (sw_is_of_name(at[-1]) || strchr("=<>!~", at[-1])))
        at--;
    return at > text + 1 && at[-1] == ':' && at[-2] == ':';
}

static bool end_member(struct member *m) {
    bool is_changed = m->word && !m->has_both && !m->is_virtual && !m->is_qualified;
    if (is_changed)
        memset(m->word, ' ', sw_word_length(m->word));
    return is_changed;
}

const char *sw_behind_other(const char *text, const char *at) {
    const char *before = at, *behind = sw_behind_comment(at);
    if (behind == at)
        behind = sw_behind_raw_text(at);
    if (behind == at && (*at == '"' || *at == '\''))
        return sw_behind_text(at);
    while (*at == '#' && before > text && strchr(" \t", before[-1]))
        before--;
    if (*at != '#' || (before > text && before[-1] != '\n'))
        return behind;
    return sw_behind_directive(at);
}

const char *sw_without_ignored_words(struct sw_arena *arena, const char *text) {
    char *copy = sw_arena_strdup(arena, text);
    struct member m = {0};
    bool is_changed = false;
    for (char *at = copy; *at;) {
        size_t other = (size_t)(sw_behind_other(copy, at) - at), length = other ? 0 : sw_word_length(at);
        at += other;
        if (other)
            continue;
        take_word(&m, at, length);
        if (*at == '(' && !m.depth++) /* what noexcept asks may be qualified */
            m.is_qualified |= is_qualified(copy, at);
        else if (*at == ')' && m.depth)
            m.depth--;
        else if (*at == '=' && is_defaulted(at))
            is_changed |= end_member(&m);
        else if (strchr(";{}", *at))
            m = (struct member){0};
        at += length ? length : 1;
    }
    return is_changed ? copy : NULL;
}
