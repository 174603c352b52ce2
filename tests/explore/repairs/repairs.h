// Programs that are faulty, and with -DREPAIRED as the textbook has them.
#pragma once
#include <cuda/atomic>

#ifdef REPAIRED
#define REPAIR(text, instead) text
#else
#define REPAIR(text, instead) instead
#endif

using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
template <class T> using on_device = cuda::atomic<T, cuda::thread_scope_device>;
template <class T> using in_block = cuda::atomic<T, cuda::thread_scope_block>;

// Before each launch all is 0.
template <class... Symbols> void clear(Symbols &...symbols) {
    int zero = 0;
    (cudaMemcpyToSymbol(symbols, &zero, sizeof zero), ...);
}
