/* __pipeline_*: copies into shared memory that a thread makes and waits for in batches. Each is done at once. CUDA C++
 * Programming Guide, Asynchronous Data Copies: Pipeline Primitives Interface. */
#ifndef SOFTWARP_PIPELINE_PRIMITIVES_H
#define SOFTWARP_PIPELINE_PRIMITIVES_H

#pragma GCC system_header

#include "awbarrier.h"
#include "../groups/copy.h"

/* 4, 8 or 16 bytes, the last `zfill` of them zeros. */
template <unsigned bytes> SW_DEVICE void sw_copy_filled(void *to, const void *from, unsigned from_bytes) {
    if (from_bytes == bytes) {
        cooperative_groups::details::sw_copy<bytes>(to, from, bytes, 0, 1);
        return;
    }
    for (unsigned i = 0; i < bytes; i++) ((char *)to)[i] = i < from_bytes ? ((const char *)from)[i] : 0;
}
SW_DEVICE void __pipeline_memcpy_async(void *__restrict__ dst_shared, const void *__restrict__ src_global,
                                       __SIZE_TYPE__ size_and_align, __SIZE_TYPE__ zfill = 0) {
    unsigned kept = (unsigned)(size_and_align - zfill);
    switch (size_and_align) {
    case 4:
        sw_copy_filled<4>(dst_shared, src_global, kept);
        break;
    case 8:
        sw_copy_filled<8>(dst_shared, src_global, kept);
        break;
    case 16:
        sw_copy_filled<16>(dst_shared, src_global, kept);
        break;
    default: /* the guide: no other size */
        __trap();
    }
}
SW_DEVICE void __pipeline_commit() {}
SW_DEVICE void __pipeline_wait_prior(__SIZE_TYPE__) {}
/* One more arrival that the phase waits for, and that arrival when the copies are done. */
SW_DEVICE void __pipeline_arrive_on(__mbarrier_t *) {}

namespace nvcuda {
namespace experimental {

class pipeline {
    __SIZE_TYPE__ sw_batch = 0;

public:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;
    SW_MEMBER __SIZE_TYPE__ commit() { return sw_batch++; }
    SW_MEMBER void commit_and_wait() { commit(); }
    SW_MEMBER void wait(__SIZE_TYPE__) {}
    template <unsigned> SW_MEMBER void wait_prior() {}
    SW_MEMBER void arrive_on(awbarrier &) {}
};

template <class T_> SW_MEMBER void memcpy_async(T_ &to, const T_ &from, pipeline &) { to = from; }
template <class T_, __SIZE_TYPE__ to_count, __SIZE_TYPE__ from_count>
SW_MEMBER void memcpy_async(T_ (&to)[to_count], const T_ (&from)[from_count], pipeline &) {
    for (__SIZE_TYPE__ i = 0; i < to_count; i++) to[i] = i < from_count ? from[i] : T_{};
}

}
}

#endif
