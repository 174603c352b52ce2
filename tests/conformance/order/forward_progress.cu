// Every thread makes progress, whatever the others wait for and however they wait (independent thread scheduling): locks,
// mailboxes and flags that are polled by every atomic operation, by loads, through functions, references, two names of
// one word and while counting tries; between lanes of a warp, warps of a block, and blocks.
// NO-GPU: locks without fairness: how long they take on a GPU is its scheduler's affair
#include "../conformance.h"

enum { WARPS = 2, THREADS = 32 * WARPS, BLOCKS = 3 };

// Ways to take a lock that is free at 0 and to give it back. Each lets one thread in at a time.
struct by_cas {
    static __device__ void take(int *lock) { while (atomicCAS(lock, 0, 1) != 0) ; }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};
struct by_cas_of_last_seen {
    static __device__ void take(int *lock) {
        for (int expected = 0, found;; expected = found) {
            found = atomicCAS(lock, expected, 1);
            if (found == 0 && expected == 0)
                break;
        }
    }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};
struct by_exch {
    static __device__ void take(int *lock) { while (atomicExch(lock, 1)) ; }
    static __device__ void give(int *lock) { *(volatile int *)lock = 0; }
};
struct by_add {
    static __device__ void take(int *lock) { while (atomicAdd(lock, 1) != 0) ; }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};
struct by_add_undone {
    static __device__ void take(int *lock) { while (atomicAdd(lock, 1) > 0) atomicSub(lock, 1); }
    static __device__ void give(int *lock) { atomicSub(lock, 1); }
};
struct by_sub {
    static __device__ void take(int *lock) { while (atomicSub(lock, 1) < 0) atomicAdd(lock, 1); }
    static __device__ void give(int *lock) { atomicAdd(lock, 1); }
};
struct by_inc {
    static __device__ void take(int *lock) { while (atomicInc((unsigned *)lock, 0xffffffffu) != 0) ; }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};
struct by_dec { // 0 goes to the limit, and down from there
    static __device__ void take(int *lock) { while (atomicDec((unsigned *)lock, 0x7fffffffu) != 0) ; }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};
struct by_or {
    static __device__ void take(int *lock) { while (atomicOr(lock, 4) & 4) ; }
    static __device__ void give(int *lock) { atomicAnd(lock, ~4); }
};
struct by_max {
    static __device__ void take(int *lock) { while (atomicMax(lock, 9) == 9) ; }
    static __device__ void give(int *lock) { atomicMin(lock, 0); }
};
struct by_xor_of_tickets { // a ticket lock: the number that is served, looked at by an atomic that changes nothing
    static __device__ void take(int *lock) {
        int own = atomicAdd(lock, 1 << 16) >> 16 & 0x7fff;
        while ((atomicXor(lock, 0) & 0xffff) != own) ;
    }
    static __device__ void give(int *lock) { atomicAdd(lock, 1); }
};
struct after_a_look { // reads first, and tries when it looks free
    static __device__ void take(int *lock) {
        for (;;)
            if (*(volatile int *)lock == 0 && atomicCAS(lock, 0, 1) == 0)
                break;
    }
    static __device__ void give(int *lock) { atomicExch(lock, 0); }
};

static __device__ __noinline__ bool tried(int *lock) { return atomicCAS(lock, 0, 1) == 0; }
static __device__ __noinline__ void given(int *lock) { atomicExch(lock, 0); }
struct by_function {
    static __device__ void take(int *lock) { while (!tried(lock)) ; }
    static __device__ void give(int *lock) { given(lock); }
};
typedef bool (*try_function)(int *);
static __device__ try_function table[] = {tried, tried};
struct by_function_pointer {
    static __device__ void take(int *lock) { while (!table[threadIdx.x & 1](lock)) ; }
    static __device__ void give(int *lock) { given(lock); }
};
struct locker { virtual __device__ bool take(int *lock) = 0; };
struct adding_locker : locker { __device__ bool take(int *lock) override { return atomicAdd(lock, 1) == 0; } };
struct swapping_locker : locker { __device__ bool take(int *lock) override { return tried(lock); } };
struct by_virtual_function {
    static __device__ void take(int *lock) {
        adding_locker adding;
        swapping_locker swapping;
        locker *with = threadIdx.x & 1 ? (locker *)&adding : (locker *)&swapping;
        while (!with->take(lock)) ;
    }
    static __device__ void give(int *lock) { given(lock); }
};

template <class L> static __global__ void count(int *lock, int *total) {
    L::take(lock);
    __threadfence();
    int before = *(volatile int *)total;
    *(volatile int *)total = before + 1;
    __threadfence();
    L::give(lock);
}

/* Two threads at most where those that find the lock taken take part in keeping it so: more may do that for ever. */
template <class L> static void check_lock(const char *name, int most = THREADS, int blocks = BLOCKS) {
    for (int threads : {2, 31, (int)THREADS}) {
        if (threads > most)
            break;
        int *words;
        cudaMallocManaged(&words, 2 * sizeof(int));
        words[0] = words[1] = 0;
        count<L><<<blocks, threads>>>(words, words + 1);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        if (words[1] != blocks * threads)
            printf("%s: ", name);
        EXPECT_EQ(words[1], blocks * threads);
        cudaFree(words);
    }
}

// A thread waits for a word that another one writes: a lane of its warp, of another warp, of another block.
static __device__ int seen;
static __device__ __noinline__ void refresh(int *word) { seen = *(volatile int *)word; }
struct Box { int *at; };

template <int WAY> static __device__ int look(int *word, int *name) {
    int found;
    switch (WAY) {
    case 0: do found = *(volatile int *)word; while (!found); return found;
    case 1: do found = atomicAdd(word, 0); while (!found); return found;
    case 2: while ((found = (int)atomicInc((unsigned *)word, 0)) == 0) ; return found;
    case 3: do found = __float_as_int(atomicAdd((float *)word, -0.0f)); while (!found); return found;
    case 4: do refresh(word); while (!seen); return seen;
    case 5: { volatile int &reference = *word; while (!reference) {} return reference; }
    case 6: { Box box = {word}; do found = atomicOr(box.at, 0); while (!found); return found; }
    case 7: do { found = *(volatile int *)word; *name = found; __threadfence(); } while (!*name); return found;
    case 8: do found = atomicExch(word, 0); while (!found); return found;
    case 9: { int tries = 0; do { tries++; found = atomicAnd(word, -1); } while (!found && tries < 1 << 30); return found; }
    case 10: do found = atomicCAS(word, 12345, 12345); while (!found); return found;
    case 11: { unsigned long long all; do all = atomicAdd((unsigned long long *)word, 1ull << 32); while ((int)all == 0); return (int)all; }
    case 12: do found = (int)atomicDec((unsigned *)word, 0); while (!found); return found;
    case 13: { void *memory; while (!(memory = *(volatile int *)word ? malloc(16) : nullptr)) {} free(memory); return *(volatile int *)word; }
    default: do found = atomicSub(word, 0); while (!found); return found;
    }
}

template <int WAY> static __global__ void wait(int *words, int waiter, int writer) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t == waiter)
        words[2] = look<WAY>(words, words + 3);
    else if (t == writer)
        *(volatile int *)words = 0x3f800000;
}

template <int WAY> static void check_wait() {
    static const int pairs[][2] = {{0, 1}, {1, 0}, {31, 0}, {0, 32}, {33, 5}, {0, THREADS}, {THREADS, 3}};
    int *words;
    cudaMallocManaged(&words, 4 * sizeof(int));
    for (const int *pair : pairs) {
        int nothing = 0;
        for (int i = 0; i < 4; i++)
            words[i] = 0;
        cudaMemcpyToSymbol(seen, &nothing, sizeof seen);
        wait<WAY><<<2, THREADS>>>(words, pair[0], pair[1]);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        if (words[2] != 0x3f800000)
            printf("way %d, thread %d waits for %d: ", WAY, pair[0], pair[1]);
        EXPECT_EQ(words[2], 0x3f800000);
    }
    cudaFree(words);
}

// Blocks wait for the last one; within a block one thread looks for all, by another name than the others read.
static __global__ void wait_for_block(volatile int *flag, int *write, const int *read, int *total) {
    int found, b = blockIdx.x;
    if (b == gridDim.x - 1) {
        if (threadIdx.x == 0)
            *flag = 7;
        return;
    }
    do {
        if (threadIdx.x == 0)
            write[b] = *flag;
        __syncthreads();
        found = read[b];
        __syncthreads();
    } while (found == 0);
    if (found == 7)
        atomicAdd(total, 1);
}

static void check_blocks() {
    for (int threads : {32, 100, 128, 256}) {
        int *words;
        cudaMallocManaged(&words, 16 * sizeof(int));
        for (int i = 0; i < 16; i++)
            words[i] = 0;
        wait_for_block<<<6, threads>>>(words, words + 1, words + 1, words + 15);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_EQ(words[15], 5 * threads);
        cudaFree(words);
    }
}

#define CHECK_LOCK(kind) check_lock<kind>(#kind)
int main() {
    CHECK_LOCK(by_cas);
    CHECK_LOCK(by_cas_of_last_seen);
    CHECK_LOCK(by_exch);
    CHECK_LOCK(by_add);
    check_lock<by_add_undone>("by_add_undone", 2, 1);
    check_lock<by_sub>("by_sub", 2, 1);
    CHECK_LOCK(by_inc);
    CHECK_LOCK(by_dec);
    CHECK_LOCK(by_or);
    CHECK_LOCK(by_max);
    CHECK_LOCK(by_xor_of_tickets);
    CHECK_LOCK(after_a_look);
    CHECK_LOCK(by_function);
    CHECK_LOCK(by_function_pointer);
    CHECK_LOCK(by_virtual_function);
    check_wait<0>(), check_wait<1>(), check_wait<2>(), check_wait<3>(), check_wait<4>(), check_wait<5>(), check_wait<6>();
    check_wait<7>(), check_wait<8>(), check_wait<9>(), check_wait<10>(), check_wait<11>(), check_wait<12>(), check_wait<13>();
    check_wait<14>();
    check_blocks();
    return finish();
}
