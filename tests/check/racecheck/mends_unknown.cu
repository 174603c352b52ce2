// Races of which nobody knows what the author meant: nothing is said about how to mend them. Each, and the program with
// that done: no finding, by both policies, and what it computes is right. Compiled twice: as it races, and mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.done
// RUN: %if !quick %{ for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1 %}
// RUN: %if !quick %{ FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict %}
#include "mends.h"

__global__ void overlap(int *a)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int i = first; i < first + 4 RACY(+ 1); i++)
        a[i] += i;
}
// CHECK-LABEL: case partition
// CHECK: Race on
// CHECK-NOT: What would mend it
static void partition() { overlap<<<4, 8>>>(out); is_right = at(4) == 4 && at(8) == 8; }

__global__ void numbers(int *a) { a[(blockIdx.x * 32 + threadIdx.x) RACY(/ 2)] = threadIdx.x; }
// CHECK-LABEL: case whose
// CHECK: Race on
// CHECK-NOT: What would mend it
static void whose() { numbers<<<2, 32>>>(out); is_right = at(33) == 1; }

__global__ void buffers(const int *a, int *b)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        s[k RACY(/ 2) & 1][t] = a[k * 64 + t];
        __syncthreads();
        sum += s[k RACY(/ 2) & 1][63 - t];
    }
    b[t] = sum;
}
// CHECK-LABEL: case parity
// CHECK: Race on
// CHECK-NOT: What would mend it
static void parity() { buffers<<<1, 64>>>(in, out); is_right = at(63) == 0 + 64 % 7 + 128 % 7 + 192 % 7; }

__global__ void tickets(int *next, int *a)
{
    for (int k = 0; k < 8; k++) { // each block gets some, however fast another is
        int i = atomicAdd(next, 1);
        a[i] = i;
        RACY(a[64 + i] = i ? a[i - 1] : 0;)
        MEND(a[64 + i] = i - 1;)
    }
}
// CHECK-LABEL: case queue
// CHECK: Race on
// CHECK-NOT: What would mend it
static void queue() { tickets<<<8, 1>>>(out, out + 1); is_right = at(1 + 64 + 9) == 8; }

__global__ void either(int *a)
{
    if (RACY(threadIdx.x % 2) MEND(threadIdx.x == 1))
        *a = 3;
    RACY(else) MEND(if (threadIdx.x == 2))
        a[MEND(1) RACY(0)] = 4;
}
// CHECK-LABEL: case exclusive
// CHECK: Race on
// CHECK-NOT: What would mend it
static void exclusive() { either<<<1, 64>>>(out); is_right = at(0) == 3; }

// Which of its values a thread gets is left to chance, or it is not: nobody knows.
__global__ void relax(const int *next, int *level, int *out)
{
    int i = blockIdx.x;
    MEND(out[i] = level[next[i]] + 1;)
    RACY(level[i] = level[next[i]] + 1;)
}
// CHECK-LABEL: case chaotic
// CHECK: Race on
// CHECK-NOT: What would mend it
static void chaotic() { relax<<<8, 1>>>(in, out + 16, out); is_right = at(7) == 1; }

// A barrier at the end of the turn comes before the step.
__global__ void steps(int *a)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = 0; i < 4; i++,
         s[t]++) {
        MEND(__syncthreads();)
        a[t] += s[(t + 32) % 64];
        __syncthreads();
    }
}
// CHECK-LABEL: case step
// CHECK: Race on
// CHECK-NOT: What would mend it
static void step() { steps<<<1, 64>>>(out); is_right = at(5) == 0 + 1 + 2 + 3; }

static const mend_case cases[] = {
    CASE(partition), CASE(whose), CASE(parity), CASE(queue), CASE(exclusive), CASE(chaotic), CASE(step)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-7: ERROR SUMMARY: 0 errors
