/* What transformations assume, and how a test shows that they check it.
 *
 * Each condition on which an optimisation rests is a row of assumptions.def, and is checked through SW_PROVED, which is
 * nothing but the condition itself. In a build with SOFTWARP_MUTANTS the check that the environment variable
 * SOFTWARP_MUTANT names is skipped, as if the condition always held: some test must notice (tests/mutation.py). */
#ifndef SOFTWARP_ASSUMPTIONS_H
#define SOFTWARP_ASSUMPTIONS_H

#include <stdbool.h>

enum sw_assumption {
#define ASSUMPTION(name, file, condition, tests) SW_ASSUMPTION_##name,
#include "softwarp/assumptions.def"
#undef ASSUMPTION
    SW_ASSUMPTION_COUNT
};

#ifdef SOFTWARP_MUTANTS
#include <stdlib.h>
#include <string.h>

static inline bool sw_is_mutant(const char *name) {
    const char *skipped = getenv("SOFTWARP_MUTANT");
    return skipped && !strcmp(skipped, name);
}
#define SW_PROVED(name, holds) ((void)SW_ASSUMPTION_##name, (holds) || sw_is_mutant(#name))
#else
#define SW_PROVED(name, holds) ((void)SW_ASSUMPTION_##name, (holds))
#endif

#endif
