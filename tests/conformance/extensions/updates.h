/* softwarp::atomic_update for types of 1 to 16 bytes, in each scope; atomic_exch and atomic_cas in the device's, since
 * the other scopes of theirs are tested with numbers (values.h). Structures of bytes, at every place in a word where
 * they fit, the bytes around them unharmed; as numbers they count up, so that the old values are consecutive. */
#include "../check.h"
#include "../rows.h"
#include <algorithm>
#include <softwarp/atomics.cuh>
#include <string>
#include <vector>

#define BLOCKS 3
#define THREADS 45
#define COUNT (BLOCKS * THREADS)
#define GUARD 0xee

typedef unsigned __int128 big; /* the host's; in device code two halves */
struct halves {
    unsigned long long low, high;
    __device__ halves plus_one() const { return {low + 1, high + (low + 1 == 0)}; }
};
template <int Bytes> struct number {
    unsigned char at[Bytes];
    explicit __device__ number(halves value) {
        memcpy(at, &value.low, Bytes < 8 ? Bytes : 8);
        if (Bytes > 8) memcpy(at + 8 % Bytes, &value.high, Bytes > 8 ? Bytes - 8 : 0);
    }
    __device__ halves value() const {
        halves sum = {0, 0};
        memcpy(&sum.low, at, Bytes < 8 ? Bytes : 8);
        if (Bytes > 8) memcpy(&sum.high, at + 8 % Bytes, Bytes > 8 ? Bytes - 8 : 0);
        return sum;
    }
};
/* k in the first byte and in the last. */
template <int Bytes> __device__ number<Bytes> marked(int k) {
    unsigned char last = (unsigned char)k;
    number<Bytes> x(halves{(unsigned long long)k, 0});
    x.at[Bytes - 1] = last;
    return x;
}
static big mask(int bytes) { return bytes == 16 ? ~(big)0 : ((big)1 << 8 * bytes) - 1; }
static int word(int bytes) { return bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16; }

enum { UPDATE, CAS, EXCH };
struct slot { alignas(16) unsigned char at[16]; };

template <int Bytes, softwarp::scope S>
__global__ void count_up(int how, slot *slots, int offset, halves *olds, bool alone, bool shared) {
    __shared__ slot copy;
    typedef number<Bytes> T;
    slot *mine = slots + (alone ? blockIdx.x : 0);
    T *cell = reinterpret_cast<T *>((shared ? copy.at : mine->at) + offset);
    int k = blockIdx.x * THREADS + threadIdx.x;
    if (shared && threadIdx.x == 0) copy = *mine;
    __syncthreads();
    if (how == UPDATE)
        olds[k] = softwarp::atomic_update<S>(cell, [](T x) { return T(x.value().plus_one()); }).value();
    if constexpr (S == softwarp::scope::device) {
        if (how == EXCH) olds[k] = softwarp::atomic_exch<S>(cell, marked<Bytes>(k)).value();
        halves got = {0, 0}, seen;
        if (how == CAS)
            do {
                seen = got;
                got = softwarp::atomic_cas<S>(cell, T(seen), T(seen.plus_one())).value();
                olds[k] = got;
            } while (got.low != seen.low || got.high != seen.high);
    }
    __syncthreads();
    if (shared && threadIdx.x == 0) *mine = copy;
}

typedef void (*kernel)(int, slot *, int, halves *, bool, bool);

/* What k threads put there, from `first` on. */
static std::vector<big> news(int how, int bytes, big start, int first, int count) {
    std::vector<big> all;
    for (int k = 0; k < count; k++) {
        big n = (big)(first + k);
        big mark = bytes == 1 ? n : (n & mask(bytes - 1)) | n << 8 * (bytes - 1);
        all.push_back((how == EXCH ? mark : start + (big)k + 1) & mask(bytes));
    }
    return all;
}

static void check_all(std::vector<big> &wanted, std::vector<big> &got, row_digest &digest) {
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    for (size_t i = 0; i < got.size(); i++) {
        CHECK_AT(i, (unsigned long long)(wanted[i] >> 64), (unsigned long long)(got[i] >> 64));
        CHECK_AT(i, (unsigned long long)wanted[i], (unsigned long long)got[i]);
        digest.add(&got[i], sizeof got[i]);
    }
}

static void test_place(kernel count_up, int bytes, int how, int offset, bool alone, bool shared, row_digest &digest) {
    static slot *slots = managed<slot>(BLOCKS);
    static halves *olds = managed<halves>(COUNT);
    const big start = mask(bytes) - 40; /* it wraps around on the way */
    memset(slots, GUARD, BLOCKS * sizeof *slots);
    for (int b = 0; b < BLOCKS; b++) memcpy(slots[b].at + offset, &start, (size_t)bytes);
    count_up<<<BLOCKS, THREADS>>>(how, slots, offset, olds, alone, shared);
    FINISH();
    int groups = alone ? BLOCKS : 1, each = COUNT / groups;
    for (int b = 0; b < groups; b++) {
        std::vector<big> wanted = news(how, bytes, start, b * each, each), got;
        for (int k = 0; k < each; k++) got.push_back((big)olds[b * each + k].high << 64 | olds[b * each + k].low);
        big last = 0;
        memcpy(&last, slots[b].at + offset, (size_t)bytes);
        got.push_back(last);
        wanted.push_back(start);
        check_all(wanted, got, digest);
        if (how != EXCH) CHECK(last == ((start + (big)each) & mask(bytes)));
        for (int i = 0; i < 16; i++)
            if (i < offset || i >= offset + bytes) CHECK_AT(i, GUARD, (int)slots[b].at[i]);
    }
}

static void test(const char *scope, kernel count_up, int bytes, bool alone, int ways) {
    static const char *const functions[] = {"atomic_update", "atomic_cas", "atomic_exch"};
    for (int how = 0; how < ways; how++) {
        row_digest digest;
        for (int offset = 0; offset + bytes <= 16; offset++) {
            if (bytes & (bytes - 1) ? offset % word(bytes) + bytes > word(bytes) : offset % bytes) continue;
            test_place(count_up, bytes, how, offset, alone, false, digest);
            test_place(count_up, bytes, how, offset, true, true, digest);
        }
        std::printf("softwarp::%s<softwarp::scope::%s>, %d bytes: %016llx\n", functions[how], scope, bytes,
                    digest.state);
    }
}

#define ROW(bytes, S)                                                                                                  \
    test(#S, count_up<bytes, softwarp::scope::S>, bytes, softwarp::scope::S == softwarp::scope::block,                 \
         softwarp::scope::S == softwarp::scope::device ? 3 : 1);

/* The rows of `least` to `most` bytes. */
template <int least, int most> void test_sizes() {
#define EXT_UPDATE(bytes, arch)                                 \
    if constexpr (bytes >= least && bytes <= most) {            \
        ROW(bytes, device) ROW(bytes, block) ROW(bytes, system) \
    }
#include <softwarp/atomics_extensions.def>
}
