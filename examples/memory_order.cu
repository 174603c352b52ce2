/* memory_order: what fences forbid, and what they do not.
 *
 * Two variables, X = 1 and Y = 2. One thread writes both, another reads both:
 *
 *       writer              reader, Y first      reader, X first
 *       X = 10;             B = Y;               A = X;
 *       fence;              fence;               fence;
 *       Y = 20;             A = X;               B = Y;
 *
 * May the reader end with A == 1 and B == 20?
 *
 * With Y read first, no. Y is 20 only when X is 10 already, and X is read after that: the two fences forbid the outcome.
 * Without them it may happen, because compiler and memory may let the writes pass each other, or the reads.
 *
 * With X read first, yes, whatever the fences. Nothing is reordered then; the reader was in the middle of its work when
 * the writer did all of its own:
 *
 *       reader  A = X            1
 *       writer  X = 10, Y = 20
 *       reader  B = Y            20
 *
 * No fence forbids that, since a fence orders one thread's accesses and waits for nobody.
 *
 * The program runs both many times, each time with new variables, and counts the four outcomes. What it prints is that
 * the forbidden one was not seen, and that the plain interleaving was, when it is brought about on purpose. A run never
 * shows all that may happen: `softwarp explore` does, for one round of this (message_passing.cu, docs/memory-order.md).
 */
#include "check.h"

constexpr int ROUNDS = 20000;

/* One X and one Y on a line of memory each, and what the reader saw. */
struct Round {
    int X, to_Y[31], Y, to_next[31];
};
struct Seen {
    int A, B;
};

enum Order { Y_FIRST, X_FIRST };

__device__ void write(Round *rounds)
{
    for (int i = 0; i < ROUNDS; i++) {
        rounds[i].X = 10;
        __threadfence();
        rounds[i].Y = 20;
    }
}

template <Order order> __device__ void read(Round *rounds, Seen *seen)
{
    for (int i = 0; i < ROUNDS; i++) {
        int A, B;
        if (order == Y_FIRST) {
            B = rounds[i].Y;
            __threadfence();
            A = rounds[i].X;
        } else {
            A = rounds[i].X;
            __threadfence();
            B = rounds[i].Y;
        }
        seen[i].A = A;
        seen[i].B = B;
    }
}

/* Writer and reader are in two blocks and run at the same time, if there is more than one core. */
template <Order order> __global__ void race(Round *rounds, Seen *seen)
{
    if (blockIdx.x == 0)
        write(rounds);
    else
        read<order>(rounds, seen);
}

/* The interleaving in question, on purpose: in the middle of its two reads the reader waits for the writer. */
__global__ void in_between(volatile Round *round, volatile int *stage, Seen *seen)
{
    if (blockIdx.x == 0) {
        while (*stage != 1) {
        }
        __threadfence();
        round->X = 10;
        __threadfence();
        round->Y = 20;
        __threadfence();
        *stage = 2;
    } else {
        seen->A = round->X;
        __threadfence();
        *stage = 1;
        while (*stage != 2) {
        }
        __threadfence();
        seen->B = round->Y;
    }
}

static void reset(Round *rounds)
{
    for (int i = 0; i < ROUNDS; i++) {
        rounds[i].X = 1;
        rounds[i].Y = 2;
    }
}

/* How often A == 1 and B == 20; everything else must be one of the three outcomes that are always allowed. */
static int count_old_and_new(const Seen *seen)
{
    int count = 0;
    for (int i = 0; i < ROUNDS; i++) {
        EXPECT(seen[i].A == 1 || seen[i].A == 10);
        EXPECT(seen[i].B == 2 || seen[i].B == 20);
        count += seen[i].A == 1 && seen[i].B == 20;
    }
    return count;
}

int main()
{
    Round *rounds;
    Seen *seen;
    int *stage;
    CHECK(cudaMallocManaged(&rounds, ROUNDS * sizeof(Round)));
    CHECK(cudaMallocManaged(&seen, ROUNDS * sizeof(Seen)));
    CHECK(cudaMallocManaged(&stage, sizeof(int)));

    reset(rounds);
    race<Y_FIRST><<<2, 1>>>(rounds, seen);
    CHECK_LAUNCH();
    int forbidden = count_old_and_new(seen);
    EXPECT(forbidden == 0);
    printf("Y read first, fences: A == 1 and B == 20 in %d of %d rounds; the fences forbid it\n", forbidden, ROUNDS);

    reset(rounds);
    race<X_FIRST><<<2, 1>>>(rounds, seen);
    CHECK_LAUNCH();
    count_old_and_new(seen); /* by chance: any number of times */
    reset(rounds);
    *stage = 0;
    in_between<<<2, 1>>>(rounds, stage, seen);
    CHECK_LAUNCH();
    EXPECT(seen->A == 1 && seen->B == 20);
    printf("X read first, fences: A == %d and B == %d, a plain interleaving; no fence forbids it\n", seen->A, seen->B);

    CHECK(cudaFree(rounds));
    CHECK(cudaFree(seen));
    CHECK(cudaFree(stage));
    return 0;
}
