/* __shared__ T a, b[2];   where T has a constructor: nvcc warns and leaves the memory as it is, clang refuses. Each variable
 *       becomes the first member of an unnamed union, of which clang asks no more than of its own constructor, and keeps its
 *       name and type by that:
 *       static __shared__ union { T a; char sw_none_of_a = 0; }; static __shared__ union { T b[2]; char sw_none_of_b = 0; };
 *
 * In templates clang also asks for the union's destructor, which there is none of if T has one. Such a variable becomes
 * storage, and its name a reference to that:
 *       static __shared__ ::sw_uninitialized<T> sw_storage_of_a; constexpr T (&a) = sw_storage_of_a.value;
 *
 * __shared__ may stand behind the type, or be a macro without arguments. Of a declaration with initialisers the error stays
 * clang's, and of a reference where the text asks for its type: decltype(a) would not be T. */
#include "driver/repair/declaration.h"

#include <ctype.h>
#include <string.h>

#define SHARED "__shared__"
#define SHARED_NUMBER "20054"
#define UNION "__attribute__((no_destroy)) union { "
#define NONE "; char sw_none_of_"

/* How the text can silence nvcc here (#pragma nv_diag_suppress). */
static const char *const silencers[] = {"static_var_with_dynamic_init", SHARED_NUMBER};

/* ---- Reading a declaration, in code (launch_text.c) */

/* A declaration's parts: what stands before the first declarator, and the declarators, with commas between, to the ;. */
struct shared {
    const char *begin, *declarators, *end;
};

static bool is_word(const char *at, size_t length, const char *word) {
    return word && length == strlen(word) && !strncmp(at, word, length);
}

static bool is_class(const char *at) {
    static const char *const words[] = {"struct", "class", "union"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(at, sw_word_length(at), words[i]))
            return true;
    return false;
}

/* The bracket that the one before `end` closes; null: there is none. */
static const char *opener(const char *code, const char *end) {
    int depth = 0;
    while (end > code) {
        end--;
        depth += (strchr(")]}", *end) != NULL) - (strchr("([{", *end) != NULL);
        if (!depth)
            return end;
    }
    return NULL;
}

/* Whether the braces that begin here are a class's: its keyword is in the same statement, and no function's parameters. */
static bool is_body(const char *code, const char *braces) {
    const char *at = braces;
    while (at > code && !strchr(";{}()", at[-1]))
        at--;
    for (; at < braces; at += sw_word_length(at) ? sw_word_length(at) : 1)
        if (is_class(at))
            return true;
    return false;
}

/* Behind lines of the preprocessor. */
static const char *behind_directives(const char *at) {
    for (at = sw_skip_space(at); *at == '#'; at = sw_skip_space(at))
        while (*at && *at != '\n')
            at += 1 + (*at == '\\' && at[1]);
    return at;
}

/* Whether what opens here is of a specifier: alignas(16), decltype(x). */
static bool is_of_specifier(const char *code, const char *open) {
    static const char *const words[] = {"alignas", "__align__", "__attribute__", "decltype", "__declspec"};
    const char *end = sw_back_over_space(code, open);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_ends_word(code, end, words[i]))
            return true;
    return false;
}

static bool has_word(const char *at, const char *end, const char *word) {
    for (size_t length; at < end; at += length ? length : 1) {
        length = sw_word_length(at);
        if (is_word(at, length, word))
            return true;
    }
    return false;
}

/* Whether a statement ends here, or what needs no semicolon: CALL() __shared__ */
static bool ends_other(const char *code, const char *at, const char *open, const char *name) {
    bool is_scope = at[-1] == ':' && ((at > code + 1 && at[-2] == ':') || *at == ':');
    if (strchr(";{([", at[-1]) || (at[-1] == ':' && !is_scope) || (strchr(")]}", at[-1]) && !open))
        return true;
    if (at[-1] == '}')
        return !is_body(code, open);
    return at[-1] == ')' && !is_of_specifier(code, open) && has_word(at, name, SHARED);
}

/* Where the declaration begins that has the name at this place. */
static const char *begin_of(const char *code, const char *name) {
    const char *at = name;
    while (at > code) {
        const char *open = strchr(")]}", at[-1]) ? opener(code, at) : NULL;
        if (ends_other(code, at, open, name))
            break;
        at = open ? open : at - 1;
    }
    return behind_directives(at);
}

/* The first comma or semicolon outside of brackets, and of template arguments; null: there is none. */
static const char *end_of_part(const char *at) {
    int round = 0, angle = 0;
    for (; *at; at++) {
        round += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        angle += round ? 0 : (*at == '<') - (*at == '>');
        if (round < 0 || (!round && (*at == ';' || (*at == ',' && !angle))))
            return round < 0 ? NULL : at;
    }
    return NULL;
}

/* Where the attributes behind a declarator begin; its end, if there are none. */
static const char *before_attributes(const char *begin, const char *end) {
    const char *word, *open;
    for (end = sw_back_over_space(begin, end); end > begin && end[-1] == ')'; end = sw_back_over_space(begin, word)) {
        open = opener(begin, end);
        word = open ? sw_back_over_space(begin, open) : begin;
        while (word > begin && sw_is_of_name(word[-1]))
            word--;
        if (!open || (!sw_starts_with(word, "__attribute") && !sw_starts_with(word, "__align__")))
            break;
    }
    return end;
}

/* The name that the part declares: before its attributes and extents, and maybe in parentheses; null: there is something
 * else. */
static const char *name_of(const char *begin, const char *end) {
    end = before_attributes(begin, end);
    while (end && end > begin && end[-1] == ']') {
        end = opener(begin, end);
        end = end ? sw_back_over_space(begin, end) : NULL;
    }
    while (end && end > begin && end[-1] == ')')
        end = sw_back_over_space(begin, end - 1);
    const char *at = end;
    while (at && at > begin && sw_is_of_name(at[-1]))
        at--;
    return at == end || !sw_word_length(at) || isdigit((unsigned char)*at) ? NULL : at;
}

static const char *back_over_signs(const char *begin, const char *at) {
    for (const char *next = at; next > begin && strchr("*( \t\r\n", next[-1]);)
        at = *--next == '*' || *next == '(' ? next : at;
    return at;
}

/* Whether one declares what has its name at the place; null place: it does not matter. */
static bool read_shared(const char *begin, const char *place, struct shared *s) {
    const char *part = begin, *end = end_of_part(part), *name = end ? name_of(begin, end) : NULL;
    bool is_there = !place || name == place;
    if (!name || name == begin)
        return false;
    *s = (struct shared){begin, back_over_signs(begin, name), end};
    for (; *s->end == ','; s->end = end) {
        part = s->end + 1;
        end = end_of_part(part);
        name = end ? name_of(part, end) : NULL;
        if (!name || sw_skip_space(part + strspn(part, " \t\r\n*(")) != name)
            return false;
        is_there |= name == place;
    }
    return is_there;
}

/* ---- The unions */

/* Specifiers in two: what goes before a union, and the type that goes into it. */
struct specifiers {
    const char *before, *type;
};

/* word: the macro that says __shared__; or null. */
static bool goes_before(const char *at, size_t length, const char *word) {
    return is_word(at, length, SHARED) || is_word(at, length, "static") || is_word(at, length, "__device__") ||
           is_word(at, length, word);
}

static struct specifiers split(struct sw_arena *arena, const char *text, const char *code, size_t size,
                               const char *word) {
    struct specifiers s = {"", ""};
    int depth = 0;
    for (size_t i = 0, length; i < size; i += length) {
        length = sw_word_length(code + i) ? sw_word_length(code + i) : 1;
        depth += (strchr("([{", code[i]) != NULL) - (strchr(")]}", code[i]) != NULL);
        if (!depth && goes_before(code + i, length, word))
            s.before = sw_arena_printf(arena, "%s%.*s ", s.before, (int)length, text + i);
        else
            s.type = sw_arena_printf(arena, "%s%.*s", s.type, (int)length, text + i);
    }
    return s;
}

static const char *in_one_line(struct sw_arena *arena, const char *text) {
    char *line = sw_arena_strdup(arena, text);
    for (char *at = line; *at; at++)
        *at = strchr("\r\n\\", *at) ? ' ' : *at;
    return line;
}

/* A class that is defined here is so before the union, where none may be. */
static const char *with_class_before(struct sw_arena *arena, struct specifiers *s, const char *name) {
    if (!strchr(s->type, '{'))
        return "";
    const char *before = sw_arena_printf(arena, "using sw_type_of_%s = %s; ", name, s->type);
    s->type = sw_arena_printf(arena, "sw_type_of_%s ", name);
    return before;
}

static const char *name_in(struct sw_arena *arena, const char *code, const char *end) {
    const char *name = name_of(code, end);
    return sw_arena_strndup(arena, name, sw_word_length(name));
}

/* at: the declaration. */
static const char *put_unions(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = sw_code_of(arena, text);
    struct shared d;
    if (!read_shared(code + (at - text), NULL, &d))
        return NULL;
    const char *part = d.declarators, *end = end_of_part(part);
    struct specifiers s = split(arena, at, d.begin, (size_t)(part - d.begin), patch->name);
    const char *put = with_class_before(arena, &s, name_in(arena, part, end));
    for (;; part = end + 1, end = end_of_part(part)) {
        put = sw_arena_printf(arena, "%s%s%s" UNION "%s%.*s" NONE "%s = 0; }", put, patch->word, s.before, s.type,
                              (int)(end - part), text + (part - code), name_in(arena, part, end));
        if (*end == ';')
            return sw_arena_printf(arena, "%.*s%s%s", (int)(at - text), text, put, text + (end - code));
        put = sw_arena_printf(arena, "%s; ", put);
        s.type = in_one_line(arena, sw_code_of(arena, s.type));
    }
}

/* ---- The references */

/* Behind `word (..)` if the text begins so. */
static const char *skip_call(const char *at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(at, word, length) || sw_is_of_name(at[length]))
        return at;
    const char *behind = sw_skip_space(at + length);
    if (*behind != '(')
        return at;
    int depth = 0;
    do {
        depth += (*behind == '(') - (*behind == ')');
        behind++;
    } while (*behind && depth);
    return sw_skip_space(behind);
}

/* Behind the specifiers that are no part of the type. */
static const char *find_type(const char *at) {
    static const char *const calls[] = {"alignas", "__align__", "__attribute__"};
    const char *before;
    at = sw_skip_space(at);
    do {
        before = at;
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            at = skip_call(at, calls[i]);
    } while (at != before);
    return at;
}

/* at: a union of ours. */
static const char *put_storage(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    (void)patch;
    const char *member = strchr(at, '{') + 1, *type = find_type(member), *none = strstr(member, NONE);
    const char *end = strchr(none + 1, ';'), *name = name_of(type, none);
    end = end ? strchr(end + 1, ';') : NULL;
    if (!end || !name || name == type)
        return NULL;
    const char *t = sw_arena_strndup(arena, type, (size_t)(name - type));
    size_t length = sw_word_length(name);
    const char *behind = before_attributes(name, none);
    const char *e = sw_arena_strndup(arena, name + length, (size_t)(behind - name) - length);
    const char *n = sw_arena_strndup(arena, name, length);
    return sw_arena_printf(
        arena, "%.*s%.*s%.*s ::sw_uninitialized<%s%s> sw_storage_of_%s; constexpr %s(&%s)%s = sw_storage_of_%s.value%s",
        (int)(at - text), text, (int)(type - member), member, (int)(none - behind), behind, t, e, n,
        in_one_line(arena, sw_code_of(arena, t)), n, e, n, end);
}

/* A union of ours, of which clang says that its type's destructor is called. */
static bool is_union(const char *at) {
    const char *none = sw_starts_with(at, "union { ") ? strstr(at, NONE) : NULL, *end = strchr(at, '}');
    return none && end && none < end;
}

/* Whether code asks for the type of what is named here, in the block of the place. */
static bool asks_for_type(const char *name) {
    size_t length = sw_word_length(name);
    int depth = 1;
    for (const char *at = name + length; *at && depth >= 0; at++) { /* the union's } is the first */
        depth += (*at == '{') - (*at == '}');
        if (!sw_starts_with(at, "decltype") || sw_is_of_name(at[-1]))
            continue;
        const char *asked = sw_skip_space(at + strlen("decltype"));
        asked = *asked == '(' ? sw_skip_space(asked + 1) : "";
        if (sw_word_length(asked) == length && !strncmp(asked, name, length) && *sw_skip_space(asked + length) == ')')
            return true;
    }
    return false;
}

/* ---- What clang refuses */

static bool is_silent(const char *text) {
    for (size_t i = 0; i < sizeof silencers / sizeof *silencers; i++)
        if (strstr(text, silencers[i]))
            return true;
    return false;
}

/* The macro among the specifiers that says __shared__; null: none does. */
static const char *find_macro(struct sw_repair *r, const char *at, const char *end) {
    for (size_t length; at < end; at += length ? length : 1) {
        length = sw_word_length(at);
        if (length && sw_words_in(r, at, at + length) & SW_IS_SHARED)
            return sw_arena_strndup(r->arena, at, length);
    }
    return NULL;
}

/* The declaration that has a name at the place, as a patch. */
static bool find_declaration(struct sw_repair *r, const char *code, const char *name, struct sw_patch *patch) {
    const char *begin = begin_of(code, back_over_signs(code, name));
    struct shared d;
    if (begin >= name || !read_shared(begin, name, &d))
        return false;
    bool is_plain = has_word(d.begin, d.declarators, SHARED);
    patch->name = is_plain ? NULL : find_macro(r, d.begin, d.declarators);
    bool is_static = has_word(d.begin, d.declarators, "static") ||
                     (patch->name && sw_words_in(r, d.begin, d.declarators) & SW_IS_STATIC);
    patch->word = is_static ? "" : "static ";
    patch->put = put_unions;
    sw_set_place(patch, code, begin);
    return is_plain || patch->name;
}

/* The name of a union of ours is there to be referred to. */
static bool find_union(const char *at, struct sw_patch *patch) {
    const char *name = name_of(at, strstr(at, NONE));
    patch->put = put_storage;
    return name && back_over_signs(at, name) == name && !asks_for_type(name);
}

bool sw_repair_shared(struct sw_repair *r, const char *line, const char *rest) {
    (void)rest;
    struct sw_patch patch = {0};
    if (!sw_has(line, "initialization is not supported for __shared__ variables") ||
        !sw_read_place(r->arena, line, ": error: ", &patch))
        return false;
    const char *code = sw_read_code(r, patch.path), *at = sw_find_place(code, &patch);
    if (!at)
        return false;
    if (is_union(at))
        return find_union(at, &patch) && sw_add_patch(r, line, patch);
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch.path), NULL);
    return find_declaration(r, code, at, &patch) && (is_silent(text) || sw_add_place(r, &r->initialised, line)) &&
           sw_add_patch(r, line, patch);
}

/* The host's side has the same ones. */
bool sw_tell_shared(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    return !sw_has_word(&step->argv, "--cuda-device-only") ||
           sw_tell(job->options, &r->initialised, SHARED_NUMBER,
                   "dynamic initialization is not supported for __shared__ variables: its constructor is not called");
}
