/* Names of records, as layouts and the syntax tree have them, in one form. */
#include "driver/repair/records.h"

#include <string.h>

/* What has no name: (unnamed struct at a.cu:3:5), (anonymous at a.cu:3:5); its place, and null for all others. */
static const char *place_of_unnamed(struct sw_arena *arena, const char *at, size_t *length) {
    const char *place = *at == '(' ? strstr(at, " at ") : NULL, *end = at + strcspn(at, ")");
    if (!place || place > end)
        return NULL;
    *length = (size_t)(end - at) + (*end == ')');
    return sw_arena_strndup(arena, place + 4, (size_t)(end - place - 4));
}

/* The length of a word that says what kind of type it is, with its space; 0: there is none. */
static size_t keyword_at(const char *at) {
    static const char *const words[] = {"struct ", "class ", "union ", "enum "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_starts_with(at, words[i]))
            return strlen(words[i]);
    return 0;
}

const char *sw_plain_name(struct sw_arena *arena, const char *type) {
    char *name = sw_arena_strdup(arena, type), *to = name; /* no part becomes longer */
    for (const char *at = type; *at;) {
        size_t length = 1;
        bool is_begin = at == type || !sw_is_of_name(at[-1]);
        const char *place = place_of_unnamed(arena, at, &length), *put = place ? place : at;
        size_t size = place ? strlen(place) : 1;
        if (is_begin && keyword_at(at)) {
            length = keyword_at(at);
            size = 0;
        } else if (is_begin && sw_starts_with(at, "_Bool")) {
            length = strlen("_Bool");
            put = "bool";
            size = strlen(put);
        }
        memcpy(to, put, size);
        to += size;
        at += length;
    }
    *to = '\0';
    return name;
}

const char *sw_behind_character(const char *at) {
    const char *behind = *at == '\'' ? sw_behind_text(at) : at;
    return behind > at && behind[-1] == '\'' ? behind : at + 1;
}

const char *sw_without_arguments(struct sw_arena *arena, const char *name) {
    char *bare = sw_arena_strdup(arena, name), *to = bare;
    int depth = 0;
    for (const char *at = name; *at; at = depth ? sw_behind_character(at) : at + 1) {
        depth += *at == '<';
        if (!depth)
            *to++ = *at;
        depth -= *at == '>' && depth;
    }
    *to = '\0';
    return bare;
}

const char *sw_last_name(struct sw_arena *arena, const char *name) {
    const char *bare = sw_without_arguments(arena, sw_plain_name(arena, name)), *begin = bare;
    for (const char *at = bare; (at = strstr(at, "::")); at += 2)
        begin = at + 2;
    return begin;
}

const char *sw_element_type(struct sw_arena *arena, const char *type) {
    static const char *const words[] = {"const ", "volatile "};
    size_t length = strlen(type);
    while (length && type[length - 1] == ']')
        while (length && type[--length] != '[')
            ;
    type = sw_arena_strndup(arena, type, length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_starts_with(type, words[i]))
            type += strlen(words[i]);
    return type;
}
