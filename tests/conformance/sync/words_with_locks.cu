// One word that is lock and number at once: its upper bits say that somebody has it, or that something is ready. Who
// wants it expects the lower bits that it has seen, with zeros above; who waits counts its tries in the lower bits.
// WIDE-CODE
// NO-GPU: locks without fairness: how long they take on a GPU is its scheduler's affair
#include "../conformance.h"

enum { THREADS = 64, BLOCKS = 2, READY = 42 };
typedef unsigned long long u64;

__device__ void add_one(int *count)
{
    *(volatile int *)count = *(volatile int *)count + 1;
    __threadfence();
}

/* Seen: what is kept of the word. The lock is the second highest bit. */
template <class Word, class Seen>
__global__ void lock_above(Word *word, int *count, int *seen)
{
    const Word locked = (Word)1 << (sizeof(Word) * 8 - 2);
    Seen low = 0;
    Word found, expected;
    do {
        expected = (Word)low;
        seen[blockIdx.x * THREADS + threadIdx.x] = (int)low;
        found = atomicCAS(word, expected, (Word)(expected | locked));
        low = (Seen)found;
    } while (found != expected);
    add_one(count);
    atomicCAS(word, (Word)(expected | locked), (Word)((expected + 1) & 0x7f));
}

/* The lower half is looked at alone. */
__global__ void lock_beside(u64 *word, int *count)
{
    u64 found;
    unsigned low;
    do {
        low = *(volatile unsigned *)word;
        found = atomicCAS(word, (u64)low, (u64)low | 1ull << 32);
    } while (found != (u64)low);
    add_one(count);
    atomicAnd(word, 0xffffffffull);
}

template <class Word>
__global__ void tries_below(Word *word, Word bound, int *message, int *heard)
{
    if (threadIdx.x == THREADS - 1) {
        *message = READY;
        __threadfence();
        atomicAdd(word, bound);
        return;
    }
    while (atomicAdd(word, (Word)1) < bound)
        ;
    __threadfence();
    heard[threadIdx.x] = *(volatile int *)message;
}

template <class T>
static T *zeros(int count)
{
    T *made;
    EXPECT_EQ(cudaMallocManaged(&made, count * sizeof(T)), cudaSuccess);
    for (int i = 0; i < count; i++)
        made[i] = 0;
    return made;
}

template <class Word, class Seen>
static void test_lock_above()
{
    Word *word = zeros<Word>(4);
    int *count = zeros<int>(1), *seen = zeros<int>(BLOCKS * THREADS);
    lock_above<Word, Seen><<<BLOCKS, THREADS>>>(word, count, seen);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*count, BLOCKS * THREADS);
    EXPECT_EQ((int)*word, BLOCKS * THREADS % 128);
}

static void test_lock_beside()
{
    u64 *word = zeros<u64>(1);
    int *count = zeros<int>(1);
    lock_beside<<<BLOCKS, THREADS>>>(word, count);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*count, BLOCKS * THREADS);
    EXPECT_EQ((int)(*word != 0), 0);
}

template <class Word>
static void test_tries_below()
{
    Word *word = zeros<Word>(1);
    int *message = zeros<int>(1), *heard = zeros<int>(THREADS);
    tries_below<Word><<<1, THREADS>>>(word, (Word)1 << (sizeof(Word) * 8 - 2), message, heard);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < THREADS - 1; i++)
        EXPECT_EQ(heard[i], READY);
}

int main()
{
    test_lock_above<u64, unsigned>();
    test_lock_above<u64, int>();
    test_lock_above<unsigned, unsigned short>();
    test_lock_above<unsigned, unsigned char>();
    test_lock_above<unsigned short, unsigned char>();
    test_lock_beside();
    test_tries_below<int>();
    test_tries_below<unsigned>();
    test_tries_below<u64>();
    return finish();
}
