/* Warp operations and barriers of inline PTX (PTX ISA, Parallel Synchronization and Communication Instructions), and the special
 * registers that say which thread it is. */
// SWCC: -arch=sm_80
// NVCC: -arch=sm_80
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 128, WORDS = 48 };

#define PUT(value) out[n++] = (value)
#define SPECIAL(name)                               \
    {                                               \
        u32 x;                                      \
        asm("mov.u32 %0, %%" name ";" : "=r"(x));   \
        PUT(x);                                     \
    }

__global__ void operations(u32 *out) {
    u32 t = threadIdx.x + blockDim.x * threadIdx.y, n = t * WORDS, x, y;
    SPECIAL("laneid")
    SPECIAL("lanemask_eq")
    SPECIAL("lanemask_lt")
    SPECIAL("lanemask_le")
    SPECIAL("lanemask_gt")
    SPECIAL("lanemask_ge")
    SPECIAL("tid.x")
    SPECIAL("tid.y")
    SPECIAL("ntid.x")
    SPECIAL("ntid.y")
    SPECIAL("ntid.z")
    SPECIAL("ctaid.x")
    SPECIAL("nctaid.x")
    SPECIAL("dynamic_smem_size")
    asm("mov.u32 %0, WARP_SZ;" : "=r"(x));
    PUT(x);
    u32 v = t * 2654435761u >> 20;
    asm volatile("shfl.sync.idx.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("{.reg .pred p; shfl.sync.up.b32 %0|p, %2, 3, 0, -1; selp.u32 %1, 1, 0, p;}" : "=r"(x), "=r"(y) : "r"(v));
    PUT(x), PUT(y);
    asm volatile("{.reg .pred p; shfl.sync.down.b32 %0|p, %2, 2, 0x1f, 0xffffffff; selp.u32 %1, 1, 0, p;}"
                 : "=r"(x), "=r"(y)
                 : "r"(v));
    PUT(x), PUT(y);
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(x) : "r"(v), "n"(16));
    PUT(x);
    asm volatile("{.reg .pred p, q; setp.gt.u32 p, %1, 2000; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q;}" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("{.reg .pred p, q; setp.gt.u32 p, %1, 2000; vote.sync.all.pred q, !p, 0xffffffff; selp.u32 %0, 1, 0, q;}" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("{.reg .pred p; setp.gt.u32 p, %1, 2000; vote.sync.ballot.b32 %0, p, 0xffffffff;}" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(v & 3));
    PUT(x);
    asm volatile("{.reg .pred p; match.all.sync.b64 %0|p, %2, 0xffffffff; selp.u32 %1, 1, 0, p;}"
                 : "=r"(x), "=r"(y)
                 : "l"((u64)(t / 32) << 33));
    PUT(x), PUT(y);
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(v - 2048));
    PUT(x);
    asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("activemask.b32 %0;" : "=r"(x));
    PUT(x);
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 700; bar.red.popc.u32 %0, 0, p;}" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("{.reg .pred p, q; setp.lt.u32 p, %1, 5000; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q;}" : "=r"(x) : "r"(v));
    PUT(x);
    asm volatile("{.reg .pred p, q; setp.eq.u32 p, %1, 77777; barrier.cta.red.or.aligned.pred q, 0, p; selp.u32 %0, 1, 0, q;}" : "=r"(x) : "r"(v));
    PUT(x);
}

/* Two warps write and go on, two wait for them; and barriers of a part of the block. */
__global__ void named(u32 *out) {
    __shared__ u32 box[64], half[2];
    u32 t = threadIdx.x;
    if (t < 64) {
        box[t] = t * 9;
        asm volatile("bar.arrive 3, 128;" ::: "memory");
    } else {
        asm volatile("barrier.sync 3, 128;" ::: "memory");
        out[t] = box[127 - t];
    }
    u32 count;
    asm volatile("{.reg .pred p; setp.eq.u32 p, %2, 0; bar.red.popc.u32 %0, %1, 64, p;}" : "=r"(count) : "r"(t / 64 + 1), "r"(t % 3) : "memory");
    if (t < 64) out[t] = count;
    if (t % 64 == 0) half[t / 64] = count;
    asm volatile("bar.sync 0;" ::: "memory");
    out[128 + t] = half[0] * 100 + half[1];
}

static u32 value(u32 t) { return t * 2654435761u >> 20; }

static void check_operations(const u32 *out, u32 t, u32 width) {
    u32 lane = t % 32, first = t - lane, n = t * WORDS, below = (1u << lane) - 1, ballot = 0, sum = 0, bits = 0, same = 0, few = 0;
    int least = 1 << 30;
    for (u32 i = 0; i < 32; i++) {
        u32 v = value(first + i);
        ballot |= (u32)(v > 2000) << i;
        same |= (u32)((v & 3) == (value(t) & 3)) << i;
        sum += v, bits ^= v;
        least = (int)v - 2048 < least ? (int)v - 2048 : least;
    }
    for (u32 i = 0; i < THREADS; i++) few += value(i) < 700;
    const u32 expected[] = {lane, 1u << lane, below, below * 2 + 1, ~(below * 2 + 1), ~below, t % width, t / width, width,
                            THREADS / width, 1, 0, 1, 64, 32, value(first + 5), value(lane < 3 ? t : t - 3), lane >= 3,
                            value(lane > 29 ? t : t + 2), lane <= 29, value(t ^ 16), ballot != 0, ballot == 0, ballot, same,
                            ~0u, 1, sum, (u32)least, bits, ~0u, few, 1, 0};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) CHECK_AT(t * 100 + i, expected[i], out[n + i]);
}

int main() {
    u32 *out = managed<u32>(THREADS * WORDS);
    for (u32 width : std::initializer_list<u32>{128, 16}) {
        operations<<<1, dim3(width, THREADS / width), 64>>>(out);
        FINISH();
        for (u32 t = 0; t < THREADS; t++) check_operations(out, t, width);
        print_row("warp operations", out, THREADS * WORDS);
    }
    named<<<1, THREADS>>>(out);
    FINISH();
    for (u32 t = 0; t < 64; t++) CHECK_AT(t, 22u, out[t]);
    for (u32 t = 64; t < 128; t++) CHECK_AT(t, (127 - t) * 9, out[t]);
    for (u32 t = 128; t < 256; t++) CHECK_AT(t, 2221u, out[t]);
    print_row("named barriers", out, 256);
    return check_result();
}
