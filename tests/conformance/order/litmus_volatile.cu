// UNSUPPORTED: quick
// Litmus programs with volatile accesses.
// FEW-RUNS
#include "litmus.h"

int main() {
    run_all<VOLATILE>("volatile", WARP, HOST_MAPPED, 1);
    return check_result();
}
