// Local variables in every layout: of one type and of several sizes side by side, filled and copied as a whole or in part,
// in all threads or some, read as another type than they were written, alive across a barrier, and of which an address
// gets out.
// NO-GPU: nvcc 13 makes of Steps a read beyond its array
#include "each_thread.h"

/* Members of different sizes; read and written one by one and as a whole. */
struct Mixed {
    struct Record { unsigned char tag; unsigned short half; float number; double large; const unsigned *where; };
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        Record all[5];
        for (unsigned k = 0; k < 5; k++)
            all[k] = {(unsigned char)(i + k), (unsigned short)in[(i + k) % n], (float)(in[i] % 100), k * 0.5, in + k};
        all[in[i] % 5].half += 3;
        all[i % 5] = all[(i + 2) % 5];
        all[(i + 1) % 5].where = &in[i];
        double sum = 0;
        unsigned hash = 0;
        for (unsigned k = 0; k < 5; k++) {
            sum += all[k].large * all[k].number;
            hash = hash * 31 + all[k].tag + all[k].half * 7u + *all[k].where % 1000;
        }
        return hash + (unsigned)sum;
    }
};

/* Bytes that are read as words, words as bytes. */
struct Bytes {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned words[6];
        unsigned char bytes[24];
        for (unsigned k = 0; k < 6; k++)
            words[k] = in[(i * 5 + k) % n];
        memcpy(bytes, words, sizeof bytes);
        for (unsigned k = 0; k < in[i] % 24; k++)
            bytes[k] = (unsigned char)(bytes[k] * 3 + bytes[(k + i) % 24]);
        memcpy(words, bytes, sizeof words);
        unsigned hash = 0;
        for (unsigned k = 0; k < 6; k++)
            hash = hash * 13 + words[k];
        return hash + bytes[i % 24];
    }
};

/* From a table that all have in common, from memory of each thread's own, and between variables of different pieces. */
struct Copies {
    struct Pair { double number; unsigned key, other; };
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned short table[9] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
        unsigned own[4], longer[40];
        Pair pairs[4] = {{0.5, 1, 2}, {1.5, 3, 4}, {2.5, 5, 6}, {3.5, 7, 8}}, others[4];
        memcpy(own, in + i % (n - 4), sizeof own);
        for (unsigned k = 0; k < 40; k++)
            longer[k] = in[(i + k) % n];
        if (i % 3 == 0)
            memcpy(longer + 4, own, sizeof own);
        pairs[i % 4].key += own[i % 4] % 10;
        memcpy(others, pairs, sizeof others);
        others[in[i] % 4].number *= 2;
        unsigned keys[16];
        memcpy(keys, others, sizeof keys);
        unsigned hash = table[i % 9];
        for (unsigned k = 0; k < 16; k++)
            hash = hash * 17 + keys[k] + longer[(k * in[i]) % 40];
        return hash + (unsigned)others[(i + 1) % 4].number;
    }
};

/* By some threads, in loops that they leave at different times, with a byte of each thread's own. */
struct Fillings {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned few[6] = {0}, many[50];
        memset(many, (int)(i % 251), sizeof many);
        unsigned hash = 0;
        for (unsigned turn = 0; turn <= in[i] % 5; turn++) {
            if ((in[i] >> turn) % 2)
                memset(few, 0, sizeof few);
            else
                memset(few + 2, (int)turn, 3 * sizeof *few);
            if (in[i] % 7 == turn)
                memset(many, 0xff, sizeof many);
            few[(i + turn) % 6] += turn + 1;
            many[(i * turn) % 50] ^= turn;
            for (unsigned k = 0; k < 6; k++)
                hash = hash * 5 + few[k];
        }
        for (unsigned k = 0; k < 50; k++)
            hash = hash * 3 + many[k];
        return hash;
    }
};

/* Inside and between arrays: a pointer that steps through one, one that is either, a moved part. */
struct Steps {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned values[12], others[12];
        for (unsigned k = 0; k < 12; k++) {
            values[k] = in[(i + k) % n] % 100;
            others[k] = k;
        }
        unsigned *at = values + i % 4, *end = values + 8 + in[i] % 4;
        for (; at != end; at++)
            *at += at[1];
        unsigned *half = i % 2 ? values : values + 6;
        half[in[i] % 6] = 1000;
        unsigned *either = in[i] % 2 ? values : others;
        either[i % 12]++;
        memmove(others + 2, others, 9 * sizeof *others);
        unsigned hash = 0;
        for (unsigned k = 0; k < 12; k++)
            hash = hash * 7 + values[k] * 3 + others[k];
        return hash;
    }
};

struct Wide {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        struct Truths { bool is[7]; long long sums[3]; } t = {};
        for (unsigned k = 0; k < 7; k++)
            t.is[k] = in[(i + k) % n] % 3 == 0;
        for (unsigned k = 0; k < 20; k++)
            t.sums[(i + k) % 3] += t.is[k % 7] ? -(long long)in[(i * k) % n] : k;
        t.is[i % 7] = !t.is[i % 7];
        unsigned hash = 0;
        for (unsigned k = 0; k < 7; k++)
            hash = hash * 2 + t.is[k];
        for (unsigned k = 0; k < 3; k++)
            hash = hash * 31 + (unsigned)t.sums[k] + (unsigned)(t.sums[k] >> 32);
        return hash;
    }
};

/* The thread's variable lives on while others run; its neighbours read what it puts into shared memory. */
__global__ void across_barriers(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned shared[128];
    unsigned own[8], t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    for (unsigned k = 0; k < 8; k++)
        own[k] = in[(i * 8 + k) % n];
    for (unsigned round = 0; round < 8; round++) {
        shared[t] = own[(t + round) % 8];
        __syncthreads();
        own[round] += shared[(t + 1) % blockDim.x] % 1000;
        __syncthreads();
    }
    unsigned hash = 0;
    for (unsigned k = 0; k < 8; k++)
        hash = hash * 11 + own[k];
    out[i] = hash;
}

static void check_across_barriers(unsigned block)
{
    unsigned blocks = 5, n = 500;
    std::vector<unsigned> in = some_numbers(n), out(blocks * block);
    DeviceArray<unsigned> from(in), to(blocks * block);
    across_barriers<<<blocks, block>>>(from.at, to.at, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), to.at, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned b = 0; b < blocks; b++) {
        std::vector<unsigned> own(block * 8), shared(block);
        for (unsigned t = 0; t < block; t++)
            for (unsigned k = 0; k < 8; k++)
                own[t * 8 + k] = in[((b * block + t) * 8 + k) % n];
        for (unsigned round = 0; round < 8; round++) {
            for (unsigned t = 0; t < block; t++)
                shared[t] = own[t * 8 + (t + round) % 8];
            for (unsigned t = 0; t < block; t++)
                own[t * 8 + round] += shared[(t + 1) % block] % 1000;
        }
        for (unsigned t = 0; t < block; t++) {
            unsigned hash = 0;
            for (unsigned k = 0; k < 8; k++)
                hash = hash * 11 + own[t * 8 + k];
            if (out[b * block + t] != hash)
                report(__FILE__, __LINE__, "across barriers, thread " + show(t) + " of " + show(block) + ": expected " +
                                               show(hash) + ", got " + show(out[b * block + t]));
        }
    }
}

int main()
{
    COMPARE(Mixed);
    COMPARE(Bytes);
    COMPARE(Copies);
    COMPARE(Fillings);
    COMPARE(Steps);
    COMPARE(Wide);
    check_across_barriers(128);
    check_across_barriers(64);
    check_across_barriers(37);
    return finish();
}
