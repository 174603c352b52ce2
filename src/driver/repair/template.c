/* X<T>::scale<3>(x)                     "template " before scale: in templates that g++ never instantiates */
#include "driver/repair/repair.h"

#include <string.h>

/* Behind the > of template arguments that begin at <; null: these are none. */
static const char *skip_arguments(const char *at) {
    int depth = 0;
    for (; *at && !strchr(";{}", *at); at++) {
        depth += (*at == '<') - (*at == '>');
        if (!depth)
            return at + 1;
    }
    return NULL;
}

/* X<T>::name<..: the last name of what begins here, if it has template arguments and others stand before it, or what
 * does is not part of it (x.name<..). */
static const char *find_member(const char *text, const char *at) {
    const char *begin = at, *name = at;
    bool is_member = at > text && strchr(".>:", at[-1]);
    for (;;) {
        name = at = sw_skip_space(at);
        if (!sw_is_of_name(*at))
            return NULL;
        while (sw_is_of_name(*at))
            at++;
        at = sw_skip_space(at);
        const char *behind = *at == '<' ? skip_arguments(at) : at;
        const char *next = behind ? sw_skip_space(behind) : "";
        if (next[0] == ':' && next[1] == ':')
            at = next + 2;
        else if (next[0] == '.')
            at = next + 1;
        else if (next[0] == '-' && next[1] == '>')
            at = next + 2;
        else
            return behind && *at == '<' && (is_member || name > begin) ? name : NULL;
    }
}

/* The place is where a qualified name or member access begins: the word goes before the template. */
static const char *put_before_member(struct sw_arena *arena, const char *text, const char *at,
                                     const struct sw_patch *patch) {
    at = find_member(text, at);
    return at ? sw_put_word(arena, text, at, patch) : NULL;
}

bool sw_repair_template(struct sw_repair *r, const char *line, const char *rest) {
    if (!sw_has(line, "missing 'template' keyword prior to dependent template name '") &&
        !sw_has(line, "reference to overloaded function could not be resolved; did you mean to call it?"))
        return false;
    return sw_add_patch(r, line, (struct sw_patch){.word = "template ", .put = put_before_member});
}
