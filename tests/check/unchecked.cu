// What ran without checks is said, and is no success: kernels that were built without --check, and programs that have
// nothing to check. It is checked no worse than in a plain run, either.
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %swcc --check -c %t.d/main.cu -o %t.main.o
// RUN: %swcc -c %t.d/other.cu -o %t.other.o
// RUN: %swcc --check -c %t.d/other.cu -o %t.other_checked.o
// RUN: %swcc %t.main.o %t.other.o -o %t.mixed
// RUN: %swcc %t.main.o %t.other_checked.o -o %t.all
// RUN: %softwarp check --json %t.json %t.all 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: FileCheck --check-prefix=ALL-JSON %s < %t.json
// RUN: %softwarp check --json %t.json --sarif %t.sarif %t.mixed > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=MIXED %s < %t.txt
// RUN: FileCheck --check-prefix=MIXED-JSON %s < %t.json
// RUN: FileCheck --check-prefix=MIXED-SARIF %s < %t.sarif
// RUN: not %softwarp check --seeds 3 %t.mixed 2>&1 | FileCheck --check-prefix=SEEDS %s
// RUN: %softwarp check --allow-unchecked %t.mixed
// The program's own status and that for findings come first.
// RUN: %softwarp check %t.mixed 3 2> /dev/null; test $? = 3
// RUN: %softwarp check --error-exitcode 9 %t.mixed 0 1 2> /dev/null; test $? = 9
// Nothing at all.
// RUN: %softwarp check --sarif %t.sarif true > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=NOTHING %s < %t.txt
// RUN: FileCheck --check-prefix=NOTHING-SARIF %s < %t.sarif
// RUN: %softwarp check --allow-unchecked true
// RUN: %swcc %t.d/host.cu -o %t.host
// RUN: %softwarp check %t.host 2> /dev/null; test $? = 255
// RUN: %swcc --check %t.d/host.cu -o %t.host_checked
// RUN: %softwarp check --json %t.json %t.host_checked > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=NO-KERNEL %s < %t.txt
// RUN: grep '"complete": false' %t.json
// RUN: %softwarp check --tool racecheck --leak-check full %t.host_checked 2> /dev/null; test $? = 255
// RUN: %softwarp check --report-api-errors no %t.host_checked 2> /dev/null; test $? = 255
// RUN: %softwarp check --allow-unchecked %t.host_checked
// RUN: %softwarp check --require-cuda-init no %t.host_checked
// A program that never calls the API has nothing of that, either.
// RUN: %swcc --check %t.d/no_calls.cu -o %t.no_calls
// RUN: %softwarp check --leak-check full %t.no_calls 2> %t.txt; test $? = 255
// RUN: FileCheck --check-prefix=NO-KERNEL %s < %t.txt
// RUN: %softwarp check --report-api-errors all %t.no_calls 2> /dev/null; test $? = 255
// What else was asked for, or has been found, was checked.
// RUN: %softwarp check --leak-check full %t.host_checked 2>&1 | FileCheck --check-prefix=CALLS %s
// RUN: %softwarp check --report-api-errors explicit %t.host_checked 2>&1 | FileCheck --check-prefix=CALLS %s
// RUN: %softwarp check %t.host_checked wrong 2>&1 | FileCheck --check-prefix=CALLS-ERROR %s
// Options that no kernel passes: that is said, too. What is not wanted is not told to be unchecked.
// RUN: %softwarp check --kernel-name='no "such"' --json %t.json --sarif %t.sarif %t.all > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=NO-MATCH %s < %t.txt
// RUN: FileCheck --check-prefix=NO-MATCH-JSON %s < %t.json
// RUN: FileCheck --check-prefix=NO-MATCH-SARIF %s < %t.sarif
// RUN: %python -c "import json; json.load(open('%t.sarif'))"
// RUN: %softwarp check --tool racecheck --kernel-regex-exclude p --kernel-name kne=other -s 3 %t.all 2> %t.txt; test $? = 255
// RUN: FileCheck --check-prefix=NO-REGEX %s < %t.txt
// RUN: %softwarp check --launch-skip 5 --launch-count 2 %t.all 2> %t.txt; test $? = 255
// RUN: FileCheck --check-prefix=NO-LAUNCH %s < %t.txt
// RUN: %softwarp check --allow-unchecked --kernel-name nosuch %t.all
// RUN: %softwarp check --kernel-name plain --launch-skip 1 %t.all 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %softwarp check --kernel-name plain %t.mixed 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %softwarp check --kernel-name other %t.mixed 2> %t.txt; test $? = 255
// RUN: FileCheck --check-prefix=OTHER %s < %t.txt
// Room around allocations, and behind shared memory, would hide what the plain run finds.
// RUN: %swcc %t.d/behind.cu -o %t.behind
// RUN: not %t.behind
// RUN: not %softwarp check %t.behind 2>&1 | FileCheck --check-prefix=BEHIND %s
// RUN: %swcc %t.d/behind_shared.cu -o %t.behind_shared
// RUN: not %t.behind_shared
// RUN: not %softwarp check %t.behind_shared 2>&1 | FileCheck --check-prefix=BEHIND-SHARED %s

// ALL-NOT: Not checked
// ALL: ERROR SUMMARY: 0 errors in 2 kernels{{$}}
// ALL-JSON: "complete": true
// ALL-JSON: "kernels": {"checked": ["plain(int*)", "other(int*)"], "unchecked": []}
// MIXED: ========= Not checked: other(int*)
// MIXED: ERROR SUMMARY: 0 errors in 2 kernels, 1 ran unchecked: build it with `swcc --check`
// MIXED-JSON: "complete": false
// MIXED-JSON: "kernels": {"checked": ["plain(int*)"], "unchecked": ["other(int*)"]}
// MIXED-SARIF: "executionSuccessful": false
// MIXED-SARIF: 0 errors in 2 kernels, 1 ran unchecked
// SEEDS: 0 errors in 2 kernels, 1 ran unchecked
// NOTHING: ERROR SUMMARY: 0 errors, but nothing was checked: nothing that was built with `swcc --check` has run, or it was started without the environment
// NOTHING-SARIF: "executionSuccessful": false
// NO-KERNEL: ERROR SUMMARY: 0 errors, but nothing was checked: no kernel was launched
// CALLS: ERROR SUMMARY: 0 errors in 0 kernels{{$}}
// CALLS-ERROR: ERROR SUMMARY: 1 error in 0 kernels{{$}}
// NO-MATCH: ERROR SUMMARY: 0 errors, but no kernel was checked: no launch matches --kernel-name=no "such"{{$}}
// NO-MATCH-JSON: "complete": false
// NO-MATCH-JSON: "kernels": {"checked": [], "unchecked": []}
// NO-MATCH-SARIF: "executionSuccessful": false
// NO-MATCH-SARIF: "0 errors, but no kernel was checked: no launch matches --kernel-name=no \"such\""
// NO-REGEX: no launch matches --kernel-regex-exclude=p --kernel-name=kne=other --launch-skip=3{{$}}
// NO-LAUNCH: no launch matches --launch-skip=5 --launch-count=2{{$}}
// ONE-NOT: Not checked
// ONE: ERROR SUMMARY: 0 errors in 1 kernel{{$}}
// OTHER: Not checked: other(int*)
// OTHER: ERROR SUMMARY: 0 errors in 1 kernel, 1 ran unchecked
// BEHIND: bytes past the 1048576-byte allocation
// BEHIND: 1 ran unchecked
// BEHIND-SHARED: Invalid access
// BEHIND-SHARED: 1 ran unchecked

//--- no_calls.cu
__global__ void never() {}
int main(int argc, char **) {
    if (argc > 9)
        never<<<1, 1>>>();
    return 0;
}

//--- main.cu
#include <cstdlib>
void run_other(int *p);
__global__ void plain(int *p) { p[threadIdx.x] = 2; }
int main(int argc, char **argv)
{
    int *p;
    cudaMalloc(&p, 4 * sizeof *p);
    plain<<<1, argc > 2 ? 5 : 4>>>(p);
    plain<<<2, 4>>>(p);
    run_other(p);
    cudaDeviceSynchronize();
    return argc > 1 ? atoi(argv[1]) : 0;
}
//--- other.cu
__global__ void other(int *p) { p[1] = 3; }
void run_other(int *p)
{
    for (int i = 0; i < 3; i++)
        other<<<1, 1>>>(p);
}
//--- host.cu
int main(int argc, char **)
{
    void *p;
    if (argc > 1)
        cudaFree((void *)4);
    return cudaMalloc(&p, 4) || cudaFree(p);
}
//--- behind.cu
__global__ void behind(int *p, int count) { p[count + 16 + threadIdx.x] = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, 1 << 20);
    behind<<<1, 32>>>(p, 1 << 18);
    return cudaDeviceSynchronize() != cudaSuccess;
}
//--- behind_shared.cu
__global__ void behind(int *p, int at)
{
    extern __shared__ int shared[];
    shared[at] = *p;
    *p = shared[at + *p];
}
int main()
{
    enum { BYTES = 96 << 10 };
    int *p;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    cudaFuncSetAttribute((const void *)behind, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
    behind<<<1, 1, BYTES>>>(p, BYTES / sizeof *p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
