/* What a launch accesses, seen in a few interleavings before it is explored: how large the elements of memory are, what is
 * written, how many events there are. Addresses are met here for the first time, mostly, so that little is allocated later. */
#include <string.h>

#include "explore/launch/interleave.h"
#include "explore/launch/launch.h"

enum { INTERLEAVINGS = 64 };

struct lesson {
    struct swrt_launch_explored *launch;
    uint32_t events;
};

void swrt_explore_note_written(struct swrt_launch_explored *launch, const struct swrt_explore_event *event) {
    for (uint32_t i = 0; i < launch->num_written; i++)
        if (launch->written[i].address == event->address && launch->written[i].size == event->size)
            return;
    if (launch->num_written < SWRT_EXPLORE_WRITTEN)
        launch->written[launch->num_written++] = (struct swrt_explore_written){event->address, event->size};
}

static void seen(void *data, uint32_t thread, const struct swrt_explore_event *event) {
    struct lesson *lesson = data;
    (void)thread;
    lesson->events += event->kind <= SWRT_EXPLORE_BARRIER;
}

static bool ended(void *data, struct swrt_interleaving *in, enum swrt_interleaved how, uint32_t thread,
                  const struct swrt_explore_event *event) {
    struct lesson *lesson = data;
    (void)in, (void)how, (void)thread, (void)event;
    if (lesson->events > lesson->launch->num_events)
        lesson->launch->num_events = lesson->events;
    lesson->events = 0;
    return true;
}

void swrt_explore_learn(struct swrt_launch_explored *launch) {
    struct lesson lesson = {.launch = launch};
    struct swrt_interleave how = {.data = &lesson, .ended = ended, .seen = seen, .most = 1};
    struct swrt_explore_program program;
    swrt_launch_program(launch, &program);
    launch->learns = true;
    for (uint64_t seed = 0; seed < INTERLEAVINGS; seed++)
        swrt_interleave_random(&program, &how, seed);
    launch->learns = false;
}
