/* What plain.cpp shares with the kernels of plain_cpp.cu. */
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>

struct Pair {
    short a, b;
};

struct Shared {
    char before = 0;
    cuda::atomic<int, cuda::thread_scope_system> count{3};
    cuda::atomic<double> sum{0.5};
    cuda::atomic<unsigned char, cuda::thread_scope_device> byte{1};
    cuda::atomic<Pair> pair{Pair{1, 2}};
    cuda::atomic<int *> place{nullptr};
    cuda::std::atomic_flag flag{false};
    cuda::latch<cuda::thread_scope_system> latch{2};
    cuda::counting_semaphore<cuda::thread_scope_system> permits{0};
    cuda::binary_semaphore<cuda::thread_scope_system> turn{0};
    cuda::barrier<cuda::thread_scope_system> barrier{2};
    int numbers[4] = {10, 11, 12, 13};
};

enum { FIELDS = 11 };
