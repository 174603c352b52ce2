// EXPECT: plain 7 -8 9 a 0x2a
// EXPECT: wide 1099511627776 18446744073709551615 -5
// EXPECT: real 1.500000 2.50e+00 3.25 0.1
// EXPECT: text [abc] [  x] 100%
// EXPECT: char Z, pointer (nil)
// EXPECT: padded [   42] [42   ] [00042] [+42]
// EXPECT: many 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
// EXPECT: thread 3 of block 1
// EXPECT: no arguments
// EXPECT: returned 3
// EXPECT: after the kernel
// printf in kernels: C's formats, arguments of every kind, from many threads.
// NO-GPU: the order in which blocks print
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void formats(const char *text)
{
    printf("plain %d %i %u %x %#x\n", 7, -8, 9u, 10, 42);
    printf("wide %lld %llu %hd\n", 1ll << 40, ~0ull, short(-5));
    printf("real %f %.2e %g %.1f\n", 1.5f, 2.5, 3.25, 0.1);
    printf("text [%s] [%3s] 100%%\n", "abc", "x");
    printf("char %c, pointer %p\n", 'Z', (void *)0);
    printf("padded [%5d] [%-5d] [%05d] [%+d]\n", 42, 42, 42, 42);
    printf("many %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
           14, 15, 16, 17, 18, 19, 20);
    printf("no arguments\n");
    int count = printf("three %d %d %d\n", 1, 2, 3);
    printf("returned %d\n", count);
    (void)text;
}

__global__ void from_threads() { printf("thread %d of block %d\n", threadIdx.x, blockIdx.x); }

int main()
{
    formats<<<1, 1>>>(nullptr);
    from_threads<<<2, 5>>>();
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    printf("after the kernel\n");
    return 0;
}
