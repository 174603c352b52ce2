/* Runs the litmus programs of litmus.def many times and counts the outcomes that the PTX model forbids.
 *
 * A launch has many rounds, a round many instances, each with places of its own on lines of their own. All who take
 * part meet before each round, so that the threads of an instance run at about the same time; how far they are apart
 * varies from round to round, and so does who is which thread. Within a block the threads are made to change places
 * between any two accesses by barriers of a single lane; across blocks, and between device and host, the cores race.
 *
 * Printed is, for each program, fence and placement, whether the model forbids the outcome, and how often it was seen if
 * it does. LITMUS_SEEN=1 in the environment adds to standard error how often outcomes were seen that are allowed, and
 * LITMUS_SECONDS is the time for a program (default: 0.6), LITMUS_ONLY the label of the one that is wanted. */
#ifndef LITMUS_H
#define LITMUS_H

#include "../check.h"

#include <chrono>
#include <thread>

enum access { PLAIN, VOLATILE, ATOMIC_BLOCK, ATOMIC, ATOMIC_SYSTEM };
enum fence { NONE, BLOCK, DEVICE, SYSTEM };
enum placement { WARP, WARPS, BLOCKS, HOST_MANAGED, HOST_MAPPED, PLACEMENTS };
enum forbids { ALWAYS, STRONG, FENCED, FENCED_STRONG };
enum { THREADS = 128, TURNS = 4 /* of a thread in a round */, ROUNDS = 8, ROUNDS_IF_ALLOWED = 2 };
enum { LINE = 16 /* ints */, PLAYERS = 64, HOST_PLAYER = PLAYERS - 1, REGISTERS = 8 };

enum litmus_number {
#define LITMUS(name, label, threads, forbids, t0, t1, t2, t3, outcome) name,
#include "litmus.def"
#undef LITMUS
    LITMUS_COUNT
};

/* What one launch works on. Instances of all rounds lie one behind the other. */
struct stage {
    int *places;             /* x and y of each instance, a line each */
    int *registers;          /* REGISTERS of each instance */
    volatile int *arrived;   /* the round that each player has come to */
    int test, placement, threads, rounds, instances; /* of a round */
    int players, host_role; /* -1: none */
    unsigned seed;
};

template <int KIND> __host__ __device__ void write(int *place, int value) {
#ifdef __CUDA_ARCH__
    if (KIND == PLAIN) *place = value;
    if (KIND == VOLATILE) *(volatile int *)place = value;
    if (KIND == ATOMIC_BLOCK) atomicExch_block(place, value);
    if (KIND == ATOMIC) atomicExch(place, value);
    if (KIND == ATOMIC_SYSTEM) atomicExch_system(place, value);
#else
    __atomic_store_n(place, value, __ATOMIC_RELAXED);
#endif
}

template <int KIND> __host__ __device__ int read(int *place) {
#ifdef __CUDA_ARCH__
    return KIND == PLAIN          ? *place
           : KIND == VOLATILE     ? *(volatile int *)place
           : KIND == ATOMIC_BLOCK ? atomicAdd_block(place, 0)
           : KIND == ATOMIC       ? atomicAdd(place, 0)
                                  : atomicAdd_system(place, 0);
#else
    return __atomic_load_n(place, __ATOMIC_RELAXED);
#endif
}

template <int FENCE> __host__ __device__ void order() {
#ifdef __CUDA_ARCH__
    if (FENCE == BLOCK) __threadfence_block();
    if (FENCE == DEVICE) __threadfence();
    if (FENCE == SYSTEM) __threadfence_system();
#else
    if (FENCE != NONE) __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* Other threads of the block may come first. */
template <bool PAUSES> __host__ __device__ void pause(unsigned &turns) {
#ifdef __CUDA_ARCH__
    if (PAUSES && turns & 1) __syncwarp(1u << threadIdx.x % 32);
    turns = turns >> 1 | turns << 31;
#endif
}

#define W(place, value) (pause<PAUSES>(turns), write<KIND>(place, value))
#define R(into, place) (pause<PAUSES>(turns), into = read<KIND>(place))
#define F order<FENCE>()

/* One thread of one instance. */
template <int KIND, int FENCE, bool PAUSES>
__host__ __device__ void play(int test, int role, int *x, int *y, int *registers, unsigned turns) {
    int a = 0, b = 0;
    switch (test) {
#define LITMUS(name, label, threads, forbids, t0, t1, t2, t3, outcome)                                                 \
    case name:                                                                                                         \
        if (role == 0) { t0; } else if (role == 1) { t1; } else if (role == 2) { t2; } else { t3; }                    \
        break;
#include "litmus.def"
#undef LITMUS
    }
    registers[role * 2] = a;
    registers[role * 2 + 1] = b;
}
#undef W
#undef R
#undef F

/* The host gives way after a while: its core may be the one that the kernel needs. */
__host__ __device__ inline void wait_for(volatile int *arrived, int round) {
#ifdef __CUDA_ARCH__
    while (*arrived < round) {
    }
#else
    for (int i = 0; *arrived < round; i++)
        if (i > 2000) std::this_thread::yield();
#endif
}

/* Waits until all players have come to a round. */
__host__ __device__ inline void meet(const stage &s, int player, int round) {
#ifdef __CUDA_ARCH__
    __threadfence_system();
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
    s.arrived[player] = round;
    for (int i = 0; i < s.players; i++) wait_for(&s.arrived[i], round);
    if (s.host_role >= 0) wait_for(&s.arrived[HOST_PLAYER], round);
}

__host__ __device__ inline unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

__host__ __device__ inline void idle(unsigned turns) {
    for (; turns; turns--)
        asm volatile("");
}

/* The cores do not come from a meeting at the same moment; one waits a little. */
__host__ __device__ inline void hesitate(unsigned random, unsigned longest) {
    idle(random & 64 ? random % 64 * longest / 64 : 0);
}

template <int KIND, int FENCE, bool PAUSES>
__host__ __device__ void play_instance(const stage &s, int round, int instance, int role, unsigned turns) {
    int number = round * s.instances + instance;
    int *x = s.places + number * 2 * LINE;
    play<KIND, FENCE, PAUSES>(s.test, role, x, x + LINE, s.registers + number * REGISTERS, turns);
}

/* A block is one thread of all instances. With the host in it the blocks are the other threads. It does not wait at
 * once: where there are fewer cores than that, the first one would take all blocks before the next has woken up. */
template <int KIND, int FENCE> __global__ void across(stage s) {
    int role = blockIdx.x;
    if (s.host_role >= 0 && role >= s.host_role) role++;
    idle(100000);
    for (int round = 0; round < s.rounds; round++) {
        __syncthreads();
        if (threadIdx.x == 0) meet(s, blockIdx.x, round + 1);
        __syncthreads();
        hesitate(mix(s.seed + round * 4 + role), 2000);
        for (int turn = 0; turn < TURNS; turn++)
            play_instance<KIND, FENCE, false>(s, round, turn * THREADS + threadIdx.x, role, 0);
    }
}

/* The threads of an instance are neighbours in a warp, or in the same lane of several warps. */
template <int KIND, int FENCE> __global__ void within(stage s) {
    int thread = threadIdx.x, warp = thread / 32;
    int position = s.placement == WARP ? thread : warp;
    int first = s.placement == WARP ? thread / s.threads : thread % 32 + 32 * (warp / s.threads);
    for (int round = 0; round < s.rounds; round++)
        for (int turn = 0; turn < TURNS; turn++) {
            unsigned random = mix(s.seed + round * TURNS + turn);
            int instance = first + (blockIdx.x * TURNS + turn) * (THREADS / s.threads);
            play_instance<KIND, FENCE, true>(s, round, instance, (position + random) % s.threads, mix(random + thread));
        }
}

template <int KIND, int FENCE> void play_host(const stage &s) {
    for (int round = 0; round < s.rounds; round++) {
        meet(s, HOST_PLAYER, round + 1);
        hesitate(mix(s.seed + round * 4 + s.host_role), 8000); /* a block takes longer to set out */
        for (int i = 0; i < s.instances; i++)
            play_instance<KIND, FENCE, false>(s, round, i, s.host_role, 0);
    }
}

struct row {
    int test, fence, placement, threads;
    const char *label;
    bool is_forbidden, is_counted; /* forbidden, or asked for */
    long long forbidden_seen, allowed_seen, runs;
};

/* Whether an instance came to the outcome in question; fails for values that nobody wrote. */
inline bool has_outcome(const stage &s, int number) {
    const int *r = s.registers + number * REGISTERS, *places = s.places + number * 2 * LINE;
    int a0 = r[0], b0 = r[1], a1 = r[2], b1 = r[3], a2 = r[4], b2 = r[5], a3 = r[6], b3 = r[7];
    int X = places[0], Y = places[LINE];
    CHECK(((a0 | b0 | a1 | b1 | a2 | b2 | a3 | b3 | X | Y) & ~3) == 0);
    (void)b0;
    switch (s.test) {
#define LITMUS(name, label, threads, forbids, t0, t1, t2, t3, outcome) case name: return outcome;
#include "litmus.def"
#undef LITMUS
    }
    return false;
}

inline bool is_host(int placement) { return placement == HOST_MANAGED || placement == HOST_MAPPED; }

inline bool model_forbids(int forbids, int kind, int fence, int placement) {
    int needed = placement <= WARPS ? BLOCK : placement == BLOCKS ? DEVICE : SYSTEM;
    bool is_fenced = fence >= needed, is_strong = kind != PLAIN;
    return forbids == ALWAYS || (forbids == STRONG && is_strong) || (forbids == FENCED && is_fenced) ||
           (forbids == FENCED_STRONG && is_fenced && is_strong);
}

/* Memory of the two kinds that host and device share, allocated once. */
struct memories {
    int *places[2], *registers[2], *arrived;
    size_t place_bytes = (size_t)ROUNDS * TURNS * THREADS * 2 * LINE * sizeof(int);
    size_t register_bytes = (size_t)ROUNDS * TURNS * THREADS * REGISTERS * sizeof(int);
    memories() {
        CUDA(cudaMallocManaged((void **)&places[0], place_bytes));
        CUDA(cudaMallocManaged((void **)&registers[0], register_bytes));
        CUDA(cudaHostAlloc((void **)&places[1], place_bytes, cudaHostAllocMapped));
        CUDA(cudaHostAlloc((void **)&registers[1], register_bytes, cudaHostAllocMapped));
        CUDA(cudaHostAlloc((void **)&arrived, PLAYERS * sizeof(int), cudaHostAllocMapped));
    }
};

inline void prepare(stage &s, const memories &m, const row &r, unsigned seed) {
    int which = r.placement == HOST_MAPPED;
    bool is_within = r.placement <= WARPS;
    s = stage{m.places[which], m.registers[which], m.arrived, r.test, r.placement, r.threads};
    s.rounds = r.is_counted ? ROUNDS : ROUNDS_IF_ALLOWED;
    s.instances = is_within ? TURNS * THREADS / r.threads * 2 : TURNS * THREADS;
    s.host_role = is_host(r.placement) ? int(seed % r.threads) : -1;
    s.players = is_within ? 2 : is_host(r.placement) ? r.threads - 1 : r.threads;
    s.seed = mix(seed);
    std::memset(s.places, 0, (size_t)s.rounds * s.instances * 2 * LINE * sizeof(int));
    std::memset(s.registers, 0, (size_t)s.rounds * s.instances * REGISTERS * sizeof(int));
    std::memset((void *)m.arrived, 0, PLAYERS * sizeof(int));
}

/* KIND and where: the kernels that a program has are those for the placements that it asks for. */
template <int KIND, int FENCE> void run_once(row &r, const memories &m, unsigned seed) {
    stage s;
    prepare(s, m, r, seed);
    if (r.placement <= WARPS) {
        if constexpr (KIND != ATOMIC && KIND != ATOMIC_SYSTEM) within<KIND, FENCE><<<s.players, THREADS>>>(s);
    } else {
        if constexpr (KIND != ATOMIC_BLOCK) across<KIND, FENCE><<<s.players, THREADS>>>(s);
    }
    CUDA(cudaGetLastError());
    if (s.host_role >= 0) play_host<KIND, FENCE>(s);
    CUDA(cudaDeviceSynchronize());
    long long seen = 0;
    for (int i = 0; i < s.rounds * s.instances; i++) seen += has_outcome(s, i);
    (r.is_forbidden ? r.forbidden_seen : r.allowed_seen) += seen;
    r.runs += s.rounds * s.instances;
}

/* Until its time is up; what is allowed is run once, unless one wants to see it. */
template <int KIND, int FENCE> void run_row(row &r, const memories &m, double seconds) {
    static unsigned seed;
    auto start = std::chrono::steady_clock::now();
    do
        run_once<KIND, FENCE>(r, m, seed++);
    while (r.is_counted && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds);
}

inline void print_outcome(const row &r, const char *kind) {
    static const char *const fences[] = {"no fence", "__threadfence_block()", "__threadfence()",
                                         "__threadfence_system()"};
    static const char *const placements[] = {"in a warp", "across warps", "across blocks",
                                             "host and device, managed memory", "host and device, mapped memory"};
    char what[200];
    std::snprintf(what, sizeof what, "%s, %s, %s, %s", r.label, kind, fences[r.fence], placements[r.placement]);
    if (r.is_forbidden)
        std::printf("%s: forbidden, seen %lld times\n", what, r.forbidden_seen);
    else
        std::printf("%s: allowed\n", what);
    if (std::getenv("LITMUS_SEEN"))
        std::fprintf(stderr, "%s: %s, %lld of %lld\n", what, r.is_forbidden ? "FORBIDDEN" : "allowed",
                     r.forbidden_seen + r.allowed_seen, r.runs);
    CHECK_EQUAL(0, r.forbidden_seen);
}

/* MUCH of the time is for those where a read may pass a write: most processors do that, and few do more. */
enum { MUCH = 8 };

template <int KIND, int FENCE>
void run_fence(const char *kind, const memories &m, double seconds, int first, int last) {
    static const struct { const char *label; int threads, forbids; } tests[] = {
#define LITMUS(name, label, threads, forbids, t0, t1, t2, t3, outcome) {label, threads, forbids},
#include "litmus.def"
#undef LITMUS
    };
    const char *only = std::getenv("LITMUS_ONLY");
    for (int test = 0; test < LITMUS_COUNT; test++)
        for (int placement = first; placement <= last; placement++) {
            if (only && std::strcmp(only, tests[test].label)) continue;
            row r = {test, FENCE, placement, tests[test].threads, tests[test].label};
            r.is_forbidden = model_forbids(tests[test].forbids, KIND, FENCE, placement);
            r.is_counted = r.is_forbidden || std::getenv("LITMUS_SEEN");
            bool is_likely = test == store_buffering || test == write_overtaken;
            run_row<KIND, FENCE>(r, m, seconds * (is_likely ? MUCH : 1));
            print_outcome(r, kind);
        }
}

/* All programs with accesses of one kind, in some placements. share: of the program's time. */
template <int KIND> void run_all(const char *kind, int first, int last, double share) {
    static memories m;
    const char *wanted = std::getenv("LITMUS_SECONDS");
    int parts = 4 * (last - first + 1) * (LITMUS_COUNT + 2 * (MUCH - 1));
    double seconds = (wanted ? std::atof(wanted) : 0.6) * share / parts;
    run_fence<KIND, NONE>(kind, m, seconds, first, last);
    run_fence<KIND, BLOCK>(kind, m, seconds, first, last);
    run_fence<KIND, DEVICE>(kind, m, seconds, first, last);
    run_fence<KIND, SYSTEM>(kind, m, seconds, first, last);
}

#endif
