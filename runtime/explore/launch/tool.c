/* The explorer as the runtime's hooks see it: what threads under control do goes to them, all else is nothing to it. */
#include "check/check.h"
#include "explore/launch/launch.h"
#include "explore/launch/run.h"

#define OF_THREAD(block)                                      \
    struct swrt_explored *t = swrt_explored_of(block);        \
    if (!t)                                                   \
        return;

static void on_read(struct swrt_block *block, const void *address, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_read(t, address, site);
}

static void on_write(struct swrt_block *block, const void *address, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_write(t, address, site);
}

static void on_atomic(struct swrt_block *block, const void *address, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_atomic(t, address, site);
}

static void on_swapped(struct swrt_block *block, const void *address, uint32_t is_swapped, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_swapped(t, address, is_swapped, site);
}

static void on_copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes,
                    struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_copy(t, to, from, bytes, site);
}

static void on_fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_fill(t, to, bytes, site);
}

static void on_fence(struct swrt_block *block, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_fence(t, site);
}

static void on_wait(struct swrt_block *block, struct swrt_site *site) {
    OF_THREAD(block)
    swrt_explored_settle(t);
    t->wait = site->kind == SWRT_SITE_RETURN ? NULL : site;
}

const struct swrt_check_tool swrt_explore_tool = {.name = "explore",
                                                  .start = swrt_explore_start,
                                                  .read = on_read,
                                                  .write = on_write,
                                                  .atomic = on_atomic,
                                                  .swapped = on_swapped,
                                                  .copy = on_copy,
                                                  .fill = on_fill,
                                                  .fence = on_fence,
                                                  .wait = on_wait,
                                                  .grid_begins = swrt_explore_grid};
