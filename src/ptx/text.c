/* The characters of PTX: blanks, comments, names, numbers (PTX ISA, Syntax). */
#include "ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void sw_ptx_skip(struct sw_ptx_text *t) {
    for (;; t->at++) {
        if (t->at[0] == '/' && t->at[1] == '/') {
            t->at += strcspn(t->at, "\n");
        } else if (t->at[0] == '/' && t->at[1] == '*') {
            const char *end = strstr(t->at + 2, "*/");
            for (end = end ? end + 1 : t->at + strlen(t->at) - 1; t->at < end; t->at++)
                t->line += *t->at == '\n';
            continue;
        }
        if (!isspace((unsigned char)*t->at))
            return;
        t->line += *t->at == '\n';
    }
}

bool sw_ptx_take(struct sw_ptx_text *t, char c) {
    sw_ptx_skip(t);
    if (*t->at != c)
        return false;
    t->at++;
    return true;
}

static bool begins_word(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '%';
}

static bool is_in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

const char *sw_ptx_word(struct sw_ptx_text *t) {
    sw_ptx_skip(t);
    const char *start = t->at;
    if (!begins_word(*start))
        return NULL;
    do
        t->at++;
    while (is_in_word(*t->at));
    return sw_arena_strndup(t->arena, start, (size_t)(t->at - start));
}

/* 0f3f800000, 0d3ff0000000000000: the bits of a float, of a double. */
static bool exact_number(struct sw_ptx_text *t, struct sw_ptx_operand *into) {
    char kind = (char)tolower((unsigned char)t->at[1]);
    size_t digits = kind == 'f' ? 8 : 16;
    if (t->at[0] != '0' || (kind != 'f' && kind != 'd') || strspn(t->at + 2, "0123456789abcdefABCDEF") < digits)
        return false;
    char *copy = sw_arena_strndup(t->arena, t->at + 2, digits);
    into->bits = strtoull(copy, NULL, 16);
    into->is_exact_float = kind == 'f';
    into->is_exact_double = kind == 'd';
    t->at += 2 + digits;
    return true;
}

static bool whole_number(struct sw_ptx_text *t, struct sw_ptx_operand *into) {
    bool is_binary = t->at[0] == '0' && (t->at[1] == 'b' || t->at[1] == 'B');
    char *end;
    into->bits = strtoull(is_binary ? t->at + 2 : t->at, &end, is_binary ? 2 : 0);
    if (*end == 'U')
        end++;
    t->at = end;
    return true;
}

bool sw_ptx_number(struct sw_ptx_text *t, struct sw_ptx_operand *into) {
    sw_ptx_skip(t);
    if (!isdigit((unsigned char)*t->at) && !(*t->at == '.' && isdigit((unsigned char)t->at[1])))
        return false;
    into->kind = SW_PTX_INTEGER;
    if (exact_number(t, into))
        return true;
    size_t digits = strspn(t->at, "0123456789");
    bool is_hex = t->at[0] == '0' && (t->at[1] == 'x' || t->at[1] == 'X');
    if (is_hex || (t->at[digits] != '.' && t->at[digits] != 'e' && t->at[digits] != 'E'))
        return whole_number(t, into);
    char *end;
    into->kind = SW_PTX_NUMBER;
    into->number = strtod(t->at, &end);
    t->at = end;
    return true;
}
