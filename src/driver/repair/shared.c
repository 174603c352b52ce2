/* __shared__ T name[2];   where T has a constructor: nvcc warns and leaves the memory as it is, clang refuses. The variable
 *       becomes storage that nobody initialises, and its name a reference to that:
 *       __shared__ ::sw_uninitialized<T[2]> sw_storage_of_name; constexpr T (&name)[2] = sw_storage_of_name.value;
 *
 * One variable a declaration, with __shared__ before the type; others stay clang's error. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

#define SHARED "__shared__"
#define SHARED_NUMBER "20054"

/* How the text can silence nvcc here (#pragma nv_diag_suppress). */
static const char *const silencers[] = {"static_var_with_dynamic_init", SHARED_NUMBER};

/* The last `__shared__` before the place, with no other statement between; null: there is none. */
static const char *find_shared(const char *text, const char *end) {
    size_t length = strlen(SHARED);
    for (const char *at = end; at > text && !strchr(";{}", at[-1]); at--)
        if ((size_t)(end - at) >= length && !strncmp(at, SHARED, length) && !sw_is_of_name(at[length]))
            return at;
    return NULL;
}

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
        if (!strncmp(at, "static", 6) && isspace((unsigned char)at[6]))
            at = sw_skip_space(at + 6);
    } while (at != before);
    return at;
}

/* at: the variable's name. */
static const char *put_storage(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    (void)patch;
    size_t length = sw_word_length(at);
    const char *shared = find_shared(text, at), *type = shared ? find_type(shared + strlen(SHARED)) : NULL;
    const char *extents = sw_skip_space(at + length), *end = extents + strcspn(extents, ",;={(");
    if (!type || type >= at || !length || *end != ';' || (end > extents && *extents != '['))
        return NULL;
    const char *t = sw_arena_strndup(arena, type, (size_t)(at - type));
    const char *name = sw_arena_strndup(arena, at, length);
    const char *e = sw_arena_strndup(arena, extents, (size_t)(end - extents));
    return sw_arena_printf(
        arena, "%.*s::sw_uninitialized<%s%s> sw_storage_of_%s; constexpr %s(&%s)%s = sw_storage_of_%s.value%s",
        (int)(type - text), text, t, e, name, t, name, e, name, end);
}

static bool is_silent(const char *text) {
    for (size_t i = 0; i < sizeof silencers / sizeof *silencers; i++)
        if (strstr(text, silencers[i]))
            return true;
    return false;
}

bool sw_repair_shared(struct sw_repair *r, const char *line, const char *rest) {
    (void)rest;
    struct sw_patch patch = {.put = put_storage};
    if (!sw_has(line, "initialization is not supported for __shared__ variables") ||
        !sw_read_place(r->arena, line, ": error: ", &patch))
        return false;
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch.path), NULL);
    const char *at = text ? sw_find_place(text, &patch) : NULL;
    if (!at || !put_storage(r->arena, text, at, &patch))
        return false;
    return (is_silent(text) || sw_add_place(r, &r->initialised, line)) && sw_add_patch(r, line, patch);
}

/* The host's side has the same ones. */
bool sw_tell_shared(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    return !sw_has_word(&step->argv, "--cuda-device-only") ||
           sw_tell(job->options, &r->initialised, SHARED_NUMBER,
                   "dynamic initialization is not supported for __shared__ variables: its constructor is not called");
}
