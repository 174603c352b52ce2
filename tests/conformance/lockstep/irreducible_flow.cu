// Loops that are entered in several places (goto), alone, within loops, and with loops in them: lanes go round them in
// different ways at the same time.
#include "each_thread.h"

/* Two entries. */
struct TwoEntries {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = in[i], k = 0;
        if (hash % 3 == 0)
            goto second;
    first:
        hash = hash * 5 + in[(i + k) % n] % 100;
        if (++k > 30)
            return hash;
    second:
        hash ^= hash >> 7;
        k++;
        if (hash % 7 != 0)
            goto first;
        return hash + k;
    }
};

/* Three places that lead to each other as the data say: a machine of states. */
struct States {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = i, fuel = 40 + in[i] % 20, x = 0;
        switch (in[i] % 3) {
        case 0:
            goto a;
        case 1:
            goto b;
        default:
            goto c;
        }
    a:
        x = in[(hash ^ fuel) % n];
        hash += x % 11;
        if (fuel-- == 0)
            goto done;
        if (x & 4)
            goto c;
    b:
        hash = hash * 3 + 1;
        if (fuel-- == 0)
            goto done;
        if (hash & 2)
            goto a;
    c:
        hash ^= fuel << 4;
        if (fuel-- == 0)
            goto done;
        if (in[(hash + i) % n] % 5 < 2)
            goto b;
        goto a;
    done:
        return hash + x;
    }
};

/* An irreducible cycle in a loop, a loop in an irreducible cycle, values live across both. */
struct Mixed {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = 1, carried = in[i];
        for (unsigned k = 0; k < 3 + i % 4; k++) {
            unsigned fuel = 10 + in[(i + k) % n] % 10;
            unsigned fresh = carried % 17;
            if (fresh & 1)
                goto inside;
            do {
                hash += fresh;
                for (unsigned m = fresh; m < fresh + hash % 4; m++)
                    hash ^= in[(i + m) % n];
            inside:
                fresh = (fresh * 7 + hash) % 1021;
                if (fresh % 19 == 0)
                    break;
            } while (--fuel);
            carried = carried * 3 + fresh + fuel;
        }
        return hash ^ carried;
    }
};

/* Uniform entry, divergent way round. */
struct UniformEntry {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned k = 0, hash = in[i];
        if (n % 2)
            goto middle;
    top:
        hash += 3;
        k++;
    middle:
        hash = hash * 9 + in[(hash + k) % n];
        if (hash % 4 == 1 && k < 25)
            goto top;
        k += 2;
        if (hash % 4 == 2 && k < 25)
            goto middle;
        return hash + k * 65536;
    }
};

int main()
{
    COMPARE(TwoEntries);
    COMPARE(States);
    COMPARE(Mixed);
    COMPARE(UniformEntry);
    return finish();
}
