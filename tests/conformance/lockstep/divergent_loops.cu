// Nested loops whose lanes leave them at different times and by different ways, and what they compute on the way.
#include "each_thread.h"

struct Break {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned sum = 0, last = 7;
        for (unsigned k = 0; k < in[i] % 40; k++) {
            unsigned value = in[(i + k) % n];
            if (value % 13 == 0)
                break;
            sum += value;
            last = k;
        }
        return sum ^ last << 20;
    }
};

struct Continue {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned sum = i, skipped = 0;
        for (unsigned k = 0; k < 20; k++) {
            if ((in[(i + k) % n] >> 3) % 3 == 0) {
                skipped += k;
                continue;
            }
            sum = sum * 31 + k;
            if (sum % 5 == 0)
                continue;
            sum ^= 0x55;
        }
        return sum + skipped * 1000003;
    }
};

/* The inner loop is left for the outer one's next turn, for behind the outer one, and from the function. */
struct Nested {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = i, turns = 0;
        for (unsigned a = 0; a < 2 + in[i] % 9; a++) {
            unsigned b = 0;
            while (true) {
                unsigned value = in[(i * 7 + a * 3 + b) % n];
                turns++;
                hash = hash * 33 + value;
                if (value % 11 == 3)
                    goto next;
                if (value % 29 == 5)
                    goto out;
                if (value % 57 == 9)
                    return hash ^ 0xdead;
                if (b++ > in[(i + a) % n] % 17)
                    break;
            }
            hash += b;
        next:
            hash ^= a << 7;
        }
    out:
        return hash + turns;
    }
};

/* Values that are made in a loop and read behind it, as they were when each lane left. */
struct LiveOut {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned k = 0, a = 1, b = 1, previous = 0;
        do {
            unsigned c = a + b;
            previous = a;
            a = b;
            b = c;
            k++;
        } while (k < in[i] % 30 + 1);
        unsigned at = k * 2 + i; /* a counter that only looks the same in all lanes */
        return in[at % n] + a * 3 + b * 5 + previous * 7 + k;
    }
};

/* The counter is the same in all lanes within the loop, and not behind it. */
struct CounterBehind {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned k = 0;
        while (k < 50 && in[(i + k) % n] % 8 != 0)
            k++;
        unsigned inside = k;
        for (unsigned m = 0; m < 3; m++)
            inside += in[(k + m) % n] % 16;
        return inside;
    }
};

struct Switch {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = 1;
        for (unsigned k = 0; k < 12; k++) {
            switch (in[(i + k) % n] % 9) {
            case 0:
                hash += 5;
                break;
            case 1:
                hash *= 3; /* falls through */
            case 2:
                hash ^= k;
                break;
            case 3:
                continue;
            case 4:
                return hash + 77;
            case 5:
                for (unsigned m = 0; m < hash % 7; m++)
                    hash += in[(i + m) % n];
                break;
            case 6:
                if (hash & 1)
                    break;
                hash += 9; /* falls through */
            default:
                hash = hash << 1 | hash >> 31;
            }
            hash += 1;
        }
        return hash;
    }
};

/* Three levels, each ends when the data say so; the innermost one changes what the outermost tests. */
struct Deep {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned x = in[i] % 1000, steps = 0, limit = 6 + i % 5;
        while (limit > 0) {
            for (unsigned a = x % 4; a < 4; a++) {
                unsigned y = x;
                while (y != 1 && y != 0) {
                    y = y & 1 ? (y * 3 + 1) % 997 : y / 2;
                    if (++steps > 3000)
                        return steps + x;
                    if (y % 53 == 7) {
                        limit = limit > 2 ? limit - 2 : 1;
                        break;
                    }
                }
                x = x * 5 + a + y;
            }
            limit--;
        }
        return x ^ steps << 16;
    }
};

/* Lanes return from the kernel within loops; what they have stored before stays, what others store comes. */
__global__ void early_return(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned k = 0; k < 10; k++) {
        out[i * 10 + k] = k + 1;
        if (in[(i + k) % n] % 6 == 0)
            return;
        for (unsigned m = 0; m < 4; m++) {
            out[i * 10 + k] += m * 100;
            if (in[(i + k + m) % n] % 19 == 0)
                return;
        }
    }
}

static unsigned stored_before_return(unsigned i, unsigned place, const std::vector<unsigned> &in)
{
    unsigned n = (unsigned)in.size();
    for (unsigned k = 0; k < 10; k++) {
        unsigned value = k + 1;
        bool ends = in[(i + k) % n] % 6 == 0;
        for (unsigned m = 0; m < 4 && !ends; m++) {
            value += m * 100;
            ends = in[(i + k + m) % n] % 19 == 0;
        }
        if (k == place)
            return value;
        if (ends)
            return 0;
    }
    return 0;
}

static void check_early_return(unsigned n, unsigned size)
{
    std::vector<unsigned> in = some_numbers(n), out(n * 10);
    DeviceArray<unsigned> from(in), to(n * 10);
    early_return<<<(n + size - 1) / size, size>>>(from.at, to.at, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), to.at, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n * 10; i++)
        EXPECT_EQ(out[i], stored_before_return(i / 10, i % 10, in));
}

int main()
{
    COMPARE(Break);
    COMPARE(Continue);
    COMPARE(Nested);
    COMPARE(LiveOut);
    COMPARE(CounterBehind);
    COMPARE(Switch);
    COMPARE(Deep);
    check_early_return(700, 256);
    check_early_return(700, 50);
    return finish();
}
