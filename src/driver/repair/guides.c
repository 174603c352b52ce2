/* Deduction guides of which macros make the name, the parameters or the arrow:
 *
 *   #define SUM Sum
 *   SUM(float) -> Sum<double>;       between _Pragma("clang force_cuda_host_device begin") and .. end
 *
 * nvcc takes a guide for one of both sides; to clang one without words is of the host, and kernels see another type. In the
 * program's text guides.c of the front end finds those that it can read. These it cannot, but in what clang reads they are
 * guides as any. What is declared between the two words is of both sides: a guide, or lines with guides only. Where a macro
 * makes other things in the same line it is an error. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

#define BEGIN "_Pragma(\"clang force_cuda_host_device begin\") "
#define END " _Pragma(\"clang force_cuda_host_device end\")"

struct search {
    struct sw_repair *repair;
    struct sw_arena *arena;
    const struct sw_lines *lines;
    const char *errors;
};

/* ---- Guides */

/* Whether the guide with this name is of the device: guides.c of the front end has put both words in front of the name. */
static bool is_open(const char *text, const char *name) {
    static const char word[] = "__attribute__((device))";
    const char *end = sw_back_over_space(text, name);
    return (size_t)(end - text) >= sizeof word - 1 && sw_starts_with(end - (sizeof word - 1), word);
}

/* The semicolon behind the guide; null: a brace comes first. */
static const char *end_of_guide(const char *at) {
    int depth = 0;
    for (; *at && !strchr("{}", *at); at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ';' && !depth)
            return at;
    }
    return NULL;
}

/* Whether nothing but guides stands between the two, each with its semicolon. */
static bool has_guides_only(const char *text, const char *at, const char *end) {
    bool is_guide = false;
    for (; at < end; at += sw_word_length(at) ? sw_word_length(at) : 1) {
        is_guide |= sw_word_length(at) && sw_begins_guide(text, at);
        if (strchr("{}", *at) || (*at == ';' && !is_guide))
            return false;
        is_guide &= *at != ';';
    }
    return true;
}

/* ---- Where they stand in the file */

/* A part of a text in whole lines. */
struct part {
    const char *from, *end;
};

/* The end of the line, or of that in which a macro's arguments end that begin in it; null: there is none. */
static const char *end_of_lines(const char *at) {
    for (int depth = 0; *at; at++) {
        if (*at == '\n' && depth <= 0)
            break;
        if (*at == '\n' && *sw_skip_space(at) == '#')
            return NULL;
        depth += (*at == '(') - (*at == ')');
    }
    return at;
}

/* Lines of a file's code; false: they are not there. */
static bool find_lines(const char *code, unsigned long first, unsigned long last, struct part *lines) {
    struct sw_patch begin = {.line = first, .column = 1}, end = {.line = last, .column = 1};
    lines->from = sw_find_place(code, &begin);
    lines->end = lines->from ? sw_find_place(code, &end) : NULL;
    lines->end = lines->end ? end_of_lines(lines->end) : NULL;
    return lines->end && *sw_skip_space(lines->from) != '#';
}

static bool divides(char c) {
    return c && strchr(";{}", c);
}

/* The next character that divides declarations; the end: there is none. */
static const char *next_divider(const char *at, const char *end) {
    while (at < end && !divides(*at))
        at++;
    return at;
}

/* Where in the file's lines a place is that follows a divider in what clang reads of them; null: the two differ in these. */
static const char *same_place(const struct part *read, const char *place, const struct part *lines) {
    const char *at = read->from, *in_file = lines->from, *found = at == place ? in_file : NULL;
    for (;; at++, in_file++) {
        at = next_divider(at, read->end);
        in_file = next_divider(in_file, lines->end);
        if (at == read->end || in_file == lines->end)
            return at == read->end && in_file == lines->end ? found : NULL;
        if (*at != *in_file)
            return NULL;
        if (at + 1 == place)
            found = in_file + 1;
    }
}

/* Puts the two words around these places of a file; a part that begins where the one before it ends goes on. */
static void add_words(struct search *s, const char *path, const char *code, const struct part *around) {
    struct sw_patch begin = {.path = path, .word = BEGIN, .put = sw_put_word}, end = begin;
    size_t count = s->repair->patches.count;
    const struct sw_patch *last = count ? &s->repair->patches.at[count - 1] : NULL;
    end.word = END;
    sw_set_place(&begin, code, around->from);
    sw_set_place(&end, code, around->end);
    if (last && last->line == begin.line && last->column == begin.column && sw_equal(last->path, path))
        s->repair->patches.count--;
    else
        sw_add_patch(s->repair, NULL, begin);
    sw_add_patch(s->repair, NULL, end);
}

/* The part of the file that is to be of both sides: the guide, or lines that hold guides only. False: it does not stand so. */
static bool find_part(const struct search *s, const struct part *guide, const struct part *read,
                      const struct part *lines, struct part *found) {
    *found = (struct part){same_place(read, guide->from, lines), same_place(read, guide->end, lines)};
    if (!found->from || !found->end) {
        *found = *lines;
        if (!has_guides_only(s->lines->text, read->from, read->end))
            return false;
    }
    found->from = sw_skip_space(found->from);
    while (found->end > found->from && isspace((unsigned char)found->end[-1]))
        found->end--;
    return found->from < found->end;
}

static bool add_patches(struct search *s, const struct part *guide, const struct part *read,
                        const struct sw_line *first, const struct sw_line *last) {
    const char *code = sw_read_code(s->repair, first->path);
    struct part lines, found;
    if (!sw_equal(first->path, last->path) || !find_lines(code, first->number, last->number, &lines) ||
        !find_part(s, guide, read, &lines, &found))
        return false;
    add_words(s, first->path, code, &found);
    return true;
}

/* Takes the guide with this name. Behind it. */
static const char *take_guide(struct search *s, const char *name) {
    const struct sw_line *first = sw_line_at(s->lines, name);
    const char *semicolon = end_of_guide(name), *end = semicolon ? semicolon + 1 : name + sw_word_length(name);
    const struct sw_line *last = sw_line_at(s->lines, end - 1), *next = last + 1;
    struct part guide = {name, end}, read = {first->at, last->at + strlen(last->at)};
    if (next < s->lines->at + s->lines->count)
        read.end = next->at;
    while (guide.from > read.from && !divides(guide.from[-1]))
        guide.from--;
    if (!semicolon || !add_patches(s, &guide, &read, first, last))
        s->errors = sw_arena_printf(
            s->arena,
            "%s%s:%lu: error: a macro makes a deduction guide of '%.*s' and something else in the same line: kernels "
            "would not see the guide; put it into a line of its own\n",
            s->errors, first->path, first->number, (int)sw_word_length(name), name);
    return end;
}

const char *sw_closed_guides(struct sw_repair *r) {
    struct search s = {.repair = r, .arena = r->arena, .lines = sw_lines_read(r), .errors = ""};
    for (const char *at = s.lines->text, *text = at; *at;) {
        size_t length = sw_word_length(at);
        const char *behind = length ? sw_behind_word(at) : sw_behind_other(text, at);
        bool is_guide = length && sw_begins_guide(text, at) && !is_open(text, at);
        if (is_guide && !sw_line_at(s.lines, at)->is_system)
            at = take_guide(&s, at);
        else
            at = behind > at ? behind : at + 1;
    }
    return s.errors;
}
