/* One small trace for each rule of the race engine and each class of finding, with a clean twin. */
#include "race_trace.h"

/* found: classes as trace_classes prints them, with the pragmatic and the strict policy. */
static const struct row {
    const char *name;
    uint32_t blocks, threads;
    const char *steps, *pragmatic, *strict;
} rows[] = {
    /* two plain accesses */
    {"a write and a write", 1, 64, "0.0 w x; 0.1 w x", "PLAIN", "PLAIN"},
    {"a write and a read", 1, 64, "0.0 w x; 0.1 r x", "PLAIN", "PLAIN"},
    {"a read and a write", 1, 64, "0.0 r x; 0.1 w x", "PLAIN", "PLAIN"},
    {"two reads", 1, 64, "0.0 r x; 0.1 r x", "", ""},
    {"one thread", 1, 64, "0.0 w x; 0.0 r x; 0.0 w x", "", ""},
    {"two locations", 1, 64, "0.0 w x; 0.1 w y", "", ""},
    {"two blocks", 2, 1, "0.0 w x; 1.0 r x", "PLAIN", "PLAIN"},
    {"shared memory of two blocks", 2, 1, "0.0 w X; 1.0 w X", "", ""},
    {"shared memory of one block", 1, 64, "0.0 w X; 0.40 w X", "PLAIN", "PLAIN"},
    {"each pair of sites is said once", 1, 64, "0.0 w x; 0.1 w x; 0.2 r x", "PLAIN PLAIN", "PLAIN PLAIN"},
    /* bytes */
    {"neighbouring bytes", 1, 64, "0.0 w x+0:1; 0.1 w x+1:1; 0.2 w x+2:2", "", ""},
    {"one byte in common", 1, 64, "0.0 w x+0:2; 0.1 w x+1:1", "PLAIN", "PLAIN"},
    {"upper half of eight bytes", 1, 64, "0.0 w x+0:8; 0.1 r x+4:4", "PLAIN", "PLAIN"},
    {"bytes by several, then all by one", 1, 64, "0.0 w x+0:1; 0.1 w x+1:1; 0 bar; 0.2 w x", "", ""},
    {"bytes by several, then all by one, too early", 1, 64, "0.0 w x+0:1; 0.1 w x+1:1; 0.2 r x", "PLAIN PLAIN",
     "PLAIN PLAIN"},
    /* several readers */
    {"a write behind readers of one warp", 1, 64, "0.1 r x; 0.2 r x; 0.3 r x; 0.2 w x", "PLAIN", "PLAIN"},
    {"a write behind readers and a barrier", 1, 64, "0.1 r x; 0.2 r x; 0.3 r x; 0 bar; 0.2 w x", "", ""},
    {"a write behind readers of many blocks", 4, 32, "0.0 r x; 0 end; 1.0 r x; 1 end; 2.0 r x; 2.1 r x; 2 end; 3.0 w x",
     "PLAIN PLAIN", "PLAIN PLAIN"},
    {"of ended blocks the latest reader counts", 4, 32,
     "0.0 f.b; 0.0 r x; 0 end; 1.0 r x; 1 end; 2.0 r x; 2.1 r x; grid; 3.0 w x", "PLAIN", "PLAIN"},
    {"only the last of three readers is not waited for", 1, 96,
     "0.0 r x; 0.1 r x; 0 warp 0 ffffffff; 0.40 r x; 0.0 w x", "PLAIN", "PLAIN"},
    /* waits */
    {"barrier", 1, 64, "0.0 w x; 0 bar; 0.40 r x", "", ""},
    {"barrier of another block", 2, 64, "0.0 w x; 1 bar; 1.0 r x", "PLAIN", "PLAIN"},
    {"behind the barrier", 1, 64, "0 bar; 0.0 w x; 0.40 r x", "PLAIN", "PLAIN"},
    {"__syncwarp", 1, 64, "0.0 w x; 0 warp 0 ffffffff; 0.31 r x", "", ""},
    {"__syncwarp of the other warp", 1, 64, "0.0 w x; 0 warp 1 ffffffff; 0.31 r x", "PLAIN", "PLAIN"},
    {"__syncwarp does not reach other warps", 1, 64, "0.0 w x; 0 warp 0 ffffffff; 0 warp 1 ffffffff; 0.32 r x", "PLAIN",
     "PLAIN"},
    {"__syncwarp of some lanes", 1, 64, "0.0 w x; 0 warp 0 3; 0.1 r x", "", ""},
    {"__syncwarp without the reader", 1, 64, "0.0 w x; 0 warp 0 3; 0.2 r x", "PLAIN", "PLAIN"},
    {"__syncwarp without the writer", 1, 64, "0.0 w x; 0 warp 0 6; 0.1 r x", "PLAIN", "PLAIN"},
    {"__syncwarp by two masks", 1, 64, "0.0 w x; 0 warp 0 3; 0 warp 0 6; 0.2 r x", "", ""},
    {"__syncwarp by two masks in the wrong order", 1, 64, "0.0 w x; 0 warp 0 6; 0 warp 0 3; 0.2 r x", "PLAIN", "PLAIN"},
    {"lanes that a block's last warp lacks", 1, 40, "0.32 w x; 0 warp 1 ffffffff; 0.39 r x", "", ""},
    {"named barrier of a warp", 1, 64, "0.0 w x; 0 some 1 ffffffff 0; 0.31 r x", "", ""},
    {"named barrier of two warps of three", 1, 96, "0.0 w x; 0 some 1 ffffffff ffffffff 0; 0.40 r x", "", ""},
    {"named barrier without the third warp", 1, 96, "0.0 w x; 0 some 1 ffffffff ffffffff 0; 0.70 r x", "PLAIN",
     "PLAIN"},
    {"named barriers pass on what was learned", 1, 96,
     "0.0 w x; 0 some 1 ffffffff ffffffff 0; 0 some 2 0 ffffffff ffffffff; 0.70 r x", "", ""},
    {"what __syncwarp taught goes on", 1, 64, "0.0 w x; 0 warp 0 3; 0 some 1 2 1; 0.32 r x", "", ""},
    {"bar.arrive", 1, 64, "0.0 w x; 0.0 arr 1; 0 some 1 0 ffffffff; 0.40 r x", "", ""},
    {"a write behind bar.arrive", 1, 64, "0.0 arr 1; 0.0 w x; 0 some 1 0 ffffffff; 0.40 r x", "PLAIN", "PLAIN"},
    {"who arrives learns nothing", 1, 64, "0.40 w x; 0.0 arr 1; 0 some 1 0 ffffffff; 0.0 r x", "PLAIN", "PLAIN"},
    {"grid barrier", 2, 32, "0.0 w x; grid; 1.0 r x", "", ""},
    {"behind the grid barrier", 2, 32, "grid; 0.0 w x; 1.0 r x", "PLAIN", "PLAIN"},
    {"barriers forget nothing that a thread learned", 2, 64,
     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1 bar; 1.40 r x", "", ""},
    /* message passing */
    {"message, fences of the device", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1.0 r x", "", ""},
    {"message, fences of the system", 2, 1, "0.0 w x; 0.0 f.s; 0.0 x.d f; 1.0 x.d f; 1.0 f.s; 1.0 r x", "", ""},
    {"message, fences of the block", 2, 1, "0.0 w x; 0.0 f.b; 0.0 x.d f; 1.0 x.d f; 1.0 f.b; 1.0 r x", "SCOPE",
     "SCOPE"},
    {"message in a block, fences of the block", 1, 64, "0.0 w x; 0.0 f.b; 0.0 x.b f; 0.40 x.b f; 0.40 f.b; 0.40 r x",
     "", ""},
    {"message without fences", 2, 1, "0.0 w x; 0.0 x.d f; 1.0 x.d f; 1.0 r x", "FENCE", "FENCE"},
    {"message, the writer's fence missing", 2, 1, "0.0 w x; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1.0 r x", "FENCE", "FENCE"},
    {"message, the reader's fence missing", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 r x", "", "FENCE"},
    {"message, the reader's fence too narrow", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 f.b; 1.0 r x", "",
     "SCOPE"},
    {"message, the flag's write too narrow", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.b f; 1.0 x.d f; 1.0 f.d; 1.0 r x",
     "SCOPE SCOPE", "SCOPE SCOPE"},
    {"the last of a count down resets it", 2, 1, "0.0 f.d; 0.0 x.d f; 1.0 f.d; 1.0 x.d f; 1.0 w f", "", "FENCE"},
    {"a reset by who has not counted", 3, 1, "0.0 f.d; 0.0 x.d f; 1.0 f.d; 1.0 x.d f; 2.0 w f", "ATOMIC ATOMIC",
     "ATOMIC ATOMIC"},
    {"a count down without fences", 2, 1, "0.0 x.d f; 1.0 x.d f; 1.0 w f", "FENCE", "FENCE"},
    {"message, fence before the data", 2, 1, "0.0 f.d; 0.0 w x; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1.0 r x", "FENCE",
     "FENCE"},
    {"message, data behind the flag", 2, 1, "0.0 f.d; 0.0 x.d f; 0.0 w x; 1.0 x.d f; 1.0 f.d; 1.0 r x", "PLAIN",
     "PLAIN"},
    {"message, fences of one side each", 2, 1, "0.0 w x; 0.0 f.d.r; 0.0 s.d f; 1.0 l.d f; 1.0 f.d.a; 1.0 r x", "", ""},
    {"message, an acquire fence releases nothing", 2, 1, "0.0 w x; 0.0 f.d.a; 0.0 s.d f; 1.0 l.d f; 1.0 f.d; 1.0 r x",
     "FENCE", "FENCE"},
    {"release and acquire", 2, 1, "0.0 w x; 0.0 s.d.r f; 1.0 l.d.a f; 1.0 r x", "", ""},
    {"release and acquire, read-modify-writes", 2, 1, "0.0 w x; 0.0 x.d.ar f; 1.0 x.d.ar f; 1.0 r x", "", ""},
    {"release and acquire of the block", 2, 1, "0.0 w x; 0.0 s.b.r f; 1.0 l.b.a f; 1.0 r x", "SCOPE SCOPE",
     "SCOPE SCOPE"},
    {"release and relaxed", 2, 1, "0.0 w x; 0.0 s.d.r f; 1.0 l.d f; 1.0 r x", "", "FENCE"},
    {"a release write ends at another's write", 3, 1, "0.0 w x; 0.0 s.d.r f; 2.0 s.d f; 1.0 l.d.a f; 1.0 r x", "PLAIN",
     "PLAIN"},
    {"a release goes on in read-modify-writes", 3, 1, "0.0 w x; 0.0 s.d.r f; 2.0 u.d f; 1.0 l.d.a f; 1.0 r x", "", ""},
    {"but not in one of too narrow a scope", 3, 1, "0.0 w x; 0.0 s.d.r f; 2.0 u.b f; 2.0 u.d f; 1.0 l.d.a f; 1.0 r x",
     "SCOPE SCOPE PLAIN", "SCOPE SCOPE PLAIN"},
    {"and in writes of the same thread", 2, 1, "0.0 w x; 0.0 s.d.r f; 0.0 s.d f; 1.0 l.d.a f; 1.0 r x", "", ""},
    {"a reduction acquires nothing", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 u.d f; 1.0 f.d; 1.0 r x", "PLAIN",
     "PLAIN"},
    {"a flag in shared memory", 1, 64, "0.0 w X; 0.0 f.b; 0.0 x.b F; 0.40 x.b F; 0.40 f.b; 0.40 r X", "", ""},
    {"another flag", 2, 1, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d g; 1.0 f.d; 1.0 r x", "PLAIN", "PLAIN"},
    {"through a third thread", 3, 1,
     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1.0 x.d g; 2.0 x.d g; 2.0 f.d; 2.0 r x", "", ""},
    {"through a third thread without fence", 3, 1,
     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 x.d g; 2.0 x.d g; 2.0 f.d; 2.0 r x", "PLAIN", "PLAIN"},
    /* locks */
    {"lock", 2, 1, "0.0 c.d f; 0.0 f.d; 0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 k.d f; 1.0 c.d f; 1.0 f.d; 1.0 w x", "", ""},
    {"lock, no fence behind it", 2, 1, "0.0 c.d f; 0.0 f.d; 0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 c.d f; 1.0 w x", "FENCE",
     "FENCE"},
    {"lock, no fence before it opens", 2, 1, "0.0 c.d f; 0.0 f.d; 0.0 w x; 0.0 x.d f; 1.0 c.d f; 1.0 f.d; 1.0 w x",
     "FENCE", "FENCE"},
    {"lock, fence behind it too narrow", 2, 1,
     "0.0 c.d f; 0.0 f.d; 0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 c.d f; 1.0 f.b; 1.0 w x", "SCOPE", "SCOPE"},
    {"ticket lock", 2, 1,
     "0.0 x.d t; 1.0 x.d t; 0.0 l.d f; 0.0 f.d; 0.0 w x; 0.0 f.d; 0.0 s.d f; 1.0 l.d f; 1.0 f.d; 1.0 w x", "", ""},
    {"ticket lock without fences", 2, 1, "0.0 x.d t; 1.0 x.d t; 0.0 l.d f; 0.0 w x; 0.0 s.d f; 1.0 l.d f; 1.0 w x",
     "FENCE", "FENCE"},
    {"last block adds", 3, 32,
     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 w y; 1.0 f.d; 1.0 x.d f; 2.0 w z; 2.0 f.d; 2.0 x.d f; 2 bar; 2.0 r x; 2.1 r y; "
     "2.2 r z",
     "", "PLAIN PLAIN"},
    {"last block adds, with a second fence", 3, 32,
     "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 w y; 1.0 f.d; 1.0 x.d f; 2.0 w z; 2.0 f.d; 2.0 x.d f; 2.0 f.d; 2 bar; 2.0 r x; "
     "2.1 r y; 2.2 r z",
     "", ""},
    {"last block adds, no fence", 2, 32, "0.0 w x; 0.0 x.d f; 1.0 w y; 1.0 x.d f; 1.0 r x", "FENCE", "FENCE"},
    /* atomics */
    {"atomics of the device", 2, 1, "0.0 x.d x; 1.0 u.d x; 0.0 l.d x", "", ""},
    {"atomics of the block in one block", 1, 64, "0.0 x.b x; 0.40 x.d x", "", ""},
    {"atomics of the block in two blocks", 2, 1, "0.0 x.b x; 1.0 x.b x", "SCOPE", "SCOPE"},
    {"atomics of two scopes in two blocks", 2, 1, "0.0 x.d x; 1.0 x.b x", "SCOPE", "SCOPE"},
    {"atomic and plain read", 1, 64, "0.0 u.d x; 0.1 r x", "ATOMIC", "ATOMIC"},
    {"plain write and atomic", 2, 64, "0.0 w x; 1.1 u.d x", "ATOMIC", "ATOMIC"},
    {"plain write, barrier, atomics, barrier, plain read", 1, 64,
     "0.0 w X; 0 bar; 0.0 u.b X; 0.1 u.b X; 0.40 u.b X; 0 bar; 0.7 r X", "", ""},
    {"one atomic of several is not waited for", 1, 64, "0.0 u.b X; 0.1 u.b X; 0.40 u.b X; 0 warp 0 ffffffff; 0.0 r X",
     "ATOMIC", "ATOMIC"},
    {"atomics of two sizes", 1, 64, "0.0 u.d x+0:8; 0.1 u.d x+0:4", "SIZE", "SIZE"},
    {"atomics of two sizes with a barrier", 1, 64, "0.0 u.d x+0:8; 0 bar; 0.1 u.d x+0:4", "", ""},
    {"a swap that fails is a read", 2, 1, "0.0 k.d f; 1.0 r f", "", ""},
    {"a swap that succeeds is a write", 2, 1, "0.0 c.d f; 1.0 r f", "ATOMIC", "ATOMIC"},
    /* volatile */
    {"volatile flag", 2, 1, "0.0 w x; 0.0 f.d; 0.0 wv f; 1.0 rv f; 1.0 f.d; 1.0 r x", "VOLATILE", "VOLATILE"},
    {"atomic flag", 2, 1, "0.0 w x; 0.0 f.d; 0.0 s.d f; 1.0 l.d f; 1.0 f.d; 1.0 r x", "", ""},
    {"volatile writes", 2, 1, "0.0 wv x; 1.0 wv x", "PLAIN", "PLAIN"},
    {"volatile with a barrier", 1, 64, "0.0 wv X; 0 bar; 0.1 rv X", "", ""},
};

static void rows_hold(void **state) {
    char classes[256];
    uint32_t wrong = 0;
    struct trace trace;
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 2; i++) {
        const struct row *row = &rows[i / 2];
        const char *expected = i % 2 ? row->strict : row->pragmatic;
        trace_classes((enum swrt_race_policy)(i % 2), row->blocks, row->threads, row->steps, classes, sizeof classes,
                      &trace);
        if (!strcmp(classes, expected))
            continue;
        wrong++;
        print_error("%s, policy %d: expected '%s', got '%s'\n", row->name, (int)(i % 2), expected, classes);
    }
    assert_int_equal(wrong, 0);
}

/* What a finding says of the two accesses and what would mend them. */
static struct swrt_race_finding only(uint32_t blocks, const char *steps) {
    char classes[256];
    struct trace trace;
    trace_classes(SWRT_RACE_STRICT, blocks, 64, steps, classes, sizeof classes, &trace);
    assert_int_equal(trace.num_found, 1);
    return trace.found[0];
}

static void findings_name_both(void **state) {
    struct swrt_race_finding f = only(2, "1.40 w X+4:4; 1.3 r X+6:2");
    assert_int_equal(f.first.block, 1);
    assert_int_equal(f.first.thread, 40);
    assert_int_equal(f.first.site.number, 1);
    assert_int_equal(f.first.site.kind, SWRT_RACE_WRITE);
    assert_int_equal(f.second.thread, 3);
    assert_int_equal(f.second.site.number, 2);
    assert_true(f.shared && f.bytes == 12);
    assert_int_equal(f.address, ('X' - 'A') * 64 + 6);
    assert_int_equal(f.mend, SWRT_RACE_MEND_BARRIER);
    assert_int_equal(only(1, "0.1 w x; 0.2 w x").mend, SWRT_RACE_MEND_SYNCWARP);
    assert_int_equal(only(2, "0.1 w x; 1.2 w x").mend, SWRT_RACE_MEND_GRID);
}

static void findings_say_what_mends(void **state) {
    struct swrt_race_finding f = only(2, "0.0 w x; 0.0 x.d f; 1.0 x.d f; 1.0 f.d; 1.0 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_FENCE_BEFORE);
    assert_int_equal(f.mend_scope, SWRT_RACE_SCOPE_DEVICE);
    assert_int_equal(f.mend_site, 2);
    f = only(2, "0.0 w x; 0.0 f.d; 0.0 x.d f; 1.0 x.d f; 1.0 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_FENCE_AFTER);
    assert_int_equal(f.mend_site, 3);
    assert_int_equal(f.publisher, 2);
    assert_int_equal(f.observer, 3);
    f = only(2, "0.0 w x; 0.0 x.d f; 1.0 x.d f; 1.0 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_FENCES);
    f = only(1, "0.0 w x; 0.0 f.b; 0.0 x.d f; 0.40 x.d f; 0.40 r x");
    assert_int_equal(f.mend_scope, SWRT_RACE_SCOPE_BLOCK);
    f = only(2, "0.0 x.d x; 1.0 x.b x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_WIDEN);
    assert_true(f.mend_second);
    f = only(2, "0.0 x.b x; 1.0 x.d x");
    assert_false(f.mend_second);
    f = only(2, "0.0 w x; 1.0 x.d x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_MAKE_ATOMIC);
    assert_false(f.mend_second);
    assert_int_equal(only(1, "0.0 u.d x+0:8; 0.1 u.d x+4:4").mend, SWRT_RACE_MEND_ONE_SIZE);
    assert_int_equal(only(2, "0.0 w f; 1.0 rv f").mend, SWRT_RACE_MEND_ATOMIC_FLAG);
}

/* One thread of the block has observed what another block counted, and a barrier has told the rest. */
static void findings_know_who_was_told(void **state) {
    struct swrt_race_finding f = only(2, "0.5 w x; 0 bar; 0.0 x.d f; 1.0 x.d f; 1 bar; 1.40 r x");
    assert_int_equal(f.class, SWRT_RACE_CLASS_PLAIN);
    assert_int_equal(f.mend, SWRT_RACE_MEND_FENCES);
    assert_int_equal(f.mend_site, 2);
    f = only(3, "0.5 w x; 0 bar; 0.0 x.d f; 1.0 x.d f; 2.0 x.d f; 2 bar; 2.40 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_FENCES);
    f = only(2, "0.5 w x; 1.0 x.d f; 1.40 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_GRID);
    f = only(2, "0.5 w x; 0.0 x.d f; 1.0 x.d f; 1.40 r x");
    assert_int_equal(f.mend, SWRT_RACE_MEND_GRID);
}

/* One pair is told of a set of readers; the others count, too. */
static void findings_see_other_warps(void **state) {
    assert_false(only(1, "0.3 w x; 0.2 w x").other_warp);
    assert_true(only(1, "0.3 w x; 0.40 w x").other_warp);
    assert_false(only(2, "0.3 w x; 1.40 w x").other_warp);
    assert_false(only(1, "0.3 r x; 0.4 r x; 0.2 w x").other_warp);
    assert_true(only(1, "0.3 r x; 0.40 r x; 0.2 w x").other_warp);
    assert_true(only(1, "0.3 r X; 0.40 r X; 0.2 w X").other_warp);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_hold),
        cmocka_unit_test(findings_name_both),
        cmocka_unit_test(findings_say_what_mends),
        cmocka_unit_test(findings_know_who_was_told),
        cmocka_unit_test(findings_see_other_warps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
