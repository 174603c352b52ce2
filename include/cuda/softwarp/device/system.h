/* Device versions of what the C library gives to host code: printf, assert, malloc and free, memcpy and friends,
 * clocks; and the traps.
 *
 * Comes before every system header (see cuda_runtime.h), so it includes none. CUDA C++ Programming Guide: Formatted
 * Output, Assertion, Trap function, Breakpoint Function, Dynamic Global Memory Allocation, Time Function, Nanosleep.
 */
#ifndef SOFTWARP_SYSTEM_H
#define SOFTWARP_SYSTEM_H

#pragma GCC system_header

/* clang turns a call of printf into one of vprintf with the arguments packed in a buffer. */
SW_EXTERN int printf(const char *format, ...);
SW_EXTERN int vprintf(const char *format, const char *arguments);

SW_EXTERN void *malloc(__SIZE_TYPE__ bytes) __attribute__((nothrow, malloc));
SW_EXTERN void free(void *pointer) __attribute__((nothrow));

/* clang makes memory intrinsics of calls by these names, but not where they are declared for the device. The other names
 * in the object: these functions' own would be found where the intrinsics are at last calls of the C library. */
extern "C" {
SW_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) __asm__("__sw_memcpy") __attribute__((nothrow));
SW_DEVICE void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes) __asm__("__sw_memmove") __attribute__((nothrow));
SW_DEVICE void *memset(void *to, int byte, __SIZE_TYPE__ bytes) __asm__("__sw_memset") __attribute__((nothrow));
SW_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memcpy(to, from, bytes); }
SW_DEVICE void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memmove(to, from, bytes); }
SW_DEVICE void *memset(void *to, int byte, __SIZE_TYPE__ bytes) { return __builtin_memset(to, byte, bytes); }
}

SW_EXTERN __attribute__((noreturn)) void __assertfail(const char *message, const char *file, unsigned line,
                                                      const char *function, __SIZE_TYPE__ character_bytes);
/* What glibc's assert() calls. */
extern "C" {
SW_DEVICE __attribute__((noreturn)) void __assert_fail(const char *message, const char *file, unsigned line,
                                                       const char *function) {
    __assertfail(message, file, line, function, sizeof(char));
}
}

SW_EXTERN void __sw_breakpoint(void);
SW_EXTERN void __sw_nanosleep(unsigned ns);

SW_DEVICE void __trap(void) { __builtin_trap(); }
SW_DEVICE void __brkpt(void) { __sw_breakpoint(); }
SW_DEVICE void __brkpt(int) { __sw_breakpoint(); }
/* Counts an event for a GPU's profiler; there is none here. */
SW_DEVICE void __prof_trigger(int) {}

/* The refused form loses against a program's own function of the name. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
SW_DEVICE void __nanosleep(...) __attribute__((unavailable("CUDA has __nanosleep from sm_70 on (-arch=sm_70)")));
#else
SW_DEVICE void __nanosleep(unsigned ns) { __sw_nanosleep(ns); }
#endif
SW_DEVICE long long clock64(void) { return __nvvm_read_ptx_sreg_clock64(); }
/* clock_t is long; the counter has 32 bits on a GPU too. */
SW_DEVICE long clock(void) { return (int)__nvvm_read_ptx_sreg_clock(); }

#endif
