/* A diagnostic's severity at a place: the last pragma of the file before it that names its number; else the command
 * line. nvcc's pragmas (CUDA C++ Programming Guide, "Diagnostic Pragmas"):
 *
 *   #pragma nv_diag_suppress|nv_diag_warning|nv_diag_error|nv_diag_default 20091, 20092
 *   #pragma nv_diagnostic push|pop
 *
 * and the same without nv_. */
#include "pipeline/diagnosed.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(const struct sw_strings *list, unsigned number) {
    for (size_t i = 0; i < list->count; i++)
        if (strtoul(list->at[i], NULL, 10) == number)
            return true;
    return false;
}

static enum sw_severity by_command_line(const struct sw_diagnosed *d, unsigned number) {
    if (is_named(&d->errors, number))
        return SW_ERROR;
    if (is_named(&d->suppressed, number))
        return SW_SILENT;
    return is_named(&d->warned, number) ? SW_WARNING : d->usual;
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

/* Whether the text goes on with this word; then what stands behind it. */
static bool take_word(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length))
        return false;
    *at = skip_blanks(*at + length);
    return true;
}

/* Numbers up to the line's end. */
static bool line_names(const char *at, unsigned number) {
    for (; *at && *at != '\n'; at++) {
        char *end;
        if (*at < '0' || *at > '9')
            continue;
        if (strtoul(at, &end, 10) == number)
            return true;
        at = end - 1;
    }
    return false;
}

struct state {
    enum sw_severity now, pushed[16];
    unsigned depth;
};

static void take_pragma(const struct sw_diagnosed *d, const char *at, unsigned number, struct state *s) {
    static const struct { const char *word; enum sw_severity severity; } words[] = {
        {"diag_suppress", SW_SILENT}, {"diag_warning", SW_WARNING}, {"diag_error", SW_ERROR}};
    enum { MOST = sizeof s->pushed / sizeof *s->pushed };
    take_word(&at, "nv_");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (take_word(&at, words[i].word) && line_names(at, number))
            s->now = words[i].severity;
    if (take_word(&at, "diag_default") && line_names(at, number))
        s->now = by_command_line(d, number);
    if (!take_word(&at, "diagnostic"))
        return;
    if (take_word(&at, "push") && s->depth < MOST)
        s->pushed[s->depth++] = s->now;
    else if (take_word(&at, "pop") && s->depth)
        s->now = s->pushed[--s->depth];
}

enum sw_severity sw_severity_of(const struct sw_diagnosed *d, struct sw_place place, unsigned number) {
    struct state state = {.now = by_command_line(d, number)};
    const char *line = place.file ? sw_read_file(d->arena, place.file, NULL) : NULL;
    for (unsigned n = 1; line && n < place.line; n++) {
        const char *at = skip_blanks(line);
        if (*at == '#' && (at = skip_blanks(at + 1)) && take_word(&at, "pragma"))
            take_pragma(d, at, number, &state);
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return state.now;
}
