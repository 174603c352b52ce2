/* Sizes of types by their canonical names, as layouts have them. */
#include "driver/repair/records.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
} sizes[] = {
    {"bool", 1},
    {"char", 1},
    {"signed char", 1},
    {"unsigned char", 1},
    {"char8_t", 1},
    {"short", 2},
    {"unsigned short", 2},
    {"char16_t", 2},
    {"_Float16", 2},
    {"__bf16", 2},
    {"int", 4},
    {"unsigned int", 4},
    {"char32_t", 4},
    {"wchar_t", 4},
    {"float", 4},
    {"long", 8},
    {"unsigned long", 8},
    {"long long", 8},
    {"double", 8},
    {"unsigned long long", 8},
    {"__int128", 16},
    {"unsigned __int128", 16},
    {"long double", 16},
};

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && sw_equal(text + length - tail, end);
}

/* Of int[2][3]: 6. */
static size_t elements_of(const char *type) {
    size_t count = 1;
    const char *at = strrchr(type, ' ');
    for (at = strchr(at ? at : type, '['); at && *at == '['; at = strchr(at, ']') ? strchr(at, ']') + 1 : NULL)
        count *= strtoul(at + 1, NULL, 10);
    return count;
}

static size_t size_of_element(const struct sw_map *records, const char *type) {
    static const char *const pointers[] = {"*", "&"};
    if (ends_with(type, "::*"))
        return 8;
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
        if (ends_with(type, pointers[i]))
            return 8;
    if (strstr(type, "::*)"))
        return 16;
    if (strstr(type, "(*)") || strstr(type, "(&)"))
        return 8;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sw_equal(sizes[i].name, type))
            return sizes[i].size;
    return (size_t)sw_map_get(records, sw_name_key(type));
}

size_t sw_size_of_type(struct sw_arena *arena, const struct sw_map *records, const char *type) {
    const char *element = sw_plain_name(arena, sw_element_type(arena, type));
    return size_of_element(records, element) * (ends_with(type, "]") ? elements_of(type) : 1);
}
