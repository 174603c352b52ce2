/* Reads the records that a program has written (explore/launch/tell.h). */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore.h"

enum { MOST_FIELDS = 80 };

void *explore_grown(void *memory, size_t count, size_t size) {
    void *larger = realloc(memory, count * size);
    if (!larger)
        swrt_fatal("out of memory");
    return larger;
}

char *explore_copy(const char *text) {
    char *copy = strdup(text);
    if (!copy)
        swrt_fatal("out of memory");
    return copy;
}

/* Takes the backslashes out. */
static char *unescaped(const char *text) {
    char *copy = explore_copy(text), *to = copy;
    for (const char *at = copy; *at; at++) {
        char c = *at;
        if (c == '\\' && at[1]) {
            at++;
            c = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
        }
        *to++ = c;
    }
    *to = 0;
    return copy;
}

/* A line in the midst of being read: its fields, and null behind them. */
struct line {
    const char *word;
    char *fields[MOST_FIELDS + 1];
    unsigned count;
};

static void take_apart(char *text, struct line *line) {
    char *rest = text;
    line->count = 0;
    line->word = strsep(&rest, " ");
    while (rest && line->count < MOST_FIELDS)
        line->fields[line->count++] = unescaped(strsep(&rest, "\t"));
    line->fields[line->count] = NULL;
}

static void release(struct line *line) {
    for (unsigned i = 0; i < line->count; i++)
        free(line->fields[i]);
}

static const char *field(const struct line *line, unsigned number) {
    return number < line->count ? line->fields[number] : "";
}

static uint64_t number_of(const struct line *line, unsigned field_number) {
    return strtoull(field(line, field_number), NULL, 10);
}

static bool is(const struct line *line, const char *word) {
    return !strcmp(line->word, word);
}

static void read_shape(struct explore_launch *l, const struct line *line) {
    sscanf(field(line, 0), "%u,%u,%u", &l->grid[0], &l->grid[1], &l->grid[2]);
    sscanf(field(line, 1), "%u,%u,%u", &l->block[0], &l->block[1], &l->block[2]);
}

static void read_watched(struct explore_launch *l, const struct line *line) {
    struct explore_watched *w = EXPLORE_APPEND(l->watched, l->num_watched);
    w->name = explore_copy(field(line, 0));
    w->size = (unsigned)number_of(line, 1);
    w->type = explore_copy(field(line, 2));
}

static const char *const endings[] = {[SWRT_EXPLORE_ENDS] = "ends",
                                      [SWRT_EXPLORE_DEADLOCKS] = "deadlock",
                                      [SWRT_EXPLORE_FAILS] = "assert",
                                      [SWRT_EXPLORE_TRAPS] = "trap"};

const char *explore_ending_text(enum swrt_explore_ending ending) {
    return endings[ending];
}

static void read_outcome(struct explore_launch *l, const struct line *line) {
    struct explore_outcome *o = EXPLORE_APPEND(l->outcomes, l->num_outcomes);
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(endings[i], field(line, 0)))
            o->ending = (enum swrt_explore_ending)i;
    o->is_interleaving = strchr(field(line, 1), 'i');
    o->is_x86 = strchr(field(line, 1), 'x');
    o->times = number_of(line, 2);
    o->values = explore_grown(NULL, l->num_watched + 1, sizeof *o->values);
    for (unsigned i = 0; i < l->num_watched; i++)
        o->values[i] = strtoll(field(line, i + 3), NULL, 10);
}

static void read_place(struct explore_lines *lines, const struct line *line) {
    struct explore_place *place = EXPLORE_APPEND(lines->places, lines->num_places);
    place->what = explore_copy(field(line, 0));
    place->file = explore_copy(field(line, 1));
    place->line = (unsigned)number_of(line, 2);
    place->function = explore_copy(field(line, 4));
}

/* What lines are about that may follow: the launch's last outcome, or race, or execution, and the last event of that. */
struct subject {
    struct explore_lines *lines;
    struct explore_witness *witness;
};

static struct explore_outcome *last_outcome(const struct explore_launch *l) {
    return &l->outcomes[l->num_outcomes - 1];
}

/* An outcome, race or refutation begins. */
static bool read_subject(struct explore_launch *l, const struct line *line, struct subject *about) {
    if (is(line, "outcome")) {
        read_outcome(l, line);
        *about = (struct subject){&last_outcome(l)->lines, &last_outcome(l)->witness};
    } else if (is(line, "race")) {
        struct explore_race *race = EXPLORE_APPEND(l->races, l->num_races);
        race->name = explore_copy(field(line, 0));
        *about = (struct subject){.lines = &race->lines};
    } else if (is(line, "refuted")) {
        l->axiom = explore_copy(field(line, 0));
        l->others = number_of(line, 1);
        *about = (struct subject){.witness = &l->refuted};
    } else {
        return false;
    }
    return true;
}

static bool read_execution(const struct line *line, struct subject *about) {
    struct explore_witness *w = about->witness;
    if (!w || !explore_witness_read(w, line->word, (const char *const *)line->fields))
        return false;
    if (is(line, "event"))
        about->lines = &w->events[w->num_events - 1].lines;
    return true;
}

static void read_list(struct explore_launch *l, const struct line *line) {
    char **text = NULL;
    if (is(line, "mend"))
        text = EXPLORE_APPEND(l->mends, l->num_mends);
    else if (is(line, "needless"))
        text = EXPLORE_APPEND(l->needless, l->num_needless);
    else if (is(line, "thread"))
        text = EXPLORE_APPEND(l->threads, l->num_threads);
    if (text)
        *text = explore_copy(field(line, 0));
}

static void read_text(struct explore_launch *l, const struct line *line) {
    const struct {
        const char *word;
        char **to;
    } texts[] = {{"kernel", &l->kernel},
                 {"model", &l->model},
                 {"refused", &l->refused},
                 {"bounded", &l->bounded},
                 {"no-mend", &l->no_mend}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (is(line, texts[i].word) && !*texts[i].to)
            *texts[i].to = explore_copy(field(line, 0));
}

static void read_line(struct explore_launch *l, const struct line *line, struct subject *about) {
    struct explore_lines *lines = about->lines ? about->lines : &l->lines;
    if (read_subject(l, line, about) || read_execution(line, about))
        return;
    read_text(l, line);
    read_list(l, line);
    if (is(line, "shape")) {
        read_shape(l, line);
    } else if (is(line, "watch")) {
        read_watched(l, line);
    } else if (is(line, "note")) {
        char **note = EXPLORE_APPEND(lines->notes, lines->num_notes);
        *note = explore_copy(field(line, 0));
    } else if (is(line, "at")) {
        read_place(lines, line);
    } else if (is(line, "counts")) {
        l->events = number_of(line, 0);
        l->executions = number_of(line, 1);
    }
}

static void read_fact(struct explore_results *r, const struct line *line) {
    r->is_checked |= is(line, "checked");
    r->is_instrumented |= is(line, "instrumented");
    r->is_not_run |= is(line, "not-run");
    r->has_kernels |= is(line, "checked-kernel") || is(line, "unchecked-kernel");
}

void explore_read(struct explore_results *r, FILE *from) {
    char *text = NULL;
    size_t room = 0;
    bool is_within = false;
    struct subject about = {0};
    rewind(from);
    for (ssize_t length; (length = getline(&text, &room, from)) > 0;) {
        struct line line;
        text[strcspn(text, "\n")] = 0;
        take_apart(text, &line);
        if (is(&line, "explore")) {
            struct explore_launch *l = EXPLORE_APPEND(r->launches, r->count);
            l->number = number_of(&line, 0);
            is_within = true;
            about = (struct subject){0};
        } else if (is_within) {
            read_line(&r->launches[r->count - 1], &line, &about);
            is_within = !is(&line, "end");
        } else {
            read_fact(r, &line);
        }
        release(&line);
    }
    free(text);
}

/* ---- Predicates ------------------------------------------------------------------------------------------------ */

static const struct explore_watched *find_watched(const struct explore_launch *l, const char *name, size_t *number) {
    for (size_t i = 0; i < l->num_watched; i++)
        if (!strcmp(l->watched[i].name, name)) {
            *number = i;
            return &l->watched[i];
        }
    return NULL;
}

static bool holds(const struct explore_launch *l, const struct swrt_predicate *p, const struct explore_outcome *o) {
    int64_t values[SWRT_PREDICATE_NAMES];
    size_t number = 0;
    for (unsigned i = 0; i < swrt_predicate_count(p); i++) {
        find_watched(l, swrt_predicate_name(p, i), &number);
        values[i] = o->values[number];
    }
    return swrt_predicate_holds(p, o->ending, values);
}

static const char *unknown_name(const struct explore_launch *l, const struct swrt_predicate *p) {
    size_t ignored;
    for (unsigned i = 0; p && i < swrt_predicate_count(p); i++)
        if (!find_watched(l, swrt_predicate_name(p, i), &ignored))
            return swrt_predicate_name(p, i);
    return NULL;
}

const char *explore_judge(struct explore_results *r, const struct explore_options *options) {
    for (size_t i = 0; i < r->count; i++) {
        struct explore_launch *l = &r->launches[i];
        if (l->refused)
            continue;
        const char *find = unknown_name(l, options->find), *forbid = unknown_name(l, options->forbid);
        if (find || forbid)
            return find ? find : forbid;
        for (size_t k = 0; k < l->num_outcomes; k++) {
            struct explore_outcome *o = &l->outcomes[k];
            o->is_found = options->find && holds(l, options->find, o);
            o->is_forbidden = options->forbid && holds(l, options->forbid, o);
        }
    }
    return NULL;
}

static bool is_bad_ending(const struct explore_outcome *o) {
    return o->ending != SWRT_EXPLORE_ENDS;
}

bool explore_is_bad(const struct explore_results *r, const struct explore_options *options) {
    for (size_t i = 0; i < r->count; i++) {
        const struct explore_launch *l = &r->launches[i];
        if (l->num_races && !options->forbid)
            return true;
        for (size_t k = 0; k < l->num_outcomes; k++)
            if (options->forbid ? l->outcomes[k].is_forbidden : is_bad_ending(&l->outcomes[k]))
                return true;
    }
    return false;
}
