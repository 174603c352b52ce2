/* Programs of a few threads, and exactly the outcomes that PTX allows: a lock, counters, the last block's sum, barriers of
 * blocks and warps; with a mended form where something unwanted is allowed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore_outcomes.h"

/* clang-format off */
static const struct row rows[] = {
    {"cas_lock", false,
     "(2)",
     "PTX cas_lock\n"
     "(* watch: N *)\n"
     "{ L=0; N=0; }\n"
     " P0@cta 0,gpu 0                   | P1@cta 1,gpu 0                   ;\n"
     " LC0:                             | LC0:                             ;\n"
     " atom.relaxed.gpu.cas r0, L, 0, 1 | atom.relaxed.gpu.cas r0, L, 0, 1 ;\n"
     " beq r0, 0, LC1                   | beq r0, 0, LC1                   ;\n"
     " goto LC0                         | goto LC0                         ;\n"
     " LC1:                             | LC1:                             ;\n"
     " fence.sc.gpu                     | fence.sc.gpu                     ;\n"
     " ld.weak r1, N                    | ld.weak r1, N                    ;\n"
     " add r1, r1, 1                    | add r1, r1, 1                    ;\n"
     " st.weak N, r1                    | st.weak N, r1                    ;\n"
     " fence.sc.gpu                     | fence.sc.gpu                     ;\n"
     " atom.relaxed.gpu.exch r2, L, 0   | atom.relaxed.gpu.exch r2, L, 0   ;\n"},
    {"last_block_one_fence", true,
     "(1) (2) (3)",
     "PTX last_block_one_fence\n"
     "(* watch: SUM *)\n"
     "{ part0=0; part1=0; count=0; SUM=0; }\n"
     " P0@cta 0,gpu 0                    | P1@cta 1,gpu 0                    ;\n"
     " st.weak part0, 1                  | st.weak part1, 2                  ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " atom.relaxed.gpu.add r0, count, 1 | atom.relaxed.gpu.add r0, count, 1 ;\n"
     " bne r0, 1, LCX                    | bne r0, 1, LCX                    ;\n"
     " ld.weak r1, part0                 | ld.weak r1, part0                 ;\n"
     " ld.weak r2, part1                 | ld.weak r2, part1                 ;\n"
     " add r3, r1, r2                    | add r3, r1, r2                    ;\n"
     " st.weak SUM, r3                   | st.weak SUM, r3                   ;\n"
     " LCX:                              | LCX:                              ;\n"},
    {"last_block_one_fence mended", false,
     "(3)",
     "PTX last_block_one_fence_mended\n"
     "(* watch: SUM *)\n"
     "{ part0=0; part1=0; count=0; SUM=0; }\n"
     " P0@cta 0,gpu 0                    | P1@cta 1,gpu 0                    ;\n"
     " st.weak part0, 1                  | st.weak part1, 2                  ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " atom.relaxed.gpu.add r0, count, 1 | atom.relaxed.gpu.add r0, count, 1 ;\n"
     " bne r0, 1, LCX                    | bne r0, 1, LCX                    ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " ld.weak r1, part0                 | ld.weak r1, part0                 ;\n"
     " ld.weak r2, part1                 | ld.weak r2, part1                 ;\n"
     " add r3, r1, r2                    | add r3, r1, r2                    ;\n"
     " st.weak SUM, r3                   | st.weak SUM, r3                   ;\n"
     " LCX:                              | LCX:                              ;\n"},
    {"rmw_device", false,
     "(0,1,2,3) (0,2,1,3) (1,0,2,3) (1,2,0,3) (2,0,1,3) (2,1,0,3)",
     "PTX rmw_device\n"
     "(* watch: A,B,C,X *)\n"
     "{ X=0; A=0; B=0; C=0; }\n"
     " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                ;\n"
     " atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 ;\n"
     " st.weak A, r0                 | st.weak B, r0                 | st.weak C, r0                 ;\n"},
    {"shared_syncthreads", false,
     "(7,9)",
     "PTX shared_syncthreads\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
     " st.weak s0, 7  | st.weak s1, 9  ;\n"
     " bar.sync 0     | bar.sync 0     ;\n"
     " ld.weak r0, s1 | ld.weak r0, s0 ;\n"
     " st.weak B, r0  | st.weak A, r0  ;\n"},
    {"through a thread that only comes to barriers", false,
     "(1)",
     "PTX idle\n"
     "(* watch: P1:r0 *)\n"
     "{ X=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
     " st.weak X, 1   | bar.sync 1, 2  | bar.sync 0, 2  ;\n"
     " bar.sync 0, 2  | ld.weak r0, X  | bar.sync 1, 2  ;\n"},
    {"through a thread that only arrives there", true,
     "(0) (1)",
     "PTX arrives\n"
     "(* watch: P1:r0 *)\n"
     "{ X=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0  ;\n"
     " st.weak X, 1   | bar.sync 1, 2  | bar.arrive 0, 2 ;\n"
     " bar.sync 0, 2  | ld.weak r0, X  | bar.sync 1, 2   ;\n"},
    {"warp_without_syncwarp", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX warp_without_syncwarp\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
     " st.weak s0, 0  | st.weak s1, 0  ;\n"
     " bar.sync 0     | bar.sync 0     ;\n"
     " st.weak s0, 1  | st.weak s1, 1  ;\n"
     " ld.weak r0, s1 | ld.weak r0, s0 ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"warp_without_syncwarp mended", false,
     "(1,1)",
     "PTX warp_without_syncwarp_mended\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0   | P1@cta 0,gpu 0   ;\n"
     " st.weak s0, 0    | st.weak s1, 0    ;\n"
     " bar.sync 0       | bar.sync 0       ;\n"
     " st.weak s0, 1    | st.weak s1, 1    ;\n"
     " bar.sync 101     | bar.sync 101     ;\n"
     " ld.weak r0, s1   | ld.weak r0, s0   ;\n"
     " st.weak A, r0    | st.weak B, r0    ;\n"},
};
/* clang-format on */

static void test_programs(void **state) {
    expect_rows(rows, sizeof rows / sizeof *rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
