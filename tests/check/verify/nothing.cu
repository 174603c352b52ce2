// Where nothing was compared, that is said, and is no success; JSON says whether all was.
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %swcc %t.d/main.cu -o %t
// RUN: %softwarp verify --json %t.json %t 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: FileCheck --check-prefix=ALL-JSON %s < %t.json
// RUN: %softwarp verify --launch-count 0 %t 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: %softwarp verify --json %t.json --kernel-name fill --launch-skip=1 %t 2>&1 | FileCheck --check-prefix=SOME %s
// RUN: FileCheck --check-prefix=SOME-JSON %s < %t.json
// RUN: env SOFTWARP_LANES=1 %softwarp verify --json %t.json %t 2>&1 | FileCheck --check-prefix=NARROW %s
// RUN: FileCheck --check-prefix=NARROW-JSON %s < %t.json
// No launch matches.
// RUN: %softwarp verify --json %t.json --kernel-name nosuch %t > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=NAME %s < %t.txt
// RUN: FileCheck --check-prefix=NAME-JSON %s < %t.json
// RUN: %softwarp verify --kernel-name fill --launch-skip 2 --launch-count 3 %t > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=SKIP %s < %t.txt
// The program's own status comes first.
// RUN: %softwarp verify --kernel-name nosuch %t 3 2> /dev/null; test $? = 3
// RUN: %softwarp verify %t 3 2> /dev/null; test $? = 3
// None could be compared, or only some.
// RUN: %softwarp verify --json %t.json --kernel-name host %t host > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=NONE %s < %t.txt
// RUN: %softwarp verify --json %t.json %t host 2>&1 | FileCheck --check-prefix=PART %s
// RUN: FileCheck --check-prefix=PART-JSON %s < %t.json
// The program ends before it has said what it launched: something was compared, or perhaps nothing.
// RUN: %softwarp verify --json %t.json %t exit 2>&1 | FileCheck --check-prefix=ENDED %s
// RUN: FileCheck --check-prefix=ENDED-JSON %s < %t.json
// RUN: %softwarp verify --kernel-name nosuch %t exit > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=UNKNOWN %s < %t.txt
// Nothing is launched; nothing of ours runs.
// RUN: %swcc %t.d/host.cu -o %t.host
// RUN: %softwarp verify --json %t.json %t.host > %t.txt 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=HOST %s < %t.txt
// RUN: FileCheck --check-prefix=HOST-JSON %s < %t.json
// RUN: %softwarp verify --log-file %t.log true 2>&1; test $? = 255
// RUN: FileCheck --check-prefix=TRUE %s < %t.log

//--- main.cu
#include <cstdlib>
#include <cstring>
#include <unistd.h>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }
__global__ void twice(int *values) { values[threadIdx.x] *= 2; }
__global__ void host(int *values) { values[threadIdx.x] = 1; } // of the host's own memory

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "0";
    int *values;
    cudaMalloc(&values, 64 * sizeof(int));
    fill<<<1, 64>>>(values);
    fill<<<1, 64>>>(values);
    twice<<<1, 64>>>(values);
    cudaDeviceSynchronize();
    if (!strcmp(what, "exit")) _exit(0);
    if (!strcmp(what, "host")) {
        host<<<1, 64>>>((int *)malloc(64 * sizeof(int)));
        cudaDeviceSynchronize();
    }
    return atoi(what);
}

//--- host.cu
__global__ void unused() {}
int main() { return 0; }

// ALL: VERIFY SUMMARY: 3 launches: 0 differ; 3 the same{{$}}
// ALL-JSON: "complete": true,
// ALL-JSON-NEXT: "launches": {"all": 3, "same": 3, "different": 0, "depends-on-order": 0, "one-thread": 0, "not-compared": 0, "left-out": 0},
// SOME: VERIFY SUMMARY: 3 launches: 0 differ; 1 the same; 2 left out: --kernel-name=fill --launch-skip=1
// SOME-JSON: "complete": true,
// SOME-JSON-NEXT: "left-out": 2
// NARROW: VERIFY SUMMARY: 3 launches: 0 differ; 0 the same; 3 always run one thread at a time
// NARROW-JSON: "complete": true,
// NAME: VERIFY SUMMARY: nothing was compared: no launch matches --kernel-name=nosuch
// NAME-JSON: "complete": false,
// SKIP: VERIFY SUMMARY: nothing was compared: no launch matches --kernel-name=fill --launch-skip=2 --launch-count=3
// NONE: VERIFY SUMMARY: 4 launches: 0 differ; 0 the same; 1 not compared; 3 left out: --kernel-name=host
// PART: VERIFY SUMMARY: 4 launches: 0 differ; 3 the same; 1 not compared
// PART-JSON: "complete": false,
// ENDED: VERIFY SUMMARY: the program ended before it could say how many launches it had
// ENDED-JSON: "complete": false,
// UNKNOWN: VERIFY SUMMARY: nothing was compared: the program ended before it could say what it launched
// HOST: VERIFY SUMMARY: nothing was compared: no kernel was launched
// HOST-JSON: "complete": false,
// TRUE: VERIFY SUMMARY: nothing was compared: no program with kernels that swcc has built has run, or it was started without the environment
