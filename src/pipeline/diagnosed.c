/* A diagnostic's severity at a place: the last pragma of the file before it that names it; else the command line.
 * nvcc's pragmas (CUDA C++ Programming Guide, "Diagnostic Pragmas"):
 *
 *   #pragma nv_diag_suppress|nv_diag_warning|nv_diag_error|nv_diag_default 20091, 20092
 *   #pragma nv_diagnostic push|pop
 *
 * and the same without nv_. */
#include "pipeline/diagnosed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *sw_diagnostic_word(enum sw_diagnostic diagnostic) {
    static const char *const words[] = {
        [SW_DIAGNOSED_READ] = "20091", [SW_DIAGNOSED_WRITTEN] = "20092", [SW_DIAGNOSED_POINTER] = "device-pointer"};
    return words[diagnostic];
}

static enum sw_severity by_command_line(const struct sw_diagnosed *d, const char *word) {
    if (sw_has_word(&d->errors, word))
        return SW_ERROR;
    if (sw_has_word(&d->suppressed, word))
        return SW_SILENT;
    return sw_has_word(&d->warned, word) ? SW_WARNING : d->usual;
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

static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* "20091", and as nvcc's messages have it, "20091-D". */
static bool is_word(const char *text, size_t length, const char *word) {
    size_t expected = strlen(word);
    bool has_suffix = length == expected + 2 && !strncmp(text + expected, "-D", 2);
    return (length == expected || has_suffix) && !strncmp(text, word, expected);
}

/* Numbers and words up to the line's end. */
static bool line_names(const char *at, const char *word) {
    while (*at && *at != '\n') {
        size_t length = 0;
        while (is_of_word(at[length]))
            length++;
        if (is_word(at, length, word))
            return true;
        at += length ? length : 1;
    }
    return false;
}

struct state {
    enum sw_severity now, pushed[16];
    unsigned depth;
};

static void take_pragma(const struct sw_diagnosed *d, const char *at, const char *word, struct state *s) {
    static const struct {
        const char *name;
        enum sw_severity severity;
    } verbs[] = {{"diag_suppress", SW_SILENT}, {"diag_warning", SW_WARNING}, {"diag_error", SW_ERROR}};
    enum { MOST = sizeof s->pushed / sizeof *s->pushed };
    take_word(&at, "nv_");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (take_word(&at, verbs[i].name) && line_names(at, word))
            s->now = verbs[i].severity;
    if (take_word(&at, "diag_default") && line_names(at, word))
        s->now = by_command_line(d, word);
    if (!take_word(&at, "diagnostic"))
        return;
    if (take_word(&at, "push") && s->depth < MOST)
        s->pushed[s->depth++] = s->now;
    else if (take_word(&at, "pop") && s->depth)
        s->now = s->pushed[--s->depth];
}

enum sw_severity sw_severity_of(const struct sw_diagnosed *d, struct sw_place place, enum sw_diagnostic diagnostic) {
    const char *word = sw_diagnostic_word(diagnostic);
    struct state state = {.now = by_command_line(d, word)};
    const char *line = place.file ? sw_read_file(d->arena, place.file, NULL) : NULL;
    for (unsigned n = 1; line && n < place.line; n++) {
        const char *at = skip_blanks(line);
        if (*at == '#' && (at = skip_blanks(at + 1)) && take_word(&at, "pragma"))
            take_pragma(d, at, word, &state);
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return state.now == SW_WARNING && d->no_warnings ? SW_SILENT : state.now;
}
