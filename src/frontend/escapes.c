/* Names of special registers in inline PTX that are not escaped. nvcc takes asm("mov.u32 %0, %laneid;" : "=r"(x)) as it
 * takes %%laneid; clang refuses it, as what follows a % is an operand there. The text may be a raw one, and the word a
 * macro's that hands on what it is given. A source file with such a statement is given to clang with them escaped, by an
 * overlay of the file system, so that names and lines stay what they are.
 *
 * Launches whose brackets are apart, as some formatters leave them (k << <grid, block >> >(x)), nvcc takes too; they are
 * joined. So it does operands without a comma between them, asm("..." :: "r"(x) "l"(y)), which get one. And operands of
 * constraint "C", texts that become part of the statement's: clang has no such letter, and gets E (src/ptx/insert.c).
 *
 * Only % before two letters is meant: %c0 is a modifier and an operand. Statements without operands are left alone;
 * nothing needs to be escaped there. */
#include "frontend/frontend.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scanner {
    struct sw_arena *arena;
    const char *text, *at, *from; /* what is before `from` has been copied */
    SW_VEC(char) out;
    SW_VEC(const char *) found; /* the % to double, of the statement at hand */
    unsigned launches;          /* whose brackets were apart, and have not been closed */
    bool is_changed;
};

static bool starts_register(const char *at) {
    return isalpha((unsigned char)at[1]) && (isalpha((unsigned char)at[2]) || at[2] == '_');
}

/* Over a string or character literal; notes what is to be escaped. */
static void take_literal(struct scanner *s, bool is_assembly) {
    assert(*s->at == '"' || *s->at == '\'');
    char quote = *s->at++;
    for (; *s->at && *s->at != quote && *s->at != '\n'; s->at++) {
        if ((s->at[0] == '\\' || (s->at[0] == '%' && s->at[1] == '%')) && s->at[1])
            s->at++;
        else if (is_assembly && *s->at == '%' && starts_register(s->at))
            sw_vec_push(s->arena, &s->found, s->at);
    }
    s->at += *s->at == quote;
}

/* The same of R"x(..)x", where a backslash is none. */
static bool take_raw_text(struct scanner *s, bool is_assembly) {
    const char *end = sw_behind_raw_text(s->at);
    bool is_there = end > s->at;
    for (; s->at < end; s->at++) {
        if (s->at[0] == '%' && s->at[1] == '%')
            s->at++;
        else if (is_assembly && *s->at == '%' && starts_register(s->at))
            sw_vec_push(s->arena, &s->found, s->at);
    }
    return is_there;
}

static bool take_comment(struct scanner *s) {
    const char *behind = sw_behind_comment(s->at);
    bool is_there = behind > s->at;
    s->at = behind;
    return is_there;
}

static bool is_one_of(const char *at, size_t length, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == length && !strncmp(at, *words, length))
            return true;
    return false;
}

static void copy_until(struct scanner *s, const char *end) {
    assert(s->from <= end && end <= s->text + strlen(s->text));
    for (; s->from < end; s->from++)
        sw_vec_push(s->arena, &s->out, *s->from);
}

static void escape_found(struct scanner *s) {
    for (size_t i = 0; i < s->found.count; i++) {
        copy_until(s, s->found.at[i]);
        sw_vec_push(s->arena, &s->out, '%');
        s->is_changed = true;
    }
}

static void skip_blanks(struct scanner *s) {
    do
        s->at += strspn(s->at, " \t\r\n\\");
    while (take_comment(s));
}

/* Over a word or a character. */
static void skip_one(struct scanner *s) {
    size_t length = sw_word_length(s->at);
    s->at += length ? length : 1;
}

/* At a text: constraint "C" of an operand, behind which its bracket comes. */
static void take_constraint(struct scanner *s) {
    static const char text[] = "\"C\"";
    bool is_text = sw_starts_with(s->at, text) &&
                   s->at[strlen(text) + strspn(s->at + strlen(text), " \t\r\n\\")] == '(';
    if (is_text) {
        copy_until(s, s->at + 1);
        sw_vec_push(s->arena, &s->out, 'E');
        s->from++;
        s->is_changed = true;
    }
    take_literal(s, false);
}

/* From the first colon on, to the statement's end. */
static void take_operands(struct scanner *s) {
    unsigned depth = 1;
    while (*s->at && depth) {
        if (*s->at == '"' && depth == 1) {
            take_constraint(s);
            continue;
        }
        if (*s->at == '"' || *s->at == '\'') {
            take_literal(s, false);
            continue;
        }
        if (take_raw_text(s, false) || take_comment(s))
            continue;
        char c = *s->at;
        skip_one(s);
        depth += c == '(' ? 1 : c == ')' ? -1u : 0;
        if (c != ')' || depth != 1)
            continue;
        const char *end = s->at;
        skip_blanks(s);
        if (*s->at == '"' || *s->at == '[') {
            copy_until(s, end);
            sw_vec_push(s->arena, &s->out, ',');
            s->is_changed = true;
        }
    }
}

/* From the bracket to the colon behind the template; false: there is none, but the closing bracket. */
static bool take_template(struct scanner *s) {
    unsigned depth = 0;
    do {
        if (*s->at == '"') {
            take_literal(s, true);
        } else if (!take_raw_text(s, true) && !take_comment(s)) {
            depth += *s->at == '(' ? 1 : *s->at == ')' ? -1u : 0;
            skip_one(s);
        }
    } while (*s->at && depth && !(depth == 1 && *s->at == ':'));
    return depth && *s->at == ':';
}

/* Behind the word asm. */
static void take_statement(struct scanner *s) {
    static const char *const qualifiers[] = {"volatile", "__volatile__", "__volatile", "goto", "inline", NULL};
    size_t length;
    for (;; s->at += length) {
        s->at += strspn(s->at, " \t\r\n\\");
        length = sw_word_length(s->at);
        if (!length || !is_one_of(s->at, length, qualifiers))
            break;
    }
    s->found.count = 0;
    if (*s->at != '(' || !take_template(s))
        return;
    escape_found(s);
    take_operands(s);
}

/* Behind a word: whether ("text" "text" : follows, which is a statement by a macro, and nothing else.
 *
 *     #define PTX(...) asm volatile(__VA_ARGS__)         PTX("mov.u32 %0, %laneid;" : "=r"(x)); */
static bool is_statement_by_macro(const char *at) {
    at += strspn(at, " \t");
    if (*at++ != '(')
        return false;
    size_t texts = 0;
    for (const char *before = NULL; before != at;) {
        before = at;
        at = sw_behind_comment(at + strspn(at, " \t\r\n\\"));
        const char *behind = *at == '"' ? sw_behind_text(at) : sw_behind_raw_text(at);
        texts += behind > at;
        at = behind;
    }
    return texts && *at == ':';
}

/* Over three brackets, of which the last may be apart: then they are joined, and blanks follow them. */
static void take_brackets(struct scanner *s) {
    static const char name[] = "operator";
    const char bracket = *s->at, *third = s->at + 2, *before = s->at;
    third += strspn(third, " \t");
    if (*third != bracket) {
        s->at += 2;
        return;
    }
    while (before > s->text && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    size_t length = sizeof name - 1;
    bool is_name = (size_t)(before - s->text) >= length && !strncmp(before - length, name, length);
    bool is_launch = bracket == '<' ? !is_name : s->launches > 0;
    if (is_launch && third > s->at + 2) {
        copy_until(s, s->at + 2);
        sw_vec_push(s->arena, &s->out, bracket);
        copy_until(s, third);
        s->from = third + 1;
        s->is_changed = true;
        s->launches += bracket == '<' ? 1 : -1u;
    }
    s->at = third + 1;
}

const char *sw_escape_registers(struct sw_arena *arena, const char *text, size_t *size) {
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    struct scanner s = {.arena = arena, .text = text, .at = text, .from = text};
    while (*s.at) {
        size_t length = sw_word_length(s.at);
        bool is_assembly = length && (is_one_of(s.at, length, words) || is_statement_by_macro(s.at + length));
        if (take_raw_text(&s, false))
            continue;
        s.at += length;
        if (is_assembly)
            take_statement(&s);
        else if (!length && (*s.at == '"' || *s.at == '\''))
            take_literal(&s, false);
        else if (!length && ((s.at[0] == '<' && s.at[1] == '<') || (s.at[0] == '>' && s.at[1] == '>')))
            take_brackets(&s);
        else if (!length && !take_comment(&s))
            s.at++;
    }
    copy_until(&s, s.at);
    *size = s.out.count;
    return s.is_changed ? s.out.at : NULL;
}

/* The path from the folder `directory`, in two parts for the overlay. */
static const char *root_of(struct sw_arena *arena, const char *directory, const char *path, const char *contents) {
    const char *whole = *path == '/' ? path : sw_arena_printf(arena, "%s/%s", directory, path);
    whole = sw_path_normal(arena, whole);
    const char *slash = strrchr(whole, '/');
    return sw_arena_printf(arena,
                           "{\"type\": \"directory\", \"name\": \"%.*s\", \"contents\": "
                           "[{\"type\": \"file\", \"name\": \"%s\", \"external-contents\": \"%s\"}]}",
                           slash > whole ? (int)(slash - whole) : 1, whole, slash + 1, contents);
}

const char *sw_overlay_root(struct sw_arena *arena, const char *path, const char *contents) {
    char here[PATH_MAX];
    const char *there = getenv("PWD");
    if (!getcwd(here, sizeof here))
        snprintf(here, sizeof here, ".");
    const char *roots = root_of(arena, here, path, contents);
    if (*path != '/' && there && *there == '/' && !sw_equal(there, here))
        roots = sw_arena_printf(arena, "%s, %s", roots, root_of(arena, there, path, contents));
    return roots;
}

const char *sw_overlay_of(struct sw_arena *arena, const char *roots) {
    return sw_arena_printf(arena, "{\"version\": 0, \"use-external-names\": false, \"roots\": [%s]}\n", roots);
}
