/* What every conformance program needs: comparing, reporting, and calling the runtime API.
 *
 * A program prints "ok" and returns 0, or says file, line, what was expected and what came, and returns 1. Valid under
 * nvcc too. Kernels write what they computed into managed memory; the host compares it with a plain C++ reference.
 */
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static int check_failures = 0;

inline void check_print(const char *name, long long x) {
    std::printf("  %s %lld (0x%llx)\n", name, x, (unsigned long long)x);
}
inline void check_print(const char *name, unsigned long long x) { std::printf("  %s %llu (0x%llx)\n", name, x, x); }
inline void check_print(const char *name, int x) { check_print(name, (long long)x); }
inline void check_print(const char *name, long x) { check_print(name, (long long)x); }
inline void check_print(const char *name, unsigned x) { check_print(name, (unsigned long long)x); }
inline void check_print(const char *name, unsigned long x) { check_print(name, (unsigned long long)x); }
inline void check_print(const char *name, bool x) { check_print(name, (int)x); }
inline void check_print(const char *name, double x) { std::printf("  %s %.17g (%a)\n", name, x, x); }
inline void check_print(const char *name, float x) { check_print(name, (double)x); }

/* One difference between what was expected and what came; stops after twenty. */
template <typename A, typename B>
void check_failed(const char *file, int line, const char *what, long long index, A expected, B got) {
    std::printf("%s:%d: %s", file, line, what);
    if (index >= 0) std::printf(" at %lld", index);
    std::printf("\n");
    check_print("expected", expected);
    check_print("got     ", got);
    if (++check_failures >= 20) std::exit(1);
}

/* The same value; for floating point the same bits, where one NaN is as good as another. */
template <typename T> bool check_same(T a, T b) { return a == b; }
inline bool check_same(float a, float b) { return (a != a && b != b) || !std::memcmp(&a, &b, sizeof a); }
inline bool check_same(double a, double b) { return (a != a && b != b) || !std::memcmp(&a, &b, sizeof a); }

#define CHECK_AT(index, expected, got)                                                                  \
    do {                                                                                                \
        auto check_got = (got);                                                                         \
        decltype(check_got) check_expected = (expected);                                                \
        if (!check_same(check_expected, check_got))                                                     \
            check_failed(__FILE__, __LINE__, #got, (long long)(index), check_expected, check_got);      \
    } while (0)
#define CHECK_EQUAL(expected, got) CHECK_AT(-1, expected, got)
#define CHECK(condition) CHECK_AT(-1, true, (bool)(condition))

/* A runtime API call that must succeed. */
#define CUDA(call)                                                                                              \
    do {                                                                                                        \
        cudaError_t check_error = (call);                                                                       \
        if (check_error != cudaSuccess) {                                                                       \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(check_error));         \
            std::exit(1);                                                                                       \
        }                                                                                                       \
    } while (0)
/* After a launch: wait for it, and it must have succeeded. */
#define FINISH()                      \
    do {                              \
        CUDA(cudaGetLastError());     \
        CUDA(cudaDeviceSynchronize());\
    } while (0)

/* A zeroed array that host and device share, until the program ends. */
template <typename T> T *managed(size_t count) {
    T *memory = nullptr;
    CUDA(cudaMallocManaged((void **)&memory, count * sizeof(T)));
    std::memset((void *)memory, 0, count * sizeof(T));
    return memory;
}

/* The program's last line. */
inline int check_result() {
    if (!check_failures) std::printf("ok\n");
    return check_failures != 0;
}

#endif
