/* atom and red of inline PTX: every operation, type, space and scope; fences (PTX ISA, atom, red, membar, fence). */
// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
#include "../check.h"
#include "../rows.h"
#include <string>

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 128, BLOCKS = 2, CELLS = 32 };

/* Each adds up, or the like, so that the order does not matter: operation, letter, type, what thread t gives. */
#define UPDATES(F)                                                                                               \
    F(0, "red.global.add.u32", "r", u32, t * 3)                                                                  \
    F(1, "red.relaxed.gpu.global.add.s32", "r", u32, t - 50)                                                     \
    F(2, "red.global.and.b32", "r", u32, ~(1u << t % 32))                                                        \
    F(3, "red.or.b32", "r", u32, 1u << t % 29)                                                                   \
    F(4, "red.global.xor.b32", "r", u32, t * 0x9e3779b9u)                                                        \
    F(5, "red.global.min.u32", "r", u32, 5000 - t)                                                               \
    F(6, "red.global.max.u32", "r", u32, 5000 + t)                                                               \
    F(7, "red.global.min.s32", "r", u32, 7 - t)                                                                  \
    F(8, "red.global.max.s32", "r", u32, t - 300)                                                                \
    F(9, "red.global.inc.u32", "r", u32, 100)                                                                    \
    F(10, "red.release.sys.global.add.u32", "r", u32, 2)                                                         \
    F(11, "red.global.add.f32", "f", float, (float)(t & 15))                                                     \
    F(12, "red.global.add.f64", "d", double, (double)(t & 15))                                                   \
    F(13, "red.global.add.u64", "l", u64, (u64)t << 30)                                                          \
    F(14, "red.global.max.s64", "l", u64, (u64)(long long)(t - 300))                                             \
    F(15, "red.global.min.u64", "l", u64, ~(u64)t)                                                               \
    F(16, "red.global.xor.b64", "l", u64, (u64)t * 0x9e3779b97f4a7c15ull)

__global__ void update(u64 *cells, u32 *old) {
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, got;
#define RED(n, text, letter, T, value) asm volatile(text " [%0], %1;" ::"l"(cells + n), letter((T)(value)) : "memory");
    UPDATES(RED)
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(got) : "l"(cells + 20) : "memory");
    old[got] = 1;
    asm volatile("{.reg .u32 x; ld.global.u32 x, [%1]; L: add.u32 x, x, 0; .reg .u32 y, z; add.u32 y, x, 7;\n"
                 "atom.acq_rel.gpu.global.cas.b32 z, [%1], x, y; .reg .pred p; setp.ne.u32 p, x, z; mov.u32 x, z; @p bra L;\n"
                 "mov.u32 %0, x;}"
                 : "=r"(got)
                 : "l"(cells + 21)
                 : "memory");
    old[512 + got / 7] = 1;
    asm volatile("membar.gl; fence.acq_rel.gpu; fence.sc.sys; membar.cta; fence.sc.cta;" ::: "memory");
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(cells + 22), "r"(t & 1 ? 0x3c000000u : 0x00003c00u) : "memory");
    u32 before;
    asm volatile("{.reg .b32 x; atom.global.exch.b32 x, [%1], 5; mov.b32 %0, x;}" : "=r"(before) : "l"(cells + 23) : "memory");
    if (before != 5 && before != 0) old[0] = 99;
}

__global__ void in_shared(u32 *out) {
    __shared__ u32 sum, most, order;
    __shared__ u64 wide;
    u32 t = threadIdx.x, at, got;
    if (!t) sum = most = order = 0, wide = 0;
    __syncthreads();
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"((u32)__cvta_generic_to_shared(&sum)), "r"(t) : "memory");
    asm volatile("red.shared::cta.max.u32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&most)), "r"(t ^ 21) : "memory");
    asm volatile("atom.relaxed.cta.shared.add.u32 %0, [%1], 1;" : "=r"(got) : "r"((u32)__cvta_generic_to_shared(&order)) : "memory");
    asm volatile("red.shared.or.b64 [%0], %1;" ::"r"((u32)__cvta_generic_to_shared(&wide)), "l"(1ull << t % 64) : "memory");
    out[8 + got] = 1;
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(at) : "r"((u32)__cvta_generic_to_shared(&sum)) : "memory");
    if (!t) out[0] = at, out[1] = most, out[2] = order, out[3] = (u32)wide, out[4] = (u32)(wide >> 32);
}

template <typename T> static void apply(const char *text, T *cell, T value) {
    std::string what = std::strrchr(std::string(text, std::strrchr(text, '.') - text).c_str(), '.') + 1;
    bool is_signed = std::strrchr(text, '.')[1] == 's';
    bool is_less = is_signed && sizeof(T) == 8 ? (long long)value < (long long)*cell
                   : is_signed                 ? (int)value < (int)*cell
                                               : value < *cell;
    if (what == "add") *cell += value;
    if (what == "min") *cell = is_less ? value : *cell;
    if (what == "max") *cell = is_less ? *cell : value;
    if (what == "inc") *cell = *cell >= value ? 0 : *cell + 1;
}
template <typename T> static void apply_bits(const char *text, T *cell, T value) {
    if (std::strstr(text, ".and.")) *cell &= value;
    if (std::strstr(text, ".or.")) *cell |= value;
    if (std::strstr(text, ".xor.")) *cell ^= value;
    apply(text, cell, value);
}
static void apply_bits(const char *text, float *cell, float value) { apply(text, cell, value); }
static void apply_bits(const char *text, double *cell, double value) { apply(text, cell, value); }

int main() {
    u64 *cells = managed<u64>(CELLS), expected[CELLS] = {};
    u32 *old = managed<u32>(1024), *out = managed<u32>(8 + THREADS);
    cells[2] = expected[2] = 0xffffffff;
    cells[5] = expected[5] = cells[15] = expected[15] = ~0ull;
    update<<<BLOCKS, THREADS>>>(cells, old);
    in_shared<<<1, THREADS>>>(out);
    FINISH();
    for (u32 t = 0; t < BLOCKS * THREADS; t++) {
#define REFERENCE(n, text, letter, T, value) apply_bits(text, (T *)&expected[n], (T)(value));
        UPDATES(REFERENCE)
        CHECK_AT(t, 1u, old[t]);
        CHECK_AT(t, 1u, old[512 + t]);
    }
    for (int i = 0; i <= 16; i++) CHECK_AT(i, expected[i], cells[i]);
    CHECK_EQUAL(256ull, cells[20]);
    CHECK_EQUAL(256ull * 7, cells[21]);
    CHECK_EQUAL(0x58005800ull, cells[22]);
    CHECK_EQUAL(5ull, cells[23]);
    CHECK_EQUAL(THREADS * (THREADS - 1) / 2u, out[0]);
    CHECK_EQUAL(127u, out[1]);
    CHECK_EQUAL((u32)THREADS, out[2]);
    CHECK_EQUAL(~0u, out[3]);
    CHECK_EQUAL(~0u, out[4]);
    for (int i = 0; i < THREADS; i++) CHECK_AT(i, 1u, out[8 + i]);
    print_row("red", cells, CELLS);
    print_row("red.shared", out, 8 + THREADS);
    return check_result();
}
