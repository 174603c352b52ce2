/* Labels, branches, loops, guards and the end of a thread in inline PTX; labels of one statement that is there several times; "C++"
 * facts of asm: +r, n, 16-bit and pointer operands, %% and comments (PTX ISA, Control Flow; CUDA's Inline PTX Assembly). */
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
enum { THREADS = 96 };

__device__ __forceinline__ u32 steps(u32 x) { /* of Collatz' sequence */
    u32 count;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        ".reg .u32 y, bit;\n\t"
        "mov.u32 %0, 0;\n\t"
        "mov.u32 y, %1;\n"
        "NEXT:\n\t"
        "setp.le.u32 p, y, 1;\n\t"
        "@p bra.uni DONE;\n\t"
        "and.b32 bit, y, 1;\n\t"
        "setp.ne.u32 q, bit, 0;\n\t"
        "@q mad.lo.u32 y, y, 3, 1;\n\t"
        "@!q shr.u32 y, y, 1;\n\t"
        "add.u32 %0, %0, 1;\n\t"
        "bra NEXT;\n"
        "DONE:\n\t"
        "}"
        : "=r"(count)
        : "r"(x));
    return count;
}

template <int N> __device__ u32 plus(u32 x) {
    asm volatile("add.u32 %0, %0, %1; // the template's" : "+r"(x) : "n"(N));
    return x;
}

/* Only the first `live` threads come to the end. */
__device__ void leave(u32 t, u32 live) {
    asm volatile("{.reg .pred p; setp.ge.u32 p, %0, %1; @p exit;}" ::"r"(t), "r"(live));
}

__global__ void compute(u32 *out, u32 live) {
    u32 t = threadIdx.x, a = steps(t), b = steps(t + 1000);
    out[t] = a;
    out[THREADS + t] = b;
    out[2 * THREADS + t] = plus<5>(plus<-3>(t));
    u32 *own = out + 3 * THREADS + t;
    asm volatile("{.reg .pred %%p; .reg .u64 %%a<2>; setp.lt.u32 %%p, %1, 50; mov.u64 %%a1, %0; @%%p st.u32 [%%a1], %1; @!%%p st.u32 [%%a1], 7;}" ::"l"(own), "r"(t) : "memory");
    unsigned short h = (unsigned short)(t * 700), k;
    asm("mul.lo.u16 %0, %1, 3;" : "=h"(k) : "h"(h));
    out[4 * THREADS + t] = k;
    bool is_odd;
    asm("{.reg .b32 x; and.b32 x, %1, 1; mov.u32 %0, x;}" : "=r"(*(u32 *)&a) : "r"(t));
    is_odd = a;
    out[5 * THREADS + t] = is_odd;
    asm volatile("" : "+r"(t)::"memory");
    leave(t, live);
    out[6 * THREADS + t] = 1;
}

static u32 reference(u32 x) {
    u32 n = 0;
    for (; x > 1; n++) x = x & 1 ? x * 3 + 1 : x / 2;
    return n;
}

int main() {
    u32 *out = managed<u32>(7 * THREADS);
    compute<<<1, THREADS>>>(out, 45);
    FINISH();
    for (u32 t = 0; t < THREADS; t++) {
        CHECK_AT(t, reference(t), out[t]);
        CHECK_AT(t, reference(t + 1000), out[THREADS + t]);
        CHECK_AT(t, t + 2, out[2 * THREADS + t]);
        CHECK_AT(t, t < 50 ? t : 7, out[3 * THREADS + t]);
        CHECK_AT(t, t * 2100 & 0xffff, out[4 * THREADS + t]);
        CHECK_AT(t, t & 1, out[5 * THREADS + t]);
        CHECK_AT(t, t < 45 ? 1u : 0u, out[6 * THREADS + t]);
    }
    print_row("control flow", out, 7 * THREADS);
    return check_result();
}
