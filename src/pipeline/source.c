/* The words of preprocessed source (source.h): a reader that goes through the text once and keeps the place that line
 * markers give. */
#include "pipeline/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where the reader is. */
struct reader {
    struct sw_arena *arena;
    const char *at, *file;
    unsigned line;
    bool is_system;
};

/* # 12 "file.cu" 2 3: the next line's place; 3: a system header. */
static void read_marker(struct reader *r) {
    char *end;
    unsigned long line = strtoul(r->at + 1, &end, 10);
    const char *quote = strchr(end, '"'), *stop = r->at + strcspn(r->at, "\n");
    if (end > r->at + 1 && quote && quote < stop) {
        size_t length = strcspn(quote + 1, "\"\n");
        r->file = sw_arena_strndup(r->arena, quote + 1, length);
        r->line = (unsigned)line - 1;
        r->is_system = memchr(quote + 1 + length, '3', (size_t)(stop - quote) - 1 - length) != NULL;
    }
    r->at = stop;
}

static unsigned lines_in(const char *from, const char *end) {
    unsigned count = 0;
    for (; from < end; from++)
        count += *from == '\n';
    return count;
}

void sw_source_words(struct sw_arena *arena, const char *text, struct sw_source_words *words) {
    struct reader r = {.arena = arena, .at = text, .file = "", .line = 1};
    while (*r.at) {
        if (*r.at == '\n') {
            r.at++;
            r.line++;
        } else if (isspace((unsigned char)*r.at)) {
            r.at++;
        } else if (*r.at == '#') {
            read_marker(&r);
        } else {
            const char *end = sw_behind_word(r.at);
            end += end == r.at;
            sw_vec_push(arena, words, ((struct sw_word){r.at, (size_t)(end - r.at), r.file, r.line, r.is_system}));
            r.line += lines_in(r.at, end);
            r.at = end;
        }
    }
}

bool sw_word_is(const struct sw_word *word, const char *text) {
    return word->length == strlen(text) && !memcmp(word->at, text, word->length);
}

bool sw_is_attribute(const struct sw_source_words *words, size_t at, const char *name) {
    const char *const form[] = {"__attribute__", "(", "(", name, ")", ")"};
    size_t count = sizeof form / sizeof *form;
    for (size_t i = 0; i < count; i++)
        if (at + i >= words->count || !sw_word_is(&words->at[at + i], form[i]))
            return false;
    return true;
}
