/* template int f<int>(int); of a host's template, where templates are of both sides (passes.c): clang looks at it for the
 *       device, too, and refuses calls of the host there, and what else the host may do. What is internal it leaves alone:
 *       "__attribute__((internal_linkage))" behind the first word, on that side. Whatever else is refused there (an
 *       explicit specialisation) is tried with the host's templates as such. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

#define INTERNAL_ATTRIBUTE "__attribute__((internal_linkage))"
#define TEMPLATE "template"

static bool has_both_sided_templates(const struct sw_step *step) {
    return sw_has_word(&step->argv, SW_BOTH_SIDED_TEMPLATES) && sw_has_word(&step->argv, "--cuda-device-only");
}

/* __global__ or __device__ among these words, or a name in capitals, as a macro for them has: no template of the host's. */
static bool may_be_of_device(const char *at, const char *end) {
    while (at < end) {
        size_t length = sw_word_length(at), capitals = 0;
        for (size_t i = 0; i < length; i++)
            capitals += !islower((unsigned char)at[i]);
        if (sw_starts_with(at, "__global__") || sw_starts_with(at, "__device__") || (length > 2 && capitals == length))
            return true;
        at += length ? length : 1;
    }
    return false;
}

/* An explicit instantiation of a function that may be the host's begins with this word: `template int f<int>(int);`, not
 * `template <class T>`, `x.template f<int>()`, `template struct s<int>;`. */
static bool is_instantiation(const char *text, const char *word) {
    const char *before = word, *next = sw_skip_space(word + sizeof TEMPLATE - 1), *end = next + strcspn(next, ";{}");
    while (before > text && isspace((unsigned char)before[-1]))
        before--;
    if (sw_is_of_name(word[sizeof TEMPLATE - 1]) || (before > text && strchr(".:>", before[-1])))
        return false;
    if (sw_starts_with(next, "class") || sw_starts_with(next, "struct") || sw_starts_with(next, "union"))
        return false;
    return *next != '<' && *end == ';' && memchr(next, '(', (size_t)(end - next)) && !may_be_of_device(next, end) &&
           !sw_starts_with(next, INTERNAL_ATTRIBUTE);
}

/* All those of a file. */
static void add_instantiations(struct sw_repair *r, const char *path) {
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, path), NULL), *line = text;
    struct sw_patch patch = {.path = path, .word = " " INTERNAL_ATTRIBUTE, .put = sw_put_word, .line = 1};
    for (const char *at = text; at && *at; at++) {
        if (*at == '\n') {
            line = at + 1;
            patch.line++;
        }
        if (!sw_starts_with(at, TEMPLATE) || (at > text && sw_is_of_name(at[-1])) || !is_instantiation(text, at))
            continue;
        patch.column = (unsigned long)(at - line) + sizeof TEMPLATE;
        sw_add_patch(r, NULL, patch);
    }
}

bool sw_repair_instantiations(struct sw_repair *r, const char *said) {
    static const char *const kinds[] = {": error: ", ": note: called by ", ": note: in instantiation of function "};
    bool is_refused = false;
    if (!has_both_sided_templates(r->step))
        return false;
    for (size_t length; *said; said += length + (said[length] != '\0')) {
        length = strcspn(said, "\n");
        const char *line = sw_arena_strndup(r->arena, said, length);
        struct sw_patch place = {0};
        is_refused = sw_has(line, kinds[0]) ? sw_has(line, " in __host__ __device__ function") : is_refused;
        for (size_t i = 0; is_refused && i < sizeof kinds / sizeof *kinds; i++)
            if (sw_read_place(r->arena, line, kinds[i], &place))
                add_instantiations(r, place.path);
    }
    return r->patches.count != 0;
}

/* No word stands where those stood that made templates without a side ones of both. */
bool sw_make_templates_host(struct sw_step *step) {
    if (!has_both_sided_templates(step))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < step->argv.count; i++)
        if (i + 1 < step->argv.count && step->argv.at[i + 1] && sw_equal(step->argv.at[i + 1], SW_BOTH_SIDED_TEMPLATES))
            i++;
        else
            step->argv.at[kept++] = step->argv.at[i];
    step->argv.count = kept;
    return true;
}
