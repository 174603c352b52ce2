/* What stops threads: an assertion, a trap, a fault. An engine that hears of a failure in one run has run the thread anew,
 * perhaps, when it is asked what that was; so each failure is kept, and its event's site is its number here. */
#include <stdio.h>

#include "explore/launch/launch.h"
#include "report/source_line.h"

static const uint64_t OF_STOPS = 1ull << 40; /* sites in the source have smaller numbers */

static bool is_same(const struct swrt_explore_stop *a, const struct swrt_explore_stop *b) {
    const struct swrt_fault *x = &a->fault, *y = &b->fault;
    if (a->what || b->what)
        return a->what == b->what && a->site == b->site;
    return x->kind == y->kind && x->pc == y->pc && x->address == y->address && x->message == y->message &&
           x->file == y->file && x->line == y->line;
}

uint64_t swrt_explore_note_stop(struct swrt_launch_explored *launch, const struct swrt_explored *t) {
    const struct swrt_explore_stop stop = {t->fault, t->what, t->event.site};
    uint32_t i = 0;
    while (i < launch->num_stops && !is_same(&launch->stops[i], &stop))
        i++;
    if (i == SWRT_EXPLORE_STOPS)
        i--; /* too many: named like the last one */
    else if (i == launch->num_stops)
        launch->stops[launch->num_stops++] = stop;
    return OF_STOPS | i;
}

const struct swrt_explore_stop *swrt_explore_stop_of(const struct swrt_launch_explored *launch, uint64_t site) {
    return site & OF_STOPS ? &launch->stops[site & (OF_STOPS - 1)] : NULL;
}

void swrt_explore_stop_text(const struct swrt_explore_stop *stop, char *text, size_t size) {
    char fault[256], line[512];
    if (stop->what) {
        snprintf(text, size, "%s", stop->what);
    } else if (stop->fault.kind == SWRT_FAULT_ASSERT) {
        snprintf(text, size, "assertion `%s' failed at %s:%u", stop->fault.message, stop->fault.file, stop->fault.line);
    } else {
        swrt_fault_text(&stop->fault, fault, sizeof fault);
        bool has_line = stop->fault.pc && swrt_source_line(stop->fault.pc, line, sizeof line);
        snprintf(text, size, "%s%s%s", fault, has_line ? " at " : "", has_line ? line : "");
    }
}
