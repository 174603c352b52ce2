/* Splitting text into words, and putting them together again: lists with commas, the shell's quoting, options files. */
#include "driver/driver.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_FILE = 16 };

/* Adds the pieces between commas. A comma behind a backslash, in quotes or in parentheses separates nothing: the
 * last two so that -D 'F(a,b)=a' means what it says (nvcc splits it, and the compiler then refuses the pieces). */
void sw_split_list(struct sw_arena *arena, struct sw_strings *into, const char *text) {
    char *piece = sw_arena_alloc(arena, strlen(text) + 1);
    size_t length = 0, depth = 0;
    char quote = 0;
    for (const char *at = text;; at++) {
        if (!*at || (*at == ',' && !depth && !quote)) {
            if (length)
                sw_vec_push(arena, into, sw_arena_strndup(arena, piece, length));
            length = 0;
            if (!*at)
                return;
            continue;
        }
        if (*at == '\\' && at[1] == ',')
            at++;
        else if (*at == quote)
            quote = 0;
        else if (!quote && *at == '"')
            quote = *at;
        else if (!quote)
            depth += *at == '(' ? 1 : *at == ')' && depth ? (size_t)-1 : 0;
        piece[length++] = *at;
    }
}

/* Adds the words of a text as a shell splits it: at blanks (and commas, if asked), with quotes and backslashes. */
void sw_split_words(struct sw_arena *arena, struct sw_strings *into, const char *text, bool at_commas) {
    char *word = sw_arena_alloc(arena, strlen(text) + 1);
    size_t length = 0;
    bool inside = false;
    char quote = 0;
    for (const char *at = text; *at; at++) {
        if (!quote && (isspace((unsigned char)*at) || (at_commas && *at == ','))) {
            if (inside)
                sw_vec_push(arena, into, sw_arena_strndup(arena, word, length));
            inside = false;
            length = 0;
            continue;
        }
        inside = true;
        if (quote && *at == quote)
            quote = 0;
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == '\\' && at[1] && quote != '\'')
            word[length++] = *++at;
        else
            word[length++] = *at;
    }
    if (inside)
        sw_vec_push(arena, into, sw_arena_strndup(arena, word, length));
}

static void expand(struct sw_arena *arena, struct sw_strings *into, const struct sw_strings *words, unsigned depth);

static void expand_file(struct sw_arena *arena, struct sw_strings *into, const char *path, unsigned depth) {
    if (depth == DEEPEST_FILE) {
        sw_error(SW_NOWHERE, "options files include each other: %s", path);
        return;
    }
    char *text = sw_read_file(arena, path, NULL);
    if (!text) {
        sw_error(SW_NOWHERE, "cannot read the options file %s: %s", path, strerror(errno));
        return;
    }
    struct sw_strings words = {0};
    sw_split_words(arena, &words, text, false);
    expand(arena, into, &words, depth + 1);
}

/* If the word at *i names options files, they; *i is moved to the last word used. */
static bool options_files(struct sw_arena *arena, const struct sw_strings *words, size_t *i, struct sw_strings *files) {
    static const char *const names[] = {"--options-file", "-options-file", "-optf", "--optf"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *word = words->at[*i];
        size_t length = strlen(names[k]);
        if (!sw_starts_with(word, names[k]))
            continue;
        if (word[length] == '=')
            sw_split_list(arena, files, word + length + 1);
        else if (!word[length] && *i + 1 < words->count)
            sw_split_list(arena, files, words->at[++*i]);
        else
            continue;
        return true;
    }
    return false;
}

static void expand(struct sw_arena *arena, struct sw_strings *into, const struct sw_strings *words, unsigned depth) {
    for (size_t i = 0; i < words->count; i++) {
        struct sw_strings files = {0};
        if (!options_files(arena, words, &i, &files))
            sw_vec_push(arena, into, words->at[i]);
        for (size_t k = 0; k < files.count; k++)
            expand_file(arena, into, files.at[k], depth);
    }
}

static void add_variable(struct sw_arena *arena, struct sw_strings *words, const char *name) {
    const char *text = getenv(name);
    if (text)
        sw_split_words(arena, words, text, false);
}

/* argv without the program's name, with the words of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS before and behind it and
 * those of options files in their places. */
void sw_expand_words(struct sw_arena *arena, struct sw_strings *into, int argc, char **argv) {
    struct sw_strings words = {0};
    add_variable(arena, &words, "NVCC_PREPEND_FLAGS");
    for (int i = 1; i < argc; i++)
        sw_vec_push(arena, &words, argv[i]);
    add_variable(arena, &words, "NVCC_APPEND_FLAGS");
    expand(arena, into, &words, 0);
}

/* The word as a POSIX shell reads it back. */
const char *sw_shell_quote(struct sw_arena *arena, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    if (*word && word[strspn(word, plain)] == 0)
        return word;
    char *quoted = sw_arena_alloc(arena, 4 * strlen(word) + 3), *at = quoted;
    *at++ = '\'';
    for (; *word; word++) {
        if (*word == '\'') {
            memcpy(at, "'\\''", 4);
            at += 4;
        } else {
            *at++ = *word;
        }
    }
    *at++ = '\'';
    return quoted;
}
