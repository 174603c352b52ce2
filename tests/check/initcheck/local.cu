// Reads of a thread's own variables that it has not written: a scalar, an element, a member, a variable of a loop's body,
// what was copied before it was written, what a function returns. What is only copied, shuffled or stored back with other
// bits is not read.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool initcheck %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check --tool initcheck %t wrong > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
// RUN: %softwarp check --tool memcheck,synccheck %t wrong 2>&1 | FileCheck --check-prefix=RIGHT %s
#include "check.h"

struct pair { int first, second; };
struct gaps { char letter; double number; };
struct bits { unsigned a : 3, b : 7, c : 20; };
union either { int whole; short half[2]; float real; };

__device__ pair partly(int first, bool wrong)
{
    pair p;
    p.first = first;
    if (!wrong)
        p.second = first;
    return p;
}
__device__ void fill(int &to, bool wrong)
{
    if (!wrong)
        to = 4;
}

__global__ void scalar(int *out, bool wrong)
{
    int x;
    // CHECK: Uninitialized __local__ memory read of size 4 bytes
    // CHECK-NEXT: at scalar(int*, bool) in {{.*}}local.cu:[[#@LINE+5]]
    // CHECK-NEXT: by thread (1,0,0) in block (0,0,0)
    // CHECK-NEXT: The thread has not written byte 0 of it, which lies in the variable x
    if (threadIdx.x != 1 || !wrong)
        x = 7;
    out[threadIdx.x] = x;
}
__global__ void reference(int *out, bool wrong)
{
    int x;
    fill(x, wrong);
    // CHECK: Uninitialized __local__ memory read of size 4 bytes
    // CHECK-NEXT: at reference(int*, bool) in {{.*}}local.cu:[[#@LINE+1]]
    *out = x + 1;
}
__global__ void element(int *out, int count)
{
    char values[8];
    for (int i = 0; i < count; i++)
        values[i] = (char)i;
    // CHECK: Uninitialized __local__ memory read of size 1 bytes
    // CHECK-NEXT: at element(int*, int) in {{.*}}local.cu:[[#@LINE+3]]
    // CHECK: in the variable values
    for (int i = 0; i < 8; i++)
        *out += values[i];
}
__global__ void member(int *out, bool wrong)
{
    pair p, q;
    p.first = 1;
    if (!wrong)
        p.second = 2;
    q = p;
    out[0] = q.first;
    // CHECK: Uninitialized __local__ memory read of size 4 bytes
    // CHECK-NEXT: at member(int*, bool) in {{.*}}local.cu:[[#@LINE+2]]
    // CHECK: in the variable q
    out[1] = q.second;
}
__global__ void returned(int *out, bool wrong)
{
    pair p = partly(*out, wrong);
    out[0] = p.first;
    // CHECK: Uninitialized __local__ memory read of size 4 bytes
    // CHECK-NEXT: at returned(int*, bool) in {{.*}}local.cu:[[#@LINE+1]]
    out[1] = p.second;
}
__global__ void turns(int *out, int count, bool wrong)
{
    for (int i = 0; i < count; i++) {
        int own;
        if (i == 0 || !wrong)
            own = i;
        if (out[1] > 100)
            break;
        if (out[1] > 50)
            continue;
        // CHECK: Uninitialized __local__ memory read of size 4 bytes
        // CHECK-NEXT: at turns(int*, int, bool) in {{.*}}local.cu:[[#@LINE+4]]
        // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
        // CHECK-NEXT: in the variable own
        // CHECK: (2 times)
        *out += own;
    }
}
__global__ void bytes(int *out, int count)
{
    int x;
    for (int i = 0; i < count; i++)
        ((char *)&x)[i] = 1;
    // CHECK: Uninitialized __local__ memory read of size 4 bytes
    // CHECK-NEXT: at bytes(int*, int) in {{.*}}local.cu:[[#@LINE+3]]
    // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
    // CHECK-NEXT: has not written byte 3 of it, which lies in the variable x
    *out = x;
}
// All of this is right.
__global__ void clean(int *out, int count)
{
    bits b;
    b.b = 3;
    out[0] = b.b;
    b.c = 4;
    out[1] = b.c + b.b;
    either e;
    e.half[0] = 1;
    out[2] = e.half[0];
    e.real = 1;
    out[3] = e.whole;
    gaps g, h;
    g.letter = 'a';
    g.number = 2;
    h = g;
    ((gaps *)out)[2] = h;
    out[6] = h.letter + (int)h.number;
    int leaders;
    double wide;
    if (threadIdx.x == 0) {
        leaders = count;
        wide = count;
    }
    out[7] = __shfl_sync(~0u, leaders, 0) + (int)__shfl_sync(~0u, wide, 0);
    int values[4] = {1}, more[4];
    for (int i = 0; i < 4; i++)
        more[i] = values[i];
    out[8] = more[count & 3];
    int sum, later;
    auto add = [&](int n) { sum = n; };
    add(count);
    switch (count) {
    case 3:
        later = 1;
        break;
    default:
        later = 2;
    }
    int same = later;
    volatile int quiet;
    quiet = 3;
    out[9] = sum + same + quiet;
    pair half;
    half.first = 1;
    pair copies[2] = {half, half};
    out[10] = copies[count & 1].first;
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *out;
    cudaMallocManaged(&out, 4096);
    scalar<<<1, 32>>>(out, wrong);
    cudaDeviceSynchronize();
    reference<<<1, 1>>>(out, wrong);
    element<<<1, 1>>>(out, wrong ? 7 : 8);
    cudaDeviceSynchronize();
    member<<<1, 1>>>(out, wrong);
    returned<<<1, 1>>>(out, wrong);
    out[1] = 0;
    turns<<<1, 1>>>(out, 3, wrong);
    bytes<<<1, 1>>>(out, wrong ? 3 : 4);
    cudaDeviceSynchronize();
    clean<<<1, 32>>>(out, 3);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 7 errors
    return finish();
}
