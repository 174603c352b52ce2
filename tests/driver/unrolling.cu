// #pragma unroll is followed where the result is of reasonable size; else there is a loop over as many copies as fit, and
// nobody is told.
// UNSUPPORTED: quick
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %swcc -keep-dir %t -c %s -o %t/a.o 2>&1 | count 0
// RUN: llvm-dis unrolling.device.bc -o code.ll && FileCheck %s --input-file=code.ll
// RUN: awk '/__sw_atomic_add_i32/ { n++ } END { exit n < 20 || n > 1200 }' code.ll
// CHECK: define {{.*}}few
// CHECK-COUNT-16: call {{.*}}__sw_atomic_add_i32
// CHECK-NOT: __sw_atomic_add_i32
// CHECK: define {{.*}}thousands
__global__ void few(int *p)
{
#pragma unroll
    for (int i = 0; i < 16; i++)
        atomicAdd(p + i * i, i);
}

__global__ void thousands(int *p)
{
#pragma unroll
    for (int i = 0; i < 2000; i++)
        atomicAdd(p + i * i, i);
}
