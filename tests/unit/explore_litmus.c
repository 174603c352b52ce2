/* The shapes of litmus tests, and exactly the outcomes that PTX allows: message passing, store and load buffering, IRIW, S,
 * coherence; with a mended form where something unwanted is allowed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore_outcomes.h"

/* clang-format off */
static const struct row rows[] = {
    {"corr_plain", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX corr_plain\n"
     "(* watch: A,B *)\n"
     "{ X=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | ld.weak r0, X  ;\n"
     "                | st.weak A, r0  ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak B, r1  ;\n"},
    {"corr_plain mended", true,
     "(0,0) (0,1) (1,1)",
     "PTX corr_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0   | P1@cta 1,gpu 0    ;\n"
     " st.volatile X, 1 | ld.volatile r0, X ;\n"
     "                  | st.weak A, r0     ;\n"
     "                  | ld.volatile r1, X ;\n"
     "                  | st.weak B, r1     ;\n"},
    {"iriw_acquire", false,
     "(0,0,0,0) (0,0,0,1) (0,0,1,0) (0,0,1,1) (0,1,0,0) (0,1,0,1) (0,1,1,0) (0,1,1,1) (1,0,0,0) (1,0,0,1) "
     "(1,0,1,0) (1,0,1,1) (1,1,0,0) (1,1,0,1) (1,1,1,0) (1,1,1,1)",
     "PTX iriw_acquire\n"
     "(* watch: A,B,C,D *)\n"
     "{ X=0; Y=0; A=0; B=0; C=0; D=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       | P3@cta 3,gpu 0       ;\n"
     " st.release.gpu X, 1 | st.release.gpu Y, 1 | ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     "                     |                     | st.weak A, r0        | st.weak C, r0        ;\n"
     "                     |                     | ld.acquire.gpu r1, Y | ld.acquire.gpu r1, X ;\n"
     "                     |                     | st.weak B, r1        | st.weak D, r1        ;\n"},
    {"iriw_acquire mended", false,
     "(0,0,0,0) (0,0,0,1) (0,0,1,0) (0,0,1,1) (0,1,0,0) (0,1,0,1) (0,1,1,0) (0,1,1,1) (1,0,0,0) (1,0,0,1) "
     "(1,0,1,1) (1,1,0,0) (1,1,0,1) (1,1,1,0) (1,1,1,1)",
     "PTX iriw_acquire_mended\n"
     "(* watch: A,B,C,D *)\n"
     "{ X=0; Y=0; A=0; B=0; C=0; D=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       | P3@cta 3,gpu 0       ;\n"
     " st.release.gpu X, 1 | st.release.gpu Y, 1 | ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     "                     |                     | st.weak A, r0        | st.weak C, r0        ;\n"
     "                     |                     | fence.sc.gpu         | fence.sc.gpu         ;\n"
     "                     |                     | ld.acquire.gpu r1, Y | ld.acquire.gpu r1, X ;\n"
     "                     |                     | st.weak B, r1        | st.weak D, r1        ;\n"},
    {"lb_relaxed", false,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX lb_relaxed\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;\n"
     " ld.relaxed.gpu r0, X | ld.relaxed.gpu r0, Y ;\n"
     " st.weak A, r0        | st.weak B, r0        ;\n"
     " st.relaxed.gpu Y, 1  | st.relaxed.gpu X, 1  ;\n"},
    {"lb_relaxed mended", false,
     "(0,0) (0,1) (1,0)",
     "PTX lb_relaxed_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;\n"
     " ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     " st.weak A, r0        | st.weak B, r0        ;\n"
     " st.release.gpu Y, 1  | st.release.gpu X, 1  ;\n"},
    {"mp_fences", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_fences\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_plain", true,
     "(1,2) (1,20) (10,2) (10,20)",
     "PTX mp_plain\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " st.weak Y, 20  | st.weak B, r0  ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_plain mended", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_release_acquire", false,
     "(-1) (42)",
     "PTX mp_release_acquire\n"
     "(* watch: A *)\n"
     "{ data=0; A=-1; ready=0; }\n"
     " P0@cta 0,gpu 0          | P1@cta 1,gpu 0           ;\n"
     " st.weak data, 42        | ld.acquire.gpu r0, ready ;\n"
     " st.release.gpu ready, 1 | bne r0, 1, LCX           ;\n"
     "                         | ld.weak r1, data         ;\n"
     "                         | st.weak A, r1            ;\n"
     "                         | LCX:                     ;\n"},
    {"mp_x_first", true,
     "(1,2) (1,20) (10,2) (10,20)",
     "PTX mp_x_first\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r1, X  ;\n"
     " fence.sc.gpu   | st.weak A, r1  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r0, Y  ;\n"
     "                | st.weak B, r0  ;\n"},
    {"mp_x_first mended", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_x_first_mended\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"s_release_acquire", false,
     "(0,1) (0,2) (1,1)",
     "PTX s_release_acquire\n"
     "(* watch: A,X *)\n"
     "{ X=0; Y=0; A=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;\n"
     " st.relaxed.gpu X, 2 | ld.acquire.gpu r0, Y ;\n"
     " st.release.gpu Y, 1 | st.weak A, r0        ;\n"
     "                     | st.relaxed.gpu X, 1  ;\n"},
    {"sb_plain", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX sb_plain\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " ld.weak r0, Y  | ld.weak r0, X  ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"sb_plain mended", true,
     "(0,1) (1,0) (1,1)",
     "PTX sb_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " fence.sc.gpu   | fence.sc.gpu   ;\n"
     " ld.weak r0, Y  | ld.weak r0, X  ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"two writers, either fence first", true,
     "(1,2) (2,1) (2,2)",
     "PTX writers\n"
     "(* watch: X,Y *)\n"
     "{ X=0; Y=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " fence.sc.gpu   | fence.sc.gpu   ;\n"
     " st.weak Y, 2   | st.weak X, 2   ;\n"},
    {"a release seen through another's read-modify-write", true,
     "(0,0) (0,1) (1,1) (2,1)",
     "PTX chain\n"
     "(* watch: P2:r0,P2:r1 *)\n"
     "{ X=0; Y=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0           | P2@cta 2,gpu 0       ;\n"
     " st.weak X, 1        | ld.relaxed.gpu r1, Y     | ld.acquire.gpu r0, Y ;\n"
     " st.release.gpu Y, 1 | bne r1, 1, L0            | ld.weak r1, X        ;\n"
     "                     | red.relaxed.gpu.add Y, 1 |                      ;\n"
     "                     | L0:                      |                      ;\n"},
};
/* clang-format on */

static void test_litmus(void **state) {
    expect_rows(rows, sizeof rows / sizeof *rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_litmus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
