/* What to do about something of CUDA's that Softwarp does not have, after the message that names it.
 *
 * There are no header files that only say #error: a program that asks __has_include(<thrust/version.h>) must learn that
 * there is none, and one that brings its own Thrust must get that. So what the compilers and the linker say is read. */
#include "driver/driver.h"

#include <ctype.h>
#include <string.h>

#include "base/base.h"

struct library {
    const char *header, *library, *name, *advice;
};

struct name {
    const char *start, *what, *advice;
};

struct construct {
    const char *text, *too, *advice;
};

static const struct library libraries[] = {
#define LIBRARY(header, library, name, advice) {header, library, name, advice},
#define NAME(start, what, advice)
#define CONSTRUCT(text, too, advice)
#include "driver/libraries.def"
#undef LIBRARY
#undef NAME
#undef CONSTRUCT
};

static const struct name names[] = {
#define LIBRARY(header, library, name, advice)
#define NAME(start, what, advice) {start, what, advice},
#define CONSTRUCT(text, too, advice)
#include "driver/libraries.def"
#undef LIBRARY
#undef NAME
#undef CONSTRUCT
};

static const struct construct constructs[] = {
#define LIBRARY(header, library, name, advice)
#define NAME(start, what, advice)
#define CONSTRUCT(text, too, advice) {text, too, advice},
#include "driver/libraries.def"
#undef LIBRARY
#undef NAME
#undef CONSTRUCT
};

static bool starts_with(const char *word, const char *start) {
    return strncmp(word, start, strlen(start)) == 0;
}

/* What stands between `before` and `after` in the line; null when it does not say that. */
static const char *between(struct sw_arena *arena, const char *line, const char *before, const char *after) {
    const char *start = strstr(line, before);
    const char *end = start ? strstr(start + strlen(before), after) : NULL;
    if (!end)
        return NULL;
    start += strlen(before);
    return sw_arena_printf(arena, "%.*s", (int)(end - start), start);
}

static const char *missing_header(struct sw_arena *arena, const char *line) {
    if (strstr(line, "' file not found"))
        return between(arena, line, "error: '", "' file not found");
    return between(arena, line, "error: ", ": No such file or directory");
}

static const char *of_library(struct sw_arena *arena, const struct library *found, const char *what) {
    return sw_arena_printf(arena, "swcc: note: %s belongs to %s, which Softwarp does not have: %s", what, found->name,
                           found->advice);
}

static const char *about_header(struct sw_arena *arena, const char *line) {
    const char *name = missing_header(arena, line);
    for (size_t i = 0; name && i < sizeof libraries / sizeof *libraries; i++)
        if (starts_with(name, libraries[i].header))
            return of_library(arena, &libraries[i], sw_arena_printf(arena, "<%s>", name));
    return NULL;
}

/* The folder that the path begins with, when the rest is a header of that library: "/usr/local/include". */
static const char *folder_before(struct sw_arena *arena, const char *path, const char *header) {
    const char *found = strstr(path, sw_arena_printf(arena, "/%s", header));
    return found ? sw_arena_strndup(arena, path, (size_t)(found - path)) : NULL;
}

/* A toolkit's header has an error where Softwarp's stand beside it. That happens in folders in which compilers look by
 * themselves; from all others a toolkit is kept away (foreign_toolkit.c). */
static const char *about_toolkit(struct sw_arena *arena, const char *line) {
    const char *path = strstr(line, ": error: ") ? sw_arena_strndup(arena, line, strcspn(line, ":")) : "";
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const char *folder = folder_before(arena, path, libraries[i].header);
        if (folder && sw_file_exists(sw_arena_printf(arena, "%s/cuda_runtime.h", folder)))
            return of_library(arena, &libraries[i], sw_arena_printf(arena, "%s, of a CUDA toolkit,", path));
    }
    return NULL;
}

bool sw_is_missing_library(const char *name) {
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (libraries[i].library[0] && starts_with(name, libraries[i].library))
            return true;
    return false;
}

static const char *about_library(struct sw_arena *arena, const char *line) {
    const char *start = strstr(line, "cannot find -l");
    const char *name = start ? start + strlen("cannot find -l") : NULL;
    for (size_t i = 0; name && i < sizeof libraries / sizeof *libraries; i++)
        if (libraries[i].library[0] && starts_with(name, libraries[i].library))
            return of_library(arena, &libraries[i], sw_arena_printf(arena, "-l%.*s", (int)strcspn(name, ": \n"), name));
    return NULL;
}

/* As clang says it in C++ and in C, and gcc. */
static const char *unknown_name(struct sw_arena *arena, const char *line) {
    static const char *const forms[][2] = {
        {"use of undeclared identifier '", "'"},          {"unknown type name '", "'"},
        {"call to undeclared function '", "'"},           {"error: '", "' was not declared in this scope"},
        {"error: ‘", "’ was not declared in this scope"}, {"implicit declaration of function ‘", "’"}};
    const char *name = NULL;
    for (size_t i = 0; !name && i < sizeof forms / sizeof *forms; i++)
        name = between(arena, line, forms[i][0], forms[i][1]);
    return name;
}

/* A name of the form that the runtime API's and the driver API's have, which no header of ours declares. */
static const char *about_name(struct sw_arena *arena, const char *line) {
    const char *name = unknown_name(arena, line);
    if (!name || !starts_with(name, "cu") || !isupper((unsigned char)name[starts_with(name, "cuda") ? 4 : 2]))
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (starts_with(name, names[i].start))
            return sw_arena_printf(arena, "swcc: note: Softwarp has no %s, which belongs to %s: %s", name,
                                   names[i].what, names[i].advice);
    return sw_arena_printf(arena, "swcc: note: Softwarp has no %s; docs/compatibility.md says what there is", name);
}

/* A name that clang gives to a template with constraints or `auto` parameters, as the linker says it. What stands at a
 * name's end is asked of loosely: this is a hint. */
static const char *about_constraints(struct sw_arena *arena, const char *line) {
    static const char *const marks[] = {"ITk", "ITn", "ITt", "Qsr", "Qrq", "Qaa", "Qoo"};
    const char *name = between(arena, line, "undefined reference to `_Z", "'");
    for (size_t i = 0; name && i < sizeof marks / sizeof *marks; i++)
        if (strstr(name, marks[i]))
            return "swcc: note: compilers before g++ 14 and clang 18 have another name for this template, which has "
                   "constraints or an auto parameter: compile .cu files with -ccbin and the compiler of the other "
                   "files";
    return NULL;
}

/* Without the colours: ESC [ ... m. */
static const char *without_escapes(struct sw_arena *arena, const char *line) {
    char *copy = sw_arena_printf(arena, "%s", line), *to = copy;
    while (*line) {
        if (*line == '\033')
            line += strcspn(line, "m") + (strchr(line, 'm') != NULL);
        else
            *to++ = *line++;
    }
    *to = 0;
    return copy;
}

/* One line without its end that helps with what a line of a tool's output says; null when there is nothing to say. */
const char *sw_hint(struct sw_arena *arena, const char *said) {
    const char *line = without_escapes(arena, said);
    const char *hint = about_header(arena, line);
    hint = hint ? hint : about_toolkit(arena, line);
    hint = hint ? hint : about_library(arena, line);
    hint = hint ? hint : about_name(arena, line);
    hint = hint ? hint : about_constraints(arena, line);
    for (size_t i = 0; !hint && i < sizeof constructs / sizeof *constructs; i++)
        if (strstr(line, constructs[i].text) && strstr(line, constructs[i].too))
            hint = sw_arena_printf(arena, "swcc: note: %s", constructs[i].advice);
    return hint;
}
