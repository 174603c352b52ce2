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

}

#endif
