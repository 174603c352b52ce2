/* Launches in device code of which clang tells nothing, as it does not look at who calls them: destructors, and what is called
 * by them or in the arguments of another launch.
 *
 * Where a pass has gone well and has launches in its code, clang is asked once for all that device functions have
 * (include/cuda/softwarp/device/told.h). The answer is put into the words of those that it tells by itself:
 *
 *   a.cu:4:40: error: conversion function from 'int' to '__sw_told' invokes a deleted function        at the 1 of <<<1
 *   =>  a.cu:4:37: error: reference to __host__ function '__cudaPushCallConfiguration' in device code       at <<<     */
#include "driver/repair/repair.h"

#include <string.h>

#define TOLD "'__sw_told'"
#define IN_MACRO ": note: expanded from macro "

/* All that clang tells when it is asked; "": nothing, or it cannot be had. */
static const char *ask(struct sw_repair *r) {
    static const char *const words[] = {
        "-w", "-fno-color-diagnostics", "-fsyntax-only", "-ferror-limit=0", "-DSOFTWARP_TELLS_LAUNCHES", NULL};
    const char *path = sw_arena_printf(r->arena, "%s.told", r->step->output);
    int status;
    return sw_ask_clang(r, words, "/dev/null", path, path, &status);
}

static const char *begin_of_statement(const char *code, const char *at) {
    while (at > code && !strchr(";{}", at[-1]))
        at--;
    return at;
}

/* Whether the statement that begins here is in a lambda of ours. */
static bool is_put(const char *code, const char *begin) {
    return begin > code && begin[-1] == '{' && sw_ends_word(code, begin - 1, "SW_LAUNCHES");
}

/* Whether a lambda stands in the statement. In one of ours it would have another name than on the host's side, which may
 * launch a kernel of it: what clang tells of may be the host's, as a lambda without a side is of both. */
static bool has_lambda(const char *code, const char *begin) {
    for (const char *at = begin; *at && *at != ';'; at++)
        if (sw_begins_lambda(code, at))
            return true;
    return false;
}

/* The chevrons before the place that a line of clang's names; false: they are not there. */
static bool find_chevrons(struct sw_repair *r, const char *line, const char *kind, struct sw_patch *place) {
    if (!sw_read_place(r->arena, line, kind, place))
        return false;
    const char *code = sw_read_code(r, place->path), *at = sw_find_place(code, place);
    at = at ? sw_back_over_space(code, at) : code;
    size_t length = strlen(SW_CHEVRONS);
    if ((size_t)(at - code) < length || !sw_starts_with(at - length, SW_CHEVRONS))
        return false;
    sw_set_place(place, code, at - length);
    return true;
}

static bool is_to_be_put(struct sw_repair *r, const char *line) {
    struct sw_patch place = {0};
    if (!sw_has(line, TOLD) || !sw_read_place(r->arena, line, ": error: ", &place))
        return false;
    const char *code = sw_read_code(r, place.path), *at = sw_find_place(code, &place);
    const char *begin = at ? begin_of_statement(code, at) : NULL;
    return begin && !is_put(code, begin) && !has_lambda(code, begin);
}

static const char *line_at(struct sw_repair *r, const struct sw_patch *place, const char *kind, const char *words) {
    return sw_arena_printf(r->arena, "%s:%lu:%lu%s%s\n", place->path, place->line, place->column, kind, words);
}

/* The error in clang's own words, with the note that says where the chevrons are if a macro has them; "": nowhere. */
static const char *in_own_words(struct sw_repair *r, const char *line, const char *rest) {
    static const char error[] = ": error: ", refused[] = SW_CONFIGURE "device code";
    struct sw_patch place = {0}, in = {0};
    if (find_chevrons(r, line, error, &place))
        return line_at(r, &place, error, refused);
    for (size_t length; *rest; rest += length + (rest[length] != '\0')) {
        length = strcspn(rest, "\n");
        const char *note = sw_arena_strndup(r->arena, rest, length), *macro = strstr(note, IN_MACRO);
        if (sw_has(note, error))
            break;
        if (macro && place.path && find_chevrons(r, note, IN_MACRO, &in))
            return sw_arena_printf(r->arena, "%s%s", line_at(r, &place, error, refused),
                                   line_at(r, &in, IN_MACRO, macro + strlen(IN_MACRO)));
    }
    return "";
}

const char *sw_untold_launches(struct sw_repair *r) {
    const char *told = "", *said = ask(r);
    for (size_t length; *said; said += length + (said[length] != '\0')) {
        length = strcspn(said, "\n");
        const char *line = sw_arena_strndup(r->arena, said, length);
        if (is_to_be_put(r, line))
            told = sw_arena_printf(r->arena, "%s%s", told, in_own_words(r, line, said + length + !!said[length]));
    }
    return told;
}

/* The names that bitcode has are in it as they are. */
bool sw_has_launches_in_device_code(struct sw_arena *arena, const struct sw_step *step) {
    static const char name[] = "__cudaPushCallConfiguration";
    size_t size = 0, length = strlen(name);
    if (!step->is_repairable || !step->output || !sw_has_word(&step->argv, "--cuda-device-only") ||
        !sw_has_word(&step->argv, "-fgpu-rdc"))
        return false;
    const char *code = sw_read_file(arena, step->output, &size), *end = code ? code + size : NULL;
    for (const char *at = code; at && (size_t)(end - at) >= length; at++) {
        at = memchr(at, *name, (size_t)(end - at) - length + 1);
        if (!at || !memcmp(at, name, length))
            return at != NULL;
    }
    return false;
}
