/* Copies in bulk, by address and by tensor map, and barriers that count their bytes: cuda::device and
 * cuda::device::experimental. libcu++: Extended API, barrier (barrier_arrive_tx, barrier_expect_tx, memcpy_async_tx); CUDA C++
 * Programming Guide, Asynchronous Data Copies using Tensor Memory Access. All by inline PTX, like the program's own. */
#ifndef SOFTWARP_LIBCU_BULK_H
#define SOFTWARP_LIBCU_BULK_H

#pragma GCC system_header

#include "barrier.h"

struct CUtensorMap_st;
typedef struct CUtensorMap_st CUtensorMap;

namespace cuda {
namespace device {
namespace sw_detail {

SW_MEMBER unsigned sw_shared(const void *address) { return (unsigned)__cvta_generic_to_shared(address); }
SW_MEMBER unsigned sw_object(barrier<thread_scope_block> &at) { return sw_shared(at.sw_native()); }
SW_MEMBER __SIZE_TYPE__ sw_global(const void *address) { return __cvta_generic_to_global(address); }

}

SW_MEMBER void barrier_expect_tx(barrier<thread_scope_block> &at, __PTRDIFF_TYPE__ bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(sw_detail::sw_object(at)),
                 "r"((unsigned)bytes)
                 : "memory");
}

SW_MEMBER barrier<thread_scope_block>::arrival_token barrier_arrive_tx(barrier<thread_scope_block> &at,
                                                                       __PTRDIFF_TYPE__ arrivals,
                                                                       __PTRDIFF_TYPE__ bytes) {
    barrier_expect_tx(at, bytes);
    return at.arrive(arrivals);
}

template <class Element, __SIZE_TYPE__ Alignment>
SW_MEMBER void memcpy_async_tx(Element *to, const Element *from, aligned_size_t<Alignment> size, barrier<thread_scope_block> &at) {
    static_assert(Alignment >= 16, "memcpy_async_tx: both ends are aligned to 16 bytes at least");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     sw_detail::sw_shared(to)),
                 "l"(sw_detail::sw_global(from)), "r"((unsigned)(__SIZE_TYPE__)size), "r"(sw_detail::sw_object(at))
                 : "memory");
}

namespace experimental {

SW_MEMBER void cp_async_bulk_global_to_shared(void *to, const void *from, unsigned size,
                                              barrier<thread_scope_block> &at) {
    memcpy_async_tx((char *)to, (const char *)from, aligned_size_t<16>(size), at);
}
SW_MEMBER void cp_async_bulk_shared_to_global(void *to, const void *from, unsigned size) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(device::sw_detail::sw_global(to)),
                 "r"(device::sw_detail::sw_shared(from)), "r"(size)
                 : "memory");
}

#define SW_TENSOR_COPY(rank, parameters, places, ...)                                                                    \
    SW_MEMBER void cp_async_bulk_tensor_##rank##d_global_to_shared(void *to, const CUtensorMap *map, parameters,           \
                                                                   barrier<thread_scope_block> &at) {                    \
        asm volatile("cp.async.bulk.tensor." #rank                                                                       \
                     "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " places "], [%2];" ::"r"(   \
                         device::sw_detail::sw_shared(to)),                                                              \
                     "l"(map), "r"(device::sw_detail::sw_object(at)), __VA_ARGS__                                        \
                     : "memory");                                                                                        \
    }                                                                                                                    \
    SW_MEMBER void cp_async_bulk_tensor_##rank##d_shared_to_global(const CUtensorMap *map, parameters,                     \
                                                                   const void *from) {                                   \
        asm volatile("cp.async.bulk.tensor." #rank "d.global.shared::cta.tile.bulk_group [%1, " places "], [%0];" ::"r"( \
                         device::sw_detail::sw_shared(from)),                                                            \
                     "l"(map), "r"(0), __VA_ARGS__                                                                       \
                     : "memory");                                                                                        \
    }
#define SW_COORDINATES(...) __VA_ARGS__
SW_TENSOR_COPY(1, SW_COORDINATES(int c0), "{%3}", "r"(c0))
SW_TENSOR_COPY(2, SW_COORDINATES(int c0, int c1), "{%3, %4}", "r"(c0), "r"(c1))
SW_TENSOR_COPY(3, SW_COORDINATES(int c0, int c1, int c2), "{%3, %4, %5}", "r"(c0), "r"(c1), "r"(c2))
SW_TENSOR_COPY(4, SW_COORDINATES(int c0, int c1, int c2, int c3), "{%3, %4, %5, %6}", "r"(c0), "r"(c1), "r"(c2), "r"(c3))
SW_TENSOR_COPY(5, SW_COORDINATES(int c0, int c1, int c2, int c3, int c4), "{%3, %4, %5, %6, %7}", "r"(c0), "r"(c1), "r"(c2),
               "r"(c3), "r"(c4))
#undef SW_COORDINATES
#undef SW_TENSOR_COPY

SW_MEMBER void fence_proxy_async_shared_cta() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
SW_MEMBER void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int most> SW_MEMBER void cp_async_bulk_wait_group_read() {
    static_assert(most >= 0 && most <= 63, "cp_async_bulk_wait_group_read: 0 to 63 groups");
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(most) : "memory");
}

}
}
}

#endif
