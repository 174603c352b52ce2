/* Limits of what is explored (limit.h). */
#include "explore/launch/limit.h"

#include <stdlib.h>

#include "explore/launch/progress.h"
#include "os/clock.h"
#include "os/thread/interrupt.h"

static const uint64_t SECOND = 1000000000;

struct swrt_explore_limit swrt_explore_limit_read(const char *text) {
    char *end = NULL;
    uint64_t number = text ? strtoull(text, &end, 10) : 0;
    bool is_time = end && *end == 's';
    return (struct swrt_explore_limit){.executions = is_time ? 0 : number, .seconds = is_time ? number : 0};
}

void swrt_explore_limit_start(struct swrt_explore_limit *limit) {
    limit->until = limit->seconds ? swrt_now() + limit->seconds * SECOND : 0;
}

bool swrt_explore_goes_on(void *data, uint64_t executions, unsigned outcomes) {
    const struct swrt_explore_limit *limit = data;
    swrt_explore_progress_tell(executions, outcomes);
    return !swrt_interrupt_came() && (!limit->until || swrt_now() < limit->until);
}
