// Where a barrier has to stand that mends a race: outside of what only some threads run, at the end of a loop's turns,
// between a read and a write. What racecheck says of each, and the program with just that done: no finding, by both
// policies nor of synccheck, and what it computes is right. Compiled twice: as it races, and mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck,synccheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=Barrier --implicit-check-not=wrong %s < %t.done
// RUN: for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict
#include "mends.h"

// ---- sums by a tree: in one turn nobody reads what another writes ----

__global__ void halves(const int *a, int *sum, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = n / 2; d; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        MEND(__syncthreads();)
    }
    if (t == 0)
        *sum = s[0];
}
// CHECK-LABEL: case tree_halves
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 9]]{{$}}
// CHECK-NOT: between
// CHECK-NOT: variable
// CHECK: ERROR SUMMARY
static void tree_halves() { halves<<<1, 128>>>(in, out, 128); is_right = at(0) == sum_of(0, 128); }

__global__ void remainders(const int *a, int *sum)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) {
            int other = s[t + d];
            s[t] = s[t] + other;
        }
        MEND(__syncthreads();)
    }
    if (t == 0)
        *sum = s[0];
}
// CHECK-LABEL: case tree_remainders
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 11]]{{$}}
// CHECK-NOT: between
// CHECK-NOT: variable
// CHECK: ERROR SUMMARY
static void tree_remainders() { remainders<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 128); }

__global__ void strides(const int *a, int *sum)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int i = 2 * d * t;
        if (i < 128)
            s[i] += s[i + d];
        MEND(__syncthreads();)
    }
    if (t == 0)
        *sum = s[0];
}
// CHECK-LABEL: case tree_strides
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 10]]{{$}}
// CHECK-NOT: variable
static void tree_strides() { strides<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 128); }

__global__ void folds(const int *a, int *sum)
{
    __shared__ int s[100];
    int t = threadIdx.x;
    if (t < 100)
        s[t] = a[t];
    __syncthreads();
    int n = 100;
    while (n > 1) {
        if (t < n / 2)
            s[t] += s[n - 1 - t];
        n = (n + 1) / 2;
        MEND(__syncthreads();)
    }
    if (t == 0)
        *sum = s[0];
}
// CHECK-LABEL: case tree_folds
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 10]]{{$}}
static void tree_folds() { folds<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 100); }

__global__ void lanes(const int *a, int *sums)
{
    __shared__ int s[128];
    int t = threadIdx.x, lane = t % 32;
    s[t] = a[t];
    __syncwarp();
    for (int d = 16; d; d /= 2) {
        if (lane < d)
            s[t] += s[t + d];
        MEND(__syncwarp();)
    }
    if (lane == 0)
        sums[t / 32] = s[t];
}
// CHECK-LABEL: case tree_of_warp
// CHECK: What would mend it: __syncwarp() at the end of each turn of the loop in line [[#@LINE - 9]]{{$}}
static void tree_of_warp() { lanes<<<1, 128>>>(in, out); is_right = at(0) == sum_of(0, 32) && at(3) == sum_of(96, 32); }

// ---- scans, stencils, transposes: others read what a thread writes ----

template <bool has_one> __global__ void scan(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        RACY(if (t >= d) s[t] += s[t - d];)
        MEND(int sum = 0; if (t >= d) sum = s[t] + s[t - d]; __syncthreads(); if (t >= d) s[t] = sum;)
        if (has_one MEND(|| true))
            __syncthreads();
    }
    b[t] = s[t];
}
// CHECK-LABEL: case scan_of_none
// CHECK: What would mend it: __syncthreads() between the two, with the if in line [[#@LINE - 8]] made two and what is read in a variable, and another at the end of each turn of the loop in line [[#@LINE - 9]]{{$}}
static void scan_of_none() { scan<false><<<1, 128>>>(in, out); is_right = at(127) == sum_of(0, 128) && at(4) == 10; }
// CHECK-LABEL: case scan_of_one
// CHECK: What would mend it: __syncthreads() between the two, with the if in line {{[0-9]+}} made two and what is read in a variable{{$}}
static void scan_of_one() { scan<true><<<1, 128>>>(in, out); is_right = at(127) == sum_of(0, 128) && at(4) == 10; }

__global__ void buffers(const int *a, int *b)
{
    __shared__ int x[128], y[128];
    int t = threadIdx.x, *from = x, *to = y;
    x[t] = a[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        int *other = from;
        from = to;
        to = other;
        MEND(__syncthreads();)
    }
    b[t] = from[t];
}
// CHECK-LABEL: case two_buffers
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 10]]{{$}}
static void two_buffers() { buffers<<<1, 128>>>(in, out); is_right = at(127) == sum_of(0, 128); }

__global__ void planes(const int *a, int *b)
{
    __shared__ int s[2][128];
    int t = threadIdx.x, k;
    s[0][t] = a[t];
    __syncthreads();
    for (k = 0; k < 7; k++) {
        s[(k + 1) & 1][t] = s[k & 1][(t + 1) % 128];
        MEND(__syncthreads();)
    }
    b[t] = s[k & 1][t];
}
// CHECK-LABEL: case two_planes
// CHECK: What would mend it: __syncthreads() at the end of each turn of the loop in line [[#@LINE - 7]]{{$}}
static void two_planes() { planes<<<1, 128>>>(in, out); is_right = at(120) == 127 % 7 && at(121) == 0 && at(122) == 1; }

__global__ void smooth(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        RACY(if (t > 0 && t < 127) s[t] = s[t - 1] + s[t + 1];)
        MEND(int sum; if (t > 0 && t < 127) sum = s[t - 1] + s[t + 1];)
        MEND(__syncthreads(); if (t > 0 && t < 127) s[t] = sum; __syncthreads();)
    }
    b[t] = s[t];
}
// CHECK-LABEL: case stencil
// CHECK: What would mend it: __syncthreads() between the two, with the if in line [[#@LINE - 7]] made two and what is read in a variable, and another at the end of each turn of the loop in line [[#@LINE - 8]]{{$}}
static void stencil() { smooth<<<1, 128>>>(in, out); is_right = at(10) == 0 * 1 + 3 * 2 + 3 * 4 + 6; }

__global__ void mirror(const int *a, int *b)
{
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = a[y * 16 + x];
    __syncthreads();
    RACY(s[y][x] = s[x][y];)
    MEND(int value = s[x][y]; __syncthreads(); s[y][x] = value;)
    b[y * 16 + x] = s[y][x];
}
// CHECK-LABEL: case transpose
// CHECK: What would mend it: __syncthreads() between the two, with what is read in a variable{{$}}
static void transpose() { mirror<<<1, dim3(16, 16)>>>(in, out); is_right = at(1) == 16 % 7 && at(35) == 50 % 7; }

// ---- what only some threads run ----

__global__ void some(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    RACY(if (t < 100) {)
    MEND(if (t < 100))
        s[t] = a[t];
        MEND(__syncthreads();)
    MEND(if (t < 100))
        b[t] = s[99 - t];
    RACY(})
}
// CHECK-LABEL: case inside
// CHECK: What would mend it: __syncthreads() between the two, with the if in line [[#@LINE - 9]] made two{{$}}
static void inside() { some<<<1, 128>>>(in, out); is_right = at(0) == 99 % 7; }

__global__ void leader(const int *a, int *b)
{
    __shared__ int sum, s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    MEND(__syncthreads();)
    if (t == 0) {
        sum = 0;
        for (int i = 0; i < 128; i++)
            sum += s[i];
    }
    MEND(__syncthreads();)
    b[t] = sum;
}
// CHECK-LABEL: case by_leader
// CHECK-DAG: What would mend it: __syncthreads() between the two, before the if in line [[#@LINE - 9]]{{$}}
// CHECK-DAG: What would mend it: __syncthreads() between the two, behind the if in line [[#@LINE - 10]]{{$}}
// CHECK: ERROR SUMMARY
static void by_leader() { leader<<<1, 128>>>(in, out); is_right = at(127) == sum_of(0, 128); }

__global__ void fill(const int *a, int *b)
{
    __shared__ int s[500];
    for (int i = threadIdx.x; i < 500; i += blockDim.x)
        s[i] = a[i];
    MEND(__syncthreads();)
    b[threadIdx.x] = s[499 - threadIdx.x];
}
// CHECK-LABEL: case filled_in_turns
// CHECK: What would mend it: __syncthreads() between the two, behind the loop in line [[#@LINE - 6]]{{$}}
static void filled_in_turns() { fill<<<1, 128>>>(in, out); is_right = at(0) == 499 % 7; }

__global__ void tiles(const int *a, int *b, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, sum = 0;
    for (int tile = 0; tile < n; tile += 128) {
        s[t] = a[tile + t];
        MEND(__syncthreads();)
        sum += s[127 - t];
        MEND(__syncthreads();)
    }
    b[t] = sum;
}
// CHECK-LABEL: case tiled
// CHECK: What would mend it: __syncthreads() between the two, and another at the end of each turn of the loop in line [[#@LINE - 9]]{{$}}
static void tiled() { tiles<<<1, 128>>>(in, out, 512); is_right = at(0) == 127 % 7 + 255 % 7 + 383 % 7 + 511 % 7; }

// Who has left is not waited for.
__global__ void early(const int *a, int *b, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t >= n)
        return;
    s[t] = a[t];
    MEND(__syncthreads();)
    b[t] = s[n - 1 - t];
}
// CHECK-LABEL: case returned
// CHECK: What would mend it: __syncthreads() between the two{{$}}
static void returned() { early<<<1, 128>>>(in, out, 100); is_right = at(0) == 99 % 7; }

// ---- nothing is said: there is no such place, or the code has to be written in another way (`some` stands for that) ----

__global__ void varying(const int *a, int *b)
{
    __shared__ int s[128];
    for (int i = threadIdx.x; i < 500; i += 128) {
        s[i % 128] = a[i];
        b[i] = s[127 - i % 128];
    }
}
__global__ void arms(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 64)
        s[t] = a[t];
    else
        b[t] = s[t - 64];
}
__global__ void lane_parts(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x, lane = t % 32;
    if (a[t] < 9) // all, but who knows
        if (lane < 20) {
            s[t] = a[t];
            b[t] = s[t - lane + 19 - lane];
        }
}
__global__ void nested(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 100) {
        while (a[t] > 10)
            t = 0;
        if (a[t] >= 0) {
            s[t] = a[t];
            b[t] = s[99 - t];
        }
    }
}
// CHECK-LABEL: case varying_turns
// CHECK: Race on
// CHECK-NOT: What would mend it
static void varying_turns() { RACY(varying) MEND(some)<<<1, 128>>>(in, out); is_right = true; }
// CHECK-LABEL: case two_arms
// CHECK: Race on
// CHECK-NOT: What would mend it
static void two_arms() { RACY(arms) MEND(some)<<<1, 128>>>(in, out); is_right = true; }
// CHECK-LABEL: case part_of_warp
// CHECK: Race on
// CHECK-NOT: What would mend it
static void part_of_warp() { RACY(lane_parts) MEND(some)<<<1, 128>>>(in, out); is_right = true; }
// CHECK-LABEL: case in_two_ifs
// CHECK: Race on
// CHECK-NOT: What would mend it
static void in_two_ifs() { RACY(nested) MEND(some)<<<1, 128>>>(in, out); is_right = true; }

static const mend_case cases[] = {
    CASE(tree_halves), CASE(tree_remainders), CASE(tree_strides), CASE(tree_folds), CASE(tree_of_warp), CASE(scan_of_none),
    CASE(scan_of_one), CASE(two_buffers), CASE(two_planes), CASE(stencil), CASE(transpose), CASE(inside), CASE(by_leader),
    CASE(filled_in_turns), CASE(tiled), CASE(returned), CASE(varying_turns), CASE(two_arms), CASE(part_of_warp),
    CASE(in_two_ifs)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-20: ERROR SUMMARY: 0 errors
