// UNSUPPORTED: quick
// Litmus programs with volatile accesses.
#include "litmus.h"

int main() {
    run_all<VOLATILE>("volatile", WARP, HOST_MAPPED, 1);
    return check_result();
}
