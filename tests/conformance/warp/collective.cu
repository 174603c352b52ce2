/* Every row of votes, matches and reductions in softwarp/sync/warp.def against the guide's definition (Warp Vote, Warp
 * Match, Warp Reduce Functions): masks of all kinds, the same in all lanes or different from group to group, blocks
 * whose last warp is partial, blocks with barriers. Each row is one line of output; __activemask and __syncwarp have
 * functions of their own at the end. */
#include "../check.h"
#include "../rows.h"
#include "kinds.h"
#include <initializer_list>

enum { MOST_THREADS = 1024, ROUNDS = 10 };
static const unsigned full = 0xffffffffu;

struct answer { unsigned value, predicate; };

/* All rows; in() is what a lane hands over, mask the lanes that are to take part. */
#define SW_WARP_VOTE(arch, name, R, mode) ROW(name##_sync(mask, load<int>(in, at)))
#define SW_WARP_SYNC_VOTE(arch, name, R, mode) ROW(name##_sync(mask, load<int>(in, at)))
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) ROW(name(mask, load<T>(in, at)))
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) ROW(name(mask, load<T>(in, at), &predicate))
#define SW_WARP_REDUCE(arch, name, T, code) ROW(name(mask, load<T>(in, at)))
#define ROW(call)                                                                         \
    case __LINE__:                                                                        \
        for (int round = 0; round < ROUNDS; round++) {                                    \
            int at = round * n + t, predicate = 2;                                        \
            unsigned value = (unsigned)call;                                              \
            out[at] = {value, (unsigned)predicate};                                       \
        }                                                                                 \
        break;
template <typename T> __device__ T load(const unsigned long long *in, int i) {
    T value;
    memcpy(&value, &in[i], sizeof value);
    return value;
}

__global__ void one_mask(int row, const unsigned long long *in, answer *out, unsigned mask) {
    int t = threadIdx.x, n = blockDim.x;
    if (!(mask >> t % 32 & 1)) return;
    switch (row) {
#include <softwarp/sync/warp.def>
    }
}

#define SW_WARP_VOTE(arch, name, R, mode) ROW(name##_sync(mask, load<int>(in, at)))
#define SW_WARP_SYNC_VOTE(arch, name, R, mode) ROW(name##_sync(mask, load<int>(in, at)))
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) ROW(name(mask, load<T>(in, at)))
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) ROW(name(mask, load<T>(in, at), &predicate))
#define SW_WARP_REDUCE(arch, name, T, code) ROW(name(mask, load<T>(in, at)))
__global__ void mask_of_group(int row, const unsigned long long *in, answer *out, const unsigned *masks) {
    int t = threadIdx.x, n = blockDim.x;
    unsigned mask = masks[t % 32];
    switch (row) {
#include <softwarp/sync/warp.def>
    }
}
#undef ROW

#define SW_WARP_VOTE(arch, name, R, mode) ROW(name##_sync(full, load<int>(shared, t ^ 32)))
#define SW_WARP_SYNC_VOTE(arch, name, R, mode) ROW(name##_sync(full, load<int>(shared, t ^ 32)))
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) ROW(name(full, load<T>(shared, t ^ 32)))
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) ROW(name(full, load<T>(shared, t ^ 32), &predicate))
#define SW_WARP_REDUCE(arch, name, T, code) ROW(name(full, load<T>(shared, t ^ 32)))
#define ROW(call) \
    case __LINE__: value = (unsigned)call; break;
__global__ void in_block(int row, const unsigned long long *in, answer *out) {
    __shared__ unsigned long long shared[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
    for (int round = 0; round < ROUNDS; round++) {
        int predicate = 2;
        unsigned value = 0;
        shared[t] = in[round * n + t];
        __syncthreads();
        switch (row) {
#include <softwarp/sync/warp.def>
        }
        out[round * n + t] = {value, (unsigned)predicate};
        __syncthreads();
    }
}
#undef ROW

/* What the lanes of a round hand over: alike, zero, differing in one lane or one half, few values, many, and zeros and
 * NaNs whose bits differ. */
static unsigned long long value_of(int round, int t, bool is_double) {
    unsigned long long many = (t + 1) * 0x9e3779b97f4a7c15ull;
    switch (round) {
    case 0: return 0x8000010080000100ull;
    case 1: return 0;
    case 2: return t % 32 == 7 ? 5 : 0;
    case 3: return t % 32 == 31 ? 0 : ~0ull;
    case 4: return t % 4 < 2 ? 1 : 0x100000001ull;
    case 5: return t * t % 7 % 3 * 0x8000000080000000ull;
    case 6: return many;
    case 7: return many & 0x300000003ull;
    case 8: return t % 2 ? 0 : is_double ? 1ull << 63 : 1u << 31;
    default: return (is_double ? 0x7ff8000000000000ull : 0x7fc00000ull) | t % 3;
    }
}

/* The answer for a lane, of the lanes in `group`; values are those of its warp. */
static answer expected(int kind, const unsigned long long *values, int size, unsigned group, int lane) {
    unsigned set = 0, equal = 0, first = 1;
    answer a = {0, 2};
    unsigned long long low = size == 8 ? ~0ull : 0xffffffffull;
    for (int l = 0; l < 32; l++) {
        if (!(group >> l & 1)) continue;
        set |= (unsigned)((unsigned)values[l] != 0) << l;
        equal |= (unsigned)((values[l] & low) == (values[lane] & low)) << l;
        if (kind >= k_add) a.value = first ? (unsigned)values[l] : combined(kind, a.value, (unsigned)values[l]);
        first = 0;
    }
    switch (kind) {
    case k_all: a.value = set == group; break;
    case k_any: a.value = set != 0; break;
    case k_ballot: a.value = set; break;
    case k_uni: a.value = set == group || !set; break;
    case k_match_any: a.value = equal; break;
    case k_match_all: a.predicate = equal == group, a.value = a.predicate ? group : 0; break;
    }
    return a;
}

struct collective_test {
    unsigned long long *in = managed<unsigned long long>(MOST_THREADS * ROUNDS);
    answer *out = managed<answer>(MOST_THREADS * ROUNDS);
    unsigned *masks = managed<unsigned>(32);
    row_digest digest;
    size_t count;
    int line, kind, size;

    void fill(int threads) {
        for (int i = 0; i < threads * ROUNDS; i++) in[i] = value_of(i / threads, i % threads, size == 8);
        std::memset(out, 0, threads * ROUNDS * sizeof *out);
    }

    /* from: 32 where lanes hand over what the warp beside loaded. */
    void check(int threads, int from) {
        FINISH();
        for (int i = 0; i < threads * ROUNDS; i++) {
            int t = i % threads, first = t / 32 * 32, lane = t % 32;
            int lanes = threads - first < 32 ? threads - first : 32;
            if (!(masks[lane] >> lane & 1)) continue;
            unsigned group = masks[lane] & (full >> (32 - lanes));
            answer right = expected(kind, &in[i / threads * threads + (first ^ from)], size, group, lane);
            answer got = {out[i].value, out[i].predicate};
            if (kind == k_all || kind == k_any || kind == k_uni) got.value = got.value != 0;
            if (kind == k_match_all) got.predicate = got.predicate != 0;
            CHECK_AT(i, right.value, got.value);
            CHECK_AT(i, right.predicate, got.predicate);
            digest.add(&got, sizeof got), count++;
        }
    }

    void run_one_mask(int threads, unsigned mask) {
        for (int l = 0; l < 32; l++) masks[l] = mask;
        fill(threads);
        one_mask<<<1, threads>>>(line, in, out, mask);
        check(threads, 0);
    }

    void run_in_block(dim3 block) {
        for (int l = 0; l < 32; l++) masks[l] = full;
        fill(block.x * block.y);
        in_block<<<1, block>>>(line, in, out);
        check(block.x * block.y, 32);
    }

    void run_groups(int threads) {
        fill(threads);
        mask_of_group<<<1, threads>>>(line, in, out, masks);
        check(threads, 0);
    }

    void row(const char *label, int line, int kind, int size) {
        this->line = line, this->kind = kind, this->size = size;
        digest = row_digest(), count = 0;
        for (unsigned mask : {full, 0xffffu, 0xaaaaaaaau, 0x80000001u, 0x100u, 0x9ce3f0a5u}) run_one_mask(96, mask);
        for (int threads : {1, 31, 33, 50, 1023}) run_one_mask(threads, full);
        run_in_block(128);
        run_in_block(dim3(16, 16));
        for (int l = 0; l < 32; l++) masks[l] = 0xffu << l / 8 * 8;
        run_groups(80);
        for (int l = 0; l < 32; l++) masks[l] = l % 2 ? 0xaaaaaaaau : l % 4 ? 0x44444444u : 0x11111111u;
        run_groups(64);
        std::printf("%s: %zu x 8 bytes, %016llx\n", label, count, digest.state);
    }
};

/* Neighbours exchange numbers through shared memory, time and again; in halves of a warp, too. */
__global__ void exchange(int *out) {
    __shared__ int cells[64];
    int t = threadIdx.x, value = t;
    unsigned half = t & 16 ? 0xffff0000u : 0xffffu;
    for (int i = 0; i < 10; i++) {
        cells[t] = value * 3 + i;
        __syncwarp();
        value = cells[t ^ (i & 31)];
        __syncwarp(half);
        cells[t] = value + 1;
        __syncwarp(half);
        value += cells[t / 16 * 16 + (t + i) % 16] & 0xffff;
        __syncwarp();
    }
    out[t] = value;
}

static void test_syncwarp() {
    int *out = managed<int>(64), value[64], cells[64];
    exchange<<<1, 64>>>(out);
    FINISH();
    for (int t = 0; t < 64; t++) value[t] = t;
    for (int i = 0; i < 10; i++) {
        for (int t = 0; t < 64; t++) cells[t] = value[t] * 3 + i;
        for (int t = 0; t < 64; t++) value[t] = cells[t ^ (i & 31)];
        for (int t = 0; t < 64; t++) cells[t] = value[t] + 1;
        for (int t = 0; t < 64; t++) value[t] += cells[t / 16 * 16 + (t + i) % 16] & 0xffff;
    }
    for (int t = 0; t < 64; t++) CHECK_AT(t, value[t], out[t]);
    print_row("__syncwarp(unsigned)", out, 64);
}

/* Where all lanes begin, all are active. */
__global__ void active(unsigned *out) { out[threadIdx.x] = __activemask(); }

static void test_activemask() {
    unsigned *out = managed<unsigned>(80);
    active<<<1, 80>>>(out);
    FINISH();
    for (int t = 0; t < 80; t++) CHECK_AT(t, t < 64 ? full : 0xffffu, out[t]);
    print_row("__activemask()", out, 80);
}

/* By CUDA's name, not by what the table says of the implementation. */
static int kind_of(const char *name, bool is_signed = false) {
    static const struct { const char *name; int kind, of_signed; } rows[] = {
        {"__all", k_all, 0}, {"__any", k_any, 0}, {"__ballot", k_ballot, 0}, {"__uni", k_uni, 0},
        {"__match_any_sync", k_match_any, 0}, {"__match_all_sync", k_match_all, 0}, {"__reduce_add_sync", k_add, k_add},
        {"__reduce_min_sync", k_umin, k_min}, {"__reduce_max_sync", k_umax, k_max}, {"__reduce_and_sync", k_and, k_and},
        {"__reduce_or_sync", k_or, k_or}, {"__reduce_xor_sync", k_xor, k_xor}};
    for (auto &row : rows)
        if (!std::strcmp(row.name, name)) return is_signed ? row.of_signed : row.kind;
    std::printf("no reference for %s\n", name);
    std::exit(1);
}

int main() {
    collective_test test;
#define SW_WARP_VOTE(arch, name, R, mode) test.row(#name "_sync(unsigned, int)", __LINE__, kind_of(#name), 4);
#define SW_WARP_SYNC_VOTE SW_WARP_VOTE
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) \
    test.row(#name "(unsigned, " #T ")", __LINE__, kind_of(#name), sizeof(T));
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) \
    test.row(#name "(unsigned, " #T ", int *)", __LINE__, kind_of(#name), sizeof(T));
#define SW_WARP_REDUCE(arch, name, T, code) \
    test.row(#name "(unsigned, " #T ")", __LINE__, kind_of(#name, (T)-1 < (T)0), 4);
#include <softwarp/sync/warp.def>
    test_syncwarp();
    test_activemask();
    return check_result();
}
