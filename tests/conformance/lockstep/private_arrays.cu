// Arrays of a thread's own, read and written by numbers that are known only when it runs: small ones, large ones, of
// structures, handed to functions, filled and copied as a whole, and pointed into.
#include "each_thread.h"

struct Counts {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned counts[16] = {0};
        for (unsigned k = 0; k < 40 + i % 7; k++)
            counts[in[(i + k) % n] % 16]++;
        unsigned hash = 0;
        for (unsigned k = 0; k < 16; k++)
            hash = hash * 5 + counts[k];
        return hash + counts[i % 16];
    }
};

struct Sort {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned short values[24];
        unsigned size = 3 + in[i] % 21;
        for (unsigned k = 0; k < size; k++)
            values[k] = (unsigned short)in[(i * 3 + k) % n];
        for (unsigned k = 1; k < size; k++) {
            unsigned short value = values[k];
            unsigned m = k;
            while (m > 0 && values[m - 1] > value) {
                values[m] = values[m - 1];
                m--;
            }
            values[m] = value;
        }
        return values[0] + values[size / 2] * 3u + values[size - 1] * 7u;
    }
};

/* A stack of records: what recursion would have done. */
struct Stack {
    struct Frame { unsigned char depth; unsigned value; short way; };
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        Frame stack[20];
        unsigned top = 0, hash = 0;
        stack[top++] = {0, in[i], 1};
        while (top > 0) {
            Frame f = stack[--top];
            hash = hash * 31 + f.value % 1000 + f.depth;
            if (f.depth < 6 && f.value % 3 != 0)
                stack[top++] = {(unsigned char)(f.depth + 1), f.value / 2, (short)-f.way};
            if (f.depth < 6 && f.value % 5 != 0)
                stack[top++] = {(unsigned char)(f.depth + 1), in[(f.value + i) % n], f.way};
        }
        return hash;
    }
};

static __host__ __device__ __attribute__((noinline)) void rotate(unsigned *values, unsigned count, unsigned by)
{
    for (unsigned turn = 0; turn < by; turn++) {
        unsigned first = values[0];
        for (unsigned k = 1; k < count; k++)
            values[k - 1] = values[k];
        values[count - 1] = first;
    }
}

struct HandedOver {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned values[10];
        for (unsigned k = 0; k < 10; k++)
            values[k] = in[(i + k * k) % n];
        rotate(values, 10, i % 10);
        if (i % 3 == 0)
            rotate(values + i % 4, 5, in[i] % 5);
        return values[0] ^ values[i % 10] << 3 ^ values[9] << 7;
    }
};

struct Whole {
    struct Big { unsigned cells[12]; unsigned char bytes[7]; };
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        Big a, b;
        memset(&a, (int)(i & 0x3f), sizeof a);
        for (unsigned k = 0; k < 12; k += 1 + i % 3)
            a.cells[k] = in[(i + k) % n];
        b = a;
        b.bytes[i % 7] = (unsigned char)in[i];
        memcpy(b.cells + i % 6, a.cells + in[i] % 6, (1 + i % 6) * sizeof(unsigned));
        if (i % 4 == 1)
            a = b;
        unsigned hash = 0;
        for (unsigned k = 0; k < 12; k++)
            hash = hash * 7 + a.cells[k] + b.cells[k];
        for (unsigned k = 0; k < 7; k++)
            hash = hash * 3 + b.bytes[k] + a.bytes[k];
        return hash;
    }
};

/* A pointer that goes to one array or the other, or to memory of all. */
struct Pointers {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned first[6], second[6];
        for (unsigned k = 0; k < 6; k++) {
            first[k] = i + k;
            second[k] = i * k;
        }
        unsigned *to = in[i] % 2 ? first : second;
        to[in[i] % 6] = 99;
        const unsigned *from = in[i] % 3 == 0 ? first : in[i] % 3 == 1 ? second : in + i / 2;
        unsigned *inside = &first[i % 5];
        *inside += 3;
        inside[1] ^= 0x100;
        return from[0] + from[5] * 3 + first[i % 6] * 5 + second[(i + 1) % 6] * 7;
    }
};

struct Volatile {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        volatile unsigned cells[4] = {i, 1, 2, 3};
        volatile unsigned char byte = (unsigned char)i;
        for (unsigned k = 0; k < in[i] % 9; k++) {
            cells[k % 4] = cells[(k + 1) % 4] + byte;
            byte = (unsigned char)(byte * 3 + 1);
        }
        return cells[0] + cells[1] * 3 + cells[2] * 5 + cells[3] * 7 + byte;
    }
};

struct Matrix {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        double m[4][4], v[4];
        for (unsigned r = 0; r < 4; r++) {
            v[r] = in[(i + r) % n] % 10;
            for (unsigned c = 0; c < 4; c++)
                m[r][c] = in[(i + r * 4 + c) % n] % 7;
        }
        unsigned pivot = in[i] % 4;
        for (unsigned c = 0; c < 4; c++) {
            double t = m[0][c];
            m[0][c] = m[pivot][c];
            m[pivot][c] = t;
        }
        double sum = 0;
        for (unsigned r = 0; r < 4; r++)
            for (unsigned c = 0; c < 4; c++)
                sum += m[r][c] * v[(c + i) % 4] * (r + 1);
        return (unsigned)sum;
    }
};

int main()
{
    COMPARE(Counts);
    COMPARE(Sort);
    COMPARE(Stack);
    COMPARE(HandedOver);
    COMPARE(Whole);
    COMPARE(Pointers);
    COMPARE(Volatile);
    COMPARE(Matrix);
    return finish();
}
