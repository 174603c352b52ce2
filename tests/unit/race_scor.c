/* The patterns of the ScoR suite's 32 micro-benchmarks (Kamath, George, Basu, ScoRD, ISCA 2020), written as traces: 18
 * of them race. With the pragmatic policy all 32 come out as labelled; the strict one, which is CUDA C++'s rule, has
 * five more: their readers have no fence.
 *
 * `x` is the datum (volatile, as there, where it is not atomic), `f` the flag or the lock. */
#include "race_trace.h"

/* A critical section of thread `t`: with compare-and-swap and exchange of scope `s`, and fences before and behind. */
#define LOCK(t, s) t " c." s " f;"
#define UNLOCK(t, s) t " x." s " f;"
#define FENCE(t, s) t " f." s ";"
#define CRITICAL(t, s, f) LOCK(t, s) FENCE(t, f) t " wv x;" FENCE(t, f) UNLOCK(t, s)

static const struct row {
    const char *name;
    bool races, strict_only;
    uint32_t blocks, threads;
    const char *steps;
} rows[] = {
    {"norace_interblock_atom", 0, 0, 2, 1, "0.0 x.d x; 1.0 x.d x"},
    {"norace_interblock_fence_raw", 0, 1, 2, 1, "0.0 wv x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 rv x; 1.0 w y"},
    {"norace_interblock_lock_waw", 0, 0, 2, 1, CRITICAL("0.0", "d", "d") CRITICAL("1.0", "d", "d")},
    {"norace_interwarp-block_fence-atom_hrd-indirect", 0, 1, 2, 33,
     "0.0 x.b x; 0.0 f.b; 0.0 x.d f; 0.32 x.d f; 0.32 x.d x; 0.32 f.d; 0.32 x.d f;"
     "1.0 x.d f; 1.0 x.b x; 1.0 f.b; 1.0 x.d f; 1.32 x.d f; 1.32 x.d x"},
    {"norace_interwarp-block_fence_hrf-indirect", 0, 1, 2, 33,
     "0.0 wv x; 0.0 f.b; 0.0 x.d f; 0.32 x.d f; 0.32 rv x; 0.32 wv x; 0.32 f.d; 0.32 x.d f;"
     "1.0 x.d f; 1.0 rv x; 1.0 wv x; 1.0 f.b; 1.0 x.d f; 1.32 x.d f; 1.32 rv x"},
    {"norace_interwarp_blkatom", 0, 0, 1, 33, "0.0 x.b x; 0.32 x.b x"},
    {"norace_interwarp_blkfence_raw", 0, 1, 1, 33, "0.0 wv x; 0.0 f.b; 0.0 x.d f; 0.32 x.d f; 0.32 rv x; 0.32 x.d f"},
    {"norace_interwarp_blklock_waw", 0, 0, 1, 33, CRITICAL("0.0", "b", "b") CRITICAL("0.32", "b", "b")},
    {"norace_interwarp_dev-blkatom", 0, 0, 1, 33, "0.0 x.d x; 0.32 x.b x"},
    {"norace_interwarp_dev-blklock_waw", 0, 0, 1, 33, CRITICAL("0.0", "d", "d") CRITICAL("0.32", "b", "b")},
    {"norace_interwarp_fence_raw", 0, 1, 1, 33, "0.0 wv x; 0.0 f.d; 0.0 x.d f; 0.32 x.d f; 0.32 rv x; 0.32 x.d f"},
    {"norace_intrawarp_none-blkatom", 0, 0, 1, 1, "0.0 x.b x; 0.0 wv x"},
    {"norace_intrawarp_none-blklock-no-tf_waw", 0, 0, 1, 1, "0.0 c.b f; 0.0 f.b; 0.0 wv x; 0.0 x.b f; 0.0 wv x"},
    {"norace_intrawarp_none-blklock_waw", 0, 0, 1, 1, CRITICAL("0.0", "b", "b") "0.0 wv x"},
    {"race_interblock_blkatom", 1, 0, 2, 1, "0.0 x.b x; 1.0 x.b x"},
    {"race_interblock_blkfence_raw", 1, 0, 2, 1, "0.0 wv x; 0.0 f.b; 0.0 x.d f; 1.0 x.d f; 1.0 rv x; 1.0 x.d f"},
    {"race_interblock_blklock_waw", 1, 0, 2, 1, CRITICAL("0.0", "b", "b") CRITICAL("1.0", "b", "b")},
    {"race_interblock_fence_rtraw", 1, 0, 2, 1,
     "0.0 rv x; 0.0 w y; 0.0 f.d; 0.0 x.d f; 0.0 rv x; 0.0 w y; 1.0 x.d f; 1.0 wv x"},
    {"race_interblock_lock-blkfence_waw", 1, 0, 2, 1,
     CRITICAL("1.0", "d", "d") LOCK("0.0", "d") FENCE("0.0", "b") "0.0 wv x;" FENCE("0.0", "d") UNLOCK("0.0", "d")},
    {"race_interblock_lock-no-stf_waw", 1, 0, 2, 1,
     CRITICAL("1.0", "d", "d") LOCK("0.0", "d") "0.0 wv x;" FENCE("0.0", "d") UNLOCK("0.0", "d")},
    {"race_interblock_lock-no-tf_waw", 1, 0, 2, 1,
     LOCK("0.0", "d") FENCE("0.0", "d") "0.0 wv x;" UNLOCK("0.0", "d") CRITICAL("1.0", "d", "d")},
    {"race_interblock_none-atom_waw", 1, 0, 2, 1, "0.0 x.d x; 1.0 wv x"},
    {"race_interblock_none-lock_rtraw", 1, 0, 2, 1,
     "0.0 c.d f; 0.0 f.d; 0.0 rv x; 0.0 w y; 0.0 f.d; 0.0 x.d f; 0.0 wv x;"
     "1.0 c.d f; 1.0 f.d; 1.0 rv x; 1.0 w y; 1.0 f.d; 1.0 x.d f"},
    {"race_interblock_none-lock_waw", 1, 0, 2, 1, CRITICAL("0.0", "d", "d") "1.0 wv x"},
    {"race_interwarp_blklock-no-stf_waw", 1, 0, 1, 33,
     CRITICAL("0.32", "b", "b") LOCK("0.0", "b") "0.0 wv x;" FENCE("0.0", "b") UNLOCK("0.0", "b")},
    {"race_interwarp_blklock-no-tf_waw", 1, 0, 1, 33,
     LOCK("0.0", "b") FENCE("0.0", "b") "0.0 wv x;" UNLOCK("0.0", "b") CRITICAL("0.32", "b", "b")},
    {"race_interwarp_dev-blklock-no-stf_waw", 1, 0, 1, 33,
     CRITICAL("0.32", "b", "b") LOCK("0.0", "d") "0.0 wv x;" FENCE("0.0", "d") UNLOCK("0.0", "d")},
    {"race_interwarp_dev-blklock-no-tf_waw", 1, 0, 1, 33,
     LOCK("0.0", "d") FENCE("0.0", "d") "0.0 wv x;" UNLOCK("0.0", "d") CRITICAL("0.32", "b", "b")},
    {"race_interwarp_none-atom_waw", 1, 0, 1, 33, "0.0 x.d x; 0.32 wv x"},
    {"race_interwarp_none-blkatom_waw", 1, 0, 1, 33, "0.0 x.b x; 0.32 wv x"},
    {"race_interwarp_none-blklock_waw", 1, 0, 1, 33, CRITICAL("0.0", "b", "d") "0.32 wv x"},
    {"race_interwarp_none-lock_waw", 1, 0, 1, 33, CRITICAL("0.0", "d", "d") "0.32 wv x"},
};

static bool races(const struct row *row, enum swrt_race_policy policy) {
    struct trace trace;
    char classes[256];
    trace_classes(policy, row->blocks, row->threads, row->steps, classes, sizeof classes, &trace);
    print_message("%-48s %-9s %s\n", row->name, policy ? "strict" : "pragmatic", classes);
    return trace.num_found != 0;
}

static void pragmatic_is_as_labelled(void **state) {
    uint32_t right = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool raced = races(&rows[i], SWRT_RACE_PRAGMATIC);
        right += raced == rows[i].races;
        if (raced != rows[i].races)
            print_error("%s: %s\n", rows[i].name, raced ? "a race" : "no race");
    }
    assert_int_equal(right, 32);
}

static void strict_has_five_more(void **state) {
    uint32_t wrong = 0, more = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool raced = races(&rows[i], SWRT_RACE_STRICT);
        wrong += raced != (rows[i].races || rows[i].strict_only);
        more += raced && !rows[i].races;
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(more, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pragmatic_is_as_labelled),
        cmocka_unit_test(strict_has_five_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
