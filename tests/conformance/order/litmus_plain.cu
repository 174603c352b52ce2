// UNSUPPORTED: quick
// Litmus programs with plain accesses: only fences order them, sequentially consistent ones, in a scope that has all
// threads in it.
// FEW-RUNS
#include "litmus.h"

int main() {
    run_all<PLAIN>("plain", WARP, HOST_MAPPED, 1);
    return check_result();
}
