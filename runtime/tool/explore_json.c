/* What was explored, for programs: {"version", "program", "outcomes": [{NAME: VALUE}], "complete", "races", "launches":
 * [{"number", "kernel", "grid", "block", "refused", "model", "watch": [{"name", "size", "type"}], "threads",
 * "outcomes": [{"ending", "values", "interleaving", "x86", "executions", "found", "forbidden", "notes", "places", "witness"}],
 * "refuted": {"axiom", "others", "cycle", "witness"}, "races": [{"name", "places"}], "mends", "events", "executions",
 * "complete", "bound"}]}. A witness (explore_json_witness.c) is an execution. outcomes, complete and races at the top are
 * those of the first launch that was explored, of executions that end. The version changes when a key goes, or means
 * something else. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "explore.h"

enum { JSON_VERSION = 1 };

static void put_value(FILE *to, const struct explore_watched *w, int64_t value) {
    char text[64];
    explore_value_text(w, value, text, sizeof text);
    bool is_text = !strcmp(w->type, "hex") || strchr(text, 'n'); /* nan, inf: JSON has no such numbers */
    if (is_text)
        check_json_string(to, text);
    else
        fputs(text, to);
}

static void put_values(FILE *to, const struct explore_launch *l, const struct explore_outcome *o) {
    fputc('{', to);
    for (size_t i = 0; i < l->num_watched; i++) {
        fputs(i ? ", " : "", to);
        check_json_string(to, l->watched[i].name);
        fputs(": ", to);
        put_value(to, &l->watched[i], o->values[i]);
    }
    fputc('}', to);
}

static void put_places(FILE *to, const struct explore_lines *lines) {
    fputs("\"places\": [", to);
    for (size_t i = 0; i < lines->num_places; i++) {
        fprintf(to, "%s{\"what\": ", i ? ", " : "");
        check_json_string(to, lines->places[i].what);
        fputs(", \"file\": ", to);
        check_json_string(to, lines->places[i].file);
        fprintf(to, ", \"line\": %u, \"function\": ", lines->places[i].line);
        check_json_string(to, lines->places[i].function);
        fputc('}', to);
    }
    fputc(']', to);
}

static void put_texts(FILE *to, const char *key, char *const *texts, size_t count) {
    fprintf(to, "\"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", to);
        check_json_string(to, texts[i]);
    }
    fputc(']', to);
}

static const char *yes(bool is_so) {
    return is_so ? "true" : "false";
}

static void put_outcome(FILE *to, const struct explore_launch *l, const struct explore_outcome *o) {
    fprintf(to, "{\"ending\": \"%s\", ", explore_ending_text(o->ending));
    if (o->ending == SWRT_EXPLORE_ENDS) {
        fputs("\"values\": ", to);
        put_values(to, l, o);
        fputs(", ", to);
    }
    fprintf(to, "\"interleaving\": %s, \"x86\": %s, \"executions\": %" PRIu64 ", \"found\": %s, \"forbidden\": %s, ",
            yes(o->is_interleaving), yes(o->is_x86), o->times, yes(o->is_found), yes(o->is_forbidden));
    put_texts(to, "notes", o->lines.notes, o->lines.num_notes);
    fputs(", ", to);
    put_places(to, &o->lines);
    fputs(", \"witness\": ", to);
    explore_json_witness(to, l, &o->witness);
    fputc('}', to);
}

/* Why what is asked about is not there. */
static void put_refutation(FILE *to, const struct explore_launch *l) {
    if (!l->axiom)
        return;
    fputs(", \"refuted\": {\"axiom\": ", to);
    check_json_string(to, l->axiom);
    fprintf(to, ", \"others\": %" PRIu64 ", \"cycle\": ", l->others);
    explore_json_edges(to, l->refuted.steps, l->refuted.num_steps);
    fputs(", \"witness\": ", to);
    explore_json_witness(to, l, &l->refuted);
    fputc('}', to);
}

static void put_head(FILE *to, const struct explore_launch *l) {
    fprintf(to, "{\"number\": %" PRIu64 ", \"kernel\": ", l->number);
    check_json_string(to, l->kernel ? l->kernel : "");
    fprintf(to, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]", l->grid[0], l->grid[1], l->grid[2], l->block[0],
            l->block[1], l->block[2]);
}

static void put_watched(FILE *to, const struct explore_launch *l) {
    fputs(", \"watch\": [", to);
    for (size_t i = 0; i < l->num_watched; i++) {
        fprintf(to, "%s{\"name\": ", i ? ", " : "");
        check_json_string(to, l->watched[i].name);
        fprintf(to, ", \"size\": %u, \"type\": \"%s\"}", l->watched[i].size, l->watched[i].type);
    }
    fputc(']', to);
}

static void put_races(FILE *to, const struct explore_launch *l) {
    fputs(", \"races\": [", to);
    for (size_t i = 0; i < l->num_races; i++) {
        fprintf(to, "%s{\"name\": ", i ? ", " : "");
        check_json_string(to, l->races[i].name);
        fputs(", ", to);
        put_places(to, &l->races[i].lines);
        fputc('}', to);
    }
    fputs("], ", to);
}

static void put_launch(FILE *to, const struct explore_launch *l) {
    put_head(to, l);
    if (l->refused) {
        fputs(", \"refused\": ", to);
        check_json_string(to, l->refused);
        fputs(", ", to);
        put_places(to, &l->lines);
        fputc('}', to);
        return;
    }
    fputs(", \"model\": ", to);
    check_json_string(to, l->model ? l->model : "");
    put_watched(to, l);
    fputs(", ", to);
    put_texts(to, "threads", l->threads, l->num_threads);
    fputs(", \"outcomes\": [", to);
    for (size_t i = 0; i < l->num_outcomes; i++) {
        fputs(i ? ",\n    " : "\n    ", to);
        put_outcome(to, l, &l->outcomes[i]);
    }
    fputc(']', to);
    put_refutation(to, l);
    put_races(to, l);
    put_texts(to, "mends", l->mends, l->num_mends);
    fputs(", ", to);
    put_texts(to, "needless", l->needless, l->num_needless);
    fprintf(to, ", \"events\": %" PRIu64 ", \"executions\": %" PRIu64 ", \"complete\": %s", l->events, l->executions,
            yes(!l->bounded));
    if (l->bounded) {
        fputs(", \"bound\": ", to);
        check_json_string(to, l->bounded);
    }
    fputc('}', to);
}

static void put_first(FILE *to, const struct explore_results *r) {
    const struct explore_launch *first = NULL;
    for (size_t i = r->count; i-- > 0;)
        first = r->launches[i].refused ? first : &r->launches[i];
    fputs("\"outcomes\": [", to);
    bool is_next = false;
    for (size_t i = 0; first && i < first->num_outcomes; i++) {
        if (first->outcomes[i].ending != SWRT_EXPLORE_ENDS)
            continue;
        fputs(is_next ? ", " : "", to);
        put_values(to, first, &first->outcomes[i]);
        is_next = true;
    }
    fprintf(to, "],\n \"complete\": %s, \"races\": %zu,\n", yes(first && !first->bounded),
            first ? first->num_races : (size_t)0);
}

void explore_write_json(FILE *to, const struct explore_results *r, const struct explore_options *options) {
    size_t words = 0;
    while (options->program[words])
        words++;
    fprintf(to, "{\"version\": %d, ", JSON_VERSION);
    put_texts(to, "program", options->program, words);
    fputs(",\n ", to);
    put_first(to, r);
    fputs(" \"launches\": [", to);
    for (size_t i = 0; i < r->count; i++) {
        fputs(i ? ",\n  " : "\n  ", to);
        put_launch(to, &r->launches[i]);
    }
    fputs("]}\n", to);
}
