// Warps of a block that go different ways though the lanes of each go together: what belongs to a warp must not be
// touched by what the others do meanwhile. Blocks of the sizes that are most common: 128, 256 and 16 x 16 threads.
#include "each_thread.h"

/* The functions of the warp's number; blocks have 8 or 4 warps, or 16 rows. */
struct Loops {
    static __host__ __device__ unsigned run(unsigned w, const unsigned *in, unsigned n)
    {
        unsigned hash = w, last = 0;
        for (unsigned k = 0; k < in[w] % 13; k++) {
            unsigned value = in[(w + k) % n];
            for (unsigned m = value % 5; m < 5; m++) {
                hash = hash * 3 + m;
                last = k * 8 + m;
                if (hash % 7 == 2)
                    break;
            }
            if (value % 11 == 4)
                continue;
            if (value % 17 == 4)
                return hash + last;
            hash ^= value;
        }
        return hash ^ last << 20;
    }
};

struct TwoEntries {
    static __host__ __device__ unsigned run(unsigned w, const unsigned *in, unsigned n)
    {
        unsigned hash = in[w], k = 0, fresh = 0;
        if (hash % 3 == 0)
            goto second;
    first:
        fresh = in[(w + k) % n] % 100;
        hash = hash * 5 + fresh;
        if (++k > 30)
            return hash;
    second:
        hash ^= hash >> 7;
        k++;
        if (hash % 7 != 0)
            goto first;
        return hash + k + fresh * 9;
    }
};

struct States {
    static __host__ __device__ unsigned run(unsigned w, const unsigned *in, unsigned n)
    {
        unsigned hash = w, fuel = 30 + in[w] % 20, x = 1, y = 2;
        if (in[w] % 3 == 0)
            goto a;
        if (in[w] % 3 == 1)
            goto b;
        goto c;
    a:
        x = in[(hash ^ fuel) % n];
        hash += x % 11;
        if (fuel-- == 0)
            goto done;
        if (x & 4)
            goto c;
    b:
        y = hash * 3 + 1;
        hash += y;
        if (fuel-- == 0)
            goto done;
        if (hash & 2)
            goto a;
    c:
        hash ^= fuel << 4;
        if (fuel-- == 0)
            goto done;
        if (in[(hash + w) % n] % 5 < 2)
            goto b;
        goto a;
    done:
        return hash + x * 3 + y * 5;
    }
};

/* Division and reading by what only the warps that come here have. */
struct Guarded {
    static __host__ __device__ unsigned run(unsigned w, const unsigned *in, unsigned n)
    {
        unsigned zero = in[w] % 3, sum = w;
        const unsigned *own = w % 4 == 1 ? nullptr : in + w;
        if (zero) {
            sum += in[w] / zero + in[w] % zero * 5;
            if (own)
                sum += own[zero];
        } else if (own) {
            sum ^= *own / (zero + 1);
        }
        for (unsigned k = 0; own && k < zero; k++)
            sum += own[k] * (k + 1);
        return sum;
    }
};

template <class Body> __global__ void each_warp(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned w = blockIdx.x * 8 + threadIdx.x / 32;
    out[blockIdx.x * blockDim.x + threadIdx.x] = Body::run(w, in, n);
}

/* The same in blocks of 16 x 16 threads, by row, beside what depends on the column. */
template <class Body> __global__ void each_row(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned row = blockIdx.x * 16 + threadIdx.y, column = threadIdx.x;
    unsigned mine = Body::run(row, in, n), other = column % 3 ? in[column] : Body::run(column + 5, in, n);
    out[row * 16 + column] = mine + other * 3;
}

template <class Body> static void check(const char *name)
{
    const unsigned n = 1500, blocks = 40;
    std::vector<unsigned> in = some_numbers(n), out(blocks * 256);
    DeviceArray<unsigned> from(in), to(blocks * 256);
    for (unsigned size : {256, 128}) {
        each_warp<Body><<<blocks, size>>>(from.at, to.at, n);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(out.data(), to.at, blocks * size * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < blocks * size; i++) {
            unsigned expected = Body::run(i / size * 8 + i % size / 32, in.data(), n);
            if (out[i] != expected)
                report(__FILE__, __LINE__, Words(name) + ", thread " + show(i) + " in blocks of " + show(size) +
                                               ": expected " + show(expected) + ", got " + show(out[i]));
        }
    }
    each_row<Body><<<blocks, dim3(16, 16)>>>(from.at, to.at, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), to.at, blocks * 256 * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < blocks * 256; i++) {
        unsigned column = i % 16, other = column % 3 ? in[column] : Body::run(column + 5, in.data(), n);
        unsigned expected = Body::run(i / 16, in.data(), n) + other * 3;
        if (out[i] != expected)
            report(__FILE__, __LINE__, Words(name) + ", row " + show(i / 16) + ", column " + show(column) +
                                           ": expected " + show(expected) + ", got " + show(out[i]));
    }
}

/* Warps leave between barriers, count themselves, and add to cells of the block's, one and many. */
__global__ void leave_one_by_one(unsigned *counts, unsigned *cells, unsigned *drawn)
{
    __shared__ unsigned own[64], total;
    unsigned t = threadIdx.x, warp = t / 32;
    if (t < 64)
        own[t] = 0;
    if (t == 64)
        total = 0;
    __syncthreads();
    for (unsigned round = 0; round < 8; round++) {
        if (warp < round)
            return;
        atomicAdd(&own[t % 64], round + 1);
        unsigned number = atomicAdd(&total, 1);
        if (warp == round)
            drawn[t] = number;
        unsigned count = __syncthreads_count(t % 4 != round % 4);
        if (t % 32 == 0)
            counts[round * 8 + warp] = count;
        if (warp == 7)
            cells[round * 32 + t % 32] = own[t % 64] + own[t % 32];
        __syncthreads();
    }
}

static void check_leaving()
{
    DeviceArray<unsigned> counts(64), cells(256), drawn(256);
    leave_one_by_one<<<1, 256>>>(counts.at, cells.at, drawn.at);
    CHECK_LAUNCH();
    std::vector<unsigned> count(64), cell(256), number(256);
    CHECK(cudaMemcpy(count.data(), counts.at, sizeof(unsigned) * 64, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(cell.data(), cells.at, sizeof(unsigned) * 256, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(number.data(), drawn.at, sizeof(unsigned) * 256, cudaMemcpyDeviceToHost));
    unsigned own[64] = {0}, before = 0;
    std::vector<bool> seen(2000);
    for (unsigned round = 0; round < 8; round++) {
        for (unsigned t = round * 32; t < 256; t++)
            own[t % 64] += round + 1;
        for (unsigned warp = round; warp < 8; warp++)
            EXPECT_EQ(count[round * 8 + warp], (8 - round) * 24);
        for (unsigned lane = 0; lane < 32; lane++) {
            EXPECT_EQ(cell[round * 32 + lane], own[32 + lane] + own[lane]);
            unsigned drew = number[round * 32 + lane];
            EXPECT(drew >= before && drew < before + (8 - round) * 32 && !seen[drew]);
            seen[drew % 2000] = true;
        }
        before += (8 - round) * 32;
    }
}

int main()
{
    check<Loops>("Loops");
    check<TwoEntries>("TwoEntries");
    check<States>("States");
    check<Guarded>("Guarded");
    check_leaving();
    return finish();
}
