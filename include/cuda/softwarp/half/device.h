/* Device functions on a 16-bit format and its pair: shuffles, loads and stores with cache hints, atomic additions.
 * Included once per format (see types.h), for CUDA programs only. Besides its names:
 *   SW_CODE, SW_CODE2                 the format's names in marker functions: f16, v2f16
 *   SW_ATOMIC_ARCH, SW_ATOMIC_ARCH2   since which architecture an instruction adds them
 * All work on the bits, as 16- or 32-bit words. CUDA C++ Programming Guide: Warp Shuffle Functions, Read-Only Data
 * Cache Load, Atomic Functions.
 */
#define SW_SHUFFLE(name, A, T, bits, from)                                                                   \
    SW_DEVICE T name##_sync(unsigned mask, T value, A argument, int width = 32) {                            \
        return from(::name##_sync(mask, (unsigned)bits(value), argument, width));                            \
    }                                                                                                        \
    SW_YIELDING T name(T value, A argument, int width = 32) {                                                \
        return from(::name((unsigned)bits(value), argument, width));                                         \
    }
#define SW_SHUFFLES(T, bits, from)                       \
    SW_SHUFFLE(__shfl, int, T, bits, from)               \
    SW_SHUFFLE(__shfl_up, unsigned, T, bits, from)       \
    SW_SHUFFLE(__shfl_down, unsigned, T, bits, from)     \
    SW_SHUFFLE(__shfl_xor, int, T, bits, from)
SW_SHUFFLES(SW_N, sw_bits, SW_F(of_bits))
SW_SHUFFLES(SW_N2, sw_word, SW_F(of_word))
#undef SW_SHUFFLES
#undef SW_SHUFFLE

#define SW_LOAD(name, T, word, from)                                                                         \
    SW_DEVICE T name(const T *address) {                                                                     \
        return from(::name((const word *)address));                                                          \
    }
#define SW_STORE(name, T, word, bits)                                                                        \
    SW_DEVICE void name(T *address, const T value) {                                                         \
        ::name((word *)address, (word)bits(value));                                                          \
    }
#define SW_ROW_LOAD(name, half, bf16)                       \
    SW_LOAD(name, SW_N, unsigned short, SW_F(of_bits))      \
    SW_LOAD(name, SW_N2, unsigned int, SW_F(of_word))
#define SW_ROW_STORE(name, half, bf16)                      \
    SW_STORE(name, SW_N, unsigned short, sw_bits)           \
    SW_STORE(name, SW_N2, unsigned int, sw_word)
#include "functions.def"
#undef SW_STORE
#undef SW_LOAD

/* Pairs are there for every architecture, numbers from sm_70 on, as CUDA 12 has it; scopes from sm_60 on. Where an
 * architecture has no such instruction, and on the host, they are templates, which yield to a program's own function of
 * that name. A pair is added as two elements, each by itself. */
#define SW_PASTE_4(a, b, c, d) a##b##c##d
#define SW_MARKER(code, scope) SW_PASTE_4(__sw_atomic_add_, code, _, scope)
#define SW_ATOMIC_ADD(suffix, scope, T, word, code, bits, from)                                              \
    SW_EXTERN word SW_MARKER(code, scope)(void *address, word value);                                        \
    SW_HOW T atomicAdd##suffix(T *const address, const T value) {                                            \
        return from(SW_MARKER(code, scope)((void *)address, (word)bits(value)));                             \
    }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < SW_ATOMIC_ARCH
#define SW_HOW SW_YIELDING
#else
#define SW_HOW SW_DEVICE
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SW_ATOMIC_ADD(, device, SW_N, unsigned short, SW_CODE, sw_bits, SW_F(of_bits))
SW_ATOMIC_ADD(_block, block, SW_N, unsigned short, SW_CODE, sw_bits, SW_F(of_bits))
SW_ATOMIC_ADD(_system, system, SW_N, unsigned short, SW_CODE, sw_bits, SW_F(of_bits))
#endif
#undef SW_HOW
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < SW_ATOMIC_ARCH2
#define SW_HOW SW_YIELDING
#else
#define SW_HOW SW_DEVICE
#endif
SW_ATOMIC_ADD(, device, SW_N2, unsigned int, SW_CODE2, sw_word, SW_F(of_word))
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
SW_ATOMIC_ADD(_block, block, SW_N2, unsigned int, SW_CODE2, sw_word, SW_F(of_word))
SW_ATOMIC_ADD(_system, system, SW_N2, unsigned int, SW_CODE2, sw_word, SW_F(of_word))
#endif
#undef SW_ATOMIC_ADD
#undef SW_MARKER
#undef SW_PASTE_4
#undef SW_HOW
