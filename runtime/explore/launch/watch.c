/* The variables whose last values are an outcome: those of a list, or all scalars that the kernel writes.
 *
 *      A,part[1],ratio:float       types: int (the usual one), unsigned, hex, float */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/launch/launch.h"

enum { USUAL_SIZE = 4, LARGEST = 8 };

static bool take_type(const char *text, size_t length, enum swrt_explore_type *type) {
    static const char *const words[] = {[SWRT_EXPLORE_INT] = "int",
                                        [SWRT_EXPLORE_UNSIGNED] = "unsigned",
                                        [SWRT_EXPLORE_HEX] = "hex",
                                        [SWRT_EXPLORE_FLOAT] = "float"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], text, length)) {
            *type = (enum swrt_explore_type)i;
            return true;
        }
    return false;
}

/* How long the name is without its type, "A:hex". A part of a C++ name begins with two colons. */
static size_t without_type(const char *text, size_t length, enum swrt_explore_type *type) {
    for (size_t i = length; i-- > 1;)
        if (text[i] == ':' && text[i - 1] != ':' && text[i + 1] != ':')
            return take_type(text + i + 1, length - i - 1, type) ? i : 0;
    return length;
}

/* "[3]" at the end of a name, which then is that much shorter; -1: there is none. */
static long take_index(const char *text, size_t *length) {
    size_t at = *length;
    if (!at || text[at - 1] != ']')
        return -1;
    while (at && text[at] != '[')
        at--;
    char *end;
    long index = strtol(text + at + 1, &end, 10);
    if (end != text + *length - 1 || index < 0)
        return -1;
    *length = at;
    return index;
}

/* An element is as large as what the kernel accesses of it. */
static uint32_t element_of(const struct swrt_launch_explored *launch, uint64_t address, uint64_t bytes) {
    uint32_t size = swrt_explore_smallest(launch, address, bytes);
    return size ? size : bytes < USUAL_SIZE ? (uint32_t)bytes : USUAL_SIZE;
}

static bool fail(char *error, size_t size, const char *text, size_t length, const char *why) {
    snprintf(error, size, "%.*s: %s", (int)length, text, why);
    return false;
}

static bool is_watched(const struct swrt_launch_explored *launch, const char *name) {
    for (uint32_t i = 0; i < launch->num_watched; i++)
        if (!strcmp(launch->watched[i].name, name))
            return true;
    return false;
}

static bool add(struct swrt_launch_explored *launch, const char *text, size_t length, char *error, size_t size) {
    struct swrt_explore_watched *w = &launch->watched[launch->num_watched];
    uint64_t address, bytes;
    *w = (struct swrt_explore_watched){0};
    size_t named = without_type(text, length, &w->type), own = named;
    long index = take_index(text, &own);
    if (launch->num_watched == SWRT_EXPLORE_WATCHED || named >= sizeof w->name)
        return fail(error, size, text, length, "too many variables, or too long a name");
    if (!named)
        return fail(error, size, text, length, "there is no such type (there is: int, unsigned, hex, float)");
    if (!swrt_explore_find(launch, text, own, &address, &bytes))
        return fail(error, size, text, length, "there is no such variable");
    uint32_t element = index < 0 && bytes <= LARGEST && !(bytes & (bytes - 1)) ? (uint32_t)bytes
                                                                               : element_of(launch, address, bytes);
    if (index < 0 && element != bytes)
        return fail(error, size, text, length, "has several elements: name one, as in A[0]");
    if ((uint64_t)(index < 0 ? 0 : index) * element + element > bytes)
        return fail(error, size, text, length, "is outside of the variable");
    snprintf(w->name, sizeof w->name, "%.*s", (int)named, text);
    w->address = address + (uint64_t)(index < 0 ? 0 : index) * element;
    w->size = element;
    launch->num_watched += !is_watched(launch, w->name);
    return true;
}

static int compare(const void *a, const void *b) {
    const struct swrt_explore_watched *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static bool is_scalar(const char *name) {
    return !strpbrk(name, "[+");
}

/* Variables of one element first; if there is none, the elements of all else. */
static void add_written(struct swrt_launch_explored *launch, bool scalars) {
    for (uint32_t i = 0; i < launch->num_written && launch->num_watched < SWRT_EXPLORE_WATCHED; i++) {
        struct swrt_explore_watched *w = &launch->watched[launch->num_watched];
        const struct swrt_explore_written *written = &launch->written[i];
        *w = (struct swrt_explore_watched){.address = written->address, .size = written->size};
        swrt_explore_name(launch, w->address, w->size, w->name, sizeof w->name);
        launch->num_watched += swrt_explore_is_programs(w->address) && (!scalars || is_scalar(w->name));
    }
    qsort(launch->watched, launch->num_watched, sizeof *launch->watched, compare);
}

bool swrt_explore_watch(struct swrt_launch_explored *launch, const char *list, char *error, size_t size) {
    launch->num_watched = 0;
    for (const char *at = list; at && *at;) {
        size_t length = strcspn(at, ",");
        if (length && !add(launch, at, length, error, size))
            return false;
        at += length + (at[length] == ',');
    }
    if (!launch->num_watched)
        add_written(launch, true);
    if (!launch->num_watched)
        add_written(launch, false);
    return true;
}
