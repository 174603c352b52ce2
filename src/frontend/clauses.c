/* template <class F> struct S { void run() requires requires(F f) { f(1); } {} };      on one line becomes
 *
 *     template <class F> struct S {
 *         auto __sw_asks_place() { return static_cast<char (*)[requires { requires requires(F f) { f(1); }; } ? 2 : 1]>(nullptr); }
 *         void run() requires (sizeof(*__sw_asks_place()) == 2) {} };           (the first one is of both sides)
 *
 * A requires-clause of a member function that is no template itself is asked by that function, in which clang lets a function
 * of the host see no functions of the device (concepts.c): another overload was taken without a word. The type of a result
 * is found in the function that has it, with the class, its members and their const as they are in the other. Lines stay.
 *
 * Parameters that a clause names are ours, too, by reference. A clause that asks for the type of one, or whose function is
 * defined elsewhere, cannot be moved: a warning says so. */
#include "frontend/concepts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Brackets that are open. */
struct scope {
    bool is_class;
    char bracket;
};

/* A member's declaration, as far as it has been read. */
struct declaration {
    const char *start, *last, *class_key;
    bool has_parameters, has_value, is_operator;
};

struct reader {
    struct sw_arena *arena;
    const struct sw_source_file *file;
    const char *text, *from;
    const struct sw_strings *asking;
    FILE *to;
    SW_VEC(struct scope) open;
    SW_VEC(size_t) branches; /* how many scopes were open at each #if */
    struct declaration d;
    const char *stopped; /* behind what has been read */
    bool is_changed, is_lost;
};

/* A parameter that a clause names. */
struct named {
    const char *name;
    bool is_pack;
};

/* requires CLAUSE, from the word on. */
struct clause {
    SW_VEC(struct named) named;
    const char *start, *from, *end;
    struct sw_asked asked;
};

static bool has_word(const char *text, const char *at, const char *end, const char *word) {
    for (; at < end; at = sw_behind_token(text, at))
        if (sw_is_word_at(at, word))
            return true;
    return false;
}

/* ---- The clause */

/* Behind a name with template arguments and what it is qualified by. */
static const char *behind_name(const char *text, const char *at) {
    for (const char *behind = NULL; behind != at;) {
        behind = at = sw_behind_space(at);
        if (at[0] == ':' && at[1] == ':')
            at += 2;
        else if (*at == '<' && (at = sw_find_code(text, at + 1, ">", true)))
            at++;
        else if (at)
            at += sw_is_word_at(at, "and") || sw_is_word_at(at, "or") ? 0 : sw_word_length(at);
        if (!at)
            return NULL;
    }
    return at;
}

/* One operand; null: it is none that is understood. */
static const char *behind_operand(const char *text, const char *at) {
    at = sw_behind_space(at);
    if (sw_is_word_at(at, "requires"))
        return sw_behind_requires(text, at);
    if (*at == '(') {
        at = sw_find_code(text, at + 1, ")", false);
        return at ? at + 1 : NULL;
    }
    const char *behind = behind_name(text, at);
    return behind && behind > at ? behind : NULL;
}

/* at: the word requires. False: the clause is not understood. */
static bool reads_clause(struct reader *r, const char *at, struct clause *c) {
    *c = (struct clause){.start = at, .from = at + strlen("requires")};
    at = c->from;
    for (size_t length = 1; length; at += length) {
        at = behind_operand(r->text, at);
        if (!at)
            return false;
        c->end = sw_end_of_code(r->text, c->from, at);
        at = sw_behind_space(at);
        length = sw_connective_length(at);
    }
    sw_asked_in_constraint(r->arena, r->text, c->from, c->end, r->asking, &c->asked);
    return true;
}

/* Whether one of the parts may name something that is called. */
static bool may_call(const struct reader *r, const struct clause *c) {
    for (size_t i = 0; i < c->asked.count; i++)
        if (sw_may_call(r->text, c->asked.at[i].from, c->asked.at[i].end, r->asking))
            return true;
    return false;
}

/* ---- Parameters that the clause names */

/* Whether a word between two tokens is a parameter's name: behind a type, before , ) = or [. */
static bool may_be_name(const char *before, const char *word, const char *next) {
    static const char *const no_types[] = {"const", "volatile", "typename", "struct", "class", NULL};
    static const char *const no_names[] = {"const", "volatile", "int", "long", "char", "short", "unsigned", NULL};
    return before && (sw_word_length(before) || strchr("*&>.", *before)) && !sw_is_one_of_words(before, no_types) &&
           sw_word_length(word) && !sw_is_one_of_words(word, no_names) && strchr(",)=[", *next);
}

static void take_parameter(struct reader *r, struct clause *c, const char *before, const char *word) {
    struct named n = {.name = sw_arena_strndup(r->arena, word, sw_word_length(word)), .is_pack = *before == '.'};
    if (has_word(r->text, c->from, c->end, n.name))
        sw_vec_push(r->arena, &c->named, n);
}

static void find_parameters(struct reader *r, struct clause *c) {
    const char *before = NULL;
    bool is_in_value = false; /* of a default */
    for (const char *at = r->d.start, *behind; at < c->start; at = behind) {
        behind = sw_behind_token(r->text, at);
        if (sw_behind_other(r->text, at) > at || strchr(" \t\r\n", *at))
            continue;
        if (!is_in_value && may_be_name(before, at, sw_behind_space(behind)))
            take_parameter(r, c, before, at);
        is_in_value = (*at == '=' && before && sw_word_length(before)) || (is_in_value && *at != ',' && *at != '(');
        is_in_value &= !before || !sw_is_word_at(before, "operator");
        before = at;
    }
}

/* T &x, U &...rest: what ours has of them. */
static const char *parameters_of(struct reader *r, const struct clause *c) {
    const char *all = "";
    for (size_t i = 0; i < c->named.count; i++)
        all = sw_arena_printf(r->arena, "%s%s__sw_%zu &%s%s", all, i ? ", " : "", i,
                              c->named.at[i].is_pack ? "..." : "", c->named.at[i].name);
    return all;
}

static const char *template_of(struct reader *r, const struct clause *c) {
    const char *all = "";
    for (size_t i = 0; i < c->named.count; i++)
        all = sw_arena_printf(r->arena, "%s%sclass%s __sw_%zu", all, i ? ", " : "template <",
                              c->named.at[i].is_pack ? "..." : "", i);
    return *all ? sw_arena_printf(r->arena, "%s> ", all) : all;
}

static const char *arguments_of(struct reader *r, const struct clause *c) {
    const char *all = "";
    for (size_t i = 0; i < c->named.count; i++)
        all = sw_arena_printf(r->arena, "%s%s%s%s", all, i ? ", " : "", c->named.at[i].name,
                              c->named.at[i].is_pack ? "..." : "");
    return all;
}

/* What no reference tells of a parameter: its type, or how many packs there are. */
static bool is_lost_by_reference(const struct reader *r, const struct clause *c) {
    for (size_t i = 0; i + 1 < c->named.count; i++)
        if (c->named.at[i].is_pack)
            return true;
    return c->named.count && has_word(r->text, c->from, c->end, "decltype");
}

/* ---- What hinders */

/* Why a clause has to stay; null: nothing hinders. */
static const char *reason_to_stay(const struct reader *r, const struct clause *c) {
    const char *next = sw_behind_space(c->end);
    if (sw_has_directive(r->text, r->d.start, c->end, true) || r->from > r->d.start)
        return "lines of the preprocessor stand before or in it";
    if (!strchr("{=:", *next))
        return "the function is defined elsewhere";
    return is_lost_by_reference(r, c) ? "it asks for the type of a parameter, or names several packs" : NULL;
}

/* ---- Writing */

static void write_until(struct reader *r, const char *at) {
    fwrite(r->from, 1, (size_t)(at - r->from), r->to);
    r->from = at;
}

static const char *function_of(struct reader *r, const struct sw_question *q) {
    return sw_arena_printf(r->arena, "__sw_asks_%s", sw_name_of_place(r->arena, r->file, r->text, q->from));
}

/* The word, where it stands between the two. */
static const char *word_if(const struct reader *r, const char *at, const char *end, const char *word) {
    return has_word(r->text, at, end, word) ? word : "";
}

/* What `this` is in the function, is in ours. */
static const char *static_if(const struct reader *r, const char *parameters) {
    bool is_friend = has_word(r->text, r->d.start, parameters, "friend");
    return is_friend ? "static" : word_if(r, r->d.start, parameters, "static");
}

static void write_functions(struct reader *r, const struct clause *c, const char *parameters) {
    for (size_t i = 0; i < c->asked.count; i++) {
        const struct sw_question *q = &c->asked.at[i];
        fprintf(r->to,
                "%s__attribute__((host)) __attribute__((device)) %s auto %s(%s) %s %s { return static_cast<char "
                "(*)[requires "
                "{ requires %s; } ? 2 : 1]>(nullptr); } ",
                template_of(r, c), static_if(r, parameters), function_of(r, q), parameters_of(r, c),
                word_if(r, parameters, c->start, "const"), word_if(r, parameters, c->start, "volatile"),
                sw_flat_code(r->arena, r->text, q->from, q->end));
    }
}

static void write_clause(struct reader *r, const struct clause *c) {
    for (size_t i = 0; i < c->asked.count; i++) {
        const struct sw_question *q = &c->asked.at[i];
        write_until(r, q->from);
        fprintf(r->to, "(sizeof(*%s(%s)) == 2)", function_of(r, q), arguments_of(r, c));
        for (; r->from < q->end; r->from++)
            if (*r->from == '\n')
                fputc('\n', r->to);
    }
    r->is_changed = true;
}

/* Behind the last parameter list: const and its kin follow. */
static const char *behind_parameters(const struct reader *r, const char *end) {
    const char *found = r->d.start;
    for (const char *at = r->d.start; at < end; at = sw_behind_token(r->text, at))
        if (*at == ')' && sw_behind_token(r->text, at) == at + 1)
            found = at + 1;
    return found;
}

static const char *take_clause(struct reader *r, const char *at) {
    struct clause c;
    if (!reads_clause(r, at, &c) || !may_call(r, &c))
        return at + strlen("requires");
    find_parameters(r, &c);
    const char *why = reason_to_stay(r, &c);
    if (why) {
        sw_warning(
            (struct sw_place){.file = r->file->path, .line = sw_line_of(r->text, at)},
            "a requires-clause cannot be asked for both sides (%s): a function of the host sees no functions of the "
            "device in it, and another overload may be called than with nvcc",
            why);
        return c.end;
    }
    write_until(r, r->d.start);
    write_functions(r, &c, behind_parameters(r, c.start));
    write_clause(r, &c);
    return c.end;
}

/* ---- Where members are declared */

static bool is_in_class(const struct reader *r) {
    return r->open.count && r->open.at[r->open.count - 1].is_class;
}

/* Whether the brace that comes now is a class's: class NAME.. {, not a function that returns one. */
static bool begins_class(const struct reader *r) {
    static const char *const behind_parameters[] = {"const", "volatile", "noexcept", "override", NULL};
    return r->d.class_key && !r->d.has_value && *r->d.last != ')' && !sw_is_one_of_words(r->d.last, behind_parameters);
}

static void take_open(struct reader *r, const char *at) {
    struct scope scope = {.is_class = *at == '{' && begins_class(r), .bracket = *at};
    if (*at == '(')
        r->d.has_parameters = true;
    sw_vec_push(r->arena, &r->open, scope);
    if (*at == '{')
        r->d = (struct declaration){.start = NULL};
}

static void take_close(struct reader *r, const char *at) {
    r->is_lost |= !r->open.count;
    r->open.count -= r->open.count != 0;
    if (*at == '}')
        r->d = (struct declaration){.start = NULL};
    r->d.last = at;
}

/* Branches of the preprocessor open the same brackets, one as the other. */
static void take_directive(struct reader *r, const char *at) {
    at += 1 + strspn(at + 1, " \t");
    bool ends = sw_is_word_at(at, "endif");
    if (sw_starts_with(at, "if"))
        sw_vec_push(r->arena, &r->branches, r->open.count);
    else if (r->branches.count && sw_starts_with(at, "el"))
        r->open.count = r->branches.at[r->branches.count - 1];
    else if (r->branches.count && ends)
        r->branches.count--;
}

static bool is_label(const char *at) {
    static const char *const words[] = {"public", "protected", "private", "default", NULL};
    return sw_is_one_of_words(at, words);
}

/* A token of a declaration outside of its brackets. */
static const char *take_token(struct reader *r, const char *at) {
    struct declaration *d = &r->d;
    const char *behind = sw_behind_token(r->text, at);
    bool is_clause = sw_is_word_at(at, "requires") && is_in_class(r) && d->start && d->has_parameters;
    if (is_clause && !sw_is_word_at(d->start, "template") && (!d->has_value || d->is_operator))
        return take_clause(r, at);
    if (*at == ';' || (*at == ':' && d->start && is_label(d->start) && behind == at + 1)) {
        *d = (struct declaration){.start = NULL};
        return behind;
    }
    d->start = d->start ? d->start : at;
    d->last = at;
    d->has_value |= *at == '=';
    d->is_operator |= sw_is_word_at(at, "operator");
    if (sw_is_word_at(at, "class") || sw_is_word_at(at, "struct") || sw_is_word_at(at, "union"))
        d->class_key = at;
    else if (sw_is_word_at(at, "enum"))
        d->has_value = true;
    else if (*at == '<' && d->last && sw_is_word_at(d->start, "template") && !d->class_key) {
        const char *end = sw_find_code(r->text, at + 1, ">", true);
        return end ? end + 1 : behind;
    }
    return behind;
}

static void read_all(struct reader *r) {
    for (const char *at = r->text; *at && !r->is_lost;) {
        const char *behind = sw_behind_other(r->text, at);
        if (behind > at && *at == '#')
            take_directive(r, at);
        else if (behind == at && strchr(" \t\r\n", *at))
            behind = at + 1;
        else if (behind == at && strchr("([{", *at))
            take_open(r, at), behind = at + 1;
        else if (behind == at && strchr(")]}", *at))
            take_close(r, at), behind = at + 1;
        else if (behind == at && r->open.count && r->open.at[r->open.count - 1].bracket != '{')
            behind = sw_behind_token(r->text, at);
        else if (behind == at)
            behind = take_token(r, at);
        at = behind;
    }
    r->stopped = r->is_lost ? r->from : r->from + strlen(r->from);
    write_until(r, r->from + strlen(r->from));
}

static void tell_if_lost(const struct reader *r) {
    if (r->is_lost && (r->is_changed || strstr(r->stopped, "requires")))
        sw_warning(
            (struct sw_place){.file = r->file->path},
            "requires-clauses are not asked for both sides (its brackets are not in pairs): a function of the host "
            "sees no functions of the device in those of member functions");
}

const char *sw_with_open_clauses(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                                 const struct sw_strings *asking) {
    struct reader r = {.arena = arena, .file = file, .text = text, .from = text, .asking = asking};
    char *made = NULL;
    size_t size;
    if (!strstr(text, "requires") || !(r.to = open_memstream(&made, &size)))
        return NULL;
    read_all(&r);
    r.is_lost |= r.open.count != 0;
    tell_if_lost(&r);
    bool is_whole = !fclose(r.to) && r.is_changed && !r.is_lost;
    const char *copy = is_whole ? sw_arena_strndup(arena, made, size) : NULL;
    free(made);
    return copy;
}
