/* Where launches begin and end in a text, and names of kernels: brackets, template arguments and names, without comments and
 * literals. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

/* Behind the comment or literal that begins here; the place itself: none does. */
static const char *end_of_opaque(const char *at) {
    return *at == '"' || *at == '\'' ? sw_behind_text(at) : sw_behind_comment(at);
}

/* The text with spaces where comments and literals are. */
const char *sw_code_of(struct sw_arena *arena, const char *text) {
    char *code = sw_arena_strdup(arena, text);
    for (char *at = code; *at;) {
        size_t length = sw_word_length(at);
        const char *end = length ? sw_behind_raw_text(at) : end_of_opaque(at);
        at += length;
        at += !length && end == at;
        for (; at < end; at++)
            *at = *at == '\n' ? '\n' : ' ';
    }
    return code;
}

const char *sw_read_code(struct sw_repair *r, const char *path) {
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, path), NULL);
    return text ? sw_code_of(r->arena, text) : "";
}

const char *sw_back_over_space(const char *text, const char *at) {
    while (at > text && (isspace((unsigned char)at[-1]) || at[-1] == '\\'))
        at--;
    return at;
}

bool sw_begins_lambda(const char *code, const char *at) {
    const char *before = sw_back_over_space(code, at);
    bool is_index = before > code && (sw_is_of_name(before[-1]) || strchr(")]>", before[-1]));
    return *at == '[' && !is_index;
}

/* Whether the word that ends here is this one. */
bool sw_ends_word(const char *text, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - text) >= length && !strncmp(end - length, word, length) &&
           ((size_t)(end - text) == length || !sw_is_of_name(end[-(long)length - 1]));
}

static bool is_keyword(const char *text, const char *end) {
    static const char *const words[] = {"return", "else", "do", "case", "throw", "if", "while", "for", "switch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_ends_word(text, end, words[i]))
            return true;
    return false;
}

/* Whether a < compares: behind a bracket or a number, or between spaces and behind the name that begins an argument. */
static bool compares(const char *text, const char *at) {
    const char *end = sw_back_over_space(text, at), *begin = end;
    while (begin > text && sw_is_of_name(begin[-1]))
        begin--;
    bool is_of_value = end > text && (strchr(")]", end[-1]) || (begin < end && isdigit((unsigned char)*begin)));
    const char *before = sw_back_over_space(text, begin);
    bool is_argument = begin < end && before > text && strchr("<,", before[-1]);
    return is_of_value || (is_argument && end < at && isspace((unsigned char)at[1]));
}

/* The bracket that the one before `end` closes; null: there is none in the same statement. */
static const char *opener(const char *text, const char *end) {
    int round = 0, angle = 0;
    for (const char *at = end; at > text; at--) {
        char c = at[-1];
        bool is_arrow = c == '>' && at - 1 > text && at[-2] == '-';
        round += (strchr(")]}", c) != NULL) - (strchr("([{", c) != NULL);
        if (!round && !is_arrow)
            angle += (c == '>') - (c == '<' && !compares(text, at - 1));
        if (!round && angle <= 0)
            return at - 1;
        if (round < 0 || (!round && c == ';'))
            return NULL;
    }
    return NULL;
}

/* Whether the brackets that end here are of a statement: if (x) */
static bool ends_condition(const char *text, const char *end) {
    static const char *const words[] = {"if", "constexpr", "while", "for", "switch"};
    const char *open = opener(text, end), *before = open ? sw_back_over_space(text, open) : text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_ends_word(text, before, words[i]))
            return true;
    return !open;
}

/* Whether what is called or indexed ends here. */
static bool ends_callee(const char *text, const char *end) {
    if (end == text || is_keyword(text, end))
        return false;
    return sw_is_of_name(end[-1]) || strchr(">]", end[-1]) || (end[-1] == ')' && !ends_condition(text, end));
}

/* Where a name begins, or what stands in brackets with what is before them: f(x), a[i], name<int>. */
static const char *begin_of_part(const char *text, const char *end) {
    const char *at = end;
    while (at && at > text && strchr(">)]", at[-1])) {
        at = opener(text, at);
        const char *before = at ? sw_back_over_space(text, at) : text;
        if (!ends_callee(text, before))
            return at;
        at = before;
    }
    while (at && at > text && sw_is_of_name(at[-1]))
        at--;
    return at;
}

/* Where the expression begins that ends here, of names, members and what stands in brackets; null: there is none. */
const char *sw_begin_of_expression(const char *text, const char *end) {
    const char *at = sw_back_over_space(text, end);
    for (;;) {
        const char *begin = begin_of_part(text, at);
        if (!begin || begin == at)
            return NULL;
        const char *before = sw_back_over_space(text, begin);
        if (sw_ends_word(text, before, "template"))
            before = sw_back_over_space(text, before - strlen("template"));
        bool is_member = before > text && before[-1] == '.';
        bool is_of_scope = before > text + 1 && before[-1] == ':' && before[-2] == ':';
        bool is_arrow = before > text + 1 && before[-1] == '>' && before[-2] == '-';
        if (!is_member && !is_of_scope && !is_arrow)
            return begin;
        at = sw_back_over_space(text, before - (is_member ? 1 : 2));
        bool is_outermost = at == text || !(sw_is_of_name(at[-1]) || at[-1] == '>') || is_keyword(text, at);
        if (is_of_scope && is_outermost)
            return before - 2;
    }
}

/* The first place from here on, outside of brackets, that begins with the word; null: the bracket around it ends
 * before. */
const char *sw_find_outside(const char *at, const char *word) {
    for (int depth = 0; *at && depth >= 0; at++) {
        if (!depth && sw_starts_with(at, word))
            return at;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
    }
    return NULL;
}

/* Behind the arguments of a launch; null: they do not follow. */
const char *sw_end_of_launch(const char *chevrons) {
    const char *at = sw_find_outside(chevrons + strlen(SW_CHEVRONS), ">>>");
    at = at ? at + strlen(">>>") + strspn(at + strlen(">>>"), " \t\r\n\\") : NULL;
    at = at && *at == '(' ? sw_find_outside(at + 1, ")") : NULL;
    return at ? at + 1 : NULL;
}

const char *sw_put_around(struct sw_arena *arena, const char *text, const char *from, const char *to,
                          const char *before, const char *behind) {
    return sw_arena_printf(arena, "%.*s%s%.*s%s%s", (int)(from - text), text, before, (int)(to - from), from, behind,
                           to);
}

static bool is_put(const char *code, const char *begin) {
    return sw_ends_word(code, sw_back_over_space(code, begin) - 1, "SW_LAUNCHES");
}

/* The last launch between the two that is not in a lambda of ours yet; null: there is none. */
static const char *find_nested(const char *code, const char *from, const char *to) {
    for (const char *at = to - 1; at >= from; at--) {
        const char *begin = sw_starts_with(at, SW_CHEVRONS) ? sw_begin_of_expression(code, at) : NULL;
        if (begin && begin >= from && sw_end_of_launch(at) && !is_put(code, begin))
            return at;
    }
    return NULL;
}

const char *sw_put_launches(struct sw_arena *arena, const char *text, const char *from, const char *to) {
    const char *code = sw_code_of(arena, text), *at = find_nested(code, code + (from - text), code + (to - text));
    if (!at)
        return text;
    const char *begin = sw_begin_of_expression(code, at), *end = sw_end_of_launch(at);
    const char *put = sw_put_lambda(arena, text, text + (begin - code), text + (end - code));
    return sw_put_launches(arena, put, put + (from - text), put + (to - text) + strlen(put) - strlen(text));
}

/* Behind template arguments, from behind their <; null: these are none. */
static const char *end_of_template_arguments(const char *at) {
    const char *begin = at;
    int round = 0, angle = 1;
    for (; *at && *at != ';'; at++) {
        round += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        angle += round ? 0 : (*at == '<' && !compares(begin - 1, at)) - (*at == '>');
        if (round < 0 || !angle)
            return round < 0 ? NULL : at + 1;
    }
    return NULL;
}

/* Behind brackets, and those behind them; the place itself: none begins there. */
const char *sw_end_of_brackets(const char *at) {
    for (const char *next = at, *end; *next == '('; next = sw_skip_space(at)) {
        end = sw_find_outside(next + 1, ")");
        if (!end)
            break;
        at = end + 1;
    }
    return at;
}

/* Behind the name that begins here, with its template arguments. */
const char *sw_end_of_name(const char *at) {
    for (;;) {
        while (sw_is_of_name(*at))
            at++;
        const char *next = sw_skip_space(at);
        if (*next == '<' && !sw_starts_with(next, SW_CHEVRONS)) {
            next = end_of_template_arguments(next + 1);
            if (!next)
                return at;
            at = next;
            next = sw_skip_space(at);
        }
        if (!sw_starts_with(next, "::"))
            return at;
        at = sw_skip_space(next + 2);
    }
}
