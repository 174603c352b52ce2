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

/* Whether the line that ends here goes on in the next one: g++ and clang let blanks stand behind the backslash. */
static bool is_spliced(const char *begin, const char *end) {
    while (end > begin && strchr(" \t\r\f\v", end[-1]))
        end--;
    return end > begin && end[-1] == '\\';
}

const char *sw_end_of_line(const char *at) {
    const char *end = at + strcspn(at, "\n");
    while (*end && is_spliced(at, end))
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

const char *sw_behind_splices(const char *at) {
    for (const char *end; *at == '\\'; at = end + 1) {
        end = at + 1 + strspn(at + 1, " \t\r\f\v");
        if (*end != '\n')
            break;
    }
    return at;
}

/* Behind the end of a comment of the kind that goes over lines; its two characters may be in two lines. */
static const char *behind_star(const char *at) {
    for (; *at; at++) {
        const char *slash = *at == '*' ? sw_behind_splices(at + 1) : "";
        if (*slash == '/')
            return slash + 1;
    }
    return at;
}

const char *sw_behind_comment(const char *at) {
    const char *second = *at == '/' ? sw_behind_splices(at + 1) : "";
    if (*second != '/' && *second != '*')
        return at;
    return *second == '/' ? sw_end_of_line(second + 1) : behind_star(second + 1);
}

const char *sw_behind_text(const char *at) {
    char quote = *at++;
    while (*at && *at != quote && *at != '\n') {
        const char *behind = sw_behind_splices(at);
        at = behind > at ? behind : at + 1 + (*at == '\\' && at[1]);
    }
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

const char *sw_behind_directive(const char *at) {
    while (*at && *at != '\n') {
        const char *behind = sw_behind_splices(at);
        behind = behind == at ? sw_behind_comment(at) : behind;
        behind = behind == at ? sw_behind_raw_text(at) : behind;
        if (behind == at && *at == '"')
            behind = sw_behind_text(at);
        size_t length = sw_word_length(at);
        at = behind > at ? behind : at + (length ? length : 1);
    }
    return at;
}
