/* template <class F> concept Fn = requires(F f) { f(1); };      on one line becomes
 *
 *     template <class F> struct __SW_ASKS(Fn, place) { static constexpr bool __sw_answer() { return requires { requires
 *         requires(F f) { f(1); }; }; } };                    (a function of both sides; a macro joins the name and the place)
 *     template <class F> concept Fn = (__SW_ASKS(Fn, place)<F>::__sw_answer());
 *
 * nvcc looks at sides only where something is called. clang lets a function of the host see no functions of the device in an
 * operand that is not evaluated, and the other way round, and keeps what a concept's answer was: once asked in such a function
 * it has that answer everywhere, and kernels took another overload without a word. A function of both sides sees both, in a
 * file's variables, too; its name, in whose scope the program's are looked up, hides none of these. What subsumes what stays
 * as it is, since each concept has as many parts as before (constraints.c). So it is with requires-expressions in values of
 * variable templates (constexpr bool). Lines stay what they are: parts that ask stay in theirs, and the definition is in that
 * of the last.
 *
 * A concept that cannot be read so stays, and a warning says so: parameters that are not understood, lines of the preprocessor
 * that are not within one part, a macro that defines it. */
#include "frontend/concepts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* template <PARAMETERS> concept NAME = VALUE; each from its first character on. end: the semicolon. What is not found is
 * null. */
struct definition {
    const char *start, *parameters, *parameters_end, *name, *value, *end;
    bool is_concept, is_alias;
};

/* Writes what is behind `from` up to a place, and goes on from another. */
struct writer {
    struct sw_arena *arena;
    const struct sw_source_file *file;
    const char *text, *from;
    const struct sw_strings *asking;
    FILE *to;
    bool is_changed;
};

/* The name of a variable that is declared here, `inline constexpr bool NAME`; null: none is. */
static const char *name_of_variable(const char *at) {
    static const char *const specifiers[] = {"inline",     "static",   "constexpr",    "const",
                                             "__device__", "__host__", "__constant__", NULL};
    static const char *const types[] = {"bool", "auto", NULL};
    bool is_constant = false, has_type = false;
    for (;; at = sw_behind_space(at + sw_word_length(at))) {
        bool is_type = sw_is_one_of_words(at, types);
        if (!is_type && !sw_is_one_of_words(at, specifiers))
            return is_constant && has_type && sw_word_length(at) ? at : NULL;
        has_type |= is_type;
        is_constant |= sw_is_word_at(at, "constexpr");
    }
}

/* Behind attributes: [[nodiscard]]. */
static const char *behind_attributes(const char *text, const char *at) {
    while (at[0] == '[' && at[1] == '[') {
        const char *end = sw_find_code(text, at + 2, "]", false);
        if (!end)
            return at;
        at = sw_behind_space(end + strspn(end, "]"));
    }
    return at;
}

static void read_name(const char *at, struct definition *d) {
    d->is_concept = sw_is_word_at(at, "concept");
    d->is_alias = sw_is_word_at(at, "using");
    d->name = d->is_concept || d->is_alias ? sw_behind_space(at + sw_word_length(at)) : name_of_variable(at);
}

/* Whether a concept, an alias or a variable is defined at this `template`. */
static bool reads_definition(const char *text, const char *at, struct definition *d) {
    *d = (struct definition){.start = at};
    at = sw_behind_space(at + strlen("template"));
    if (*at != '<')
        return false;
    d->parameters = at + 1;
    d->parameters_end = sw_find_code(text, d->parameters, ">", true);
    if (!d->parameters_end)
        return false;
    read_name(behind_attributes(text, sw_behind_space(d->parameters_end + 1)), d);
    if (!d->name)
        return false;
    at = behind_attributes(text, sw_behind_space(d->name + sw_word_length(d->name)));
    if (!d->is_concept && *at == '<' && (at = sw_find_code(text, at + 1, ">", true)))
        at = sw_behind_space(at + 1);
    d->value = at && *at == '=' ? at + 1 : NULL;
    d->end = d->value ? sw_find_code(text, d->value, ";", false) : NULL;
    return d->end || d->is_concept;
}

/* ---- Writing */

static void write_until(struct writer *w, const char *at) {
    fwrite(w->from, 1, (size_t)(at - w->from), w->to);
    w->from = at;
}

static void write_newlines(struct writer *w, const char *at, const char *end) {
    for (; at < end; at++)
        if (*at == '\n')
            fputc('\n', w->to);
}

/* What the definition's name stands for is part of it: the file may be included again, with another macro of that name. */
static const char *class_of(struct writer *w, const struct definition *d, const struct sw_question *q) {
    return sw_arena_printf(w->arena, "__SW_ASKS(%.*s, %s)", (int)sw_word_length(d->name), d->name,
                           sw_name_of_place(w->arena, w->file, w->text, q->from));
}

/* A class for each part that asks, in the lines of the parts. */
static void write_classes(struct writer *w, const struct definition *d, const struct sw_parameters *parameters,
                          const struct sw_asked *asked) {
    const char *from = d->start, *declared = sw_parameters_text(w->arena, w->text, parameters);
    for (size_t i = 0; i < asked->count; i++) {
        const struct sw_question *q = &asked->at[i];
        write_newlines(w, from, q->from);
        fprintf(w->to,
                "template <%s> struct %s { static __attribute__((host)) __attribute__((device)) constexpr bool "
                "__sw_answer() { return requires { requires %.*s; }; } }; ",
                declared, class_of(w, d, q), (int)(q->end - q->from), q->from);
        from = q->end;
    }
}

/* The definition itself, on one line, without a semicolon. */
static void write_rest(struct writer *w, const struct definition *d, const struct sw_parameters *parameters,
                       const struct sw_asked *asked) {
    const char *from = d->start, *arguments = sw_arguments_text(w->arena, parameters);
    for (size_t i = 0; i < asked->count; i++) {
        const struct sw_question *q = &asked->at[i];
        fprintf(w->to, "%s(%s<%s>::__sw_answer())", sw_flat_code(w->arena, w->text, from, q->from), class_of(w, d, q),
                arguments);
        from = q->end;
    }
    fputs(sw_flat_code(w->arena, w->text, from, d->end), w->to);
    write_newlines(w, from, d->end);
    w->from = d->end;
    w->is_changed = true;
}

/* ---- What cannot be read */

static void tell(const struct writer *w, const char *place, const char *name, const char *why) {
    sw_warning((struct sw_place){.file = w->file->path, .line = sw_line_of(w->text, place)},
               "%s cannot be read (%s): a function of the host that asks it sees no functions of the device, and its "
               "answer may be \"no\" where nvcc has \"yes\", in kernels, too",
               name, why);
}

static void tell_of(const struct writer *w, const struct definition *d, const char *why) {
    const char *name = sw_arena_printf(w->arena, "concept '%.*s'", (int)sw_word_length(d->name), d->name);
    if (d->is_concept)
        tell(w, d->start, name, why);
}

static bool has_word(const char *at, const char *end, const char *word) {
    for (; at < end; at += sw_word_length(at) ? sw_word_length(at) : 1)
        if (sw_is_word_at(at, word))
            return true;
    return false;
}

/* at: the # of a line; end: behind the line. */
static void tell_of_macro(const struct writer *w, const char *at, const char *end) {
    const char *word = at + 1 + strspn(at + 1, " \t");
    if (sw_is_word_at(word, "define") && has_word(at, end, "concept") &&
        (has_word(at, end, "requires") || has_word(at, end, "decltype") || has_word(at, end, "declval")))
        tell(w, at, "a concept", "a macro defines it");
}

/* Whether lines of the preprocessor stand outside of the parts that ask, or of all brackets in one. */
static bool has_directive_outside(const struct writer *w, const struct definition *d, const struct sw_asked *asked) {
    const char *from = d->start;
    for (size_t i = 0; i < asked->count; i++) {
        if (sw_has_directive(w->text, from, asked->at[i].from, true) ||
            sw_has_directive(w->text, asked->at[i].from, asked->at[i].end, false))
            return true;
        from = asked->at[i].end;
    }
    return sw_has_directive(w->text, from, d->end, true);
}

/* Whether a definition that branches of the preprocessor divide may ask: brackets stand before its last branch's semicolon. */
static bool may_ask(const struct writer *w, const struct definition *d) {
    int branches = 0;
    bool has_ended = false;
    for (const char *at = d->name; *at; at = sw_behind_token(w->text, at)) {
        bool is_directive = *at == '#' && sw_behind_other(w->text, at) > at + 1;
        const char *word = at + 1 + (is_directive ? strspn(at + 1, " \t") : 0);
        branches += is_directive && sw_starts_with(word, "if");
        branches -= is_directive && sw_starts_with(word, "endif");
        has_ended |= *at == ';';
        if (has_ended && branches <= 0)
            return false;
        if (!is_directive && strchr("({", *at))
            return true;
    }
    return false;
}

static void take_definition(struct writer *w, const struct definition *d) {
    struct sw_parameters parameters = {0};
    struct sw_asked asked = {0};
    if (!d->end)
        return may_ask(w, d) ? tell_of(w, d, "lines of the preprocessor divide it") : (void)0;
    if (d->is_concept)
        sw_asked_in_constraint(w->arena, w->text, d->value, d->end, w->asking, &asked);
    else if (!d->is_alias)
        sw_asked_in_value(w->arena, w->text, d->value, d->end, &asked);
    if (!asked.count)
        return;
    if (has_directive_outside(w, d, &asked))
        return tell_of(w, d, "lines of the preprocessor divide it");
    if (!sw_read_parameters(w->arena, w->text, d->parameters, d->parameters_end, &parameters))
        return tell_of(w, d, "a template parameter is not understood");
    if (!*sw_arguments_text(w->arena, &parameters)) /* it depends on nothing */
        return;
    write_until(w, d->start);
    write_classes(w, d, &parameters, &asked);
    write_rest(w, d, &parameters, &asked);
}

static void write_all(struct writer *w) {
    struct definition d;
    for (const char *at = w->text; *at;) {
        bool is_one = sw_is_word_at(at, "template") && reads_definition(w->text, at, &d);
        const char *behind = is_one && d.end ? d.end : sw_behind_token(w->text, at);
        if (is_one)
            take_definition(w, &d);
        else if (*at == '#' && behind > at + 1)
            tell_of_macro(w, at, behind);
        at = behind;
    }
    write_until(w, w->from + strlen(w->from));
}

const char *sw_with_open_concepts(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                                  const struct sw_strings *asking) {
    struct writer w = {.arena = arena, .file = file, .text = text, .from = text, .asking = asking};
    char *made = NULL;
    size_t size;
    bool may_ask = strstr(text, "concept") || (strstr(text, "requires") && strstr(text, "constexpr"));
    if (!may_ask || !(w.to = open_memstream(&made, &size)))
        return NULL;
    write_all(&w);
    const char *copy = !fclose(w.to) && w.is_changed ? sw_arena_strndup(arena, made, size) : NULL;
    free(made);
    return copy;
}

/* ---- Aliases that ask */

static bool asks(const struct definition *d, const struct sw_strings *asking) {
    static const char *const words[] = {"decltype", "declval", "requires", "sizeof", "noexcept"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(d->value, d->end, words[i]))
            return true;
    for (size_t i = 0; i < asking->count; i++)
        if (has_word(d->value, d->end, asking->at[i]))
            return true;
    return false;
}

static bool add_asking(struct sw_arena *arena, const char *text, struct sw_strings *asking) {
    size_t before = asking->count;
    struct definition d;
    for (const char *at = text; *at; at = sw_behind_token(text, at)) {
        if (!sw_is_word_at(at, "template") || !reads_definition(text, at, &d) || !d.is_alias || !asks(&d, asking))
            continue;
        const char *name = sw_arena_strndup(arena, d.name, sw_word_length(d.name));
        if (!sw_has_word(asking, name))
            sw_vec_push(arena, asking, name);
    }
    return asking->count > before;
}

static bool any_has(const struct sw_source_files *files, const char *word) {
    for (size_t i = 0; i < files->count; i++)
        if (!files->at[i].is_of_cccl && strstr(files->at[i].text, word))
            return true;
    return false;
}

void sw_asking_aliases(struct sw_arena *arena, const struct sw_source_files *files, struct sw_strings *asking) {
    bool goes_on = (any_has(files, "concept") || any_has(files, "requires")) && any_has(files, "using");
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < files->count; i++)
            goes_on |= !files->at[i].is_of_cccl && add_asking(arena, files->at[i].text, asking);
    }
}

/* ---- The standard */

static bool says_so(const char *word) {
    static const char *const ends[] = {"20", "2a", "23", "2b", "26", "2c"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sw_starts_with(word, "-std=") && sw_ends_with(word, ends[i]))
            return true;
    return false;
}

bool sw_has_concepts(const struct sw_frontend *f) {
    for (size_t i = 0; i < f->host_options.count; i++)
        if (says_so(f->host_options.at[i]))
            return true;
    return f->standard && says_so(f->standard);
}
