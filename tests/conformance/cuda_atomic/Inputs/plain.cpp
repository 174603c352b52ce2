/* The host's side of plain_cpp.cu, for any C++ compiler. */
#include "shared.h"

#include <cuda/std/chrono>
#include <cstddef>
#include <new>

void plain_offsets(std::size_t *offsets) {
    static const Shared object;
    const char *start = reinterpret_cast<const char *>(&object);
    const void *const fields[FIELDS] = {&object.count,   &object.sum,  &object.byte,    &object.pair,
                                        &object.place,   &object.flag, &object.latch,   &object.permits,
                                        &object.turn,    &object.barrier, &object.numbers};
    for (int i = 0; i < FIELDS; i++)
        offsets[i] = static_cast<std::size_t>(static_cast<const char *>(fields[i]) - start);
}

Shared *plain_make(void *memory) { return new (memory) Shared; }

/* Meets the kernel, which is running: each waits for the other. */
void plain_meet(Shared *shared) {
    shared->latch.arrive_and_wait();
    shared->count.fetch_add(10);
    shared->permits.release(2);
    shared->turn.acquire();
    shared->barrier.arrive_and_wait();
}

/* 0, or the number of the first thing that is wrong. */
int plain_see(Shared *shared) {
    int expected = 4, number = 7;
    cuda::atomic_ref<int> reference(number);
    if (shared->count.load(cuda::memory_order_acquire) != 14) return 1;
    if (shared->count.compare_exchange_strong(expected, 0) || expected != 14) return 2;
    if (shared->sum.fetch_sub(1.5, cuda::memory_order_relaxed) != 2.75 || shared->sum != 1.25) return 3;
    if ((shared->byte ^= 0x0f) != 0x0e || shared->byte.exchange(9) != 0x0e) return 4;
    Pair pair = shared->pair;
    if (pair.a != 3 || pair.b != 4) return 5;
    if (shared->place.load() != shared->numbers + 2 || *++shared->place != 13) return 6;
    if (!shared->flag.test_and_set()) return 7;
    if (reference.fetch_max(9) != 7 || reference-- != 9 || number != 8) return 8;
    if (shared->permits.try_acquire_for(cuda::std::chrono::milliseconds(1))) return 9;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
    return 0;
}
