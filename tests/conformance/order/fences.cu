// Each fence, in every placement that its scope includes: a message is written, then a flag; who has seen the flag and
// fenced must find the message whole. The message is plain memory, only the flag is volatile.
#include "../check.h"

#include <thread>

enum scope { BLOCK, DEVICE, SYSTEM };
enum { MESSAGES = 64, WORDS = 8 };

struct mailbox {
    int data[WORDS];
    int pad[32];
    int flag, pad_[31], answer, torn; /* number of the message that is there; that was read; words that were wrong */
};

#define SW_FENCE(arch, name, membar, scope)                                                                            \
    struct use##name {                                                                                                 \
        static __device__ void fence() { name(); }                                                                     \
    };
#include <softwarp/sync/barriers.def>

template <class USE> __host__ __device__ void order() {
#ifdef __CUDA_ARCH__
    USE::fence();
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* One look at what somebody else will change. */
__host__ __device__ inline bool is(int *at, int value) {
#ifndef __CUDA_ARCH__
    std::this_thread::yield();
#endif
    return *(volatile int *)at == value;
}

__host__ __device__ inline void store(int *at, int value) { *(volatile int *)at = value; }

template <class USE> __host__ __device__ void send(mailbox *box) {
    for (int message = 1; message <= MESSAGES; message++) {
        for (int i = 0; i < WORDS; i++) box->data[i] = message * 100 + i;
        order<USE>();
        store(&box->flag, message);
        while (!is(&box->answer, message)) {
        }
        order<USE>();
    }
}

template <class USE> __host__ __device__ void receive(mailbox *box) {
    for (int message = 1; message <= MESSAGES; message++) {
        while (!is(&box->flag, message)) {
        }
        order<USE>();
        for (int i = 0; i < WORDS; i++) box->torn += box->data[i] != message * 100 + i;
        order<USE>();
        store(&box->answer, message);
    }
}

/* sender, receiver: threads of the grid, counted in steps; -1: it is the host. */
template <class USE> __global__ void talk(mailbox *box, int sender, int receiver, int step) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread == sender * step) send<USE>(box);
    if (thread == receiver * step) receive<USE>(box);
}

static mailbox *clear(mailbox *box) {
    std::memset((void *)box, 0, sizeof *box);
    return box;
}

static void report(const char *fence, const char *where, mailbox *box) {
    CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(0, box->torn);
    CHECK_EQUAL((int)MESSAGES, box->answer);
    std::printf("%s(), %s: %d messages, %d words torn\n", fence, where, box->answer, box->torn);
}

template <class USE> void with_host(const char *fence, const char *to, const char *from, mailbox *box) {
    talk<USE><<<1, 1>>>(clear(box), -1, 0, 1);
    send<USE>(box);
    report(fence, to, box);
    talk<USE><<<1, 1>>>(clear(box), 0, -1, 1);
    receive<USE>(box);
    report(fence, from, box);
}

template <class USE> void test(const char *fence, scope reach, mailbox *shared, mailbox *mapped) {
    talk<USE><<<1, 64>>>(clear(shared), 0, 1, 32);
    report(fence, "across warps", shared);
    if (reach >= DEVICE) {
        talk<USE><<<2, 32>>>(clear(shared), 1, 0, 32);
        report(fence, "across blocks", shared);
    }
    if (reach >= SYSTEM) {
        with_host<USE>(fence, "host to device, managed memory", "device to host, managed memory", shared);
        with_host<USE>(fence, "host to device, mapped memory", "device to host, mapped memory", mapped);
    }
}

int main() {
    mailbox *shared = managed<mailbox>(1), *mapped;
    CUDA(cudaHostAlloc((void **)&mapped, sizeof *mapped, cudaHostAllocMapped));
#define SW_FENCE(arch, name, membar, scope) test<use##name>(#name, scope, shared, mapped);
#include <softwarp/sync/barriers.def>
    return check_result();
}
