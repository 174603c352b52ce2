/* ld and st of inline PTX: spaces, types, vectors, semantics, cache operators; addresses in shared memory, cvta, isspacep,
 * prefetch, cp.async (PTX ISA, Data Movement and Conversion Instructions). */
// SWCC: -arch=sm_80
// NVCC: -arch=sm_80
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 96, WORDS = 40 };
__constant__ u32 table[4] = {11, 22, 33, 44};

/* Each a load of a thread's own 16 bytes, widened to 32 bits. */
#define LOADS(LOAD)                                                                                              \
    LOAD("ld.u32", 0) LOAD("ld.global.u32", 0) LOAD("ld.global.nc.u32", 4) LOAD("ld.global.ca.s32", 8)           \
    LOAD("ld.global.cg.b32", 12) LOAD("ld.global.cs.u32", 0) LOAD("ld.global.lu.u32", 4) LOAD("ld.global.cv.u32", 8) \
    LOAD("ld.volatile.global.u32", 4) LOAD("ld.relaxed.gpu.global.u32", 8) LOAD("ld.acquire.cta.u32", 12)        \
    LOAD("ld.acquire.sys.global.u32", 0) LOAD("ld.weak.global.u32", 0)                                           \
    LOAD("ld.global.nc.L1::no_allocate.L2::128B.u32", 8)                                                         \
    LOAD("ld.global.u8", 3) LOAD("ld.global.s8", 3) LOAD("ld.global.u16", 6) LOAD("ld.global.s16", 6) LOAD("ldu.global.u32", 0)

__global__ void loads(const unsigned char *in, u32 *out) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, n = at * WORDS;
    const unsigned char *own = in + 16 * at;
    u32 a, b, c, d;
#define LOAD(text, offset)                                                                                       \
    asm volatile(text " %0, [%1+" #offset "];" : "=r"(a) : "l"(own) : "memory");                                 \
    out[n++] = a;
    LOADS(LOAD)
    u64 x, y;
    asm("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(own));
    out[n++] = a + 2 * b + 3 * c + 4 * d;
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(x), "=l"(y) : "l"(own));
    out[n++] = (u32)(x >> 32) + (u32)y;
    asm("ld.global.v2.u8 {%0, %1}, [%2+1];" : "=r"(a), "=r"(b) : "l"(own + 1));
    out[n++] = a * 256 + b;
    asm("ld.const.u32 %0, [%1];" : "=r"(a) : "l"(__cvta_generic_to_constant(&table[at & 3])));
    out[n++] = a;
    float f;
    double e;
    asm("ld.global.f32 %0, [%1];" : "=f"(f) : "l"(own));
    asm("ld.global.f64 %0, [%1+8];" : "=d"(e) : "l"(own));
    out[n++] = __float_as_uint(f) + (u32)__double_as_longlong(e);
    asm volatile("prefetch.global.L2 [%0]; prefetchu.L1 [%0];" ::"l"(own));
}

__global__ void stores(u32 *out) {
    __shared__ u32 tile[THREADS];
    __shared__ __align__(16) u32 copied[4 * THREADS];
    extern __shared__ u32 dynamic[];
    u32 t = threadIdx.x, got, *own = out + t * 16;
    u32 at = (u32)__cvta_generic_to_shared(&tile[t]);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(t * 5) : "memory");
    __syncthreads();
    u32 other = (u32)__cvta_generic_to_shared(tile);
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(got) : "r"(other + 4 * ((t + 7) % THREADS)) : "memory");
    own[0] = got;
    asm volatile("{.reg .u64 p; cvta.to.shared.u64 p, %1; ld.shared.u32 %0, [p];}" : "=r"(got) : "l"(&tile[t ^ 1]) : "memory");
    own[1] = got;
    asm volatile("{.reg .u64 p; cvt.u64.u32 p, %1; cvta.shared.u64 p, p; ld.u32 %0, [p];}" : "=r"(got) : "r"(at) : "memory");
    own[2] = got;
    dynamic[t] = 1000 + t;
    __syncthreads();
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "l"(__cvta_generic_to_shared(dynamic + (t ^ 3))) : "memory");
    own[3] = got;
    own[4] = *(u32 *)__cvta_shared_to_generic(at);
    asm volatile("st.global.v2.u32 [%0+24], {%1, %2};" ::"l"(own), "r"(t), "r"(t + 1) : "memory");
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(own + 5), "r"(t + 2) : "memory");
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(own + 8), "r"(t + 3) : "memory");
    asm volatile("st.global.wt.u32 [%0], 77;" ::"l"(own + 9) : "memory");
    asm volatile("st.global.u8 [%0], %1; st.global.cs.u16 [%0+2], %1;" ::"l"(own + 10), "r"(0x12345678) : "memory");
    asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(own + 11), "f"(1.5f) : "memory");
    u32 to = (u32)__cvta_generic_to_shared(copied + 4 * t), size = t % 17;
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n cp.async.commit_group;\n cp.async.wait_group 0;" ::"r"(to),
                 "l"(own), "r"(size)
                 : "memory");
    __syncthreads();
    own[12] = copied[4 * t] + copied[4 * t + 3];
    u32 spaces;
    int local = t;
    asm volatile("{.reg .pred p, q, r; isspacep.shared p, %1; isspacep.global q, %2; isspacep.local r, %3;\n"
                 " selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @r add.u32 %0, %0, 4; isspacep.global p, %1; @p mov.u32 %0, 99;}"
                 : "=r"(spaces)
                 : "l"(tile), "l"(out), "l"(&local));
    own[13] = spaces;
}

static u32 part(const unsigned char *in, int bytes) {
    u32 x = 0;
    std::memcpy(&x, in, bytes);
    return x;
}

static void check_loads() {
    unsigned char *in = managed<unsigned char>(THREADS * 16);
    u32 *out = managed<u32>(THREADS * WORDS);
    for (int i = 0; i < THREADS * 16; i++) in[i] = (unsigned char)(i * 37 + (i >> 4));
    loads<<<3, THREADS / 3>>>(in, out);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        const unsigned char *own = in + 16 * t;
        u32 *got = out + t * WORDS;
#define EXPECTED(text, offset)                                                                                   \
    {                                                                                                            \
        const char *type = std::strrchr(text, '.') + 1;                                                          \
        int bytes = type[1] == '8' ? 1 : type[1] == '1' ? 2 : 4;                                                 \
        u32 x = part(own + offset, bytes);                                                                       \
        if (*type == 's') x = (u32)((int)(x << (32 - 8 * bytes)) >> (32 - 8 * bytes));                           \
        CHECK_AT(t, x, *got);                                                                                    \
        got++;                                                                                                   \
    }
        LOADS(EXPECTED)
        CHECK_AT(t, part(own, 4) + 2 * part(own + 4, 4) + 3 * part(own + 8, 4) + 4 * part(own + 12, 4), *got++);
        CHECK_AT(t, part(own + 4, 4) + part(own + 8, 4), *got++);
        CHECK_AT(t, own[2] * 256u + own[3], *got++);
        CHECK_AT(t, 11u * (t % 4 + 1), *got++);
        CHECK_AT(t, part(own, 4) + part(own + 8, 4), *got++);
    }
    print_row("loads", out, THREADS * WORDS);
}

static void check_stores() {
    u32 *out = managed<u32>(THREADS * 16);
    stores<<<1, THREADS, THREADS * 4>>>(out);
    FINISH();
    for (u32 t = 0; t < THREADS; t++) {
        const u32 expected[] = {(t + 7) % THREADS * 5, (t ^ 1) * 5, t * 5, 1000 + (t ^ 3), t * 5, t + 2, t, t + 1, t + 3, 77,
                                0x56780078, 0x3fc00000};
        for (int i = 0; i < 12; i++) CHECK_AT(t * 100 + i, expected[i], out[t * 16 + i]);
        u32 size = t % 17, first = expected[0], last = expected[3];
        if (size < 4) first &= (1u << 8 * size) - 1;
        last = size >= 16 ? last : size > 12 ? last & ((1u << 8 * (size - 12)) - 1) : 0;
        CHECK_AT(t, first + last, out[t * 16 + 12]);
        CHECK_AT(t, 7u, out[t * 16 + 13]);
    }
    print_row("stores", out, THREADS * 16);
}

int main() {
    check_loads();
    check_stores();
    return check_result();
}
