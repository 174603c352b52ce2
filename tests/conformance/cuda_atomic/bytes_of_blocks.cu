// Bytes of one word that belong to several blocks: each block changes its own by atomics of block or thread scope,
// others by plain stores or in the device's scope. Nobody's change is lost.
// NO-GPU: its outcome is one number for each byte, whatever the machine
#include "../check.h"
#include <cuda/atomic>

enum { BLOCKS = 8, THREADS = 32, ROUNDS = 20000, PLAIN = 3 };

__global__ void change(unsigned char *counted, signed char *mixed, int *wrong) {
    using Own = cuda::atomic_ref<unsigned char, cuda::thread_scope_block>;
    using Alone = cuda::atomic_ref<signed char, cuda::thread_scope_thread>;
    using Device = cuda::atomic_ref<signed char, cuda::thread_scope_device>;
    unsigned char *own = &counted[blockIdx.x];
    for (int i = 0; i < ROUNDS; i++) {
        if (blockIdx.x != PLAIN)
            Own(*own).fetch_add(1, cuda::memory_order_relaxed);
        else if (threadIdx.x == 0) {
            *(volatile unsigned char *)own = (unsigned char)i;
            if (*(volatile unsigned char *)own != (unsigned char)i) atomicAdd(wrong, 1);
        }
        if (threadIdx.x == 0 && (blockIdx.x & 1)) Alone(mixed[blockIdx.x]).fetch_add(3);
        if (threadIdx.x == 0 && !(blockIdx.x & 1)) Device(mixed[blockIdx.x]).fetch_sub(1);
    }
}

int main() {
    unsigned char *counted;
    signed char *mixed;
    int *wrong;
    CUDA(cudaMallocManaged(&counted, BLOCKS));
    CUDA(cudaMallocManaged(&mixed, BLOCKS));
    CUDA(cudaMallocManaged(&wrong, sizeof *wrong));
    std::memset(counted, 0, BLOCKS);
    std::memset(mixed, 0, BLOCKS);
    *wrong = 0;
    change<<<BLOCKS, THREADS>>>(counted, mixed, wrong);
    FINISH();
    CHECK_EQUAL(0, *wrong);
    for (int b = 0; b < BLOCKS; b++) {
        CHECK_AT(b, (unsigned char)(b == PLAIN ? ROUNDS - 1 : ROUNDS * THREADS), counted[b]);
        CHECK_AT(b, (signed char)(b & 1 ? 3 * ROUNDS : -ROUNDS), mixed[b]);
    }
    return check_result();
}
