/* What was explored, for Graphviz: a graph for each outcome, and one for why that which is asked about is not there. Threads are
 * clusters, events have their source lines, and edges the names of relations. Several graphs in one file are what dot takes
 * and draws one after the other:
 *
 *      dot -Tpdf outcomes.dot -O */
#include <stdlib.h>
#include <string.h>

#include "explore.h"

enum { TEXT = 400 };

/* In quotes. */
static void put_string(FILE *to, const char *text) {
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void put_event(FILE *to, const struct explore_launch *l, const struct explore_witness *w, size_t number) {
    const struct explore_event *event = &w->events[number];
    char place[TEXT], text[TEXT], label[2 * TEXT + 1];
    explore_event_place(event, place, sizeof place);
    explore_event_text(l, event, text, sizeof text);
    snprintf(label, sizeof label, "%s%s%s", event->thread < 0 ? "" : place, event->thread < 0 ? "" : ": ", text);
    fprintf(to, "    e%zu [label=", number);
    put_string(to, label);
    fputs("];\n", to);
}

static void put_thread(FILE *to, const struct explore_launch *l, const struct explore_witness *w, int thread) {
    bool is_open = false;
    for (size_t i = 0; i < w->num_events; i++) {
        if (w->events[i].thread != thread)
            continue;
        if (!is_open) {
            fprintf(to, "  subgraph cluster_%d {\n    label=", thread + 1);
            put_string(to, thread < 0 ? "before" : l->threads[thread]);
            fputs(";\n", to);
            is_open = true;
        }
        put_event(to, l, w, i);
    }
    fputs(is_open ? "  }\n" : "", to);
}

/* Barriers that meet have no direction, but as a step of a cycle. */
static void put_edge(FILE *to, const struct explore_edge *edge, bool is_step) {
    const char *colour = explore_edge_colour(edge->kind);
    fprintf(to, "  e%u -> e%u [label=%s, color=%s, fontcolor=%s", edge->from, edge->to, edge->kind, colour, colour);
    fputs(strcmp(edge->kind, "po") ? ", constraint=false" : ", weight=8", to);
    if (is_step)
        fputs(", penwidth=3", to);
    else if (!strcmp(edge->kind, "barrier"))
        fputs(", style=dashed, dir=none", to);
    fputs("];\n", to);
}

static void put_graph(FILE *to, const struct explore_launch *l, const char *title, const struct explore_witness *w) {
    fputs("digraph ", to);
    put_string(to, title);
    fputs(" {\n  label=", to);
    put_string(to, title);
    fputs(";\n  node [shape=box, fontname=monospace];\n", to);
    for (int thread = -1; thread < (int)l->num_threads; thread++)
        put_thread(to, l, w, thread);
    for (size_t i = 0; i < w->num_edges; i++)
        if (!explore_edge_is_step(w, &w->edges[i]))
            put_edge(to, &w->edges[i], false);
    for (size_t i = 0; i < w->num_steps; i++)
        put_edge(to, &w->steps[i], true);
    fputs("}\n", to);
}

static void put_outcome(FILE *to, const struct explore_launch *l, const char *head, const struct explore_outcome *o) {
    char *values = explore_outcome_text(l, o), *verdict = explore_verdict_text(o), title[2 * TEXT];
    if (o->ending == SWRT_EXPLORE_ENDS)
        snprintf(title, sizeof title, "%s: %s: %s", head, values, verdict);
    else
        snprintf(title, sizeof title, "%s: %s", head, verdict);
    put_graph(to, l, title, &o->witness);
    free(values);
    free(verdict);
}

static void put_launch(FILE *to, const struct explore_launch *l, const struct explore_options *options) {
    char *head = explore_head_text(l), title[2 * TEXT];
    for (size_t i = 0; i < l->num_outcomes; i++)
        if (l->outcomes[i].witness.num_events)
            put_outcome(to, l, head, &l->outcomes[i]);
    if (l->axiom) {
        snprintf(title, sizeof title, "%s: %s: forbidden by %s", head, explore_asked_text(options), l->axiom);
        put_graph(to, l, title, &l->refuted);
    }
    free(head);
}

void explore_write_dot(FILE *to, const struct explore_results *r, const struct explore_options *options) {
    for (size_t i = 0; i < r->count; i++)
        put_launch(to, &r->launches[i], options);
}
