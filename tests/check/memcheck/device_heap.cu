// malloc and free in kernels.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --leak-check full %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: for i in 0 1 2 3; do %softwarp check --leak-check full %t wrong $i; done > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
#include "check.h"

__global__ void use(int which)
{
    int *values = (int *)malloc(10 * sizeof(int));
    values[which == 0 ? 10 : 9] = 1;
    if (which != 3)
        free(values);
    if (which == 1)
        values[0] = 2;
    if (which == 2)
        free(values);
}

int main(int argc, char **argv)
{
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at use(int) in {{.*}}device_heap.cu:11
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at use(int) in {{.*}}device_heap.cu:15
    // CHECK: Malloc/Free error encountered : Invalid pointer to free
    // CHECK: by thread (0,0,0) in block (0,0,0)
    // CHECK: Leaked 80 bytes in 2 allocations on the device heap, the first of 40 bytes at 0x{{[0-9a-f]+}}
    // CHECK: main in {{.*}}device_heap.cu:[[# @LINE + 1]]
    use<<<1, 2>>>(is_wrong(argc, argv) ? atoi(argv[2]) : -1);
    // RIGHT: ERROR SUMMARY: 0 errors
    return finish();
}
