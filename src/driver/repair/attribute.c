/* __device__ [[nodiscard]] int f();   is read as   __device__               int f();
 *
 * To clang __device__ is an attribute of GNU's, and no list of C++'s may follow one. Those that nvcc takes there (nodiscard,
 * deprecated, noreturn) change no meaning: a program may be read without. */
#include "driver/repair/repair.h"

#include <string.h>

/* Whether the list has one attribute, and it is one of these. */
static bool may_go(const char *list) {
    static const char *const names[] = {"nodiscard", "deprecated", "noreturn"};
    const char *name = sw_skip_space(list + strlen("[["));
    size_t length = sw_word_length(name);
    const char *next = sw_skip_space(name + length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && sw_starts_with(name, names[i]))
            return *next == ']' || *next == '(';
    return false;
}

static const char *put_blanks(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *end = strstr(at, "]]");
    (void)patch;
    if (!sw_starts_with(at, "[[") || !may_go(at) || !end || memchr(at, '\n', (size_t)(end - at)))
        return NULL;
    char *changed = sw_arena_strdup(arena, text);
    memset(changed + (at - text), ' ', (size_t)(end + strlen("]]") - at));
    return changed;
}

bool sw_repair_attribute(struct sw_repair *r, const char *line, const char *rest) {
    (void)rest;
    return sw_has(line, ": error: an attribute list cannot appear here") &&
           sw_add_patch(r, line, (struct sw_patch){.put = put_blanks});
}
