// Litmus tests run over and over, to see which outcomes a machine shows: what stress.py's programs begin with.
//
// A test's threads become warps, whose 32 lanes are 32 instances of the test, each with variables of its own. Its
// blocks become a group of blocks, and there are as many groups as the device holds at once. Each turn the blocks of a
// group meet, run the test, meet, count the outcomes and put the variables back. A test is a class:
//
//     name        as its file says                     BLOCKS      blocks of a group
//     THREADS     most threads of a block              SLOTS       warps for each thread
//     VARIABLES   initial() are their values           RESULTS     registers that belong to the outcome
//     run(role, memory)                                labels()    names of variables and registers, in this order
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { WARP = 32, TABLE = 4096, BLOCK_TABLE = 256, LINE = 128 / sizeof(int), MOST_VALUES = 16 };
typedef unsigned long long Word;

// How instances lie in memory, and what happens beside them.
enum Mode {
    APART = 1, // each variable in a line of its own; else those of neighbouring lanes side by side
    WARM = 2,  // what a thread will read is in its first-level cache, if the machine has one
    LATE = 4,  // threads begin at random moments
    BUSY = 8,  // other blocks write to memory all the time
    MODES = 16,
};

struct Seen {
    Word key, count; // the outcome's values, four bits each, and a one above them; 0: free
};

struct Setting {
    int mode, turns, groups;
    unsigned seed;
    int *variables, *results;
    unsigned *meetings; // one for each group
    unsigned *scratch;
    Seen *seen;
    unsigned *done;
};

__device__ inline unsigned mixed(unsigned a, unsigned b) {
    a ^= b * 0x9e3779b9u;
    a = (a ^ a >> 16) * 0x85ebca6bu;
    a = (a ^ a >> 13) * 0xc2b2ae35u;
    return a ^ a >> 16;
}

template <class Table> __device__ inline void count(Table *table, unsigned size, Word key, Word times) {
    for (unsigned i = mixed((unsigned)key, (unsigned)(key >> 32));; i++) {
        Seen *entry = &table[i % size];
        Word found = *(volatile Word *)&entry->key;
        if (found == 0)
            found = atomicCAS(&entry->key, 0, key);
        if (found == 0 || found == key) {
            atomicAdd(&entry->count, times);
            return;
        }
    }
}

// The variables of one instance.
template <class Test> struct Memory {
    const Setting &setting;
    int instance; // of all
    int total;

    __device__ int &variable(int number) const {
        if (setting.mode & APART)
            return setting.variables[((size_t)instance * Test::VARIABLES + number) * LINE];
        return setting.variables[(size_t)number * total + instance];
    }
    __device__ int &result(int number) const {
        return setting.results[(size_t)number * total + instance];
    }
};

// All threads of a group's blocks meet, and know what each has done.
template <class Test> __device__ inline void meet(unsigned *arrived, unsigned *target) {
    __threadfence();
    __syncthreads();
    *target += Test::BLOCKS;
    if (Test::BLOCKS > 1 && threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (*(volatile unsigned *)arrived < *target) {
        }
    }
    __syncthreads();
    __threadfence();
}

template <class Test> __device__ inline void warm(const Memory<Test> &memory) {
    int sum = 0;
    for (int v = 0; v < Test::VARIABLES; v++)
        sum += memory.variable(v);
    if (sum == 0x7fffffff)
        memory.result(0) = sum; // never: but the loads stay
}

template <class Test> __device__ inline Word outcome(const Memory<Test> &memory) {
    Word key = 1;
    for (int v = 0; v < Test::VARIABLES; v++)
        key = key << 4 | (*(volatile int *)&memory.variable(v) & 15);
    for (int r = 0; r < Test::RESULTS; r++)
        key = key << 4 | (*(volatile int *)&memory.result(r) & 15);
    return key;
}

template <class Test> __device__ inline void put_back(const Memory<Test> &memory) {
    for (int v = 0; v < Test::VARIABLES; v++)
        memory.variable(v) = Test::initial(v);
    for (int r = 0; r < Test::RESULTS; r++)
        memory.result(r) = 15; // what no test computes
}

// Writes all over some memory until all groups have ended.
__device__ inline void be_busy(const Setting &setting) {
    unsigned at = mixed(blockIdx.x, threadIdx.x);
    while (*(volatile unsigned *)setting.done < (unsigned)setting.groups) {
        for (int i = 0; i < 64; i++) {
            at = mixed(at, i);
            setting.scratch[at % (1u << 22)] += at;
        }
    }
}

template <class Test> __global__ void stress(Setting setting) {
    __shared__ Seen seen[BLOCK_TABLE];
    int group = blockIdx.x / Test::BLOCKS, part = blockIdx.x % Test::BLOCKS;
    if (group >= setting.groups) {
        be_busy(setting);
        return;
    }
    for (int i = threadIdx.x; i < BLOCK_TABLE; i += blockDim.x)
        seen[i] = Seen{0, 0};
    const int lanes = Test::SLOTS * WARP, warp = threadIdx.x / WARP, thread = warp % Test::THREADS;
    const int lane = warp / Test::THREADS * WARP + threadIdx.x % WARP, role = part * Test::THREADS + thread;
    unsigned target = 0, *arrived = &setting.meetings[group * LINE];
    Memory<Test> memory{setting, 0, setting.groups * lanes};

    for (int turn = 0; turn < setting.turns; turn++) {
        unsigned random = mixed(mixed(setting.seed, turn), role * 7919 + group);
        memory.instance = group * lanes + (lane ^ random % lanes);
        if (setting.mode & WARM)
            warm(memory);
        meet<Test>(arrived, &target);
        if (setting.mode & LATE)
            for (volatile int i = mixed(random, lane / WARP) % 64; i > 0; i = i - 1) {
            }
        Test::run(role, memory);
        meet<Test>(arrived, &target);
        if (turn % Test::BLOCKS == part && thread == 0) {
            count(seen, BLOCK_TABLE, outcome(memory), 1);
            put_back(memory);
        }
        meet<Test>(arrived, &target);
    }
    for (int i = threadIdx.x; i < BLOCK_TABLE; i += blockDim.x)
        if (seen[i].count)
            count(setting.seen, TABLE, seen[i].key, seen[i].count);
    if (part == 0 && threadIdx.x == 0)
        atomicAdd(setting.done, 1);
}

inline void must(cudaError_t error, const char *what) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(2);
}

template <class T> T *cleared(size_t count) {
    T *memory;
    must(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
    must(cudaMemset(memory, 0, count * sizeof(T)), "cudaMemset");
    return memory;
}

// Starts all variables at their initial values.
template <class Test> __global__ void prepare(Setting setting) {
    int total = setting.groups * Test::SLOTS * WARP;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x)
        put_back(Memory<Test>{setting, i, total});
}

template <class Test> void tell(const Seen *table, int mode) {
    for (int i = 0; i < TABLE; i++) {
        if (!table[i].count)
            continue;
        printf("%s,%d,", Test::name(), mode);
        for (int v = 0; v < Test::VARIABLES + Test::RESULTS; v++)
            printf("%s%s=%d", v ? " " : "", Test::labels(v),
                   (int)(table[i].key >> 4 * (Test::VARIABLES + Test::RESULTS - 1 - v) & 15));
        printf(",%llu\n", table[i].count);
    }
}

// Runs a test at least `rounds` times in a mode, and prints how often each outcome was seen.
template <class Test> void run_mode(int mode, double rounds, unsigned seed) {
    const int size = Test::THREADS * Test::SLOTS * WARP, lanes = Test::SLOTS * WARP;
    int processors, fit;
    must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "attribute");
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, stress<Test>, size, 0), "occupancy");
    int blocks = processors * (fit < 4 ? fit : 4);
    int busy = mode & BUSY ? blocks / 4 : 0;
    Setting setting = {mode, 0, (blocks - busy) / Test::BLOCKS, seed};
    if (setting.groups < 1)
        setting.groups = 1;
    int total = setting.groups * lanes;
    setting.variables = cleared<int>((size_t)total * Test::VARIABLES * (mode & APART ? LINE : 1));
    setting.results = cleared<int>((size_t)total * (Test::RESULTS ? Test::RESULTS : 1));
    setting.meetings = cleared<unsigned>((size_t)setting.groups * LINE);
    setting.scratch = cleared<unsigned>(1u << 22);
    setting.seen = cleared<Seen>(TABLE);
    setting.done = cleared<unsigned>(1);
    setting.turns = (int)(rounds / total) + 1;
    prepare<Test><<<64, 256>>>(setting);
    stress<Test><<<setting.groups * Test::BLOCKS + busy, size>>>(setting);
    must(cudaDeviceSynchronize(), Test::name());
    Seen *table = (Seen *)malloc(TABLE * sizeof *table);
    must(cudaMemcpy(table, setting.seen, TABLE * sizeof *table, cudaMemcpyDeviceToHost), "cudaMemcpy");
    tell<Test>(table, mode);
    free(table);
    void *all[] = {setting.variables, setting.results, setting.meetings, setting.scratch, setting.seen, setting.done};
    for (void *memory : all)
        must(cudaFree(memory), "cudaFree");
}

// argv: rounds of each test; then tests, all if there is none. Each mode takes its part of the rounds.
template <class Test> void run_test(int argc, char **argv) {
    bool asked = argc < 3;
    for (int i = 2; i < argc; i++)
        asked |= !strcmp(argv[i], Test::name());
    if (!asked)
        return;
    static_assert(Test::VARIABLES + Test::RESULTS < MOST_VALUES, "an outcome is one word");
    for (int mode = 0; mode < MODES; mode++)
        run_mode<Test>(mode, atof(argv[1]) / MODES, 12345 + mode);
    fflush(stdout);
}
