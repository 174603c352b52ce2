/* The line on the terminal (progress.h), on standard error, written over itself:
 *
 *      kernel lock(int*): 120345 executions, 17 outcomes, 12 s        kernel lock(int*): looking for repairs, 14 s
 *
 * One launch is explored at a time, by one thread. */
#include "explore/launch/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/launch/launch.h"
#include "os/clock.h"
#include "os/file.h"
#include "report/kernel_name.h"

enum { WIDTH = 79, NAME = 40 }; /* columns of a terminal that is not wide; of these the kernel's name */

static const uint64_t SECOND = 1000000000, PAUSE = SECOND / 2;
static const char AGAIN[] = "\r\033[K"; /* from the line's begin on, which is cleared */

static struct {
    bool is_wanted, is_shown;
    char name[NAME];
    enum swrt_explore_phase phase;
    uint64_t began, next;
} line;

void swrt_explore_progress_begin(const struct swrt_grid *grid) {
    const char *wanted = getenv("SOFTWARP_EXPLORE_PROGRESS");
    char name[1024];
    swrt_kernel_name(grid->kernel->name, name, sizeof name);
    line.is_wanted = wanted && !strcmp(wanted, "1");
    snprintf(line.name, sizeof line.name, "%.*s", NAME - 1, name);
    line.phase = SWRT_PHASE_OUTCOMES;
    line.began = swrt_now();
    line.next = line.began + PAUSE;
}

void swrt_explore_progress_phase(enum swrt_explore_phase phase) {
    line.phase = phase;
}

void swrt_explore_progress_tell(uint64_t executions, unsigned outcomes) {
    uint64_t now = line.is_wanted ? swrt_now() : 0;
    if (!line.is_wanted || now < line.next)
        return;
    char text[sizeof AGAIN + WIDTH], what[64] = "looking for repairs";
    if (line.phase == SWRT_PHASE_OUTCOMES)
        snprintf(what, sizeof what, "%llu executions, %u outcomes", (unsigned long long)executions, outcomes);
    snprintf(text, sizeof text, "%skernel %s: %s, %llu s", AGAIN, line.name, what,
             (unsigned long long)((now - line.began) / SECOND));
    line.next = now + PAUSE;
    line.is_shown = swrt_file_write(SWRT_STANDARD_ERROR, text, strlen(text));
}

void swrt_explore_progress_end(void) {
    if (line.is_shown)
        swrt_file_write(SWRT_STANDARD_ERROR, AGAIN, strlen(AGAIN));
    line.is_shown = line.is_wanted = false;
}
