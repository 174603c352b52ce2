/* Whether source files may ask if a call is possible, as far as words tell: the words decltype, requires and declval, and
 * noexcept with a parenthesis. To be wrong costs little: function templates of the host are then of both sides to clang
 * (passes.c). Libraries whose templates all say of which side they are do not count (cccl.c). */
#include "frontend/frontend.h"

#include <string.h>

static bool has_word(const char *text, const char *word, char behind) {
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + length, word)) {
        bool begins = at == text || !sw_is_of_name(at[-1]);
        if (begins && !sw_is_of_name(at[length]) && (!behind || at[length + strspn(at + length, " \t")] == behind))
            return true;
    }
    return false;
}

static bool asks(const char *text) {
    return has_word(text, "decltype", 0) || has_word(text, "requires", 0) || has_word(text, "declval", 0) ||
           has_word(text, "noexcept", '(');
}

bool sw_asks_about_calls(const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (!files->at[i].is_of_cccl && asks(files->at[i].text))
            return true;
    return false;
}
