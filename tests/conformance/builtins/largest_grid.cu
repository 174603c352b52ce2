// As many blocks as a grid may have, all but two of which leave at once: done in seconds. (Once, not in all ways.)
// RUN: %swcc %s -o %t && %run %t | FileCheck %s
// CHECK: ok
#include "../check.h"

enum { BLOCKS = 2147483647 };

__global__ void leave_early(unsigned *out) {
    if (blockIdx.x != 0 && blockIdx.x != BLOCKS - 1) return;
    out[blockIdx.x != 0] = blockIdx.x;
    out[2] = gridDim.x;
}

int main() {
    unsigned *out = managed<unsigned>(3);
    out[0] = 77;
    leave_early<<<BLOCKS, 1>>>(out);
    FINISH();
    CHECK_EQUAL(0u, out[0]);
    CHECK_EQUAL(BLOCKS - 1u, out[1]);
    CHECK_EQUAL((unsigned)BLOCKS, out[2]);
    return check_result();
}
