/* Races between kernels, copies and the host; and what the race engine does with memory and at the ends of its numbers.
 * */
#include "race_trace.h"

enum { PAGES = 64, THREADS = 256 };
static char memory[PAGES * 4096] __attribute__((aligned(4096)));

/* An engine, and what became of streams and events. */
struct world {
    struct trace trace;
    struct swrt_race *race;
    uint32_t reads, writes, adds;
};

static uint32_t add_site(struct world *w, uint32_t number, int kind, int order) {
    struct swrt_race_site site = {
        .number = number, .size = 4, .kind = (uint8_t)kind, .order = (uint8_t)order, .scope = SWRT_RACE_SCOPE_DEVICE};
    return swrt_race_add_site(w->race, &site);
}

static int open_world(void **state) {
    struct world *w = malloc(sizeof *w);
    trace_open(&w->trace, SWRT_RACE_PRAGMATIC);
    w->race = w->trace.race;
    w->reads = add_site(w, 1, SWRT_RACE_READ, SWRT_RACE_WEAK);
    w->writes = add_site(w, 2, SWRT_RACE_WRITE, SWRT_RACE_WEAK);
    w->adds = add_site(w, 3, SWRT_RACE_RMW, SWRT_RACE_RELAXED);
    *state = w;
    return 0;
}

static int close_world(void **state) {
    struct world *w = *state;
    trace_close(&w->trace);
    free(w);
    return 0;
}

/* A copy or a fill: one thread that accesses a range. Gives the stream's clock behind it; takes the one before. */
static struct swrt_race_clock *copy(struct world *w, struct swrt_race_clock *after, uint32_t site, size_t from,
                                    size_t bytes) {
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, after, 1, 0, "copy");
    struct swrt_race_block *block = swrt_race_block_begin(launch, 0, 1, NULL, 0);
    swrt_race_range(block, 0, memory + from, bytes, site);
    swrt_race_block_end(block);
    swrt_race_clock_drop(after);
    return swrt_race_launch_end(launch);
}

/* A kernel of `blocks` blocks whose threads access an element each, from `from` on. */
static struct swrt_race_clock *kernel(struct world *w, struct swrt_race_clock *after, uint32_t site, size_t from,
                                      uint32_t blocks) {
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, after, blocks, 0, "kernel");
    for (uint32_t i = 0; i < blocks; i++) {
        struct swrt_race_block *block = swrt_race_block_begin(launch, i, THREADS, NULL, 0);
        for (uint32_t t = 0; t < THREADS; t++)
            swrt_race_access(block, t, memory + from + (i * THREADS + t) * 4, site, site != w->reads);
        swrt_race_block_end(block);
    }
    swrt_race_clock_drop(after);
    return swrt_race_launch_end(launch);
}

static struct swrt_race_clock *share(struct swrt_race_clock *clock) {
    return swrt_race_clock_share(clock);
}

#define FOUND(w) ((w)->trace.num_found)

static void one_stream_is_in_order(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *stream = copy(w, NULL, w->writes, 0, sizeof memory);
    stream = kernel(w, stream, w->reads, 0, 16);
    stream = kernel(w, stream, w->writes, 0, 16);
    stream = copy(w, stream, w->reads, 0, sizeof memory);
    stream = copy(w, stream, w->writes, 100, 9000);
    stream = kernel(w, stream, w->adds, 0, 4);
    swrt_race_clock_drop(stream);
    assert_int_equal(FOUND(w), 0);
}

static void two_streams_are_not(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *a = kernel(w, NULL, w->writes, 0, 1), *b = kernel(w, NULL, w->reads, 0, 1);
    assert_int_equal(FOUND(w), 1);
    assert_int_equal(w->trace.found[0].class, SWRT_RACE_CLASS_KERNELS);
    assert_int_equal(w->trace.found[0].mend, SWRT_RACE_MEND_STREAM_ORDER);
    assert_string_equal(w->trace.found[0].first.launch, "kernel");
    assert_int_equal(w->trace.found[0].second.serial, 1);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

static void an_event_orders_streams(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *a = kernel(w, NULL, w->writes, 0, 1), *b = kernel(w, NULL, w->writes, 8192, 1);
    struct swrt_race_clock *event = share(a);
    a = kernel(w, a, w->writes, 4096, 1);
    swrt_race_clock_join(&b, event);
    b = kernel(w, b, w->reads, 0, 1);
    assert_int_equal(FOUND(w), 0);
    b = kernel(w, b, w->reads, 4096, 1);
    assert_int_equal(FOUND(w), 1);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
    swrt_race_clock_drop(event);
}

/* Of two kernels behind the same event, a third waits for one. */
static void one_of_two_is_waited_for(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *event = kernel(w, NULL, w->writes, 16384, 1);
    struct swrt_race_clock *a = kernel(w, share(event), w->writes, 0, 1);
    struct swrt_race_clock *b = kernel(w, share(event), w->writes, 4096, 1);
    b = kernel(w, b, w->writes, 4096, 1);
    assert_int_equal(FOUND(w), 0);
    b = kernel(w, b, w->reads, 0, 1);
    assert_int_equal(FOUND(w), 1);
    swrt_race_clock_drop(event);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

/* Streams that fork and join again and again need no longer clocks: the last join knows all. */
static void forks_and_joins(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *stream = NULL;
    for (int i = 0; i < 50; i++) {
        struct swrt_race_clock *left = kernel(w, share(stream), w->writes, 0, 1);
        struct swrt_race_clock *right = kernel(w, stream, w->writes, 4096, 1);
        swrt_race_clock_join(&left, right);
        swrt_race_clock_drop(right);
        stream = kernel(w, left, w->writes, 0, 8);
    }
    assert_int_equal(FOUND(w), 0);
    swrt_race_clock_drop(stream);
}

static void host_and_kernel(void **state) {
    struct world *w = *state;
    struct swrt_race_block *host = swrt_race_host(w->race);
    swrt_race_access(host, 0, memory, w->writes, true);
    struct swrt_race_clock *called = swrt_race_host_clock(w->race), *done = kernel(w, called, w->writes, 0, 1);
    swrt_race_access(host, 0, memory + 4096, w->writes, true);
    assert_int_equal(FOUND(w), 0);
    swrt_race_access(host, 0, memory, w->reads, false);
    assert_int_equal(FOUND(w), 1);
    assert_int_equal(w->trace.found[0].class, SWRT_RACE_CLASS_HOST);
    assert_int_equal(w->trace.found[0].mend, SWRT_RACE_MEND_HOST_WAIT);
    assert_true(w->trace.found[0].second.host && !w->trace.found[0].first.host);
    swrt_race_host_join(w->race, done);
    swrt_race_access(host, 0, memory + 8, w->writes, true);
    assert_int_equal(FOUND(w), 1);
    swrt_race_clock_drop(done);
}

/* What the host wrote behind the call, the kernel must not read. */
static void host_writes_too_late(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *called = swrt_race_host_clock(w->race);
    swrt_race_access(swrt_race_host(w->race), 0, memory + 4, w->writes, true);
    swrt_race_clock_drop(kernel(w, called, w->reads, 0, 1));
    assert_int_equal(FOUND(w), 1);
    assert_true(w->trace.found[0].first.host);
}

static void copies_race(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *a = copy(w, NULL, w->writes, 0, 3 * 4096 + 100), *b = kernel(w, NULL, w->reads, 4096, 1);
    assert_int_equal(FOUND(w), 1);
    assert_string_equal(w->trace.found[0].first.launch, "copy");
    swrt_race_clock_drop(copy(w, NULL, w->reads, 5 * 4096, 4096));
    swrt_race_clock_drop(kernel(w, NULL, w->reads, 5 * 4096, 4));
    assert_int_equal(FOUND(w), 1);
    swrt_race_clock_drop(kernel(w, NULL, w->writes, 5 * 4096 + 1024, 1));
    assert_int_equal(FOUND(w), 2);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

static void a_copy_meets_a_kernel_that_runs(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *a = kernel(w, NULL, w->writes, 4096 + 512, 1), *b = copy(w, NULL, w->reads, 0, 4 * 4096);
    assert_int_equal(FOUND(w), 1);
    assert_int_equal(w->trace.found[0].address, (uintptr_t)memory + 4096 + 512);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

static void freed_memory_is_forgotten(void **state) {
    struct world *w = *state;
    swrt_race_clock_drop(kernel(w, NULL, w->writes, 0, 8));
    swrt_race_clock_drop(copy(w, NULL, w->writes, 4 * 4096, 2 * 4096));
    swrt_race_forget(w->race, memory, 8 * 4096);
    assert_int_equal(swrt_race_get_stats(w->race).shadow, 0);
    swrt_race_clock_drop(kernel(w, NULL, w->writes, 0, 8));
    swrt_race_forget(w->race, memory + 256, 512);
    swrt_race_clock_drop(kernel(w, NULL, w->writes, 256, 1));
    assert_true(FOUND(w) == 1 && w->trace.found[0].address == (uintptr_t)memory + 768);
}

/* The same pair again is counted. */
static void findings_are_counted(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *a = kernel(w, NULL, w->writes, 0, 1), *b = kernel(w, NULL, w->reads, 0, 1);
    assert_int_equal(FOUND(w), 1);
    assert_int_equal(swrt_race_get_stats(w->race).findings, 1);
    w->trace.num_found = 0;
    swrt_race_each(w->race, trace_found, &w->trace);
    assert_int_equal(w->trace.found[0].count, THREADS);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

static double per_byte(struct world *w, size_t bytes) {
    struct swrt_race_stats stats = swrt_race_get_stats(w->race);
    return (double)(stats.shadow + stats.records + stats.sync) / (double)bytes;
}

static void shadow_is_small(void **state) {
    struct world *w = *state;
    struct swrt_race_clock *stream = copy(w, NULL, w->writes, 0, sizeof memory);
    assert_true(per_byte(w, sizeof memory) == 0);
    stream = kernel(w, stream, w->reads, 0, sizeof memory / THREADS / 4);
    assert_true(per_byte(w, sizeof memory) <= 3);
    stream = kernel(w, stream, w->writes, 0, sizeof memory / THREADS / 4);
    assert_true(per_byte(w, sizeof memory) <= 6);
    stream = copy(w, stream, w->writes, 0, sizeof memory);
    assert_true(per_byte(w, sizeof memory) == 0);
    swrt_race_clock_drop(stream);
}

/* What all threads of many blocks read costs no more than what those of one do. */
static void broadcast(struct world *w, uint32_t blocks, bool fences) {
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, NULL, blocks, 0, NULL);
    for (uint32_t i = 0; i < blocks; i++) {
        struct swrt_race_block *block = swrt_race_block_begin(launch, i, THREADS, NULL, 0);
        for (uint32_t t = 0; t < THREADS; t++)
            swrt_race_touch(block, t, memory, w->reads);
        if (fences) {
            swrt_race_fence(block, 3, SWRT_RACE_SCOPE_DEVICE, SWRT_RACE_SEQUENTIAL);
            swrt_race_access(block, 3, memory + 64, w->adds, true);
        }
        swrt_race_block_end(block);
    }
    swrt_race_clock_drop(swrt_race_launch_end(launch));
}

static void broadcasts_stay_small(void **state) {
    struct world *w = *state;
    broadcast(w, 3, false);
    uint64_t few = swrt_race_get_stats(w->race).records;
    swrt_race_forget(w->race, memory, sizeof memory);
    broadcast(w, 3000, false);
    assert_int_equal(swrt_race_get_stats(w->race).records, few);
    assert_int_equal(swrt_race_get_stats(w->race).dropped, 0);
    swrt_race_forget(w->race, memory, sizeof memory);
    broadcast(w, 3000, true);
    assert_true(swrt_race_get_stats(w->race).records < 64 * 64 * 2);
    assert_true(swrt_race_get_stats(w->race).dropped > 0);
    assert_int_equal(FOUND(w), 0);
}

/* Clocks stay at their end, and that is counted; nothing becomes a false finding. */
static void clocks_do_not_wrap(void **state) {
    struct world *w = *state;
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, NULL, 1, 0, NULL);
    struct swrt_race_block *block = swrt_race_block_begin(launch, 0, 64, NULL, 0);
    for (uint32_t t = 0; t < 64; t++)
        ((struct swrt_race_front *)block)->clk[t] = SWRT_RACE_CLK_LAST - 1;
    for (int i = 0; i < 4; i++) {
        swrt_race_touch(block, (uint32_t)i, memory, w->writes);
        swrt_race_barrier(block);
    }
    assert_int_equal(FOUND(w), 0);
    assert_true(swrt_race_get_stats(w->race).saturated > 0);
    swrt_race_block_end(block);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
}

static void blocks_do_not_wrap(void **state) {
    struct world *w = *state;
    swrt_race_clock_drop(kernel(w, NULL, w->writes, 0, 1));
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, NULL, 4000000000u, 0, NULL);
    assert_null(swrt_race_launch_begin(w->race, NULL, 4000000000u, 0, NULL));
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    launch = swrt_race_launch_begin(w->race, NULL, 4000000000u, 0, NULL);
    assert_non_null(launch);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    assert_int_equal(swrt_race_get_stats(w->race).restarts, 1);
    struct swrt_race_clock *a = kernel(w, NULL, w->writes, 0, 1);
    assert_int_equal(FOUND(w), 0);
    struct swrt_race_clock *b = kernel(w, NULL, w->writes, 0, 1);
    assert_int_equal(FOUND(w), 1);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

/* A block whose threads write an element of shared memory each. */
static void use_shared(struct world *w, bool is_reverse) {
    struct swrt_race_launch *launch = swrt_race_launch_begin(w->race, NULL, 1, 0, NULL);
    struct swrt_race_block *block = swrt_race_block_begin(launch, 0, THREADS, memory, THREADS * 4);
    for (uint32_t t = 0; t < THREADS; t++)
        swrt_race_touch(block, t, memory + (is_reverse ? THREADS - 1 - t : t) * 4, w->writes);
    swrt_race_block_end(block);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
}

/* When the numbers of blocks begin anew, what shared memory held is nobody's. */
static void shared_memory_has_no_past(void **state) {
    struct world *w = *state;
    use_shared(w, true);
    swrt_race_clock_drop(swrt_race_launch_end(swrt_race_launch_begin(w->race, NULL, 4294967292u, 0, NULL)));
    use_shared(w, false);
    assert_int_equal(swrt_race_get_stats(w->race).restarts, 1);
    assert_int_equal(FOUND(w), 0);
}

static void sites_do_not_wrap(void **state) {
    struct world *w = *state;
    uint32_t last = 0;
    for (uint32_t i = 0; i < SWRT_RACE_SITE_LAST + 10; i++)
        last = add_site(w, i, SWRT_RACE_WRITE, SWRT_RACE_WEAK);
    assert_int_equal(last, SWRT_RACE_SITE_LAST);
    assert_true(swrt_race_get_stats(w->race).unnumbered > 0);
    struct swrt_race_clock *a = kernel(w, NULL, last - 1, 0, 1), *b = kernel(w, NULL, last - 2, 0, 1);
    assert_int_equal(w->trace.found[0].second.site.number + 1, w->trace.found[0].first.site.number);
    swrt_race_clock_drop(a);
    swrt_race_clock_drop(b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(one_stream_is_in_order),    TEST(two_streams_are_not),  TEST(an_event_orders_streams),
        TEST(one_of_two_is_waited_for),  TEST(forks_and_joins),      TEST(host_and_kernel),
        TEST(host_writes_too_late),      TEST(copies_race),          TEST(a_copy_meets_a_kernel_that_runs),
        TEST(freed_memory_is_forgotten), TEST(findings_are_counted), TEST(shadow_is_small),
        TEST(broadcasts_stay_small),     TEST(clocks_do_not_wrap),   TEST(blocks_do_not_wrap),
        TEST(shared_memory_has_no_past), TEST(sites_do_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
