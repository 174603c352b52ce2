/* Whether source files name something once only, but for the launches of a kernel:
 *
 *   namespace space { __global__ void go(int *to, Value by); }    the one
 *   go<<<1, 1>>>(to, space::Value{5});                            does not count
 *
 * Then no other namespace has a kernel of that name. Comments do not count, words of strings and macros do: who takes one
 * for a name errs on the safe side. */
#include "frontend/frontend.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_launched(const char *behind)
{
    return sw_starts_with(behind + strspn(behind, " \t\r\n"), "<<<");
}

/* Behind a comment that begins here; `at` itself where none does. */
static const char *skip_comment(const char *at)
{
    if (sw_starts_with(at, "//"))
        return at + strcspn(at, "\n");
    const char *end = sw_starts_with(at, "/*") ? strstr(at + 2, "*/") : NULL;
    return end ? end + 2 : at;
}

static size_t count_names(const char *at, const char *name)
{
    size_t count = 0, length = strlen(name);
    while (*at) {
        const char *behind = skip_comment(at);
        size_t letters = 0;
        while (behind == at && is_letter(at[letters]))
            letters++;
        if (letters == length && !memcmp(at, name, length))
            count += !is_launched(at + letters);
        at = behind > at ? behind : at + (letters ? letters : 1);
    }
    return count;
}

bool sw_named_once(const struct sw_source_files *files, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++)
        count += count_names(files->at[i].text, name);
    return count == 1;
}
