/* Host code's loads and stores, as clang reports them before each one. In check builds by the thread sanitizer's calls
 * (-fsanitize=thread), which leave atomic ones to atomic.c; in strict programs by those of
 * -fsanitize-coverage=trace-loads,trace-stores (SanitizerCoverage, Tracing data flow). Sanitizers define these functions
 * too, those for coverage as weak ones: ours take their place. The thread sanitizer's own take the place of ours. */
#include "check/check.h"
#include "report/refused.h"

#define TELL(size, is_store)                                                                 \
    swrt_check_host(address, size, is_store, __builtin_return_address(0));                   \
    swrt_refused_host(address, size, is_store, __builtin_return_address(0))

#define COVERAGE(size)                                  \
    void __sanitizer_cov_load##size(const void *address) { \
        TELL(size, false);                              \
    }                                                   \
    void __sanitizer_cov_store##size(const void *address) { \
        TELL(size, true);                               \
    }
SWRT_HOST_ACCESSES(COVERAGE)

#define WEAK __attribute__((weak))
#define THREAD(size)                                     \
    WEAK void __tsan_read##size(void *address) {         \
        TELL(size, false);                               \
    }                                                    \
    WEAK void __tsan_write##size(void *address) {        \
        TELL(size, true);                                \
    }                                                    \
    WEAK void __tsan_unaligned_read##size(void *address) { \
        TELL(size, false);                               \
    }                                                    \
    WEAK void __tsan_unaligned_write##size(void *address) { \
        TELL(size, true);                                \
    }
SWRT_HOST_ACCESSES(THREAD)

/* An object's pointer to its virtual functions. */
WEAK void __tsan_vptr_read(void **address) {
    TELL(sizeof *address, false);
}
WEAK void __tsan_vptr_update(void **address, void *value) {
    (void)value;
    TELL(sizeof *address, true);
}

/* By a constructor of each object file. */
WEAK void __tsan_init(void) {
}
