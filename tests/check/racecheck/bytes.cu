// cuda::atomic and cuda::atomic_ref of one or two bytes touch these alone: what other threads do beside them is no race,
// on the same bytes it is one.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t wrong 2>&1 | FileCheck %s
// RUN: %softwarp check --tool racecheck %t right 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s
// RUN: %swcc --check -arch=sm_60 -I%S/.. %s -o %t.60
// RUN: %softwarp check --tool racecheck %t.60 right 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s
#include "check.h"
#include <cuda/atomic>

enum form { FETCH_OR, FETCH_ADD, EXCHANGE, COMPARE_EXCHANGE };

template <form FORM, class T> __device__ void change(T &object)
{
    cuda::atomic_ref<T, cuda::thread_scope_device> ref(object);
    T expected = 0;
    switch (FORM) {
    case FETCH_OR: ref.fetch_or(5); break;
    case FETCH_ADD: ref.fetch_add(1); break;
    case EXCHANGE: ref.exchange(3); break;
    default: ref.compare_exchange_strong(expected, 2);
    }
}

/* Of values[1] atomically; of values[0], values[2], or, wrongly, the same. */
template <form FORM, class T> __global__ void beside(T *values, int wrong)
{
    if (threadIdx.x == 0)
        change<FORM>(values[1]);
    else if (threadIdx.x == 40)
        values[wrong ? 1 : 0] = 9;
    else if (threadIdx.x == 70 && !wrong)
        values[3] = (T)(values[2] + 1);
}

template <form FORM, class T> static void run(int wrong)
{
    T *values;
    cudaMalloc(&values, 4 * sizeof *values);
    cudaMemset(values, 0, 4 * sizeof *values);
    beside<FORM><<<1, 96>>>(values, wrong);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv)
{
    int wrong = is_wrong(argc, argv);
    run<FETCH_OR, unsigned char>(wrong);
    run<FETCH_ADD, unsigned char>(wrong);
    run<EXCHANGE, signed char>(wrong);
    run<COMPARE_EXCHANGE, unsigned char>(wrong);
    run<FETCH_ADD, unsigned short>(wrong);
    run<EXCHANGE, short>(wrong);
}
// CHECK: change<(form)0, unsigned char>
// CHECK: on 1 byte at {{.*}}, 1 byte inside
// CHECK: change<(form)1, unsigned char>
// CHECK: on 1 byte at {{.*}}, 1 byte inside
// CHECK: change<(form)2, signed char>
// CHECK: on 1 byte at {{.*}}, 1 byte inside
// CHECK: change<(form)3, unsigned char>
// CHECK: on 1 byte at {{.*}}, 1 byte inside
// CHECK: change<(form)1, unsigned short>
// CHECK: on 2 bytes at {{.*}}, 2 bytes inside
// CHECK: change<(form)2, short>
// CHECK: on 2 bytes at {{.*}}, 2 bytes inside
// RIGHT: ERROR SUMMARY: 0 errors in 6 kernels
