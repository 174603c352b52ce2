/* The OpenMP program: every workload as a competent C programmer writes it by hand (simd, reductions, private
 * tables). */
#include "../common/bench.h"

#define ENTRY(workload, function) void function(void);
#include "entries.def"
#undef ENTRY

static const struct bench_entry entries[] = {
#define ENTRY(workload, function) {workload, function},
#include "entries.def"
#undef ENTRY
};

void run_empty(void) {
#pragma omp parallel
    __asm__ volatile("" ::: "memory");
}

int main(void) {
    return bench_serve(entries, sizeof entries / sizeof entries[0]);
}
