// UNSUPPORTED: quick
// Litmus programs with atomic functions (atomicExch writes, atomicAdd of 0 reads): those of the block's scope within a
// block, of the device's across blocks.
#include "litmus.h"

int main() {
    run_all<ATOMIC_BLOCK>("atomic_block", WARP, WARPS, 0.5);
    run_all<ATOMIC>("atomic", BLOCKS, BLOCKS, 0.5);
    return check_result();
}
