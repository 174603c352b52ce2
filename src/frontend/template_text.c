/* Tokens and brackets of C++ text, with the preprocessor's lines in it. */
#include "frontend/concepts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sw_is_word_at(const char *at, const char *word) {
    return sw_word_length(at) == strlen(word) && sw_starts_with(at, word);
}

bool sw_is_one_of_words(const char *at, const char *const *words) {
    for (; *words; words++)
        if (sw_is_word_at(at, *words))
            return true;
    return false;
}

const char *sw_behind_space(const char *at) {
    for (const char *before = NULL; before != at;) {
        before = at;
        at = sw_behind_splices(sw_behind_comment(at + strspn(at, " \t\r\n")));
    }
    return at;
}

const char *sw_behind_token(const char *text, const char *at) {
    const char *behind = sw_behind_other(text, at);
    if (behind > at)
        return behind;
    size_t length = sw_word_length(at);
    return at + (length ? length : 1);
}

/* How deep in brackets each #if stands that is open. */
struct branches {
    int depths[8];
    size_t count;
};

/* at: the # of a line. False: a branch does not close what it opens, or began elsewhere. */
static bool take_directive(struct branches *b, const char *at, int depth) {
    at += 1 + strspn(at + 1, " \t");
    bool ends = sw_is_word_at(at, "endif");
    if (sw_starts_with(at, "if") && b->count < sizeof b->depths / sizeof *b->depths)
        b->depths[b->count++] = depth;
    else if (!ends && !sw_starts_with(at, "el"))
        return !sw_starts_with(at, "if");
    if (!b->count || b->depths[b->count - 1] != depth)
        return false;
    b->count -= ends;
    return true;
}

/* Whether < or > is a bracket of template arguments here, and no operator: < behind a name, > that ends no arrow. */
static bool is_angle(const char *text, const char *at) {
    const char *before = at;
    if (*at == '>')
        return at == text || at[-1] != '-';
    while (before > text && strchr(" \t\r\n", before[-1]))
        before--;
    const char *word = before;
    while (word > text && sw_is_of_name(word[-1]))
        word--;
    return word < before && !(*word >= '0' && *word <= '9') && at[1] != '<' && at[1] != '=';
}

const char *sw_find_code(const char *text, const char *at, const char *wanted, bool are_angles) {
    struct branches branches = {.count = 0};
    int depth = 0, angles = 0;
    for (; *at; at = sw_behind_token(text, at)) {
        bool is_other = sw_behind_other(text, at) > at;
        if (is_other && *at == '#' && !take_directive(&branches, at, depth))
            return NULL;
        if (is_other)
            continue;
        bool is_bracket = strchr("<>", *at) && are_angles && !depth && is_angle(text, at);
        if (!depth && !angles && strchr(wanted, *at) && (*at != '>' || !are_angles || is_bracket))
            return branches.count ? NULL : at;
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        angles += is_bracket && *at == '<';
        angles -= is_bracket && *at == '>';
        if (depth < 0 || angles < 0)
            return NULL;
    }
    return NULL;
}

const char *sw_end_of_code(const char *text, const char *at, const char *end) {
    const char *last = at;
    for (const char *behind; at < end; at = behind) {
        behind = sw_behind_token(text, at);
        if (sw_behind_comment(at) == at && !strchr(" \t\r\n", *at))
            last = behind;
    }
    return last;
}

bool sw_has_directive(const char *text, const char *at, const char *end, bool in_brackets_too) {
    for (int depth = 0; at < end; at = sw_behind_token(text, at)) {
        bool is_other = sw_behind_other(text, at) > at;
        if (is_other && *at == '#' && (!depth || in_brackets_too))
            return true;
        depth += !is_other && strchr("([{", *at);
        depth -= !is_other && strchr(")]}", *at);
    }
    return false;
}

const char *sw_flat_code(struct sw_arena *arena, const char *text, const char *at, const char *end) {
    char *flat = sw_arena_strndup(arena, at, (size_t)(end - at)), *to = flat;
    for (const char *behind; at < end; at = behind) {
        behind = sw_behind_token(text, at);
        bool is_space = sw_behind_comment(at) > at || strchr("\r\n", *at);
        size_t length = is_space ? 1 : (size_t)(behind - at);
        memcpy(to, is_space ? " " : at, length);
        to += length;
    }
    *to = '\0';
    return flat;
}

unsigned sw_line_of(const char *text, const char *at) {
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

const char *sw_name_of_place(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                             const char *at) {
    struct sw_hash contents = sw_hash_bytes((struct sw_hash){0}, file->text, file->size);
    const char *line = at;
    while (line > text && line[-1] != '\n')
        line--;
    return sw_arena_printf(arena, "%016llx_%u_%zu", (unsigned long long)contents.a, sw_line_of(text, at),
                           (size_t)(at - line));
}
