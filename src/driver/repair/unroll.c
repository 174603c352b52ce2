/* #pragma unroll before what is no loop, a second one, one with a count below 1: nvcc warns and leaves it; blanks stand in
 * its place then. */
#include "driver/repair/repair.h"

#include <string.h>

#define PRAGMA "pragma"
#define UNROLL "unroll"
#define UNROLL_NUMBER "20058"

static bool is_about_unrolling(const char *line) {
    return sw_has(line, " loop to follow '#pragma unroll'") ||
           sw_has(line, ": incompatible directives '#pragma unroll") ||
           (sw_has(line, ": error: invalid value '") && sw_has(line, "'; must be positive"));
}

/* The unroll of a #pragma unroll. */
static bool is_pragma(const char *text, const char *at) {
    const char *before = at;
    while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    size_t length = strlen(PRAGMA);
    return before < at && sw_starts_with(at, UNROLL) && (size_t)(before - text) > length &&
           sw_starts_with(before - length, PRAGMA);
}

/* The one that begins at the place, or before it with no other statement between; null: there is none. */
static const char *find_pragma(const char *text, const char *end) {
    for (const char *at = end; at > text; at--) {
        if (at < end && strchr(";{}", *at))
            return NULL;
        if (is_pragma(text, at))
            return at;
    }
    return NULL;
}

/* Blanks from the # to the end of the line, or to a comment, over backslashes that join lines. at: its unroll. */
static const char *blank_pragma(struct sw_arena *arena, const char *text, const char *at,
                                const struct sw_patch *patch) {
    char *copy = sw_arena_strdup(arena, text), *from = copy + (at - text);
    while (from > copy && *from != '#')
        from--;
    for (const char *end = sw_end_of_line(from); from < end && sw_behind_comment(from) == from; from++)
        if (*from != '\n' && sw_behind_splices(from) == from)
            *from = ' ';
    return copy;
}

bool sw_repair_unroll(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {.put = blank_pragma};
    if (!is_about_unrolling(line) || !sw_read_place(r->arena, line, ": error: ", &patch))
        return false;
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch.path), NULL);
    const char *end = text ? sw_find_place(text, &patch) : NULL, *at = end ? find_pragma(text, end) : NULL;
    if (!at)
        return false;
    sw_set_place(&patch, text, at);
    return sw_add_place(r, &r->unrolls, line) && sw_add_patch(r, line, patch);
}

/* The host's side has the same ones. */
bool sw_tell_unrolls(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    return !sw_has_word(&step->argv, "--cuda-device-only") ||
           sw_tell(job->options, &r->unrolls, UNROLL_NUMBER,
                   "the #pragma unroll must precede a loop, and once; it is ignored");
}
