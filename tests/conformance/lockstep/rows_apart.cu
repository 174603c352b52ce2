// Loops that the warps of a block go through each in its own way: as long as they like, some of them only, by several ways
// out, within loops of the whole block and with loops of each thread inside. A function of the thread's number says what
// comes of it, on the host, too.
// UNSUPPORTED: quick
// USUAL-CODE
#include "Inputs/by_threads.h"

// A warp has a bound of its own, each of its threads one within.
struct own_bounds {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned sum = 0;
        for (int i = 0; i < d.length[t / 32]; i++)
            for (int k = 0; k < d.length[(t + i) % 256] % 7; k++)
                sum = sum * 31 + d.table[(i * 5 + k) % 256];
        return sum;
    }
};
// The first warps, all as often; what the loop carries is needed behind it.
struct first_warps {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned a = t, last = 77;
        int k = 0;
        unsigned char byte = 3;
        float f = 0.5f;
        if (t < 64)
            for (; k < d.n; k++) {
                a = a * 17 + last;
                byte += d.table[k % 256];
                last = (unsigned)k ^ t;
                f = f * 0.5f + (t & 3);
            }
        return a + last + byte + k + (unsigned)(f * 1024);
    }
};
// Three ways out, one of them the function's.
struct ways_out {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned found = 5000;
        int i;
        for (i = (int)(t % 32); i < 200; i += d.length[t / 32] + 1) {
            if (d.table[i] == 7)
                return 1000u + i;
            if (d.table[i] % 16 == 3) {
                found = i;
                break;
            }
            if (d.table[i] & 1)
                continue;
            found--;
        }
        return found * 256 + i;
    }
};
// One after the other, the second by what the first has found; then one of all.
struct in_turn {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned a = 0, b = 0, c = 0;
        for (int i = 0; i < d.length[t / 32]; i++)
            a += d.table[(t + i) % 256];
        if (t / 32 % 2)
            for (int i = 0; i < (int)(a % 23); i++)
                b ^= a << (i & 7);
        for (int i = 0; i < d.n; i++)
            c += d.table[i % 256] * (i + a);
        return a + b * 3 + c * 5;
    }
};
// Within a loop that all go through as often; a case for each of the inner one's turns.
struct within {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned state = t;
        for (int turn = 0; turn < 5; turn++) {
            for (int i = turn; i < d.length[(t / 32 + turn) % 256] % 11; i++)
                switch (d.table[i] % 4) {
                case 0: state += i; break;
                case 1: state *= 3;
                case 2: state ^= turn; break;
                default: state -= t;
                }
            state = state * 7 + d.table[turn];
        }
        return state;
    }
};
// What the warps without a turn would divide by is zero.
struct divisors {
    BOTH unsigned of(unsigned t, const data &d) {
        int by = d.length[t / 32] - 3;
        unsigned sum = 0;
        if (by > 0)
            for (int i = 1; i < 9; i++)
                sum += 1000 / by + (i * 100 + (int)t) % by;
        return sum;
    }
};
// Numbers that wrap, and 64 bits.
struct wrapping {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned long long wide = t;
        unsigned char small = (unsigned char)(t * 3);
        for (unsigned char i = (unsigned char)t; i != (unsigned char)(t + d.length[t / 32]); i++) {
            wide = wide * 1000003 + i;
            small += i;
        }
        return (unsigned)(wide >> 20) + small;
    }
};
// The warps' lanes leave one by one, some of a warp a turn later than the others, and each warp in a turn of its own.
struct to_the_end {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned long long h = 0;
        for (unsigned long long i = 0ull - 1000 + t; i > 5000; i += 64)
            h = h * 7 + d.table[(i + 1000) % 256];
        return (unsigned)(h ^ h >> 32);
    }
};

// Warps add to a cell of their own, and to one of the block.
template <int THREADS> __global__ void add_up(data d, int *own, int *all, float *floats) {
    __shared__ int cells[THREADS / 32], total;
    __shared__ float sum;
    if (threadIdx.x == 0)
        total = 0, sum = 0;
    if (threadIdx.x < THREADS / 32)
        cells[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < d.length[threadIdx.x / 32]; i++) {
        int before = atomicAdd(&cells[threadIdx.x / 32], d.table[i]);
        if (before % 2 == 0)
            atomicAdd(&total, 1);
        atomicAdd(&total, 2);
        atomicAdd(&sum, 1.0f);
        atomicMax(all, i + (int)threadIdx.x);
    }
    __syncthreads();
    if (threadIdx.x < THREADS / 32)
        own[threadIdx.x] = cells[threadIdx.x];
    if (threadIdx.x == 0)
        floats[0] = sum;
}

template <int THREADS> static void compare_sums(const data &d) {
    std::vector<int> own(32, 0), all(1, -1);
    std::vector<float> floats(1, -1);
    int *p = on_device(own), *q = on_device(all);
    float *f = on_device(floats);
    add_up<THREADS><<<1, THREADS>>>(d, p, q, f);
    CHECK(cudaMemcpy(own.data(), p, 32 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(all.data(), q, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(floats.data(), f, sizeof(float), cudaMemcpyDeviceToHost));
    int greatest = -1, count = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        int sum = 0;
        for (int i = 0; i < length[w]; i++) {
            sum += 32 * table[i];
            count += 32;
            if (greatest < i + w * 32 + 31)
                greatest = i + w * 32 + 31;
        }
        EXPECT_EQ(own[w], sum);
    }
    EXPECT_EQ(all[0], greatest);
    EXPECT_EQ(floats[0], (float)count);
}

int main() {
    data host, d;
    make_data(&d, &host);
    compare_all<own_bounds>(d, host, __LINE__);
    compare_all<first_warps>(d, host, __LINE__);
    compare_all<ways_out>(d, host, __LINE__);
    compare_all<in_turn>(d, host, __LINE__);
    compare_all<within>(d, host, __LINE__);
    compare_all<divisors>(d, host, __LINE__);
    compare_all<wrapping>(d, host, __LINE__);
    compare_all<to_the_end>(d, host, __LINE__);
    compare_sums<64>(d);
    compare_sums<256>(d);
    compare_sums<1024>(d);
    return finish();
}
