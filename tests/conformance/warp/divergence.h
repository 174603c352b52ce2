/* Warp functions in divergent code: what the programs about divergence share.
 *
 * Every lane has a number. A step is one warp function among the lanes of a mask; it makes new numbers of theirs. A
 * kernel is a control flow with steps in it, the function being an argument. The host does the same steps, group by
 * group, of which it needs to know the masks only: steps of different groups do not depend on each other's order. A
 * result that comes from a lane which takes no part is unspecified, and dropped. */
#ifndef DIVERGENCE_H
#define DIVERGENCE_H

#include "../check.h"
#include "../rows.h"
#include <initializer_list>

static const unsigned full = 0xffffffffu;

#define FUNCTIONS                                                                                                     \
    F(SHFL, "__shfl_sync(unsigned, unsigned, int, int)", __shfl_sync(mask, x, argument))                              \
    F(UP, "__shfl_up_sync(unsigned, unsigned, unsigned, int)", __shfl_up_sync(mask, x, argument))                     \
    F(DOWN, "__shfl_down_sync(unsigned, double, unsigned, int)", (unsigned)__shfl_down_sync(mask, (double)x, argument))\
    F(XOR, "__shfl_xor_sync(unsigned, long long, int, int)", (unsigned)__shfl_xor_sync(mask, (long long)x, argument, 8))\
    F(ALL, "__all_sync(unsigned, int)", __all_sync(mask, x % 8) != 0)                                                 \
    F(ANY, "__any_sync(unsigned, int)", __any_sync(mask, x % 8 == 0) != 0)                                            \
    F(BALLOT, "__ballot_sync(unsigned, int)", __ballot_sync(mask, x & 2))                                             \
    F(MATCH, "__match_any_sync(unsigned, unsigned)", __match_any_sync(mask, x % 3))                                   \
    F(MATCH_WIDE, "__match_any_sync(unsigned, double)", __match_any_sync(mask, (double)(x % 3)))                      \
    F(MATCH_ALL, "__match_all_sync(unsigned, unsigned, int *)", __match_all_sync(mask, x >> 31, &p) + (p != 0))       \
    F(ADD, "__reduce_add_sync(unsigned, unsigned)", __reduce_add_sync(mask, x))                                       \
    F(MIN, "__reduce_min_sync(unsigned, int)", (unsigned)__reduce_min_sync(mask, (int)x))                             \
    F(MAX, "__reduce_max_sync(unsigned, unsigned)", __reduce_max_sync(mask, x))                                       \
    F(ODD, "__reduce_xor_sync(unsigned, unsigned)", __reduce_xor_sync(mask, x))
#define F(name, signature, call) name,
enum { FUNCTIONS COUNT };
#undef F
#define F(name, signature, call) signature,
static const char *const signatures[] = {FUNCTIONS};
#undef F

/* The second parameter of a shuffle: by number the next lane of the mask, else a distance. */
__host__ __device__ inline int argument_of(int f, unsigned mask, int lane) {
    if (f != SHFL) return 1 + mask % 5;
    do lane = (lane + 1) % 32;
    while (!(mask >> lane & 1));
    return lane;
}

__host__ __device__ inline int source_of(int f, int lane, int argument) {
    switch (f) {
    case SHFL: return argument;
    case UP: return lane >= argument ? lane - argument : lane;
    case DOWN: return lane + argument < 32 ? lane + argument : lane;
    case XOR: return (lane ^ argument) < (lane & 24) + 8 ? lane ^ argument : lane;
    default: return lane;
    }
}

__host__ __device__ inline unsigned mixed(unsigned x, unsigned y) { return (x ^ y) * 2654435761u + (x >> 16); }

/* The device's side: what a lane knows. alive: the lanes that have not exited; a mask may name others, too. */
struct lane_state {
    int f, lane;
    unsigned alive, x;

    __device__ lane_state(int f, int t, int threads) : f(f), lane(t % 32), alive(full), x(t * 40503u) {
        if (threads - (t - lane) < 32) alive >>= 32 - threads % 32;
    }
    __device__ __forceinline__ void step(unsigned mask) {
        int argument = argument_of(f, mask & alive, lane), p = 0;
        unsigned result = 0;
        switch (f) {
#define F(name, signature, call) case name: result = call; break;
            FUNCTIONS
#undef F
        }
        x = mixed(x, mask & alive & 1u << source_of(f, lane, argument) ? result : 0);
    }
};

/* The host's side: a warp. */
struct warp_state {
    int f;
    unsigned alive, x[32];

    unsigned reduced(unsigned group, int lane) const {
        unsigned first = 1, sum = 0, min = 0, max = 0, odd = 0, match = 0, set = 0, truth = 0, sign = 0;
        for (int l = 0; l < 32; l++) {
            if (!(group >> l & 1)) continue;
            unsigned bit = 1u << l;
            if (first || (int)x[l] < (int)min) min = x[l];
            if (first || x[l] > max) max = x[l];
            sum += x[l], odd ^= x[l], first = 0;
            if (x[l] % 3 == x[lane] % 3) match |= bit;
            if (x[l] & 2) set |= bit;
            if (x[l] % 8) truth |= bit;
            if (x[l] >> 31 == x[lane] >> 31) sign |= bit;
        }
        switch (f) {
        case ALL: return truth == group;
        case ANY: return truth != group;
        case BALLOT: return set;
        case MATCH: case MATCH_WIDE: return match;
        case MATCH_ALL: return sign == group ? group + 1 : 0;
        case ADD: return sum;
        case MIN: return min;
        case MAX: return max;
        default: return odd;
        }
    }

    void step(unsigned mask) {
        unsigned group = mask & alive, after[32];
        std::memcpy(after, x, sizeof x);
        for (int l = 0; l < 32; l++) {
            if (!(group >> l & 1)) continue;
            int source = source_of(f, l, argument_of(f, group, l));
            unsigned result = f <= XOR ? x[source] : reduced(group, l);
            after[l] = mixed(x[l], group >> source & 1 ? result : 0);
        }
        std::memcpy(x, after, sizeof x);
    }
};

/* Runs a kernel with each function in blocks of each shape; flow does to a warp what the kernel does. */
typedef void kernel_type(int f, unsigned *out);
typedef void flow_type(warp_state &w);
inline void test_flow(const char *name, kernel_type *kernel, flow_type *flow) {
    enum { THREADS = 128 };
    unsigned *out = managed<unsigned>(THREADS);
    for (int f = 0; f < COUNT; f++) {
        row_digest digest;
        for (dim3 block : {dim3(96), dim3(8, 8), dim3(4, 4, 6), dim3(5, 10), dim3(1), dim3(31), dim3(33), dim3(128)}) {
            int threads = block.x * block.y * block.z;
            kernel<<<2, block>>>(f, out);
            FINISH();
            for (int first = 0; first < threads; first += 32) {
                int lanes = threads - first < 32 ? threads - first : 32;
                warp_state w = {f, full >> (32 - lanes), {}};
                for (int l = 0; l < lanes; l++) w.x[l] = (first + l) * 40503u;
                flow(w);
                for (int l = 0; l < lanes; l++) CHECK_AT(f * 10000 + threads * 100 + first + l, w.x[l], out[first + l]);
            }
            digest.add(out, threads * sizeof *out);
        }
        std::printf("%s: %s, %016llx\n", name, signatures[f], digest.state);
    }
    CUDA(cudaFree(out));
}

#define THREAD (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)
#define THREADS_OF_BLOCK (int)(blockDim.x * blockDim.y * blockDim.z)

/* KERNEL(name) { what each thread does with s } FLOW(name) { what a warp does: w.step(mask) } */
#define KERNEL(name)                                         \
    __device__ __forceinline__ void name##_flow(lane_state &s); \
    __global__ void name(int f, unsigned *out) {             \
        int t = THREAD;                                      \
        lane_state s(f, t, THREADS_OF_BLOCK);                \
        name##_flow(s);                                      \
        out[t] = s.x;                                        \
    }                                                        \
    __device__ __forceinline__ void name##_flow(lane_state &s)
#define FLOW(name) static void name##_on_host(warp_state &w)
#define TEST(name) test_flow(#name, name, name##_on_host)

#endif
