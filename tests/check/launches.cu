// --launch-skip and --launch-count: of the launches of kernels that the filters let pass, so many are left out, and so many
// checked then. Launches of graphs count as others; what a launch that is left out did to memory is known all the same.
// RUN: %swcc --check %s -o %t
// RUN: %sanitizer %t 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: %sanitizer --launch-skip 3 %t 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: %sanitizer -s 3 -c 1 %t 2>&1 | FileCheck --check-prefix=FOURTH %s
// RUN: %sanitizer --launch-count=1 %t 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: %sanitizer -k kne=second --launch-skip 1 %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %sanitizer --kernel-name-exclude first -c 1 %t 2>&1 | FileCheck --check-prefix=SECOND-FIRST %s
// RUN: %sanitizer --kernel-regex ^first -s 2 -c 2 %t 2>&1 | FileCheck --check-prefix=GRAPHS %s
// RUN: %sanitizer --launch-skip 100 --require-cuda-init=no %t 2> %t.txt; test $? = 255 && FileCheck --check-prefix=NONE %s < %t.txt
// RUN: %sanitizer --tool racecheck -s 4 %t 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %sanitizer --tool racecheck -c 4 %t 2>&1 | FileCheck --check-prefix=NO-RACE %s
// RUN: %sanitizer --tool initcheck -s 1 %t 2>&1 | FileCheck --check-prefix=INIT %s
// RUN: not %sanitizer --launch-skip x %t 2>&1 | FileCheck --check-prefix=NUMBER %s
#include <cstdio>

__global__ void first(int *values, int at)
{
    values[at] = 1;
}

__global__ void second(int *values, int at)
{
    values[at] = values[0]; // of what the first launch of all has written
}

__global__ void race(int *values)
{
    values[1] = threadIdx.x;
}

int main()
{
    int *values;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t program;
    cudaMalloc(&values, 40);
    first<<<1, 1>>>(values, 0);
    first<<<1, 1>>>(values, 10);
    second<<<1, 1>>>(values, 11);
    second<<<1, 1>>>(values, 12);
    race<<<1, 32>>>(values);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    first<<<1, 1, 0, stream>>>(values, 13);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&program, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(program, stream);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
// ALL: at first{{.*}} in {{.*}}launches.cu:20
// ALL: (4 times)
// ALL: at second{{.*}} in {{.*}}launches.cu:25
// ALL: (2 times)
// ALL: ERROR SUMMARY: 2 errors, 6 times in 3 kernels
// LAST: 0x{{.*}}30 is out of bounds
// LAST: 0x{{.*}}34 is out of bounds
// LAST: (3 times)
// LAST: ERROR SUMMARY: 2 errors, 4 times in 3 kernels
// FOURTH: 0x{{.*}}30 is out of bounds
// FOURTH: ERROR SUMMARY: 1 error in 1 kernel
// FIRST: ERROR SUMMARY: 0 errors in 1 kernel
// SECOND: 0x{{.*}}30 is out of bounds
// SECOND: ERROR SUMMARY: 1 error in 1 kernel
// SECOND-FIRST: 0x{{.*}}2c is out of bounds
// SECOND-FIRST: ERROR SUMMARY: 1 error in 1 kernel
// GRAPHS: 0x{{.*}}34 is out of bounds
// GRAPHS: (2 times)
// GRAPHS: ERROR SUMMARY: 1 error, 2 times in 1 kernel
// NONE: ERROR SUMMARY: 0 errors, but no kernel was checked: no launch matches --launch-skip=100
// RACE: ERROR SUMMARY: 1 error, 31 times
// NO-RACE: ERROR SUMMARY: 0 errors in 2 kernels
// INIT: ERROR SUMMARY: 0 errors in 3 kernels
// NUMBER: --launch-{{skip|count}} wants a whole number from 0 to {{[0-9]+}}: x
