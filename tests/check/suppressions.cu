// Findings that are known: written down, left out by that and by less of it; those like them are told.
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %swcc --check %t.d/program.cu -o %t
// RUN: %softwarp check --leak-check full --gen-suppressions %t.known %t 2>&1 | FileCheck --check-prefix=FOUND %s
// RUN: FileCheck --check-prefix=FILE %s < %t.known
// RUN: %softwarp check --leak-check full --error-exitcode 9 --suppressions %t.known --json %t.json %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// Exactly what was found: the same kernel at its other place, the same place in another kernel, another API call.
// RUN: %softwarp check --leak-check full --suppressions %t.known %t more 2>&1 | FileCheck --check-prefix=MORE %s
// RUN: not %softwarp check --error-exitcode 9 --suppressions %t.known %t more
// By hand, in parts.
// RUN: %softwarp check --suppressions %t.d/tool %t 2>&1 | FileCheck --check-prefix=TOOL %s
// RUN: %softwarp check --suppressions %t.d/kernel %t more 2>&1 | FileCheck --check-prefix=KERNEL %s
// RUN: %softwarp check --suppressions %t.d/line %t 2>&1 | FileCheck --check-prefix=LINE %s
// RUN: %softwarp check --suppressions %t.d/other %t 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %softwarp check --suppressions %t.d/nothing %t 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not %softwarp check --suppressions %t.d/wrong %t 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %softwarp check --suppressions %t.d/missing %t 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: not %softwarp check --suppressions %t.d %t 2>&1 | FileCheck --check-prefix=FOLDER %s

// FOLDER: softwarp check: cannot read {{.*}}.d: Is a directory
// FOUND: ERROR SUMMARY: 5 errors in
// FILE: kind: memcheck/api-error
// FILE-NEXT: title: Program hit cudaErrorInvalidValue
// FILE-NEXT: at: {{.*}}program.cu:[[#]]{{$}}
// FILE: kind: memcheck/invalid-write
// FILE-NEXT: kernel: first(int*, int)
// FILE-NEXT: title: Invalid __global__ write of size 4 bytes
// FILE-NEXT: at: {{.*}}program.cu:[[#]]:[[#]]
// FILE-NEXT: places: 1
// FILE: kernel: second(int*)
// FILE: places: 2
// FILE: title: Leaked 40 bytes{{$}}
// NONE-NOT: ========= Invalid
// NONE: ERROR SUMMARY: 0 errors, 5 suppressed in
// JSON: "errors": 0,
// JSON-NEXT: "suppressed": 5,
// MORE: CUDA API call to cudaFree.
// MORE: Invalid __global__ write
// MORE-NEXT: at first(int*, int) in
// MORE: Invalid __global__ write
// MORE-NEXT: at inner(int*) in
// MORE-NEXT: called at third(int*) in
// MORE: ERROR SUMMARY: 3 errors, 5 suppressed in
// TOOL: ERROR SUMMARY: 0 errors, 4 suppressed
// KERNEL-NOT: first(int*, int)
// KERNEL: second(int*)
// KERNEL: ERROR SUMMARY: 5 errors, 2 suppressed
// LINE: ERROR SUMMARY: 3 errors, 1 suppressed
// OTHER: ERROR SUMMARY: 4 errors in
// WRONG: softwarp check: {{.*}}wrong:2: not a line of a suppression: colour: red
// MISSING: softwarp check: cannot read {{.*}}missing: No such file or directory

//--- program.cu
__global__ void first(int *values, int other)
{
    if (other)
        values[10] = 1;
    else
        values[11] = 1;
}
__device__ void inner(int *values) { values[12] = 1; }
__global__ void second(int *values) { inner(values); }
__global__ void third(int *values) { inner(values); }
__global__ void fourth(int *values) { values[13] = 1; }

int main(int argc, char **)
{
    int *values;
    cudaMalloc(&values, 40);
    first<<<1, 1>>>(values, 0);
    second<<<1, 1>>>(values);
    fourth<<<1, 1>>>(values);
    cudaFree((char *)values + 4);
    if (argc > 1) {
        first<<<1, 1>>>(values, 1);
        third<<<1, 1>>>(values);
        cudaFree((char *)values + 4);
    }
    cudaDeviceSynchronize();
}
//--- tool
# All of a tool's.
kind: memcheck
//--- kernel
kernel: first(int*, int)
//--- line
kind: memcheck/invalid-write
at: program.cu:11
//--- other
kind: memcheck/invalid-read

kind: initcheck

at: gram.cu:11

kernel: first

title: Invalid __shared__
//--- nothing
# A record that says nothing hides nothing.


//--- wrong
kind: memcheck
colour: red
