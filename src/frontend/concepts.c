/* template <class F> concept Fn = requires(F f) { f(1); };      on one line becomes
 *
 *     template <class F> struct __sw_asks_Fn_0 { enum : bool { value = requires(F f) { f(1); } }; };
 *     template <class F> concept Fn = (bool(__sw_asks_Fn_0<F>::value));
 *
 * nvcc looks at sides only where something is called. clang lets a function of the host see no functions of the device in a
 * requires-expression, and the other way round, and keeps what a concept's answer was: once asked in such a function it has
 * that answer everywhere, and kernels took another overload without a word. In a class it sees those of both sides. What
 * subsumes what stays as it is, since each concept has as many parts as before. Lines stay what they are.
 *
 * What cannot be read so stays: parameters without a name, or with parentheses, and a definition with lines of the
 * preprocessor in it. */
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* template <PARAMETERS> concept NAME = VALUE; each from its first character on. end: the semicolon. */
struct definition {
    const char *start, *parameters, *parameters_end, *name, *value, *end;
};

/* Writes what is behind `from` up to a place, and goes on from another. */
struct writer {
    struct sw_arena *arena;
    const char *text, *from;
    FILE *to;
    bool is_changed;
};

static bool is_word_at(const char *at, const char *word) {
    return sw_word_length(at) == strlen(word) && sw_starts_with(at, word);
}

static bool is_space(char c) {
    return c && strchr(" \t\r\n", c);
}

static const char *behind_space(const char *at) {
    for (const char *before = NULL; before != at;) {
        before = at;
        at = sw_behind_comment(at + strspn(at, " \t\r\n"));
    }
    return at;
}

/* The next character of code, or the end of a word, a text or a comment. */
static const char *step(const char *text, const char *at) {
    const char *behind = sw_behind_other(text, at);
    if (behind > at)
        return behind;
    size_t length = sw_word_length(at);
    return at + (length ? length : 1);
}

/* The first of these characters that stands in no brackets, from inside on; null: there is none before the brackets around
 * the place end, or a line of the preprocessor. Within others < and > are no brackets. */
static const char *find_outside(const char *text, const char *at, const char *wanted, bool are_angles) {
    int depth = 0, angles = 0;
    for (; *at; at = step(text, at)) {
        bool is_other = sw_behind_other(text, at) > at;
        if (is_other && *at == '#')
            return NULL;
        if (is_other)
            continue;
        if (!depth && !angles && strchr(wanted, *at))
            return at;
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        angles += are_angles && !depth && *at == '<';
        angles -= are_angles && !depth && *at == '>';
        if (depth < 0 || angles < 0)
            return NULL;
    }
    return NULL;
}

static bool reads_definition(const char *text, const char *at, struct definition *d) {
    d->start = at;
    at = behind_space(at + strlen("template"));
    if (*at != '<')
        return false;
    d->parameters = at + 1;
    d->parameters_end = find_outside(text, d->parameters, ">", true);
    if (!d->parameters_end)
        return false;
    at = behind_space(d->parameters_end + 1);
    if (!is_word_at(at, "concept"))
        return false;
    d->name = behind_space(at + strlen("concept"));
    at = behind_space(d->name + sw_word_length(d->name));
    if (*at != '=')
        return false;
    d->value = at + 1;
    d->end = find_outside(text, d->value, ";", false);
    return d->end != NULL;
}

/* ---- The parameters as arguments */

static bool is_keyword(const char *at) {
    static const char *const words[] = {"class", "typename", "auto",     "bool",   "char",  "short",
                                        "int",   "long",     "unsigned", "signed", "float", "double"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word_at(at, words[i]))
            return true;
    return false;
}

/* Of one parameter; null: it has none that is understood. */
static const char *argument_of(struct sw_arena *arena, const char *text, const char *at, const char *end) {
    const char *value = find_outside(text, at, "=,>", true), *last = NULL, *before = NULL;
    bool is_pack = false;
    size_t words = 0;
    for (end = value && value < end ? value : end; at < end; at = step(text, at)) {
        if (sw_behind_other(text, at) > at || is_space(*at))
            continue;
        if (*at == '(')
            return NULL;
        words += sw_word_length(at) > 0;
        last = sw_word_length(at) ? at : NULL;
        is_pack = *at == '.' || (is_pack && last);
        before = last ? before : at;
    }
    if (words < 2 || !last || is_keyword(last) || (before && before[0] == ':' && before + 1 == last))
        return NULL;
    return sw_arena_printf(arena, "%.*s%s", (int)sw_word_length(last), last, is_pack ? "..." : "");
}

/* T, N, Rest... ; null: some have no name. */
static const char *arguments_of(struct sw_arena *arena, const char *text, const struct definition *d) {
    const char *all = "";
    for (const char *at = d->parameters, *end; at < d->parameters_end; at = end + 1) {
        end = find_outside(text, at, ",>", true);
        const char *one = end ? argument_of(arena, text, at, end) : NULL;
        if (!one)
            return NULL;
        all = sw_arena_printf(arena, "%s%s%s", all, *all ? ", " : "", one);
    }
    return *all ? all : NULL;
}

/* ---- Writing */

static void write_until(struct writer *w, const char *at) {
    fwrite(w->from, 1, (size_t)(at - w->from), w->to);
    w->from = at;
}

/* On one line, without comments. */
static void write_flat(struct writer *w, const char *at, const char *end) {
    for (const char *behind; at < end; at = behind) {
        behind = step(w->text, at);
        if (sw_behind_comment(at) > at || *at == '\n')
            fputc(' ', w->to);
        else
            fwrite(at, 1, (size_t)(behind - at), w->to);
    }
}

static void write_newlines(struct writer *w, const char *at, const char *end) {
    for (; at < end; at++)
        if (*at == '\n')
            fputc('\n', w->to);
}

/* The end of a requires-expression; null: it is none, but a nested requirement or what else begins with that word. */
static const char *behind_question(const char *text, const char *at) {
    at = behind_space(at + strlen("requires"));
    if (*at == '(') {
        at = find_outside(text, at + 1, ")", false);
        if (!at)
            return NULL;
        at = behind_space(at + 1);
    }
    at = *at == '{' ? find_outside(text, at + 1, "}", false) : NULL;
    return at ? at + 1 : NULL;
}

/* The next requires-expression of a definition; null: there is none. *end: its end. */
static const char *next_question(const char *text, const char *at, const struct definition *d, const char **end) {
    for (; at < d->end; at = step(text, at))
        if (is_word_at(at, "requires") && (*end = behind_question(text, at)))
            return at;
    return NULL;
}

static const char *class_of(struct writer *w, const struct definition *d, unsigned number) {
    return sw_arena_printf(w->arena, "__sw_asks_%.*s_%u", (int)sw_word_length(d->name), d->name, number);
}

static void write_classes(struct writer *w, const struct definition *d) {
    unsigned number = 0;
    const char *end = d->value;
    for (const char *at; (at = next_question(w->text, end, d, &end));) {
        fputs("template <", w->to);
        write_flat(w, d->parameters, d->parameters_end);
        fprintf(w->to, "> struct %s { enum : bool { value = ", class_of(w, d, number++));
        write_flat(w, at, end);
        fputs(" }; }; ", w->to);
    }
}

static void write_definition(struct writer *w, const struct definition *d, const char *arguments) {
    unsigned number = 0;
    const char *end = d->value;
    write_until(w, d->start);
    write_classes(w, d);
    for (const char *at; (at = next_question(w->text, end, d, &end));) {
        write_until(w, at);
        fprintf(w->to, "(bool(%s<%s>::value))", class_of(w, d, number++), arguments);
        write_newlines(w, at, end);
        w->from = end;
        w->is_changed = true;
    }
}

static void write_all(struct writer *w) {
    struct definition d;
    for (const char *at = w->text; *at;) {
        bool is_one = is_word_at(at, "template") && reads_definition(w->text, at, &d);
        const char *arguments = is_one ? arguments_of(w->arena, w->text, &d) : NULL;
        if (arguments)
            write_definition(w, &d, arguments);
        at = is_one ? d.end : step(w->text, at);
    }
    write_until(w, w->from + strlen(w->from));
}

const char *sw_with_open_concepts(struct sw_arena *arena, const char *text) {
    struct writer w = {.arena = arena, .text = text, .from = text};
    char *made = NULL;
    size_t size;
    if (!strstr(text, "concept") || !(w.to = open_memstream(&made, &size)))
        return NULL;
    write_all(&w);
    const char *copy = !fclose(w.to) && w.is_changed ? sw_arena_strndup(arena, made, size) : NULL;
    free(made);
    return copy;
}
