/* Executions that show an outcome: read from a record, and the words for their events. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

enum { VALUE_TEXT = 80 };

static const char *field(const char *const *fields, unsigned number) {
    for (unsigned i = 0; i < number; i++)
        if (!fields[i])
            return "";
    return fields[number] ? fields[number] : "";
}

static void read_event(struct explore_witness *w, const char *const *fields) {
    struct explore_event *event = EXPLORE_APPEND(w->events, w->num_events);
    event->thread = strcmp(field(fields, 0), "-") ? atoi(field(fields, 0)) : -1;
    event->kind = explore_copy(field(fields, 1));
    event->name = explore_copy(field(fields, 2));
    event->value = strtoll(field(fields, 3), NULL, 10);
    event->size = (unsigned)strtoul(field(fields, 4), NULL, 10);
    event->how = explore_copy(field(fields, 5));
}

/* An edge between events that there are. */
static void read_edge(const struct explore_witness *w, struct explore_edge **edges, size_t *count,
                      const char *const *fields) {
    size_t from = strtoul(field(fields, 1), NULL, 10), to = strtoul(field(fields, 2), NULL, 10);
    if (from >= w->num_events || to >= w->num_events)
        return;
    struct explore_edge *edge = EXPLORE_APPEND(*edges, *count);
    *edge = (struct explore_edge){explore_copy(field(fields, 0)), (unsigned)from, (unsigned)to};
}

static void read_order(struct explore_witness *w, const char *text) {
    char *end;
    for (unsigned long event; event = strtoul(text, &end, 10), end != text; text = end)
        if (event < w->num_events)
            *EXPLORE_APPEND(w->order, w->num_order) = (unsigned)event;
}

bool explore_witness_read(struct explore_witness *w, const char *word, const char *const *fields) {
    if (!strcmp(word, "event"))
        read_event(w, fields);
    else if (!strcmp(word, "edge"))
        read_edge(w, &w->edges, &w->num_edges, fields);
    else if (!strcmp(word, "step"))
        read_edge(w, &w->steps, &w->num_steps, fields);
    else if (!strcmp(word, "order"))
        read_order(w, field(fields, 0));
    else
        return false;
    return true;
}

bool explore_event_is_access(const struct explore_event *event) {
    return !strcmp(event->kind, "read") || !strcmp(event->kind, "write");
}

void explore_event_place(const struct explore_event *event, char *text, size_t size) {
    const struct explore_place *place = event->lines.num_places ? event->lines.places : NULL;
    const char *slash = place ? strrchr(place->file, '/') : NULL;
    if (place)
        snprintf(text, size, "%s:%u", slash ? slash + 1 : place->file, place->line);
    else
        snprintf(text, size, "%s", event->thread < 0 ? "before" : "?");
}

void explore_event_value(const struct explore_launch *l, const struct explore_event *event, char *text, size_t size) {
    struct explore_watched like = {.type = "int", .size = event->size};
    for (size_t i = 0; i < l->num_watched; i++)
        if (!strcmp(l->watched[i].name, event->name) && l->watched[i].size == event->size)
            like = l->watched[i];
    explore_value_text(&like, event->value, text, size);
}

void explore_event_text(const struct explore_launch *l, const struct explore_event *event, char *text, size_t size) {
    char value[VALUE_TEXT];
    const char *comma = *event->how ? ", " : "";
    explore_event_value(l, event, value, sizeof value);
    if (event->thread < 0)
        snprintf(text, size, "%s = %s", event->name, value);
    else if (explore_event_is_access(event))
        snprintf(text, size, "%s %s = %s%s%s", event->kind, event->name, value, comma, event->how);
    else
        snprintf(text, size, "%s%s%s", event->kind, comma, event->how);
}

bool explore_edge_is_step(const struct explore_witness *w, const struct explore_edge *edge) {
    for (size_t i = 0; i < w->num_steps; i++)
        if (w->steps[i].from == edge->from && w->steps[i].to == edge->to && !strcmp(w->steps[i].kind, edge->kind))
            return true;
    return false;
}

const char *explore_edge_colour(const char *kind) {
    static const char *const colours[][2] = {{"po", "gray"},         {"rf", "forestgreen"},  {"co", "chocolate"},
                                             {"fr", "crimson"},      {"sync", "dodgerblue"}, {"sc", "darkviolet"},
                                             {"barrier", "darkcyan"}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (!strcmp(colours[i][0], kind))
            return colours[i][1];
    return "slategray";
}
