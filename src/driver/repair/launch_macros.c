/* Macros that are parts of a launch, and nothing else: the launch is what stands where they are named.
 *
 *   #define LAUNCH(kernel, blocks, threads) kernel<<<blocks, threads>>>            LAUNCH(add, 1, 32)(to)
 *   #define CONFIGURED(blocks, threads) <<<blocks, threads>>>                      add CONFIGURED(1, 32)(to)
 *   #define ALL(kernel, arguments) kernel<<<1, 32>>>arguments                      ALL(add, (to)) */
#include "driver/repair/repair.h"

#include <string.h>

/* What a macro's body, with its chevrons there, leaves to who names it. */
enum { CALLEE = 1, ARGUMENTS = 2, PARAMETERS = 4 };

/* Where the body of the macro begins that this place is in; null: it is in none. */
static const char *begin_of_body(const char *code, const char *at, unsigned *leaves) {
    const char *line = at;
    while (line > code && (line[-1] != '\n' || (line - 1 > code && line[-2] == '\\')))
        line--;
    line += strspn(line, " \t");
    const char *name = line + (*line == '#');
    name += strspn(name, " \t");
    if (*line != '#' || !sw_starts_with(name, "define"))
        return NULL;
    name += strlen("define");
    name += strspn(name, " \t");
    while (sw_is_of_name(*name))
        name++;
    *leaves |= *name == '(' ? PARAMETERS : 0;
    name = *name == '(' ? sw_find_outside(name + 1, ")") + 1 : name;
    return name + strspn(name, " \t\\\n");
}

/* What the macro is of a launch; false: more than that, or not as much. */
static bool read_macro(const char *code, const char *chevrons, unsigned *leaves) {
    *leaves = 0;
    const char *body = begin_of_body(code, chevrons, leaves),
               *end = sw_find_outside(chevrons + strlen(SW_CHEVRONS), ">>>");
    if (!body || !end || (body != chevrons && sw_begin_of_expression(code, chevrons) != body))
        return false;
    *leaves |= body == chevrons ? CALLEE : 0;
    end += strlen(">>>") + strspn(end + strlen(">>>"), " \t");
    *leaves |= *end == '\n' || !*end ? ARGUMENTS : 0;
    while (sw_is_of_name(*end))
        end++;
    return *end == '\n' || !*end;
}

static const char *end_of_brackets(const char *at) {
    at += strspn(at, " \t\r\n\\");
    at = *at == '(' ? sw_find_outside(at + 1, ")") : NULL;
    return at ? at + 1 : NULL;
}

const char *sw_put_macro(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = sw_code_of(arena, text), *name = code + (at - text), *end = name;
    unsigned leaves = (unsigned)*patch->word;
    const char *begin = leaves & CALLEE ? sw_begin_of_expression(code, name) : name;
    while (sw_is_of_name(*end))
        end++;
    end = leaves & PARAMETERS ? end_of_brackets(end) : end;
    end = end && leaves & ARGUMENTS ? end_of_brackets(end) : end;
    if (!begin || !end)
        return NULL;
    const char *put = sw_put_launches(arena, text, at, text + (end - code)); /* in its arguments */
    return sw_put_lambda(arena, put, put + (begin - code), put + (end - code) + strlen(put) - strlen(text));
}

/* Where the macro of that name is named, at the place or by what has the place among its arguments; null: nowhere. */
static const char *find_use(const char *code, const char *at, const char *name) {
    int depth = 0;
    if (sw_starts_with(at, name) && !sw_is_of_name(at[strlen(name)]))
        return at;
    while (at > code && depth >= 0 && *at != ';') {
        at--;
        depth += (strchr(")]}", *at) != NULL) - (strchr("([{", *at) != NULL);
    }
    const char *end = sw_back_over_space(code, at);
    return depth < 0 && sw_ends_word(code, end, name) ? end - strlen(name) : NULL;
}

/* A note says in which macro's body the kernel is named, or the chevrons are. */
bool sw_find_macro(struct sw_repair *r, const char *error, const char *note, struct sw_patch *patch) {
    struct sw_patch in = {0};
    unsigned leaves;
    const char *name = sw_quoted(r->arena, note, "expanded from macro '");
    if (!sw_read_place(r->arena, note, ": note: expanded from macro ", &in) ||
        !sw_read_place(r->arena, error, ": error: ", patch))
        return false;
    const char *body = sw_read_code(r, in.path), *at = sw_find_place(body, &in);
    const char *code = sw_read_code(r, patch->path), *use = sw_find_place(code, patch);
    at = at && !sw_starts_with(at, SW_CHEVRONS) ? sw_skip_space(sw_end_of_name(at)) : at;
    use = use ? find_use(code, use, name) : NULL;
    if (!at || !use || !sw_starts_with(at, SW_CHEVRONS) || !read_macro(body, at, &leaves))
        return false;
    sw_set_place(patch, code, use);
    patch->word = sw_arena_printf(r->arena, "%c", (int)leaves);
    patch->put = sw_put_macro;
    return true;
}

const char *sw_find_definition(struct sw_repair *r, const char *name, size_t length) {
    const char *define = sw_arena_printf(r->arena, "#define %.*s", (int)length, name);
    for (const char *at = length ? strstr(sw_macros(r), define) : NULL; at; at = strstr(at + 1, define))
        if (!sw_is_of_name(at[strlen(define)]))
            return sw_arena_strndup(r->arena, at, strcspn(at, "\n"));
    return NULL;
}

/* The name of a macro behind a kernel's, whose body is the chevrons: clang tells of no macro where it refuses the kernel. */
bool sw_find_macro_behind(struct sw_repair *r, struct sw_patch *patch) {
    const char *code = sw_read_code(r, patch->path), *at = sw_find_place(code, patch);
    const char *name = at ? sw_skip_space(sw_end_of_name(at)) : "", *end = name;
    unsigned leaves;
    while (sw_is_of_name(*end))
        end++;
    const char *line = sw_find_definition(r, name, (size_t)(end - name));
    const char *chevrons = line ? strstr(line, SW_CHEVRONS) : NULL;
    if (!chevrons || !read_macro(line, chevrons, &leaves) || !(leaves & CALLEE))
        return false;
    sw_set_place(patch, code, name);
    patch->word = sw_arena_printf(r->arena, "%c", (int)leaves);
    patch->put = sw_put_macro;
    return true;
}
