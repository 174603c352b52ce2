// --leak-check full: how much is left in all, as compute-sanitizer ends with it; what is suppressed is not in it.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check --leak-check full --gen-suppressions %t.known %t 3 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: %softwarp check --leak-check full --seeds 2 %t 3 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: %softwarp check --leak-check full --suppressions %t.known %t 3 2>&1 | FileCheck --check-prefix=ZERO %s
// RUN: %softwarp check --leak-check full %t 0 2>&1 | FileCheck --check-prefix=ZERO %s
// RUN: %softwarp check %t 3 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %softwarp check --leak-check full --allow-unchecked true 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %softwarp check --leak-check full %t -1 2>&1 | FileCheck --check-prefix=ENDED %s
// Only memcheck looks for them.
// RUN: %softwarp check --leak-check full --tool initcheck,racecheck %t 3 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %softwarp check --leak-check full --tool racecheck,memcheck %t 3 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: %softwarp check --tool initcheck --report-api-errors all --policy strict %t 3 2>&1 | FileCheck --check-prefix=IDLE %s
#include <cstdlib>
#include <unistd.h>

__global__ void nothing() {}
__global__ void keep() { malloc(24); }

int main(int argc, char **argv)
{
    void *left;
    int count = atoi(argv[1]);
    nothing<<<1, 1>>>();
    for (int i = 1; i < count; i++)
        cudaMalloc(&left, 1000);
    if (count == 3)
        keep<<<1, 2>>>();
    cudaDeviceSynchronize();
    if (count < 0)
        _exit(3);
}
// THREE: Leaked 2000 bytes in 2 allocations
// THREE: Leaked 48 bytes in 2 allocations on the device heap
// THREE: ========= LEAK SUMMARY: 2048 bytes leaked in 4 allocations{{$}}
// THREE-NEXT: ========= ERROR SUMMARY: 2 errors
// ZERO: ========= LEAK SUMMARY: 0 bytes leaked in 0 allocations{{$}}
// NONE-NOT: LEAK SUMMARY
// NONE: ERROR SUMMARY: 0 errors
// ENDED: ========= LEAK SUMMARY: not known, the program did not come to its end
// OTHER: softwarp check: --leak-check changes nothing here: it is for memcheck (--tool initcheck,racecheck)
// OTHER-NOT: LEAK SUMMARY
// IDLE: --report-api-errors changes nothing here: it is for memcheck
// IDLE-NEXT: --policy changes nothing here: it is for racecheck and synccheck
