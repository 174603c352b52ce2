// cuda::std::chrono: with any of libcu++'s headers about synchronisation, as there, and with more than the clocks.
// RUN: %if !quick %{ for h in atomic barrier latch semaphore pipeline std/chrono std/atomic; do %swcc -std=c++17 -c -DHEADER="<cuda/$h>" %s -o %t.o || exit 1; done %}
// RUN: %swcc -std=c++17 -DHEADER="<cuda/barrier>" %s -o %t
// RUN: %run %t | FileCheck %s
// RUN: %if !quick %{ %swcc -std=c++11 -c -DHEADER="<cuda/barrier>" -DOLD %s -o %t.o %}
// RUN: %if !quick %{ %swcc -std=c++20 -c -DHEADER="<cuda/barrier>" %s -o %t.o %}
// CHECK: 5 1 2 -1 3 1 1000 1 1 1 1 250
#include HEADER
#include <cstdio>

namespace chrono = cuda::std::chrono;

__global__ void count(long long *to)
{
    chrono::milliseconds m(1500);
    *to++ = chrono::duration_cast<chrono::microseconds>(chrono::milliseconds(5)).count() / 1000;
#ifndef OLD
    using namespace cuda::std::chrono_literals;
    *to++ = chrono::floor<chrono::seconds>(m).count();
    *to++ = chrono::ceil<chrono::seconds>(m).count();
    *to++ = chrono::round<chrono::seconds>(chrono::milliseconds(-1400)).count();
    *to++ = chrono::abs(chrono::seconds(-3)).count();
    *to++ = chrono::system_clock::now() <= chrono::high_resolution_clock::now();
    *to++ = chrono::milliseconds(chrono::seconds(1)).count();
    *to++ = chrono::days(7) == chrono::weeks(1);
    *to++ = chrono::months(12) == chrono::years(1);
    *to++ = chrono::days(1) == 24h;
    *to++ = chrono::treat_as_floating_point_v<double>;
    *to++ = (250ms).count();
#endif
}

int main()
{
    long long *all;
    cudaMallocManaged(&all, 12 * sizeof *all);
    count<<<1, 1>>>(all);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++)
        printf("%lld ", all[i]);
    return 0;
}
