/* Host code's loads and stores, as clang's -fsanitize-coverage=trace-loads,trace-stores reports them before each one
 * (SanitizerCoverage, Tracing data flow). Sanitizers define these functions too, as weak ones: ours take
 * their place. */
#include "check/check.h"
#include "report/refused.h"

#define ACCESS(size)                                                                 \
    void __sanitizer_cov_load##size(const void *address) {                           \
        swrt_check_host(address, size, 0, __builtin_return_address(0));              \
        swrt_refused_host(address, size, false, __builtin_return_address(0));        \
    }                                                                                \
    void __sanitizer_cov_store##size(const void *address) {                          \
        swrt_check_host(address, size, 1, __builtin_return_address(0));              \
        swrt_refused_host(address, size, true, __builtin_return_address(0));         \
    }
SWRT_HOST_ACCESSES(ACCESS)
