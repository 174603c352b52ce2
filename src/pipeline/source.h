/* What the preprocessed source of a strict file tells that clang does not: words, the places that they come from. */
#ifndef SW_SOURCE_H
#define SW_SOURCE_H

#include "base/base.h"

/* A word: an identifier or a number, else one character. Strings and characters are one word, '"'. */
struct sw_word {
    const char *at;
    size_t length;
    const char *file;
    unsigned line;
    bool is_system; /* of a system header, as ours are */
};
struct sw_source_words {
    struct sw_word *at;
    size_t count, capacity;
};

/* The words of a preprocessor's output, with line markers. */
void sw_source_words(struct sw_arena *arena, const char *text, struct sw_source_words *words);
bool sw_word_is(const struct sw_word *word, const char *text);
/* Whether ((name)) stands there: __attribute__ and six more words. */
bool sw_is_attribute(const struct sw_source_words *words, size_t at, const char *name);

#endif
