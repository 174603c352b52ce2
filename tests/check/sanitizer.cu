// compute-sanitizer's options: several tools, which kernels, API errors, what is printed, and what is only accepted.
// RUN: %swcc --check %s -o %t
// RUN: %sanitizer --version | FileCheck --check-prefix=VERSION %s
// RUN: %sanitizer --help | FileCheck --check-prefix=HELP %s
// RUN: %sanitizer --tool memcheck --tool=initcheck,memcheck --json %t.json %t > %t.txt 2>&1
// RUN: FileCheck --check-prefix=BOTH %s < %t.txt
// RUN: FileCheck --check-prefix=TOOLS %s < %t.json
// RUN: %sanitizer -t initcheck %t 2>&1 | FileCheck --check-prefix=INIT %s
// RUN: not %sanitizer --tool memcheck --tool nothing %t 2>&1 | FileCheck --check-prefix=TOOL %s
// Kernels: a part of the name, all of it, mangled, a regular expression; several, and all but some.
// RUN: %sanitizer --kernel-name kns=eco %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-name kernel_name=second %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer -k kne=_Z6secondPi %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-name regex:^s.*d %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-regex kns=s.c %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-regex 'kne=second\(.*' %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-name-exclude first --report-api-errors no %t 2>&1 | FileCheck --check-prefix=NOT-FIRST %s
// RUN: %sanitizer --allow-unchecked --kernel-name second --kernel-regex-exclude ^s %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %sanitizer --allow-unchecked --kernel-regex kne=sec %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %sanitizer --allow-unchecked --kernel-name kne=sec %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %sanitizer --kernel-name second --kernel-name kne=f %t 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: not %sanitizer --kernel-regex 'a(' %t 2>&1 | FileCheck --check-prefix=REGEX %s
// Failing calls of the API.
// RUN: %sanitizer --allow-unchecked --kernel-name-exclude regex:. %t 2>&1 | FileCheck --check-prefix=EXPLICIT %s
// RUN: %sanitizer --allow-unchecked --kernel-name-exclude regex:. --report-api-errors=all %t 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: %sanitizer --allow-unchecked --kernel-name-exclude regex:. --report-api-errors no %t 2>&1 | FileCheck --check-prefix=NO-API %s
// RUN: not %sanitizer --report-api-errors some %t 2>&1 | FileCheck --check-prefix=KIND %s
// RUN: %sanitizer --kernel-name second --show-backtrace device %t 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: %sanitizer --kernel-name second --show-backtrace host %t 2>&1 | FileCheck --check-prefix=HOST %s
// Nothing to check.
// RUN: not %sanitizer true
// RUN: %sanitizer --require-cuda-init no true
// RUN: %sanitizer --require-cuda-init=yes true 2> /dev/null; test $? = 255
// Accepted: with a value, with one behind =, without one where that is usual. What would find something else is said.
// RUN: %sanitizer --launch-timeout 5 --racecheck-report=hazard --destroy-on-device-error kernel --target-processes all --check-optix-leaks --nvtx no --check-warpgroup-mma=yes --kernel-name second --print-level=error %t 2>&1 | FileCheck --check-prefix=ACCEPTED %s
// RUN: %sanitizer --track-unused-memory --kernel-name second %t 2>&1 | FileCheck --check-prefix=LACK %s
// RUN: %sanitizer --track-unused-memory no --kernel-name second %t 2>&1 | FileCheck --check-prefix=ACCEPTED %s
// RUN: not %sanitizer --leak-check some %t 2>&1 | FileCheck --check-prefix=LEAK %s
// RUN: not %sanitizer --print-limit
// RUN: not %sanitizer --kernel-name= %t 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not %sanitizer --kernel-name kns= %t 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not %sanitizer --kernel-regex-exclude= %t 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not %sanitizer --json= %t 2>&1 | FileCheck --check-prefix=EMPTY-FILE %s
#include <cstdio>

__global__ void first(int *values) { values[10] = 1; }
__device__ void write(int *values) { values[11] = 1; }
__global__ void second(int *values) { write(values); }
extern "C" __global__ void f(int *values) { values[12] = values[9]; }

int main()
{
    int *values;
    cudaMalloc(&values, 40);
    first<<<1, 1>>>(values);
    second<<<1, 1>>>(values);
    f<<<1, 1>>>(values);
    cudaFree((char *)values + 4);
    cudaDeviceCanAccessPeer(nullptr, 0, 0);
    cudaDeviceDisablePeerAccess(0);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
// VERSION: Compute Sanitizer
// VERSION-NEXT: Version {{[0-9]+\.[0-9]+}}
// HELP: usage: compute-sanitizer [options]
// HELP: Accepted and ignored
// HELP: --launch-timeout SECONDS
// HELP-NEXT: attach itself
// BOTH: Invalid __global__ write
// BOTH: Uninitialized __global__ memory read
// TOOLS: "tools": "memcheck,initcheck"
// INIT-NOT: ========= Invalid
// INIT: Uninitialized __global__ memory read
// TOOL: compute-sanitizer: there is no such tool: nothing
// SECOND-NOT: first(int*)
// SECOND: called at second(int*)
// SECOND: ERROR SUMMARY: 1 error in
// NOT-FIRST-NOT: first(int*)
// NOT-FIRST: at second(int*)
// NOT-FIRST: at f in
// NOT-FIRST: ERROR SUMMARY: 2 errors in
// NONE: ERROR SUMMARY: 0 errors, but no kernel was checked: no launch matches --kernel-
// TWO: ERROR SUMMARY: 2 errors in
// REGEX: compute-sanitizer: no regular expression: a(
// EMPTY: compute-sanitizer: an empty name, which all kernels have in theirs
// EMPTY-FILE: compute-sanitizer: a value is missing behind: --json=
// EXPLICIT: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaFree
// EXPLICIT: Host Frame: main in {{.*}}sanitizer.cu:[[#]]
// EXPLICIT-NOT: cudaErrorPeerAccess
// ALL: cudaErrorInvalidValue
// ALL: cudaErrorPeerAccess
// NO-API: ERROR SUMMARY: 0 errors, but no kernel was checked: no launch matches --kernel-name-exclude=regex:.
// KIND: compute-sanitizer: --report-api-errors wants no, explicit or all: some
// DEVICE: called at second(int*)
// DEVICE-NOT: {{Host Frame|host backtrace}}
// HOST: write(int*)
// HOST-NOT: called at
// HOST: Host Frame: main
// ACCEPTED-NOT: ignored
// ACCEPTED: ERROR SUMMARY: 1 error in
// LACK: compute-sanitizer: --track-unused-memory is ignored: unused memory is not looked for
// LACK: ERROR SUMMARY: 1 error in
// LEAK: compute-sanitizer: --leak-check wants full or no: some
