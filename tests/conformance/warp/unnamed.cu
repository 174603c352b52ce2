// NO-GPU: the behaviour is undefined there (PTX ISA: shfl.sync and its kin)
/* Masks that do not name their callers, for every row of softwarp/sync/warp.def: such a lane waits for nobody and
 * nobody for it; votes, matches and reductions are over those of its mask that make the call, shuffles read any that
 * does. Lanes that their masks do name meet as always. Against a model on the host, at every number of lanes. */
#include "../check.h"
#include "unnamed.h"

enum { THREADS = 48, LANES = 32 };

template <typename T> __device__ T load(const word *in, int i) {
    T value;
    memcpy(&value, &in[i], sizeof value);
    return value;
}
template <typename T> __device__ word bits_of(T value) {
    word bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

#define ROW(call) case __LINE__: value = bits_of(call); break;
__device__ __forceinline__ void call(int row, unsigned mask, const word *in, int t, int argument, answer *out) {
    word value = 0;
    int predicate = 0;
    switch (row) {
#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) ROW(name##_sync(mask, load<T>(in, t), (A)argument))
#define SW_WARP_VOTE(arch, name, R, mode) ROW(name##_sync(mask, (int)in[t] & 1))
#define SW_WARP_SYNC_VOTE SW_WARP_VOTE
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) ROW(name(mask, load<T>(in, t)))
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) ROW(name(mask, load<T>(in, t), &predicate))
#define SW_WARP_REDUCE(arch, name, T, code) ROW(name(mask, load<T>(in, t)))
#include <softwarp/sync/warp.def>
    }
    out[t] = {value, predicate};
}
#undef ROW

/* present: the lanes that make the call. */
__global__ void one_mask(int row, unsigned present, unsigned mask, const word *in, answer *out) {
    if (present >> threadIdx.x % LANES & 1) call(row, mask, in, threadIdx.x, 3, out);
}
__global__ void own_masks(int row, unsigned present, const unsigned *masks, const word *in, answer *out) {
    int lane = threadIdx.x % LANES;
    __syncthreads();
    if (present >> lane & 1) call(row, masks[lane], in, threadIdx.x, 3, out);
}

static const unsigned presents[] = {0xffffffffu, 0x0ff7beefu};
static answer *out;
static word *in;
static unsigned *masks;

static void compare(const row &r, unsigned present) {
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        int first = t / LANES * LANES, lane = t % LANES;
        unsigned exist = THREADS - first < LANES ? (1u << (THREADS - first)) - 1 : 0xffffffffu;
        group g = {present & exist, 3, masks, in + first};
        answer expected = g.lanes >> lane & 1 ? model(r, g, lane) : answer{0, 0};
        int before = check_failures;
        CHECK_AT(t, expected.value, out[t].value);
        CHECK_AT(t, expected.predicate, out[t].predicate);
        if (check_failures > before) std::printf("  %s, mask 0x%08x, lanes 0x%08x\n", r.name, masks[lane], g.lanes);
    }
    std::memset(out, 0, THREADS * sizeof *out);
}

static void with_one_mask(const row &r, unsigned mask) {
    for (unsigned present : presents) {
        for (int lane = 0; lane < LANES; lane++) masks[lane] = mask;
        one_mask<<<1, THREADS>>>(r.line, present, mask, in, out);
        compare(r, present);
    }
}

static void with_own_masks(const row &r, unsigned (*mask_of)(int lane)) {
    for (unsigned present : presents) {
        for (int lane = 0; lane < LANES; lane++) masks[lane] = mask_of(lane);
        own_masks<<<1, THREADS>>>(r.line, present, masks, in, out);
        compare(r, present);
    }
}

/* Lanes below; all but oneself; two groups whose masks are right, the second naming lane 16, and others around them. */
static unsigned below(int lane) { return (1u << lane) - 1; }
static unsigned others(int lane) { return ~(1u << lane); }
static unsigned mixed(int lane) { return lane < 6 ? 0x3fu : lane < 12 ? 0x10fc0u : lane == 16 ? 0xfffu : below(lane) * 5; }

static void test(const row &r) {
    for (int style = 0; style < 2; style++) {
        for (int t = 0; t < THREADS; t++)
            in[t] = style ? 0x4000000140000001u : (t * 2654435761u % 5 - 2) * 0x100000001u;
        with_one_mask(r, 0);
        with_one_mask(r, 0xffffu);
        with_one_mask(r, 0xf0f0ff0cu);
        with_own_masks(r, below);
        with_own_masks(r, others);
        with_own_masks(r, mixed);
    }
}

int main() {
    in = managed<word>(THREADS);
    out = managed<answer>(THREADS);
    masks = managed<unsigned>(LANES);
    for (const row &r : rows) test(r);
    return check_result();
}
