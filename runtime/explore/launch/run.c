/* Which launches are explored, and how: as the environment says, which `softwarp explore` sets.
 *
 *      SOFTWARP_EXPLORE            a model (engine.c); interleavings: all of these, by brute force; trace: each thread's
 *                                  events
 *      SOFTWARP_EXPLORE_KERNELS    filters, as check/kernel_filter.h has them
 *      SOFTWARP_EXPLORE_LAUNCH     the number, from 1 on, of the one launch of these that is explored; else all are
 *      SOFTWARP_EXPLORE_WATCH      variables, as watch.c reads them
 *      SOFTWARP_EXPLORE_HOST       a kernel whose one thread runs beside the launch, as the host's
 *      SOFTWARP_EXPLORE_BOUND      executions of a launch; with an s behind, seconds
 *      SOFTWARP_EXPLORE_FORBID     outcomes that nobody wants (predicate.h): what forbids them is looked for
 *      SOFTWARP_EXPLORE_FIND       outcomes that are asked about (predicate.h): if there is none, that is explained
 *      SOFTWARP_EXPLORE_WITNESSES  1: an execution of each outcome is told, too
 *      SOFTWARP_EXPLORE_PROGRESS   1: a line on standard error says how far it is (progress.h)
 *      SOFTWARP_EXPLORE_POLICY     which accesses race: strict (the usual one), pragmatic
 *
 * A launch is explored when its turn in its stream has come, before its first block is run, by the one worker that there is
 * (or a host's thread that helps). Then it runs as always. What asks the program to end meanwhile (SIGINT, SIGTERM) ends the
 * exploration first, and the program when it has been told what is known. */
#include "explore/launch/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/finding.h"
#include "check/kernel_filter.h"
#include "explore/launch/engine.h"
#include "explore/launch/launch.h"
#include "explore/launch/mend.h"
#include "explore/launch/outcome.h"
#include "explore/launch/progress.h"
#include "explore/launch/tell.h"
#include "os/thread/interrupt.h"
#include "report/kernel_name.h"

enum { USUAL_BOUND = 1000000 };

static struct {
    struct swrt_kernel_filters filters;
    const char *watch, *host;
    struct swrt_explore_way way;
    struct swrt_predicate *unwanted; /* or null */
    bool tells_witnesses;
    uint64_t launch;
    uint64_t launches; /* so far, of kernels that pass */
} options;

static uint64_t number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static struct swrt_predicate *predicate(const char *variable) {
    char error[160];
    const char *text = getenv(variable);
    return text ? swrt_predicate_parse(text, error, sizeof error) : NULL;
}

void swrt_explore_start(void) {
    const char *policy = getenv("SOFTWARP_EXPLORE_POLICY");
    options.way.model = getenv("SOFTWARP_EXPLORE");
    options.way.policy = policy && !strcmp(policy, "pragmatic") ? SWRT_EXPLORE_PRAGMATIC : SWRT_EXPLORE_STRICT;
    options.way.limit = swrt_explore_limit_read(getenv("SOFTWARP_EXPLORE_BOUND"));
    options.watch = getenv("SOFTWARP_EXPLORE_WATCH");
    options.host = getenv("SOFTWARP_EXPLORE_HOST");
    struct swrt_predicate *sought = predicate("SOFTWARP_EXPLORE_FIND");
    options.unwanted = predicate("SOFTWARP_EXPLORE_FORBID");
    options.way.asked = sought ? sought : options.unwanted;
    options.tells_witnesses = number("SOFTWARP_EXPLORE_WITNESSES", 0);
    options.launch = number("SOFTWARP_EXPLORE_LAUNCH", 0);
    swrt_kernel_filters_get(&options.filters, "SOFTWARP_EXPLORE_KERNELS");
}

static bool is_wanted(const struct swrt_grid *grid) {
    char name[1024];
    swrt_kernel_name(grid->kernel->name, name, sizeof name);
    if (!swrt_kernel_filters_pass(&options.filters, name))
        return false;
    options.launches++;
    return !options.launch || options.launches == options.launch;
}

static bool is_brute(void) {
    return !strcmp(options.way.model, "interleavings");
}

static void find_outcomes(struct swrt_explore_outcomes *outcomes, struct swrt_launch_explored *launch) {
    uint64_t most = options.way.limit.executions;
    if (is_brute())
        swrt_outcomes_of_interleavings(outcomes, launch, most ? most : USUAL_BOUND);
    else if (!swrt_outcomes_of_engine(outcomes, launch, &options.way))
        snprintf(outcomes->refused, sizeof outcomes->refused, "there is no model of that name");
}

/* Once more where executions have written to what nobody knew of. */
static void explore(struct swrt_launch_explored *launch) {
    struct swrt_explore_outcomes outcomes = {0};
    char error[256];
    swrt_explore_learn(launch);
    uint32_t known;
    do {
        known = launch->num_written;
        if (!swrt_explore_watch(launch, options.watch, error, sizeof error)) {
            swrt_explore_tell_refused(launch->grid, options.launches, error);
            return;
        }
        swrt_outcomes_free(&outcomes);
        find_outcomes(&outcomes, launch);
    } while (known != launch->num_written && !swrt_interrupt_came());
    swrt_explore_progress_phase(SWRT_PHASE_REPAIRS);
    if (options.unwanted && !is_brute() && !swrt_interrupt_came())
        swrt_mends_find(&outcomes, launch, &options.way, options.unwanted);
    swrt_explore_progress_end();
    swrt_explore_tell(launch, options.launches, is_brute() ? "sc" : options.way.model, &outcomes,
                      options.tells_witnesses);
    swrt_outcomes_free(&outcomes);
}

void swrt_explore_grid(struct swrt_executor *executor, struct swrt_grid *grid) {
    const char *refused;
    if (!is_wanted(grid))
        return;
    struct swrt_launch_explored *launch = swrt_launch_explore(executor, grid, options.host, &refused);
    if (!launch) {
        swrt_explore_tell_refused(grid, options.launches, refused);
        return;
    }
    swrt_interrupts_hold();
    swrt_explore_progress_begin(grid);
    if (!strcmp(options.way.model, "trace"))
        swrt_explore_trace(launch);
    else
        explore(launch);
    swrt_explore_progress_end();
    swrt_launch_explored_end(launch);
    swrt_interrupts_release();
}
