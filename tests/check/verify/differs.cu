// A kernel whose lanes race with each other: in lockstep all of them write before one reads, one thread at a time each
// reads what it wrote, in whatever order. So the two differ, and no order of W = 1 explains it. What is told, and what the
// options do. With SOFTWARP_VERIFY_WHOLE=0 what W = 1 gave is known by its fingerprints only, and the same is told.
// RUN: %swcc -g %s -o %t
// RUN: not %softwarp verify %t 2>&1 | FileCheck %s
// RUN: %softwarp verify %t > /dev/null 2>&1; test $? = 1
// RUN: %softwarp verify --error-exitcode=9 %t > /dev/null 2>&1; test $? = 9
// RUN: %softwarp verify --error-exitcode 0 --log-file %t.log --json %t.json %t > %t.txt 2>&1; test $? = 0 -a ! -s %t.txt
// RUN: FileCheck %s < %t.log
// RUN: not env SOFTWARP_VERIFY_WHOLE=0 %softwarp verify %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_VERIFY_WHOLE=0 %softwarp verify --kernel-name floats --ulp 31 %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not env SOFTWARP_VERIFY_WHOLE=0 %softwarp verify --kernel-name floats --ulp 30 %t 2>&1 | FileCheck --check-prefix=ULP %s
// RUN: %python -c "import json; d = json.load(open('%t.json')); assert d['errors'] == 3 and d['complete'] and d['launches']['different'] == 3 and d['launches']['all'] == 4, d"
// RUN: %softwarp verify --kernel-name plain %t 2>&1 | FileCheck --check-prefixes=NONE,PLAIN %s
// RUN: not %softwarp verify --kernel-name kns=floats --ulp 30 %t 2>&1 | FileCheck --check-prefix=ULP %s
// RUN: %softwarp verify --kernel-name floats --ulp 31 %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %softwarp verify --kernel-name floats --tolerance 4e-6 %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %softwarp verify --kernel-name floats --tolerance 3e-6 %t 2>&1 | FileCheck --check-prefix=ULP %s
// RUN: not %softwarp verify --kernel-name floats --ulp 31 --type double %t 2>&1 | FileCheck --check-prefix=ULP %s
// RUN: %softwarp verify --launch-count 1 %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %softwarp verify --print-limit 1 %t 2>&1 | FileCheck --check-prefix=LIMIT %s
// The program's own status, and signals; wrong options.
// RUN: not %softwarp verify --kernel-name plain sh -c "%t; exit 3"
// RUN: %softwarp verify sh -c "kill -9 \$\$" > %t.txt 2>&1; test $? = 137
// RUN: %softwarp verify --help | FileCheck --check-prefix=HELP %s
// RUN: not %softwarp verify 2>&1 | FileCheck --check-prefix=PROGRAM %s
// RUN: not %softwarp verify --ulp=x %t 2>&1 | FileCheck --check-prefix=ULP-VALUE %s
// RUN: not %softwarp verify --type half %t 2>&1 | FileCheck --check-prefix=TYPE-VALUE %s
// RUN: not %softwarp verify --tolerance inf %t 2>&1 | FileCheck --check-prefix=TOLERANCE-VALUE %s
// RUN: not %softwarp verify --error-exitcode 256 %t 2>&1 | FileCheck --check-prefix=EXIT-VALUE %s
// RUN: not %softwarp verify --kernel-name= %t 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not %softwarp verify --json= %t 2>&1 | FileCheck --check-prefix=EMPTY-FILE %s
// RUN: not %softwarp verify --sides 2 %t 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not %softwarp verify --ulp 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: %softwarp verify %t.missing > %t.txt 2>&1; test $? = 127
#include <cstdio>

__device__ int words[32];

__global__ void plain(int *values) { values[threadIdx.x] = threadIdx.x; }

__global__ void mixed(int *cell, int *same, int *values)
{
    *cell = threadIdx.x;
    values[threadIdx.x] = *same;
}

__global__ void variable(int *cell, int *same)
{
    *cell = threadIdx.x;
    words[threadIdx.x] = *same;
}

__global__ void floats(float *cell, float *same, float *values)
{
    *cell = __int_as_float(0x3f800000 + threadIdx.x);
    values[threadIdx.x] = *same;
}

int main()
{
    int *cell, *values, seen[32];
    cudaMalloc(&cell, 4);
    cudaMalloc(&values, sizeof seen);
    plain<<<1, 32>>>(values);
    // CHECK: ========= kernel mixed(int*, int*, int*), launch 2: lockstep gives another result than W = 1
    // CHECK-NEXT: 31 elements of the allocation at 0x{{[0-9a-f]+}} of size 128 bytes differ
    // CHECK-NEXT: element 0 of 4 bytes: at W = 1 0x00000000 (int 0, float 0), in lockstep 0x0000001f (int 31, float 4.34402524e-44)
    // CHECK: At W = 1 it was the same in 8 other orders of blocks and threads
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: main in {{.*}}differs.cu:[[# @LINE - 7]]
    // CHECK-NEXT: In lockstep: 32 threads at a time; 1 x 1 x 1 blocks of 32 x 1 x 1 threads
    // CHECK-NEXT: Saved host backtrace up to the kernel's launch
    // CHECK: main in {{.*}}differs.cu:[[# @LINE + 1]]
    mixed<<<1, 32>>>(cell, cell, values);
    // CHECK: kernel variable(int*, int*), launch 3:
    // CHECK-NEXT: 31 elements of variable words differ (128 bytes at 0x{{[0-9a-f]+}})
    variable<<<1, 32>>>(cell, cell);
    // CHECK: kernel floats(float*, float*, float*), launch 4:
    // ULP: kernel floats(float*, float*, float*), launch 4:
    // ULP: 1 differs
    floats<<<1, 32>>>((float *)cell, (float *)cell, (float *)values);
    cudaMemcpy(seen, values, sizeof seen, cudaMemcpyDeviceToHost);
    // CHECK: VERIFY SUMMARY: 4 launches: 3 differ; 1 the same
    // NONE-NOT: kernel
    // NONE: VERIFY SUMMARY: 4 launches: 0 differ
    // PLAIN-SAME: ; 1 the same; 3 left out: --kernel-name=plain
    // LIMIT: kernel mixed
    // LIMIT-NOT: kernel variable
    // LIMIT: 2 more are not printed (--print-limit)
    // HELP: usage: softwarp verify [options] PROGRAM [arguments]
    // PROGRAM: softwarp verify: no program given
    // ULP-VALUE: softwarp verify: --ulp wants a whole number from 0 to {{[0-9]+}}: x
    // TYPE-VALUE: softwarp verify: --type wants float or double: half
    // TOLERANCE-VALUE: softwarp verify: --tolerance wants a finite number from 0 on: inf
    // EXIT-VALUE: softwarp verify: --error-exitcode wants a whole number from 0 to 255: 256
    // EMPTY: softwarp verify: a value is missing behind: --kernel-name
    // EMPTY-FILE: softwarp verify: a value is missing behind: --json
    // OPTION: softwarp verify: unknown option: --sides
    // MISSING: softwarp verify: a value is missing behind: --ulp
    return 0;
}
