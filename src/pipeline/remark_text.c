/* Remarks for a person, as compilers print them: kernel by kernel one heading, what hinders variants, a line for every
 * place in the variant that most launches take, and of the other variants only what they do differently. */
#include "pipeline/pipeline.h"

#include <inttypes.h>

static const char *const block_texts[] = {"any block", "rows", "full rows", ""};

enum { MOST_LINES = 20 }; /* in one list; the JSON document has all */

struct writer {
    struct sw_arena *arena;
    FILE *to;
    const struct sw_remark_kernel *kernel;
    const struct sw_remark_variant *shown; /* the one that is told in full */
};

#define FORMAT(...) sw_arena_printf(w->arena, __VA_ARGS__)

/* A variant for blocks of one size, whose threads run all at once. */
static bool is_whole(const struct sw_remark_variant *v) {
    return v->blocks == SWRT_BLOCKS_WHOLE;
}

static const char *size_text(struct writer *w, const struct sw_remark_variant *v) {
    const unsigned *n = v->size;
    return n[2] > 1   ? FORMAT("%ux%ux%u", n[0], n[1], n[2])
           : n[1] > 1 ? FORMAT("%ux%u", n[0], n[1])
                      : FORMAT("%u", n[0]);
}

static const char *label(struct writer *w, const struct sw_remark_variant *v) {
    if (is_whole(v))
        return FORMAT("a block of %s", size_text(w, v));
    return v->lanes == 1 ? "1 lane" : FORMAT("%u lanes (%s)", v->lanes, block_texts[v->blocks]);
}

static const char *joined(struct writer *w, const char *list, const char *separator, const char *word) {
    return list ? FORMAT("%s%s%s", list, separator, word) : word;
}

static void say(struct writer *w, struct sw_place place, const char *text) {
    sw_diag_remark(w->to, place.file ? place : w->kernel->place, "%s [-Rsoftwarp]", text);
}

/* The first that exists and is not for one size of blocks alone; the last one, of one lane, always does. */
static const struct sw_remark_variant *choose(const struct sw_remark_kernel *kernel) {
    size_t i = 0;
    while (kernel->variants.at[i].obstacle || is_whole(&kernel->variants.at[i]))
        i++;
    return &kernel->variants.at[i];
}

/* "32 lanes (full rows, rows)", from the list of variants; null when there are none of that many lanes. */
static const char *blocks_at(struct writer *w, unsigned lanes) {
    const char *list = NULL;
    for (size_t i = 0; i < w->kernel->variants.count; i++) {
        const struct sw_remark_variant *v = &w->kernel->variants.at[i];
        if (!v->obstacle && !is_whole(v) && v->lanes == lanes)
            list = joined(w, list, ", ", block_texts[v->blocks]);
    }
    return list ? FORMAT("%u lanes (%s)", lanes, list) : NULL;
}

/* "whole blocks (256, 16x16)"; null when there are none. */
static const char *whole_blocks(struct writer *w) {
    const char *list = NULL;
    for (size_t i = 0; i < w->kernel->variants.count; i++) {
        const struct sw_remark_variant *v = &w->kernel->variants.at[i];
        if (!v->obstacle && is_whole(v))
            list = joined(w, list, ", ", size_text(w, v));
    }
    return list ? FORMAT("whole blocks (%s)", list) : NULL;
}

static void say_heading(struct writer *w) {
    const char *list = NULL, *whole = whole_blocks(w);
    for (unsigned lanes = 32; lanes > 1; lanes /= 2) {
        const char *part = blocks_at(w, lanes);
        list = part ? joined(w, list, ", ", part) : list;
    }
    list = list ? list : "1 lane only";
    say(w, w->kernel->place,
        FORMAT("kernel '%s': %s", w->kernel->demangled, whole ? joined(w, list, ", ", whole) : list));
}

static bool is_file_equal(struct sw_place a, struct sw_place b) {
    return sw_equal(a.file ? a.file : "", b.file ? b.file : "");
}

static bool is_place_equal(struct sw_place a, struct sw_place b) {
    return a.line == b.line && a.column == b.column && is_file_equal(a, b);
}

static bool is_obstacle_equal(const struct sw_remark_variant *a, const struct sw_remark_variant *b) {
    return a->obstacle && b->obstacle && sw_equal(a->obstacle, b->obstacle) && is_place_equal(a->where, b->where);
}

/* Where there is one lane only, whole blocks do not matter. */
static bool is_beside_the_point(const struct writer *w, const struct sw_remark_variant *v) {
    return w->shown->lanes == 1 && is_whole(v);
}

/* What that obstacle hinders, unless an earlier variant has named it; null for none. */
static const char *hindered(struct writer *w, size_t first) {
    const struct sw_remark_variant *all = w->kernel->variants.at;
    const char *list = NULL;
    for (size_t k = 0; k < w->kernel->variants.count; k++) {
        if (!is_obstacle_equal(&all[k], &all[first]) || is_beside_the_point(w, &all[k]))
            continue;
        if (k < first)
            return NULL;
        list = joined(w, list, ", ", label(w, &all[k]));
    }
    return list;
}

/* Each obstacle once, with all that it hinders. */
static void say_obstacles(struct writer *w) {
    for (size_t i = 0; i < w->kernel->variants.count; i++) {
        const struct sw_remark_variant *v = &w->kernel->variants.at[i];
        const char *list = v->obstacle && !is_beside_the_point(w, v) ? hindered(w, i) : NULL;
        if (list)
            say(w, v->where, FORMAT("no code for %s: %s", w->shown->lanes == 1 ? "several lanes" : list, v->obstacle));
    }
}

static void say_frames(struct writer *w) {
    const char *list = NULL;
    for (size_t i = 0; i < w->kernel->variants.count; i++) {
        const struct sw_remark_variant *v = &w->kernel->variants.at[i];
        if (!v->obstacle && v->waits && v->frame >= 0)
            list = joined(w, list, ", ",
                          FORMAT("%" PRId64 " byte%s for %s", v->frame, v->frame == 1 ? "" : "s", label(w, v)));
    }
    if (list)
        say(w, w->kernel->place, FORMAT("waits in a coroutine; its frame: %s", list));
}

static void say_places(struct writer *w) {
    for (size_t i = 0; i < w->shown->list.count; i++) {
        const struct sw_remark *r = &w->shown->list.at[i];
        const char *text = sw_remark_texts[r->kind].one;
        if (sw_remark_texts[r->kind].how != SW_REMARK_LINE)
            continue;
        if (r->detail)
            text = FORMAT("%s (%s)", text, r->detail);
        if (r->count > 1)
            text = FORMAT("%s, %u times", text, r->count);
        say(w, r->place, text);
    }
}

static bool has_same(const struct sw_remark_variant *v, const struct sw_remark *remark) {
    for (size_t i = 0; i < v->list.count; i++)
        if (v->list.at[i].kind == remark->kind && is_place_equal(v->list.at[i].place, remark->place))
            return true;
    return false;
}

/* The line, with its file where that is not the kernel's. */
static const char *line_text(struct writer *w, struct sw_place place) {
    if (!place.line)
        return "?";
    return is_file_equal(place, w->kernel->place) ? FORMAT("%u", place.line) : FORMAT("%s:%u", place.file, place.line);
}

/* Those of a kind in a variant, without those that `but` (may be null) has too; by way of *next. */
static const struct sw_remark *next_of(struct writer *w, const struct sw_remark_variant *v, enum sw_remark_kind kind,
                                       const struct sw_remark_variant *but, size_t *next) {
    while (*next < v->list.count) {
        const struct sw_remark *r = &v->list.at[(*next)++];
        bool is_known = r->place.line || !w->kernel->place.line; /* else it is our own: a parameter's */
        if (r->kind == kind && is_known && !(but && has_same(but, r)))
            return r;
    }
    return NULL;
}

/* "gathers (lines 12, 14)", with the detail that all of them share; null when there is none. */
static const char *places_of(struct writer *w, const struct sw_remark_variant *v, enum sw_remark_kind kind,
                             const struct sw_remark_variant *but) {
    const struct sw_remark *r, *first = NULL, *last = NULL;
    const char *list = NULL, *detail = NULL;
    size_t next = 0;
    unsigned lines = 0;
    while ((r = next_of(w, v, kind, but, &next))) {
        detail = !first || (detail && r->detail && sw_equal(detail, r->detail)) ? r->detail : NULL;
        first = first ? first : r;
        bool is_new = !last || last->place.line != r->place.line || !is_file_equal(last->place, r->place);
        if (is_new && lines++ < MOST_LINES)
            list = joined(w, list, ", ", line_text(w, r->place));
        last = r;
    }
    if (!list)
        return NULL;
    const char *more = lines > MOST_LINES ? FORMAT(" and %u more", lines - MOST_LINES) : "";
    return FORMAT("%s (line%s %s%s%s%s)", sw_remark_texts[kind].many, lines > 1 ? "s" : "", list, more,
                  detail ? ": " : "", detail ? detail : "");
}

static void say_sums(struct writer *w) {
    const char *list = NULL;
    for (int kind = 0; kind < SW_REMARK_COUNT; kind++) {
        bool is_sum = sw_remark_texts[kind].how == SW_REMARK_SUM;
        const char *places = is_sum ? places_of(w, w->shown, (enum sw_remark_kind)kind, NULL) : NULL;
        list = places ? joined(w, list, "; ", places) : list;
    }
    if (list)
        say(w, w->kernel->place, FORMAT("also %s", list));
}

static const char *difference(struct writer *w, const struct sw_remark_variant *v) {
    const char *list = NULL;
    for (int kind = 0; kind < SW_REMARK_COUNT && v->lanes > 1 && v != w->shown && !v->obstacle; kind++) {
        const char *places = places_of(w, v, (enum sw_remark_kind)kind, w->shown);
        list = places ? joined(w, list, "; ", places) : list;
    }
    return list;
}

/* Variants that differ in the same way share a line. */
static void say_differences(struct writer *w) {
    size_t count = w->kernel->variants.count;
    const char **texts = sw_arena_alloc(w->arena, (count + 1) * sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = difference(w, &w->kernel->variants.at[i]);
    for (size_t i = 0; i < count; i++) {
        const char *text = texts[i], *list = NULL;
        for (size_t k = i; text && k < count; k++) {
            if (!texts[k] || !sw_equal(texts[k], text))
                continue;
            list = joined(w, list, ", ", label(w, &w->kernel->variants.at[k]));
            texts[k] = NULL;
        }
        if (text)
            say(w, w->kernel->place, FORMAT("with %s instead: %s", list, text));
    }
}

void sw_remarks_tell(const struct sw_unit *unit, FILE *to) {
    for (size_t i = 0; i < unit->remarks.kernels.count; i++) {
        const struct sw_remark_kernel *kernel = &unit->remarks.kernels.at[i];
        struct writer w = {unit->ir.arena, to, kernel, choose(kernel)};
        say_heading(&w);
        say_obstacles(&w);
        say_frames(&w);
        say_places(&w);
        say_sums(&w);
        say_differences(&w);
    }
}
