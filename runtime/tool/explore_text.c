/* What was explored, for people:
 *
 *      kernel mp(), 2 blocks x 1 thread: 6 events, 2 outcomes, complete
 *        A=1   B=2    allowed
 *        A=1   B=20   allowed, in no interleaving      <-- mp.cu:14 reads X from before mp.cu:7
 *        A==1 && B==5: forbidden by causality:
 *                  mp.cu:14: read X = 1 (block 1 thread 0)
 *          fr      mp.cu:7: write X = 10 (block 0 thread 0)
 *        What forbids A==1 && B==20 (fewest changes first):
 *          __threadfence() between ...
 *        data race: mp.cu:7 with mp.cu:14, X */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "base/plural.h"
#include "explore.h"

enum { VALUE_TEXT = 160 };

void explore_value_text(const struct explore_watched *w, int64_t value, char *text, size_t size) {
    uint64_t bits = w->size >= 8 ? (uint64_t)value : (uint64_t)value & ((1ull << 8 * w->size) - 1);
    float single;
    double number;
    uint32_t low = (uint32_t)bits;
    memcpy(&single, &low, sizeof single);
    memcpy(&number, &bits, sizeof number);
    if (!strcmp(w->type, "float"))
        snprintf(text, size, "%.*g", w->size == 4 ? 9 : 17, w->size == 4 ? (double)single : number);
    else if (!strcmp(w->type, "hex"))
        snprintf(text, size, "0x%" PRIx64, bits);
    else if (!strcmp(w->type, "unsigned"))
        snprintf(text, size, "%" PRIu64, bits);
    else
        snprintf(text, size, "%" PRId64, value);
}

static void put_size(FILE *to, const unsigned *size, const char *what) {
    unsigned all = size[0] * size[1] * size[2];
    if (size[2] > 1)
        fprintf(to, "%ux%ux%u %s%s", size[0], size[1], size[2], what, swrt_s(all));
    else if (size[1] > 1)
        fprintf(to, "%ux%u %s%s", size[0], size[1], what, swrt_s(all));
    else
        fprintf(to, "%u %s%s", size[0], what, swrt_s(all));
}

static void put_head(FILE *to, const struct explore_launch *l) {
    fprintf(to, "kernel %s, ", l->kernel);
    put_size(to, l->grid, "block");
    fputs(" x ", to);
    put_size(to, l->block, "thread");
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_places(FILE *to, const struct explore_lines *lines, const char *between) {
    for (size_t i = 0; i < lines->num_places; i++)
        if (strcmp(lines->places[i].what, "called at"))
            fprintf(to, "%s%s:%u", i ? between : "", file_name(lines->places[i].file), lines->places[i].line);
}

/* How wide a column of "name=value" is. */
static int width_of(const struct explore_launch *l, size_t column) {
    int widest = 0;
    for (size_t i = 0; i < l->num_outcomes; i++) {
        char value[VALUE_TEXT];
        if (l->outcomes[i].ending != SWRT_EXPLORE_ENDS)
            continue;
        explore_value_text(&l->watched[column], l->outcomes[i].values[column], value, sizeof value);
        int own = (int)(strlen(l->watched[column].name) + 1 + strlen(value));
        widest = own > widest ? own : widest;
    }
    return widest;
}

static int put_values(FILE *to, const struct explore_launch *l, const struct explore_outcome *o, const int *widths) {
    int used = 0;
    for (size_t i = 0; i < l->num_watched; i++) {
        char value[VALUE_TEXT], text[2 * VALUE_TEXT];
        explore_value_text(&l->watched[i], o->values[i], value, sizeof value);
        snprintf(text, sizeof text, "%s=%s", l->watched[i].name, value);
        used += fprintf(to, "%-*s   ", widths[i], text);
    }
    return used;
}

static void put_verdict(FILE *to, const struct explore_outcome *o) {
    static const char *const endings[] = {[SWRT_EXPLORE_ENDS] = "allowed",
                                          [SWRT_EXPLORE_DEADLOCKS] = "threads wait for ever",
                                          [SWRT_EXPLORE_FAILS] = "an assertion fails",
                                          [SWRT_EXPLORE_TRAPS] = "the kernel is stopped"};
    fprintf(to, "%s%s%s", endings[o->ending], o->is_interleaving ? "" : ", in no interleaving",
            o->is_forbidden ? ", NOT WANTED" : "");
}

static void put_outcome(FILE *to, const struct explore_launch *l, const struct explore_outcome *o, const int *widths) {
    fputs("  ", to);
    if (o->ending == SWRT_EXPLORE_ENDS)
        put_values(to, l, o, widths);
    put_verdict(to, o);
    for (size_t i = 0; i < o->lines.num_notes; i++)
        fprintf(to, "%s%s", i ? "; " : o->ending == SWRT_EXPLORE_ENDS ? "   <-- " : ": ", o->lines.notes[i]);
    if (o->lines.num_places) {
        fputs(", ", to);
        put_places(to, &o->lines, " < ");
    }
    fputc('\n', to);
}

static void put_outcomes(FILE *to, const struct explore_launch *l) {
    int *widths = calloc(l->num_watched + 1, sizeof *widths);
    for (size_t i = 0; widths && i < l->num_watched; i++)
        widths[i] = width_of(l, i);
    for (size_t i = 0; widths && i < l->num_outcomes; i++)
        put_outcome(to, l, &l->outcomes[i], widths);
    free(widths);
}

/* Interleavings are not all that there is. */
static bool is_of_order(const struct explore_launch *l) {
    return !strcmp(l->model, "sc");
}

const char *explore_absence_text(const struct explore_launch *l) {
    return l->bounded ? "not found up to the bound" : is_of_order(l) ? "in no interleaving" : "forbidden";
}

static void put_event(FILE *to, const struct explore_launch *l, const char *step, const struct explore_event *event) {
    char place[VALUE_TEXT], text[2 * VALUE_TEXT];
    explore_event_place(event, place, sizeof place);
    explore_event_text(l, event, text, sizeof text);
    fprintf(to, "    %-7s %s: %s", step, place, text);
    if (event->thread >= 0 && (size_t)event->thread < l->num_threads)
        fprintf(to, " (%s)", l->threads[event->thread]);
    fputc('\n', to);
}

/* The cycle: an event, then each step with that which it leads to. */
static void put_refutation(FILE *to, const struct explore_launch *l) {
    const struct explore_witness *w = &l->refuted;
    for (size_t i = 0; i < w->num_steps; i++) {
        if (!i)
            put_event(to, l, "", &w->events[w->steps[i].from]);
        put_event(to, l, w->steps[i].kind, &w->events[w->steps[i].to]);
    }
}

/* What --find or --forbid says of the launch. is_explained: why it is not there has been looked for. */
static void put_answer(FILE *to, const struct explore_launch *l, const char *text, bool forbids, bool is_explained) {
    size_t count = 0;
    for (size_t i = 0; i < l->num_outcomes; i++)
        count += forbids ? l->outcomes[i].is_forbidden : l->outcomes[i].is_found;
    if (count) {
        fprintf(to, "  %s: %s, in %zu outcome%s\n", text, forbids ? "allowed, and not wanted" : "allowed", count,
                swrt_s((unsigned)count));
        return;
    }
    fprintf(to, "  %s: %s", text, explore_absence_text(l));
    is_explained &= l->axiom && !l->bounded;
    if (is_explained)
        fprintf(to, " by %s%s:", l->axiom, l->others ? ", the shortest of several reasons" : "");
    fputc('\n', to);
    if (is_explained)
        put_refutation(to, l);
}

static void put_mends(FILE *to, const struct explore_launch *l, const char *unwanted) {
    if (l->num_mends)
        fprintf(to, "  What forbids %s (fewest changes first):\n", unwanted ? unwanted : "it");
    for (size_t i = 0; i < l->num_mends; i++)
        fprintf(to, "    %s\n", l->mends[i]);
    if (l->no_mend)
        fprintf(to, "  What forbids %s: %s\n", unwanted ? unwanted : "it", l->no_mend);
    for (size_t i = 0; i < l->num_needless; i++)
        fprintf(to, "  not needed: %s, the outcomes are the same without\n", l->needless[i]);
}

/* Whether two are between the same lines. */
static bool is_same_pair(const struct explore_race *a, const struct explore_race *b) {
    if (a->lines.num_places != b->lines.num_places)
        return false;
    for (size_t i = 0; i < a->lines.num_places; i++)
        if (a->lines.places[i].line != b->lines.places[i].line ||
            strcmp(a->lines.places[i].file, b->lines.places[i].file))
            return false;
    return true;
}

static bool is_told(const struct explore_launch *l, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (is_same_pair(&l->races[i], &l->races[number]))
            return true;
    return false;
}

/* Whether an earlier race of the same lines, from `first` on, is about the same. */
static bool is_named(const struct explore_launch *l, size_t first, size_t number) {
    for (size_t i = first; i < number; i++)
        if (is_same_pair(&l->races[i], &l->races[number]) && !strcmp(l->races[i].name, l->races[number].name))
            return true;
    return false;
}

/* Each pair of lines once, with all that it is about. */
static void put_races(FILE *to, const struct explore_launch *l) {
    for (size_t i = 0; i < l->num_races; i++) {
        if (is_told(l, i))
            continue;
        fputs("  data race: ", to);
        put_places(to, &l->races[i].lines, " with ");
        for (size_t k = i; k < l->num_races; k++)
            if (is_same_pair(&l->races[i], &l->races[k]) && !is_named(l, i, k))
                fprintf(to, ", %s", l->races[k].name);
        fputc('\n', to);
    }
}

static void put_refused(FILE *to, const struct explore_launch *l) {
    put_head(to, l);
    fprintf(to, ": not explored: %s", l->refused);
    if (l->lines.num_places) {
        fputs(", ", to);
        put_places(to, &l->lines, " < ");
    }
    fputc('\n', to);
}

static void put_shortly(FILE *to, const struct explore_launch *l) {
    fprintf(to, "%" PRIu64 " event%s, %zu outcome%s, ", l->events, swrt_s((unsigned)l->events), l->num_outcomes,
            swrt_s((unsigned)l->num_outcomes));
    if (l->bounded)
        fprintf(to, "up to a bound (%s)", l->bounded);
    else
        fputs("complete", to);
    fprintf(to, "%s\n", is_of_order(l) ? ", of interleavings" : "");
}

static void put_findings(FILE *to, const struct explore_launch *l, const struct explore_options *options) {
    if (options->find)
        put_answer(to, l, options->find_text, false, true);
    if (options->forbid)
        put_answer(to, l, options->forbid_text, true, !options->find);
    put_mends(to, l, options->forbid_text);
    put_races(to, l);
}

static void put_launch(FILE *to, const struct explore_launch *l, const struct explore_options *options) {
    if (l->refused) {
        put_refused(to, l);
        return;
    }
    put_head(to, l);
    fputs(": ", to);
    put_shortly(to, l);
    put_outcomes(to, l);
    put_findings(to, l, options);
}

/* ---- Texts for other forms ------------------------------------------------------------------------------------- */

static char *ended(FILE *stream, char **text) {
    if (!stream || fclose(stream))
        swrt_fatal("out of memory");
    return *text;
}

char *explore_head_text(const struct explore_launch *l) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to)
        put_head(to, l);
    return ended(to, &text);
}

char *explore_findings_text(const struct explore_launch *l, const struct explore_options *options) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to && l->refused)
        fprintf(to, "not explored: %s\n", l->refused);
    else if (to) {
        fprintf(to, "model %s: ", l->model);
        put_shortly(to, l);
        put_findings(to, l, options);
    }
    return ended(to, &text);
}

char *explore_outcome_text(const struct explore_launch *l, const struct explore_outcome *o) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    for (size_t i = 0; to && o->ending == SWRT_EXPLORE_ENDS && i < l->num_watched; i++) {
        char value[VALUE_TEXT];
        explore_value_text(&l->watched[i], o->values[i], value, sizeof value);
        fprintf(to, "%s%s=%s", i ? " " : "", l->watched[i].name, value);
    }
    if (to && o->ending != SWRT_EXPLORE_ENDS)
        put_verdict(to, o);
    return ended(to, &text);
}

char *explore_verdict_text(const struct explore_outcome *o) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to)
        put_verdict(to, o);
    return ended(to, &text);
}

/* ---------------------------------------------------------------------------------------------------------------- */

static const char *why_nothing(const struct explore_results *r) {
    if (!r->is_checked)
        return "no program with kernels that swcc has built has run, or it was started without the environment of this "
               "command (sudo, env -i)";
    if (!r->has_kernels)
        return "no kernel was launched";
    return r->is_instrumented ? "no launch matches" : "the program was built without --check";
}

void explore_print(FILE *to, const struct explore_results *r, const struct explore_options *options) {
    for (size_t i = 0; i < r->count; i++)
        put_launch(to, &r->launches[i], options);
    if (!r->count)
        fprintf(to, "softwarp explore: nothing was explored: %s\n", why_nothing(r));
}
