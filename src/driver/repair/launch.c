/* kernel<<<1, 1>>>(space::value)        "space::" before kernel, which its arguments' namespace has: clang looks there only
 *                                         for what ( follows. It tells the nearest of several namespaces, whatever the
 *                                         arguments are: so the files may name no other kernel so
 *   kernel<<<1, {2, 3}>>>()               "dim3" before {, the argument's type: in the launch where it stands, or, of a macro's
 *                                         arguments, by a launch of the preprocessed text with the same list */
#include "driver/repair/repair.h"

#include <string.h>

static bool is_launch(const char *at, const char *name) {
    return sw_starts_with(at, name) && sw_starts_with(sw_skip_space(at + strlen(name)), "<<<");
}

static const char *put_namespace(struct sw_arena *arena, const char *text, const char *at,
                                 const struct sw_patch *patch) {
    return is_launch(at, patch->name) ? sw_put_word(arena, text, at, patch) : NULL;
}

/* use of undeclared identifier 'kernel'; did you mean 'space::kernel'? */
bool sw_repair_namespace(struct sw_repair *r, const char *line, const char *rest) {
    const char *name = sw_quoted(r->arena, line, "use of undeclared identifier '");
    const char *meant = sw_quoted(r->arena, line, "'; did you mean '");
    if (!*name || !sw_ends_with(meant, sw_arena_printf(r->arena, "::%s", name)) ||
        !sw_named_once(sw_repair_preprocessed(r), name))
        return false;
    const char *space = sw_arena_printf(r->arena, "%.*s", (int)(strlen(meant) - strlen(name)), meant);
    return sw_add_patch(r, line, (struct sw_patch){.word = space, .name = name, .put = put_namespace});
}

/* The place is a braced list in a launch: this and the launch's others get their types. */
static const char *put_types(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    return sw_name_launch_lists(arena, text, at);
}

static bool find_type(struct sw_repair *r, struct sw_patch *patch) {
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch->path), NULL);
    const char *at = text ? sw_find_place(text, patch) : NULL;
    if (!at || *at != '{')
        return false;
    bool is_here = sw_launch_list_type(text, at) != NULL;
    patch->word = sw_launch_list_type(is_here ? text : sw_repair_preprocessed(r), at);
    patch->put = is_here ? put_types : sw_put_word;
    return patch->word != NULL;
}

/* A list where clang wants an expression: it stands at the error, or in a macro, where notes behind the error say. */
bool sw_repair_list(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {0};
    const char *kind = ": error: ";
    if (!sw_has(line, "error: expected expression"))
        return false;
    for (size_t length;; rest += length + 1, kind = ": note: expanded from macro ") {
        if (sw_read_place(r->arena, line, kind, &patch) && find_type(r, &patch))
            return sw_add_patch(r, line, patch);
        length = strcspn(rest, "\n");
        line = sw_arena_strndup(r->arena, rest, length);
        if (!rest[length] || sw_has(line, ": error: "))
            return false;
    }
}
