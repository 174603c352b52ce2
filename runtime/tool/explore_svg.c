/* An execution as a picture (explore_html.h). Boxes are events; an edge leaves a box at the side where the other one is, a
 * little higher or lower by its kind, so that edges of several kinds lie side by side. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore_html.h"

enum {
    TEXT = 400,
    LETTER = 8, /* wide, with some room */
    HIGH = 36,  /* a box */
    PITCH = 54, /* from one row to the next */
    TOP = 30,
    GAP = 90, /* between columns */
    ARC = 20, /* how far an edge within a column goes out at least, */
    OUT = 12, /* and by which part of its height more */
    APART = 4 /* edges of two kinds */
};

/* Where a box lies: x, y its upper left corner. */
struct box {
    int x, y, wide;
};

struct picture {
    const struct explore_launch *launch;
    const struct explore_witness *witness;
    struct box *boxes;
    int wide, high;
};

static void texts_of(const struct picture *p, size_t event, char *place, char *text) {
    explore_event_place(&p->witness->events[event], place, TEXT);
    explore_event_text(p->launch, &p->witness->events[event], text, TEXT);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* ---- Where boxes lie ------------------------------------------------------------------------------------------- */

/* The row of an event: in its thread, or, of an interleaving, in time. */
static int row_of(const struct explore_witness *w, size_t event) {
    bool is_before = w->events[event].thread < 0;
    int row = 0;
    for (size_t i = 0; !is_before && i < w->num_order && w->order[i] != event; i++)
        row += w->events[w->order[i]].thread >= 0;
    for (size_t i = 0; (is_before || !w->num_order) && i < event; i++)
        row += w->events[i].thread == w->events[event].thread;
    return row;
}

static const char *name_of(const struct explore_launch *l, int thread) {
    return thread < 0 ? "before" : l->threads[thread];
}

/* How wide the column of a thread is; 0: it does nothing. */
static int width_of(const struct picture *p, int thread) {
    char place[TEXT], text[TEXT];
    int letters = 0;
    for (size_t i = 0; i < p->witness->num_events; i++) {
        if (p->witness->events[i].thread != thread)
            continue;
        texts_of(p, i, place, text);
        letters = larger(letters, larger((int)strlen(place), (int)strlen(text)));
        letters = larger(letters, (int)strlen(name_of(p->launch, thread)));
    }
    return letters ? letters * LETTER + 12 : 0;
}

/* The column of a thread, and its name. */
static void lay_column(FILE *to, struct picture *p, int thread) {
    int wide = width_of(p, thread);
    if (!wide)
        return;
    for (size_t i = 0; i < p->witness->num_events; i++)
        if (p->witness->events[i].thread == thread) {
            p->boxes[i] = (struct box){p->wide, TOP + PITCH * row_of(p->witness, i), wide};
            p->high = larger(p->high, p->boxes[i].y + HIGH);
        }
    fprintf(to, "<text class=\"thread\" x=\"%d\" y=\"16\">", p->wide);
    explore_html_text(to, name_of(p->launch, thread));
    fputs("</text>\n", to);
    p->wide += wide + GAP;
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

static int shift_of(const char *kind) {
    for (unsigned i = 0; i < explore_html_legend_count; i++)
        if (!strcmp(explore_html_legend[i].kind, kind))
            return APART * ((int)i - 3);
    return 0;
}

static bool is_direct(const struct picture *p, const struct explore_edge *edge) {
    const struct box *a = &p->boxes[edge->from], *b = &p->boxes[edge->to];
    return a->x == b->x && !strcmp(edge->kind, "po") && a->y < b->y;
}

/* A point on the curve between the sides of two boxes: in the gap beside the first one, where no other box is. */
static void name_between(int from_x, int from_y, int to_x, int to_y, int *x, int *y) {
    double far = to_x - from_x, t = GAP / 2 / (1.5 * (far < 0 ? -far : far));
    t = t > 0.5 ? 0.5 : t;
    *x = from_x + (int)(far * (1.5 * t * (1 - t) + t * t * t));
    *y = from_y + (int)((to_y - from_y) * t * t * (3 - 2 * t)) + 4;
}

/* Long edges within a column go out farther than short ones, but not to the next column. */
static int arc_of(int high) {
    int arc = ARC + (high < 0 ? -high : high) / OUT;
    return arc < GAP - LETTER ? arc : GAP - LETTER;
}

/* The path, and where its name goes. */
static void route(const struct picture *p, const struct explore_edge *edge, char *path, int *x, int *y) {
    const struct box *a = &p->boxes[edge->from], *b = &p->boxes[edge->to];
    int shift = shift_of(edge->kind), from_y = a->y + HIGH / 2 + shift, to_y = b->y + HIGH / 2 + shift;
    int from_x = a->x > b->x ? a->x : a->x + a->wide, to_x = b->x > a->x ? b->x : b->x + b->wide;
    int bend = a->x == b->x ? arc_of(to_y - from_y) : (to_x - from_x) / 2;
    if (is_direct(p, edge)) {
        *x = a->x + 12;
        *y = (a->y + HIGH + b->y) / 2 + 4;
        snprintf(path, TEXT, "M%d,%d L%d,%d", a->x + 8, a->y + HIGH, b->x + 8, b->y);
        return;
    }
    *x = from_x + bend * 3 / 4;
    *y = (from_y + to_y) / 2 + 4;
    if (a->x != b->x)
        name_between(from_x, from_y, to_x, to_y, x, y);
    snprintf(path, TEXT, "M%d,%d C%d,%d %d,%d %d,%d", from_x, from_y, from_x + bend, from_y,
             a->x == b->x ? to_x + bend : to_x - bend, to_y, to_x, to_y);
}

static void put_edge(FILE *to, const struct picture *p, const struct explore_edge *edge, bool is_step) {
    char path[TEXT];
    int x, y;
    bool is_meeting = !strcmp(edge->kind, "barrier") && !is_step;
    route(p, edge, path, &x, &y);
    fprintf(to, "<path class=\"%s%s%s\" d=\"%s\"", edge->kind, is_step ? " step" : "", is_meeting ? " meets" : "",
            path);
    if (!is_meeting)
        fprintf(to, " marker-end=\"url(#arrow-%s)\"", edge->kind);
    fputs("/>\n", to);
}

static void put_name(FILE *to, const struct picture *p, const struct explore_edge *edge) {
    char path[TEXT];
    int x, y;
    if (is_direct(p, edge))
        return;
    route(p, edge, path, &x, &y);
    fprintf(to, "<text class=\"name %s\" x=\"%d\" y=\"%d\">%s</text>\n", edge->kind, x, y, edge->kind);
}

/* Calls each for every edge, those of the cycle last. */
static void each_edge(FILE *to, const struct picture *p, bool are_names) {
    const struct explore_witness *w = p->witness;
    for (size_t i = 0; i < w->num_edges + w->num_steps; i++) {
        bool is_step = i >= w->num_edges;
        const struct explore_edge *edge = is_step ? &w->steps[i - w->num_edges] : &w->edges[i];
        if (!is_step && explore_edge_is_step(w, edge))
            continue;
        if (are_names)
            put_name(to, p, edge);
        else
            put_edge(to, p, edge, is_step);
    }
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

static void put_attribute(FILE *to, const char *name, const char *value) {
    fprintf(to, " data-%s=\"", name);
    explore_html_text(to, value);
    fputc('"', to);
}

static void put_event(FILE *to, const struct picture *p, size_t number) {
    const struct explore_event *event = &p->witness->events[number];
    const struct box *box = &p->boxes[number];
    char place[TEXT], text[TEXT], value[TEXT];
    texts_of(p, number, place, text);
    explore_event_value(p->launch, event, value, sizeof value);
    fprintf(to, "<g class=\"event\" data-event=\"%zu\" data-thread=\"%d\"", number, event->thread);
    put_attribute(to, "kind", event->kind);
    put_attribute(to, "name", event->name);
    put_attribute(to, "value", value);
    fprintf(to, "><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>", box->x, box->y, box->wide, HIGH);
    if (event->thread >= 0) {
        fprintf(to, "<text class=\"place\" x=\"%d\" y=\"%d\">", box->x + 6, box->y + 14);
        explore_html_text(to, place);
        fputs("</text>", to);
    }
    fprintf(to, "<text x=\"%d\" y=\"%d\">", box->x + 6, box->y + (event->thread < 0 ? 22 : 29));
    explore_html_text(to, text);
    fputs("</text></g>\n", to);
}

void explore_svg_colours(FILE *to) {
    for (unsigned i = 0; i < explore_html_legend_count; i++) {
        const char *kind = explore_html_legend[i].kind, *colour = explore_edge_colour(kind);
        fprintf(to, "path.%s { stroke: %s } svg text.%s { fill: %s } label.%s { border-color: %s }\n", kind, colour,
                kind, colour, kind, colour);
    }
}

void explore_svg_arrows(FILE *to) {
    fputs("<defs>\n", to);
    for (unsigned i = 0; i < explore_html_legend_count; i++)
        fprintf(
            to,
            "<marker id=\"arrow-%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" "
            "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><polygon points=\"0,0 8,4 0,8\" fill=\"%s\"/></marker>\n",
            explore_html_legend[i].kind, explore_edge_colour(explore_html_legend[i].kind));
    fputs("</defs>\n", to);
}

/* What a file has that a page says once for all pictures. */
static void put_head(FILE *to, const struct picture *p) {
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<style>\n%s",
            p->wide, p->high + 8, p->wide, p->high + 8, explore_svg_style);
    fputs("svg { background: #fff }\n@media (prefers-color-scheme: dark) { svg { background: #181818 } }\n", to);
    explore_svg_colours(to);
    fputs("</style>\n", to);
    explore_svg_arrows(to);
}

/* The size is known when columns have been laid, which print their names; so these come first. */
void explore_put_svg(FILE *to, const struct explore_launch *l, const struct explore_witness *w, bool is_alone) {
    struct picture p = {.launch = l, .witness = w, .boxes = calloc(w->num_events + 1, sizeof *p.boxes), .wide = 4};
    char *names = NULL;
    size_t size;
    FILE *heads = open_memstream(&names, &size);
    if (!p.boxes || !heads)
        swrt_fatal("out of memory");
    for (int thread = -1; thread < (int)l->num_threads; thread++)
        lay_column(heads, &p, thread);
    fclose(heads);
    if (is_alone)
        put_head(to, &p);
    else
        fprintf(to, "<svg width=\"%d\" height=\"%d\">\n", p.wide, p.high + 8);
    fputs(names, to);
    each_edge(to, &p, false);
    for (size_t i = 0; i < w->num_events; i++)
        put_event(to, &p, i);
    each_edge(to, &p, true);
    fputs("</svg>\n", to);
    free(names);
    free(p.boxes);
}
