/* Executions, for programs: {"events": [{"thread", "kind", "name", "value", "how", "file", "line"}], "edges": [{"kind", "from",
 * "to"}], "order": [EVENT]}. thread: a number of the launch's "threads", or null for what memory held before; value: a text;
 * from, to: places in "events"; order: null, or the events as an interleaving. */
#include <string.h>

#include "check.h"
#include "explore.h"

enum { TEXT = 160 };

static void put_event(FILE *to, const struct explore_launch *l, const struct explore_event *event) {
    char value[TEXT];
    if (event->thread < 0)
        fputs("{\"thread\": null", to);
    else
        fprintf(to, "{\"thread\": %d", event->thread);
    fprintf(to, ", \"kind\": \"%s\"", event->kind);
    if (explore_event_is_access(event)) {
        fputs(", \"name\": ", to);
        check_json_string(to, event->name);
        explore_event_value(l, event, value, sizeof value);
        fputs(", \"value\": ", to);
        check_json_string(to, value);
    }
    fprintf(to, ", \"how\": \"%s\"", event->how);
    if (event->lines.num_places) {
        fputs(", \"file\": ", to);
        check_json_string(to, event->lines.places[0].file);
        fprintf(to, ", \"line\": %u", event->lines.places[0].line);
    }
    fputc('}', to);
}

void explore_json_edges(FILE *to, const struct explore_edge *edges, size_t count) {
    fputc('[', to);
    for (size_t i = 0; i < count; i++)
        fprintf(to, "%s{\"kind\": \"%s\", \"from\": %u, \"to\": %u}", i ? ", " : "", edges[i].kind, edges[i].from,
                edges[i].to);
    fputc(']', to);
}

void explore_json_witness(FILE *to, const struct explore_launch *l, const struct explore_witness *w) {
    if (!w->num_events) {
        fputs("null", to);
        return;
    }
    fputs("{\"events\": [", to);
    for (size_t i = 0; i < w->num_events; i++) {
        fputs(i ? ",\n      " : "\n      ", to);
        put_event(to, l, &w->events[i]);
    }
    fputs("],\n     \"edges\": ", to);
    explore_json_edges(to, w->edges, w->num_edges);
    fputs(", \"order\": ", to);
    fputs(w->num_order ? "[" : "null", to);
    for (size_t i = 0; i < w->num_order; i++)
        fprintf(to, "%s%u", i ? ", " : "", w->order[i]);
    fputs(w->num_order ? "]}" : "}", to);
}
