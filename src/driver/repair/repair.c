/* Code that nvcc takes and clang does not, where one word makes it good for both: the file is given to clang with that
 * word, by an overlay of the file system, and the pass starts again. Only after clang has refused, and only if every
 * error is of a kind of the table below; otherwise what clang said first is what the user reads. Each kind has a file.
 *
 * Lines and columns stay what clang says they are: words are put in from the last place to the first. */
#include "driver/repair/repair.h"

#include "driver/repair/records.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8 }; /* clang stops after twenty errors */

static const struct kind {
    bool (*take)(struct sw_repair *r, const char *line, const char *rest);
    bool (*apply)(struct sw_job *job, struct sw_step *step, const struct sw_repair *r); /* null: by patches */
} kinds[] = {
    {sw_repair_launch, sw_permit_launches}, /* before what takes references to the host's functions */
    {sw_repair_host_call, sw_make_internal},
    {sw_repair_double, sw_make_double},
    {sw_repair_links, sw_drop_links},
    {sw_repair_library_guides, sw_drop_library_guides},
    {sw_repair_template, NULL},
    {sw_repair_typedef_name, NULL},
    {sw_repair_unroll, sw_tell_unrolls},
    {sw_repair_shared, sw_tell_shared},
    {sw_repair_list, NULL},
    {sw_repair_namespace, NULL},
    {sw_repair_constant, NULL},
    {sw_repair_attribute, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Without colours. */
static char *without_escapes(struct sw_arena *arena, const char *text) {
    char *copy = sw_arena_strdup(arena, text), *to = copy;
    for (const char *from = copy; *from; from++) {
        if (*from == '\033' && from[1] == '[')
            while (from[1] && *from != 'm' && *from != 'K')
                from++;
        else
            *to++ = *from;
    }
    *to = '\0';
    return copy;
}

bool sw_add_patch(struct sw_repair *r, const char *error, struct sw_patch patch) {
    if (!patch.path && !sw_read_place(r->arena, error, ": error: ", &patch))
        return false;
    for (size_t i = 0; i < r->patches.count; i++) { /* one place, as often as it is instantiated */
        const struct sw_patch *p = &r->patches.at[i];
        if (p->line == patch.line && p->column == patch.column && sw_equal(p->path, patch.path))
            return true;
    }
    sw_vec_push(r->arena, &r->patches, patch);
    return true;
}

void sw_add_word(struct sw_job *job, struct sw_step *step, const char *word) {
    assert(step->argv.count > SW_LAST_WORDS);
    sw_vec_push(job->arena, &step->argv, word);
    const char **at = step->argv.at + step->argv.count - 1 - SW_LAST_WORDS;
    memmove(at + 1, at, SW_LAST_WORDS * sizeof *at);
    *at = word;
}

const char *sw_put_word(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    return sw_arena_printf(arena, "%.*s%s%s", (int)(at - text), text, patch->word, at);
}

/* False: none of ours. */
static bool take_error(struct sw_repair *r, const char *line, const char *rest) {
    if (sw_has(line, "too many errors emitted"))
        return true;
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].take(r, line, rest))
            return true;
    return false;
}

/* Each error to one who takes it; the number of those that were taken, and of the others. */
static unsigned take_errors(struct sw_repair *r, const char *said,
                            bool (*take)(struct sw_repair *r, const char *line, const char *rest), unsigned *others) {
    unsigned taken = 0;
    for (size_t length; *said; said += length + (said[length] != '\0')) {
        length = strcspn(said, "\n");
        const char *line = sw_arena_strndup(r->arena, said, length);
        if (!sw_has(line, " error: ") && !sw_has(line, ": error:"))
            continue;
        bool is_ours = !isspace((unsigned char)*line) && take(r, line, said + length + (said[length] != '\0'));
        taken += is_ours;
        *others += !is_ours;
    }
    return taken;
}

/* Where declarations did not match what else was said may follow from that: only they are repaired, and clang says again
 * what there is. So it does where device code launches kernels, of
 * which a reader of errors is to know nothing. */
static bool take_all(struct sw_repair *r, struct sw_step *step, const char *said) {
    unsigned others = 0;
    step->is_told_again = take_errors(r, said, sw_repair_spaces, &others) > 0;
    if (step->is_told_again)
        return true;
    if (sw_has_word(&step->argv, "-fgpu-rdc") && take_errors(r, said, sw_repair_launch, &others)) {
        step->said_otherwise = others ? sw_said_beside_launches(r, said) : NULL;
        return step->is_told_again = true;
    }
    if (step->repairs < ROUNDS && sw_repair_instantiations(r, said)) /* the last round is left for host templates */
        return true;
    others = 0;
    return take_errors(r, said, take_error, &others) && !others;
}

bool sw_place_of(const struct sw_repair *r, const char *place, struct sw_patch *patch) {
    return sw_read_place(r->arena, sw_arena_printf(r->arena, "%s: error: ", place), ": error: ", patch);
}

bool sw_fits(const struct sw_repair *r, const struct sw_patch *patch) {
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch->path), NULL);
    const char *at = text ? sw_find_place(text, patch) : NULL;
    return at && patch->put(r->arena, text, at, patch);
}

static int last_first(const void *a, const void *b) {
    const struct sw_patch *p = a, *q = b;
    int order = strcmp(p->path, q->path);
    if (order)
        return order;
    if (p->line != q->line)
        return p->line < q->line ? 1 : -1;
    return p->column < q->column ? 1 : p->column > q->column ? -1 : 0;
}

/* The text with the word at its place; null: there is no such place. */
static const char *with_word(struct sw_arena *arena, const char *text, const struct sw_patch *patch) {
    const char *at = sw_find_place(text, patch);
    return at ? patch->put(arena, text, at, patch) : NULL;
}

/* Patches first..end - 1, all of one file. */
static bool patch_file(struct sw_job *job, struct sw_step *step, const struct sw_patch *first,
                       const struct sw_patch *end) {
    struct sw_arena *arena = job->arena;
    const char *text = sw_read_file(arena, sw_read_now(step, first->path), NULL);
    for (const struct sw_patch *p = first; text && p < end; p++)
        text = with_word(arena, text, p);
    if (!text)
        return false;
    const char *contents = sw_arena_printf(arena, "%s.repair-%zu", step->output, step->repaired.count);
    const char *overlay = sw_arena_printf(arena, "%s.json", contents);
    const char *map = sw_overlay_of(arena, sw_overlay_root(arena, first->path, contents));
    if (!sw_write_file(contents, text, strlen(text)) || !sw_write_file(overlay, map, strlen(map)))
        return false;
    sw_vec_push(arena, &step->repaired, first->path);
    sw_vec_push(arena, &step->repaired, contents);
    sw_add_word(job, step, "-ivfsoverlay");
    sw_add_word(job, step, overlay);
    return true;
}

static bool patch_files(struct sw_job *job, struct sw_step *step, struct sw_repair *r) {
    if (r->patches.count)
        qsort(r->patches.at, r->patches.count, sizeof *r->patches.at, last_first);
    for (size_t i = 0, end; i < r->patches.count; i = end) {
        for (end = i + 1; end < r->patches.count && sw_equal(r->patches.at[end].path, r->patches.at[i].path);)
            end++;
        if (!patch_file(job, step, &r->patches.at[i], &r->patches.at[end]))
            return false;
    }
    return true;
}

/* Whether a pass that has failed with these words can start again; its command line and files are then ready. */
bool sw_repair(struct sw_job *job, struct sw_step *step, const char *said) {
    struct sw_repair r = {.arena = job->arena, .step = step};
    if (!step->is_repairable || step->repairs++ == ROUNDS)
        return false;
    if (!take_all(&r, step, without_escapes(job->arena, said)))
        return sw_make_templates_host(step);
    sw_launches_first(&r);
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].apply && !kinds[i].apply(job, step, &r))
            return false;
    return patch_files(job, step, &r);
}

/* Whether a pass that has gone well is to start again, as it has launches that clang says nothing of; its command line and
 * files are then ready. */
bool sw_repair_untold(struct sw_job *job, struct sw_step *step) {
    struct sw_repair r = {.arena = job->arena, .step = step};
    unsigned others = 0;
    if (step->has_told_launches || !sw_has_launches_in_device_code(job->arena, step))
        return false;
    step->has_told_launches = true;
    if (!take_errors(&r, sw_untold_launches(&r), sw_repair_launch, &others))
        return false;
    sw_push_all(job->arena, &step->good_argv, &step->argv);
    sw_push_all(job->arena, &step->good_repaired, &step->repaired);
    step->repairs++;
    return sw_permit_launches(job, step, &r) && patch_files(job, step, &r);
}

/* Whether a pass is to start again, as macros make deduction guides in what it reads; its command line and files are then
 * ready. */
bool sw_repair_guides(struct sw_job *job, struct sw_step *step) {
    struct sw_repair r = {.arena = job->arena, .step = step};
    if (!step->has_doubtful_guides)
        return false;
    step->has_doubtful_guides = false;
    step->errors_of_guides = sw_closed_guides(&r);
    return r.patches.count && patch_files(job, step, &r);
}

/* Warnings of ours as the user wants them. */
static void note_warnings(const struct sw_job *job, struct sw_step *step, const char *warnings) {
    static const char kind[] = ": warning: ";
    const struct sw_options *o = job->options;
    bool is_error = sw_has_word(&o->errors, "all-warnings");
    step->warnings = o->no_warnings || is_error ? NULL : warnings;
    for (const char *at = is_error && !o->no_warnings && warnings ? warnings : ""; *at; at += strcspn(at, "\n") + 1) {
        const char *text = strstr(at, kind);
        step->errors = sw_arena_printf(job->arena, "%s%.*s: error: %.*s\n", step->errors, (int)(text - at), at,
                                       (int)strcspn(text + strlen(kind), "\n"), text + strlen(kind));
    }
}

/* Whether a pass is to start again, as it has classes that g++ lays out otherwise; its command line and files are then
 * ready. Its errors are those that nothing can be put in for. has_code: it has gone well, and made code of all that it uses. */
bool sw_repair_layouts(struct sw_job *job, struct sw_step *step, bool has_code) {
    struct sw_repair r = {.arena = job->arena, .step = step};
    const char *told = step->has_gxx_layouts ? sw_layouts_told(&r) : "";
    struct sw_layouts layouts = sw_read_layouts(job->arena, told);
    sw_open_tails(&r, told, &layouts, has_code);
    const char *errors = r.patches.count ? "" : sw_packed_otherwise(&r, told, &layouts);
    bool is_put = r.patches.count && step->repairs++ < ROUNDS && patch_files(job, step, &r);
    if (step->errors_of_guides)
        errors = sw_arena_printf(job->arena, "%s%s", step->errors_of_guides, errors);
    step->errors = is_put ? "" : errors;
    if (!is_put)
        note_warnings(job, step, r.warnings);
    return is_put;
}

/* Whether a pass is to start again as it was when it had gone well: it fails with what was put in since. */
bool sw_take_back_untold(struct sw_step *step) {
    if (!step->good_argv.count)
        return false;
    step->argv = step->good_argv;
    step->repaired = step->good_repaired;
    step->good_argv = (struct sw_strings){0};
    return true;
}
