/* What clang says and the text that it says it of: places, names in quotes, what it reads. */
#include "driver/repair/repair.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool sw_has(const char *line, const char *words) {
    return strstr(line, words) != NULL;
}

const char *sw_skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

bool sw_read_place(struct sw_arena *arena, const char *line, const char *kind, struct sw_patch *place) {
    const char *end = strstr(line, kind), *at = end;
    for (unsigned colons = 0; at && at > line; at--)
        if (*at == ':' && ++colons == 3)
            break;
    if (!end || at <= line || sscanf(at, ":%lu:%lu:", &place->line, &place->column) != 2)
        return false;
    place->path = sw_arena_printf(arena, "%.*s", (int)(at - line), line);
    return true;
}

const char *sw_quoted(struct sw_arena *arena, const char *text, const char *words) {
    const char *at = strstr(text, words);
    at = at ? at + strlen(words) : "";
    return sw_arena_printf(arena, "%.*s", (int)strcspn(at, "'"), at);
}

const char *sw_find_place(const char *text, const struct sw_patch *place) {
    const char *at = text;
    for (unsigned long line = 1; at && line < place->line; line++) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return at && strcspn(at, "\n") >= place->column - 1 ? at + place->column - 1 : NULL;
}

void sw_set_place(struct sw_patch *patch, const char *text, const char *at) {
    patch->line = patch->column = 1;
    for (const char *c = text; c < at; c++) {
        patch->line += *c == '\n';
        patch->column = *c == '\n' ? 1 : patch->column + 1;
    }
}

const char *sw_read_now(const struct sw_step *step, const char *path) {
    for (size_t i = step->repaired.count; i >= 2; i -= 2)
        if (sw_equal(step->repaired.at[i - 2], path))
            return step->repaired.at[i - 1];
    return path;
}

const char *sw_ask_clang(struct sw_repair *r, const char *const *words, const char *output, const char *said,
                         const char *answer, int *status) {
    struct sw_strings argv = {0};
    struct sw_process process;
    for (size_t i = 0; i < r->step->argv.count && r->step->argv.at[i]; i++)
        sw_vec_push(r->arena, &argv, r->step->argv.at[i]);
    for (; *words; words++)
        sw_vec_push(r->arena, &argv, *words);
    sw_vec_push(r->arena, &argv, NULL);
    if (!sw_process_start_into(&process, argv.at, output, said))
        return "";
    *status = sw_process_wait(&process);
    const char *text = sw_read_file(r->arena, answer, NULL);
    unlink(answer);
    return text ? text : "";
}

/* What the step's clang reads, without macros and comments, as how says; "" when it cannot be had. */
static const char *preprocess(struct sw_repair *r, const char *how) {
    const char *path = sw_arena_printf(r->arena, "%s.preprocessed", r->step->output);
    int status = 1;
    const char *text = sw_ask_clang(r, (const char *const[]){"-w", "-E", how, "-o", path, NULL}, "/dev/null",
                                    "/dev/null", path, &status);
    return status ? "" : text;
}

const char *sw_repair_preprocessed(struct sw_repair *r) {
    r->text = r->text ? r->text : preprocess(r, "-P");
    return r->text;
}

const char *sw_preprocessed_with_lines(struct sw_repair *r) {
    return preprocess(r, "-w");
}

const char *sw_macros(struct sw_repair *r) {
    r->macros = r->macros ? r->macros : preprocess(r, "-dM");
    return r->macros;
}
