/* cuda::thread_scope: among which threads something holds. libcu++: Extended API, Thread Scopes. */
#ifndef SOFTWARP_SCOPE_H
#define SOFTWARP_SCOPE_H

#pragma GCC system_header

namespace cuda {

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10
};

namespace sw_detail {
/* The numbers of __NV_THREAD_SCOPE_*. */
constexpr int sw_scope(thread_scope scope) {
    return scope == thread_scope_system   ? 4
           : scope == thread_scope_device ? 3
           : scope == thread_scope_block  ? 1
                                          : 0;
}
}

}

#endif
