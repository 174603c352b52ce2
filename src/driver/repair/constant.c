/* __device__ constexpr int f(int);  constexpr int n = f(3);   the word "__host__ " before f
 *
 * nvcc lets the host's constants call the device's constexpr functions; clang takes these for none that the host may call.
 * In the bodies of the host's functions nvcc wants --expt-relaxed-constexpr for that. */
#include "driver/repair/declaration.h"

#include <string.h>

/* Whether the brace begins the body of a function: what stands before it has parameters, and is no class, namespace or
 * initialiser. */
static bool begins_body(const char *code, const char *brace) {
    static const char *const others[] = {"struct", "class", "union", "enum", "namespace", "extern", "="};
    const char *begin = brace;
    while (begin > code && !strchr(";{}", begin[-1]))
        begin--;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *other = strstr(begin, others[i]);
        if (other && other < brace)
            return false;
    }
    return memchr(begin, '(', (size_t)(brace - begin));
}

static bool is_in_body(const char *code, const char *at) {
    unsigned closed = 0;
    for (; at > code; at--) {
        bool is_around = at[-1] == '{' && !closed;
        closed += at[-1] == '}';
        closed -= at[-1] == '{' && closed;
        if (is_around && begins_body(code, at - 1))
            return true;
    }
    return false;
}

/* Whether nvcc takes the call where the error is. */
static bool is_permitted(struct sw_repair *r, const char *line) {
    struct sw_patch place = {0};
    if (sw_has_word(&r->step->argv, "-D__CUDACC_RELAXED_CONSTEXPR__"))
        return true;
    if (!sw_read_place(r->arena, line, ": error: ", &place))
        return false;
    const char *code = sw_read_code(r, place.path), *at = sw_find_place(code, &place);
    return at && !is_in_body(code, at);
}

static bool make_both(struct sw_repair *r, const char *line, const char *name, const char *note) {
    struct sw_declaration function = {.patch.name = name};
    return *name && note && is_permitted(r, line) && sw_read_declaration(r, note, ": note: ", &function) &&
           function.is_constexpr && function.words == SW_SIDE_DEVICE && sw_add_words(r, &function, SW_SIDE_BOTH);
}

bool sw_repair_constant(struct sw_repair *r, const char *line, const char *rest) {
    static const char call[] = ": error: no matching function for call to '";
    static const char reference[] = ": error: reference to __device__ function '";
    static const char not_viable[] = "not viable: call to __device__ function from __host__";
    unsigned notes = 0;
    if (sw_has(line, call))
        return make_both(r, line, sw_quoted(r->arena, line, call), sw_only_note(r->arena, rest, not_viable, &notes));
    const char *name = sw_quoted(r->arena, line, reference);
    const char *declared = sw_arena_printf(r->arena, ": note: '%s' declared here", name);
    return make_both(r, line, name, sw_only_note(r->arena, rest, declared, &notes));
}
