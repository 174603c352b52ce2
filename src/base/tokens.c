/* C++ source text, as far as those must know it who look for words in it: where words, texts and comments end. */
#include "base/base.h"

#include <ctype.h>
#include <string.h>

size_t sw_word_length(const char *at) {
    size_t length = 0;
    bool is_number = isdigit((unsigned char)*at);
    while (sw_is_of_name(at[length]) || (is_number && length && at[length] == '\'' && sw_is_of_name(at[length + 1])))
        length++;
    return length;
}

const char *sw_behind_comment(const char *at) {
    if (at[0] != '/' || (at[1] != '/' && at[1] != '*'))
        return at;
    const char *end = strstr(at + 2, at[1] == '/' ? "\n" : "*/");
    return !end ? at + strlen(at) : at[1] == '/' ? end : end + 2;
}

const char *sw_behind_text(const char *at) {
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += 1 + (*at == '\\' && at[1]);
    return at + (*at == quote);
}

/* Whether the word says that the text behind it is raw. */
static bool is_raw_prefix(const char *word, size_t length) {
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == length && !strncmp(word, prefixes[i], length))
            return true;
    return false;
}

const char *sw_behind_raw_text(const char *at) {
    size_t prefix = sw_word_length(at);
    if (at[prefix] != '"' || !is_raw_prefix(at, prefix))
        return at;
    const char *mark = at + prefix + 1;
    size_t length = strcspn(mark, "(");
    for (const char *end = mark; (end = strchr(end, ')')); end++)
        if (!strncmp(end + 1, mark, length) && end[1 + length] == '"')
            return end + length + 2;
    return at + strlen(at);
}

const char *sw_behind_word(const char *at) {
    const char *behind = sw_behind_raw_text(at);
    if (behind == at)
        behind += sw_word_length(at);
    if (behind > at)
        return behind;
    return *at == '"' || *at == '\'' ? sw_behind_text(at) : at;
}
