/* An execution of each outcome as a picture in a file of its own, in one folder (--svg):
 *
 *      launch-1-outcome-2.svg     launch-1-forbidden.svg: what the model forbids, with the cycle that shows it */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore_html.h"

/* The file of one picture, a word of the launch's behind. Null: it cannot be opened, and errno says why. */
static FILE *open_picture(const char *folder, const struct explore_launch *l, const char *which) {
    size_t size = strlen(folder) + strlen(which) + 40;
    char *name = malloc(size);
    if (!name)
        swrt_fatal("out of memory");
    snprintf(name, size, "%s/launch-%" PRIu64 "-%s.svg", folder, l->number, which);
    FILE *to = fopen(name, "w");
    free(name);
    return to;
}

static bool put_picture(const char *folder, const struct explore_launch *l, const char *which,
                        const struct explore_witness *w) {
    FILE *to = open_picture(folder, l, which);
    if (!to)
        return false;
    explore_put_svg(to, l, w, true);
    bool failed = fflush(to) || ferror(to);
    return !fclose(to) && !failed;
}

static bool put_launch(const char *folder, const struct explore_launch *l) {
    bool is_fine = true;
    for (size_t i = 0; i < l->num_outcomes; i++) {
        char which[40];
        snprintf(which, sizeof which, "outcome-%zu", i + 1);
        if (l->outcomes[i].witness.num_events)
            is_fine &= put_picture(folder, l, which, &l->outcomes[i].witness);
    }
    return (!l->axiom || put_picture(folder, l, "forbidden", &l->refuted)) && is_fine;
}

bool explore_write_svg(const char *folder, const struct explore_results *r) {
    bool is_fine = true;
    for (size_t i = 0; i < r->count; i++)
        is_fine &= put_launch(folder, &r->launches[i]);
    return is_fine;
}
