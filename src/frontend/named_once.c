/* Whether a preprocessed text names something once only, but for the launches of a kernel:
 *
 *   namespace space { __global__ void go(int *to, Value by); }    the one
 *   go<<<1, 1>>>(to, space::Value{5});                            does not count
 *
 * Then no other namespace has a kernel of that name. Whatever else has the name counts: to take too much for a kernel is
 * the safe side. */
#include "frontend/frontend.h"

#include <string.h>

static bool is_launched(const char *behind) {
    return sw_starts_with(behind + strspn(behind, " \t\r\n"), "<<<");
}

bool sw_named_once(const char *text, const char *name) {
    size_t count = 0, length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        bool is_word = (at == text || !sw_is_of_name(at[-1])) && !sw_is_of_name(at[length]);
        count += is_word && !is_launched(at + length);
    }
    return count == 1;
}
