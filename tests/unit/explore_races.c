/* How many pairs of accesses race, by both policies: flags with fences, orders and scopes, one of which may be missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore_outcomes.h"

#define MESSAGE(write, release, read, acquire)                                                                         \
    "PTX message { X=0; Y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak X, 1 | " read " ;\n" release               \
    " | bne r0, 1, L0 ;\n" write " | " acquire " ;\n | ld.weak r1, X ;\n | L0: ;\n"

/* strict, pragmatic: how many pairs race. */
static const struct {
    const char *name, *text;
    unsigned strict, pragmatic;
} races[] = {
    {"fences and an atomic flag",
     MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, Y", "fence.sc.gpu"), 0, 0},
    {"release fences", MESSAGE("st.relaxed.gpu Y, 1", "fence.acq_rel.gpu", "ld.relaxed.gpu r0, Y", "fence.acq_rel.gpu"),
     0, 0},
    {"no fence behind the flag", MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, Y", ""), 1, 0},
    {"no fence before the flag", MESSAGE("st.relaxed.gpu Y, 1", "", "ld.relaxed.gpu r0, Y", "fence.sc.gpu"), 1, 1},
    {"no fence behind a compare-and-swap",
     MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "atom.relaxed.gpu.cas r0, Y, 1, 1", ""), 1, 1},
    {"fences too narrow", MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.cta", "ld.relaxed.gpu r0, Y", "fence.sc.cta"), 1, 1},
    {"a volatile flag", MESSAGE("st.volatile Y, 1", "fence.sc.gpu", "ld.volatile r0, Y", "fence.sc.gpu"), 1, 1},
    {"a plain flag", MESSAGE("st.weak Y, 1", "fence.sc.gpu", "ld.weak r0, Y", "fence.sc.gpu"), 2, 2},
    {"release and acquire", MESSAGE("st.release.gpu Y, 1", "", "ld.acquire.gpu r0, Y", ""), 0, 0},
    {"release, read relaxed", MESSAGE("st.release.gpu Y, 1", "", "ld.relaxed.gpu r0, Y", ""), 1, 0},
    {"the last block, without its second fence",
     "PTX last { X=0; C=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n atom.relaxed.gpu.add r0, C, 1 | st.weak X, 1 ;\n"
     "bne r0, 1, L0 | fence.sc.gpu ;\n ld.weak r1, X | atom.relaxed.gpu.add r0, C, 1;\n L0: | ;\n",
     1, 0},
};

static unsigned count_races(const struct litmus *litmus, enum swrt_explore_policy policy) {
    struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .policy = policy};
    struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
    unsigned count = outcomes->num_races;
    swrt_outcomes_close(outcomes);
    return count;
}

static void test_races(void **state) {
    for (unsigned i = 0; i < sizeof races / sizeof *races; i++) {
        struct litmus *litmus = parse(races[i].text);
        unsigned strict = count_races(litmus, SWRT_EXPLORE_STRICT);
        unsigned pragmatic = count_races(litmus, SWRT_EXPLORE_PRAGMATIC);
        if (strict != races[i].strict || pragmatic != races[i].pragmatic)
            fail_msg("%s: %u strict, %u pragmatic; expected %u and %u", races[i].name, strict, pragmatic,
                     races[i].strict, races[i].pragmatic);
        litmus_close(litmus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_races)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
