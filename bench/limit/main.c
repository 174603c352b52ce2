/* The limit program: the best versions that we can make for this processor, by hand. It says what a row's time could
 * be at best; nobody has to reach it. Bandwidth is the limit of most rows, so reading with many accumulators and
 * prefetches is what most of them are. Needs AVX-512. */
#include "../common/bench.h"

#define ENTRY(workload, function) void function(void);
#include "entries.def"
#undef ENTRY

static const struct bench_entry entries[] = {
#define ENTRY(workload, function) {workload, function},
#include "entries.def"
#undef ENTRY
};

int main(void) {
    return bench_serve(entries, sizeof entries / sizeof entries[0]);
}
