// A value and the flag that it has come lie side by side in a vector of up to 16 bytes, which is written and read at
// one stroke: relaxed, volatile and .cg accesses, and by __stwt and __ldcv.
// NO-GPU: that vectors are one access is what GPUs do and libraries count on; PTX promises it of .b128 alone
#include "../check.h"

typedef unsigned long long u64;
enum { THREADS = 4, ROUNDS = 500000 };

struct Relaxed {
    static __device__ void put(u64 *p, u64 a, u64 b) {
        asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(a), "l"(b) : "memory");
    }
    static __device__ void get(u64 *p, u64 &a, u64 &b) {
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(p) : "memory");
    }
};

struct Cached {
    static __device__ void put(u64 *p, u64 a, u64 b) {
        asm volatile("st.cg.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(a), "l"(b) : "memory");
    }
    static __device__ void get(u64 *p, u64 &a, u64 &b) {
        asm volatile("ld.cg.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(p) : "memory");
    }
};

struct Volatile {
    static __device__ void put(u64 *p, u64 a, u64 b) {
        asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"((unsigned)a),
                     "r"((unsigned)(a >> 32)), "r"((unsigned)b), "r"((unsigned)(b >> 32)) : "memory");
    }
    static __device__ void get(u64 *p, u64 &a, u64 &b) {
        unsigned v[4];
        asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "l"(p) : "memory");
        a = v[0] | (u64)v[1] << 32;
        b = v[2] | (u64)v[3] << 32;
    }
};

struct Functions {
    static __device__ void put(u64 *p, u64 a, u64 b) { __stwt((ulonglong2 *)p, make_ulonglong2(a, b)); }
    static __device__ void get(u64 *p, u64 &a, u64 &b) {
        ulonglong2 pair = __ldcv((const ulonglong2 *)p);
        a = pair.x;
        b = pair.y;
    }
};

/* A lane of the first block writes round after round, one of the second looks; what that finds is of one round. */
template <class Access> __global__ void exchange(u64 *slots, int *wrong) {
    u64 *slot = slots + 2 * threadIdx.x, a = 0, b;
    if (blockIdx.x == 0) {
        for (u64 round = 1; round <= ROUNDS; round++) Access::put(slot, round, round * 3 + threadIdx.x);
        return;
    }
    while (a != ROUNDS) {
        Access::get(slot, a, b);
        if (a && b != a * 3 + threadIdx.x) atomicAdd(wrong, 1);
    }
}

template <class Access> void check(u64 *slots, int *wrong) {
    std::memset(slots, 0, 16 * THREADS);
    *wrong = 0;
    exchange<Access><<<2, THREADS>>>(slots, wrong);
    FINISH();
    CHECK_EQUAL(0, *wrong);
}

int main() {
    u64 *slots;
    int *wrong;
    CUDA(cudaMallocManaged(&slots, 16 * THREADS));
    CUDA(cudaMallocManaged(&wrong, sizeof *wrong));
    check<Relaxed>(slots, wrong);
    check<Cached>(slots, wrong);
    check<Volatile>(slots, wrong);
    check<Functions>(slots, wrong);
    return check_result();
}
