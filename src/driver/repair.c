/* Code that nvcc takes and clang does not, where one word makes it good for both: the file is given to clang with that
 * word, by an overlay of the file system, and the pass starts again. Only after clang has refused, and only if every
 * error is one of these; otherwise what clang said first is what the user reads.
 *
 *   X<T>::scale<3>(x)                     "template " before scale: in templates that g++ never instantiates
 *   kernel<<<1, 1>>>(space::value)        "space::" before kernel, which its arguments' namespace has: clang looks there only
 *                                         for what ( follows. It tells the nearest of several namespaces, whatever the
 *                                         arguments are: so the files may name no other kernel so
 *   kernel<<<1, {2, 3}>>>()               "dim3" before {, the argument's type: in the launch where it stands, or, of a macro's
 *                                         arguments, by a launch of the preprocessed text with the same list
 *   typedef struct { T f() {..} } Name;   " Name" behind struct: in CUDA mode clang asks for the linkage of f too early
 *   __host__ __device__ void f() { h(); } with h of the host: nvcc warns. Device code that calls f is another matter.
 *       clang compiles f for the device because other files may call it; it gets internal linkage (host_defines.h), and
 *       the error is left where device code does call f.
 *   int f() __attribute__((ifunc("choose"))), alias: of host functions. clang looks for them in the device's side, where
 *       host functions have no code; that side is given to it without these words.
 *   long double in device code: nvcc computes with double there, and warns. So does clang for a GPU, but then its structures
 *       are laid out otherwise than the host's; told to have the host's it refuses such code. Only files with such code get
 *       that, and a warning at each place with nvcc's number.
 *
 * Lines and columns stay what clang says they are: words are put in from the last place to the first. */
#include "driver/driver.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INTERNAL "-DSW_INTERNAL_HOST_DEVICE"
#define DOUBLE "-mlong-double-64"
#define DOUBLE_NUMBER "20208"
/* What stands for the words in the device's side, the first for all of them. */
static const char *const no_links[] = {"-Dalias(name)=__unused__", "-D__alias__(name)=__unused__",
                                       "-Difunc(name)=__unused__", "-D__ifunc__(name)=__unused__"};
enum { ROUNDS = 8 }; /* clang stops after twenty errors */

/* Something to put into a file. */
struct patch {
    const char *path, *word;
    bool is_member; /* the place is where a qualified name or member access begins: the word goes before the template */
    bool is_list;   /* the place is a braced list in a launch: this and the launch's others get their types */
    const char *launched; /* or null; the place is that of this name, which <<< follows */
    unsigned long line, column;
};

struct repair {
    struct sw_arena *arena;
    const struct sw_step *step;
    const char *text; /* what its clang reads; null until somebody has asked */
    SW_VEC(struct patch) patches;
    SW_VEC(struct patch) doubles; /* where long double is used; no words */
    bool wants_internal, wants_no_links;
};

static bool has(const char *line, const char *words) {
    return strstr(line, words) != NULL;
}

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

/* "file.cu:3:14: error: .." -> where; false: no such place. */
static bool read_place(struct sw_arena *arena, const char *line, const char *kind, struct patch *place) {
    const char *end = strstr(line, kind), *at = end;
    for (unsigned colons = 0; at && at > line; at--)
        if (*at == ':' && ++colons == 3)
            break;
    if (!end || at <= line || sscanf(at, ":%lu:%lu:", &place->line, &place->column) != 2)
        return false;
    place->path = sw_arena_printf(arena, "%.*s", (int)(at - line), line);
    return true;
}

/* What stands in quotes behind these words. */
static const char *quoted(struct sw_arena *arena, const char *text, const char *words) {
    const char *at = strstr(text, words);
    at = at ? at + strlen(words) : "";
    return sw_arena_printf(arena, "%.*s", (int)strcspn(at, "'"), at);
}

/* What the step's clang reads, without macros, comments and lines' numbers; "" when it cannot be had. */
static const char *preprocess(struct repair *r) {
    const char *path = sw_arena_printf(r->arena, "%s.preprocessed", r->step->output), *text;
    const char *const last[] = {"-w", "-E", "-P", "-o", path, NULL};
    struct sw_strings argv = {0};
    struct sw_process process;
    for (size_t i = 0; i < r->step->argv.count && r->step->argv.at[i]; i++)
        sw_vec_push(r->arena, &argv, r->step->argv.at[i]);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        sw_vec_push(r->arena, &argv, last[i]);
    if (!sw_process_start_into(&process, argv.at, "/dev/null", "/dev/null") || sw_process_wait(&process))
        return "";
    text = sw_read_file(r->arena, path, NULL);
    unlink(path);
    return text ? text : "";
}

static const char *preprocessed(struct repair *r) {
    r->text = r->text ? r->text : preprocess(r);
    return r->text;
}

/* use of undeclared identifier 'kernel'; did you mean 'space::kernel'? */
static void add_namespace(struct repair *r, const char *line, struct patch *patch) {
    const char *name = quoted(r->arena, line, "use of undeclared identifier '");
    const char *meant = quoted(r->arena, line, "'; did you mean '");
    if (!*name || !sw_ends_with(meant, sw_arena_printf(r->arena, "::%s", name)) ||
        !sw_named_once(preprocessed(r), name))
        return;
    patch->word = sw_arena_printf(r->arena, "%.*s", (int)(strlen(meant) - strlen(name)), meant);
    patch->launched = name;
}

/* What clang reads for a file now: the last of the step's repairs, the overlay it had before, or the file itself. */
static const char *contents_of(const struct sw_step *step, const char *path) {
    for (size_t i = step->repaired.count; i >= 2; i -= 2)
        if (sw_equal(step->repaired.at[i - 2], path))
            return step->repaired.at[i - 1];
    return path;
}

static const char *find_place(const char *text, const struct patch *place) {
    const char *at = text;
    for (unsigned long line = 1; at && line < place->line; line++) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return at && strcspn(at, "\n") >= place->column - 1 ? at + place->column - 1 : NULL;
}

static bool add_list_at(struct repair *r, struct patch *patch) {
    const char *text = sw_read_file(r->arena, contents_of(r->step, patch->path), NULL);
    const char *at = text ? find_place(text, patch) : NULL;
    if (!at || *at != '{')
        return false;
    patch->is_list = sw_launch_list_type(text, at) != NULL;
    patch->word = sw_launch_list_type(patch->is_list ? text : preprocessed(r), at);
    return patch->word != NULL;
}

/* A list where clang wants an expression: it stands at the error, or in a macro, where notes behind the error say. */
static void add_list(struct repair *r, const char *line, const char *rest, struct patch *patch) {
    const char *kind = ": error: ";
    for (size_t length;; rest += length + 1, kind = ": note: expanded from macro ") {
        if (read_place(r->arena, line, kind, patch) && add_list_at(r, patch))
            return;
        length = strcspn(rest, "\n");
        line = sw_arena_strndup(r->arena, rest, length);
        if (!rest[length] || has(line, ": error: "))
            return;
    }
}

static bool take_double(struct repair *r, const char *line) {
    struct patch place = {0};
    if (!read_place(r->arena, line, ": error: ", &place))
        return false;
    for (size_t i = 0; i < r->doubles.count; i++)
        if (r->doubles.at[i].line == place.line && sw_equal(r->doubles.at[i].path, place.path))
            return true;
    sw_vec_push(r->arena, &r->doubles, place);
    return true;
}

/* One error; rest: what follows it. False: none of ours. */
static bool take_error(struct repair *r, const char *line, const char *rest) {
    static const char no_tag[] = "anonymous non-C-compatible type given name for linkage purposes by typedef";
    struct patch patch = {0};
    if (has(line, "too many errors emitted"))
        return true;
    if (has(line, "reference to __host__ function '") && has(line, "' in __host__ __device__ function"))
        return r->wants_internal = true;
    if (has(line, " bit size '") && has(line, "long double") && has(line, " type support, but target '"))
        return take_double(r, line);
    if (has(line, "alias must point to a defined ") || has(line, "ifunc must point to a defined function"))
        return r->wants_no_links = true;
    if (has(line, "missing 'template' keyword prior to dependent template name '") ||
        has(line, "reference to overloaded function could not be resolved; did you mean to call it?")) {
        patch.word = "template ";
        patch.is_member = true;
    } else if (has(line, no_tag)) {
        patch.word = sw_arena_printf(r->arena, " %s", quoted(r->arena, rest, "type is given name '"));
    } else if (has(line, "error: expected expression")) {
        add_list(r, line, rest, &patch);
    } else {
        add_namespace(r, line, &patch);
    }
    if (!patch.word || (!patch.path && !read_place(r->arena, line, ": error: ", &patch)))
        return false;
    for (size_t i = 0; i < r->patches.count; i++) { /* one place, as often as it is instantiated */
        const struct patch *p = &r->patches.at[i];
        if (p->line == patch.line && p->column == patch.column && sw_equal(p->path, patch.path))
            return true;
    }
    sw_vec_push(r->arena, &r->patches, patch);
    return true;
}

static bool take_errors(struct repair *r, char *said) {
    bool any = false;
    for (char *line = said, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (!has(line, " error: ") && !has(line, ": error:"))
            continue;
        if (isspace((unsigned char)*line) || !take_error(r, line, next ? next : ""))
            return false;
        any = true;
    }
    return any;
}

static int last_first(const void *a, const void *b) {
    const struct patch *p = a, *q = b;
    int order = strcmp(p->path, q->path);
    if (order)
        return order;
    if (p->line != q->line)
        return p->line < q->line ? 1 : -1;
    return p->column < q->column ? 1 : p->column > q->column ? -1 : 0;
}

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

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
        name = at = skip_space(at);
        if (!sw_is_of_name(*at))
            return NULL;
        while (sw_is_of_name(*at))
            at++;
        at = skip_space(at);
        const char *behind = *at == '<' ? skip_arguments(at) : at;
        const char *next = behind ? skip_space(behind) : "";
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

static bool is_launch(const char *at, const char *name) {
    return sw_starts_with(at, name) && sw_starts_with(skip_space(at + strlen(name)), "<<<");
}

/* The text with the word at its place; null: there is no such place. */
static const char *with_word(struct sw_arena *arena, const char *text, const struct patch *patch) {
    const char *at = find_place(text, patch);
    if (!at || patch->is_list)
        return at ? sw_name_launch_lists(arena, text, at) : NULL;
    if (patch->is_member && !(at = find_member(text, at)))
        return NULL;
    if (patch->launched && !is_launch(at, patch->launched))
        return NULL;
    return sw_arena_printf(arena, "%.*s%s%s", (int)(at - text), text, patch->word, at);
}

/* Patches first..end - 1, all of one file. */
static bool patch_file(struct sw_job *job, struct sw_step *step, const struct patch *first, const struct patch *end) {
    struct sw_arena *arena = job->arena;
    const char *text = sw_read_file(arena, contents_of(step, first->path), NULL);
    for (const struct patch *p = first; text && p < end; p++)
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
    sw_vec_push(arena, &step->argv, "-ivfsoverlay");
    sw_vec_push(arena, &step->argv, overlay);
    return true;
}

static bool make_internal(struct sw_arena *arena, struct sw_step *step) {
    if (sw_has_word(&step->argv, INTERNAL) || sw_has_word(&step->argv, "-fgpu-rdc"))
        return false;
    sw_vec_push(arena, &step->argv, INTERNAL);
    return true;
}

static bool drop_links(struct sw_arena *arena, struct sw_step *step) {
    if (sw_has_word(&step->argv, no_links[0]) || !sw_has_word(&step->argv, "--cuda-device-only"))
        return false;
    for (size_t i = 0; i < sizeof no_links / sizeof *no_links; i++)
        sw_vec_push(arena, &step->argv, no_links[i]);
    return true;
}

/* False: the warning is an error, and all has been said. */
static bool tell_doubles(const struct sw_options *o, const struct repair *r) {
    static const char text[] =
        "'long double' is treated as 'double' in device code; structures of this file that hold one "
        "are laid out otherwise than the host's [#" DOUBLE_NUMBER "-D]";
    bool is_error = sw_has_word(&o->diag_errors, DOUBLE_NUMBER) || sw_has_word(&o->errors, "all-warnings");
    if (o->no_warnings || sw_has_word(&o->diag_suppressed, DOUBLE_NUMBER))
        return true;
    for (size_t i = 0; i < r->doubles.count; i++) {
        const struct patch *p = &r->doubles.at[i];
        struct sw_place place = {p->path, (unsigned)p->line, (unsigned)p->column};
        (is_error ? sw_error : sw_warning)(place, "%s", text);
    }
    return !is_error;
}

static bool make_double(struct sw_job *job, struct sw_step *step, const struct repair *r) {
    if (sw_has_word(&step->argv, DOUBLE) || !sw_has_word(&step->argv, "--cuda-device-only") ||
        !tell_doubles(job->options, r))
        return false;
    sw_vec_push(job->arena, &step->argv, "-Xclang");
    sw_vec_push(job->arena, &step->argv, DOUBLE);
    return true;
}

/* Whether a pass that has failed with these words can start again; its command line and files are then ready. */
bool sw_repair(struct sw_job *job, struct sw_step *step, const char *said) {
    struct repair r = {.arena = job->arena, .step = step};
    if (!step->is_repairable || step->repairs++ == ROUNDS || !take_errors(&r, without_escapes(job->arena, said)))
        return false;
    if (r.wants_internal && !make_internal(job->arena, step))
        return false;
    if (r.wants_no_links && !drop_links(job->arena, step))
        return false;
    if (r.doubles.count && !make_double(job, step, &r))
        return false;
    if (r.patches.count)
        qsort(r.patches.at, r.patches.count, sizeof *r.patches.at, last_first);
    for (size_t i = 0, end; i < r.patches.count; i = end) {
        for (end = i + 1; end < r.patches.count && sw_equal(r.patches.at[end].path, r.patches.at[i].path);)
            end++;
        if (!patch_file(job, step, &r.patches.at[i], &r.patches.at[end]))
            return false;
    }
    return true;
}
