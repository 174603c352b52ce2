/* Answers that are the same for all lanes decide about branches, loops and addresses: in whole and partial warps, in
 * branches and loops that lanes leave one by one, in blocks of several warps with different answers. */
// NO-GPU: it counts on __activemask() naming all lanes that take a branch together
#include "../check.h"

#define THREADS 112 /* three warps and a half */
#define LIMIT 40

__host__ __device__ inline int weight_of(int thread) { return thread * 37 % 29 + thread / 32 * 3; }

/* Turns until the heaviest of the warp has had enough; what the lightest had left by then. */
__global__ void until_all(int *turns, int *last) {
    int t = threadIdx.x, left = weight_of(t), n = 0;
    unsigned mask = __activemask();
    while (__any_sync(mask, left > 0)) {
        left -= 2;
        n++;
    }
    turns[t] = n;
    last[t] = left;
}

/* A table's element by the number of lanes, or by what they have in common. */
__global__ void by_answer(int *out, const int *table) {
    int t = threadIdx.x, w = weight_of(t);
    unsigned mask = __activemask();
    int sum = 0;
    if (w % 3) {
        unsigned those = __ballot_sync(__activemask(), w % 2);
        sum = table[__popc(those)] + 1000 * table[__reduce_max_sync(__activemask(), w % 32)];
        if (__all_sync(__activemask(), w < 25)) sum++;
    }
    __syncwarp(mask);
    int all, heavy = __shfl_sync(mask, w, 5);
    unsigned same = __match_all_sync(mask, t / 64, &all);
    out[t] = sum + table[heavy] * 7 + (all ? __popc(same) * 100000 : 0);
}

/* Every lane leaves the loop on its own; who is left is another answer in each turn. */
__global__ void one_by_one(int *out) {
    int t = threadIdx.x, w = weight_of(t), sum = 0, seen = 0;
    for (int i = 0; i < w; i++) {
        unsigned left = __activemask();
        if (__popc(left) & 1) sum += i;
        seen = __popc(left);
    }
    out[t] = sum * 64 + seen;
}

/* Warps of one block answer differently, between barriers. */
__global__ void in_a_block(int *out) {
    __shared__ int least[4];
    int t = threadIdx.x, w = weight_of(t);
    int low = __reduce_min_sync(0xffffffffu, w);
    if (t % 32 == 0) least[t / 32] = low;
    __syncthreads();
    int n = 0;
    for (int i = 0; __any_sync(0xffffffffu, w + i < 20); i++) n += least[(t / 32 + i) % 4];
    __syncthreads();
    if (__all_sync(0xffffffffu, w > least[3])) n += __shfl_sync(0xffffffffu, w, 3 + t / 32);
    out[t] = n;
}

static int lanes_of(int first, int threads) { return threads - first < 32 ? threads - first : 32; }

static void check_until_all(const int *turns, const int *last) {
    for (int t = 0; t < THREADS; t++) {
        int first = t / 32 * 32, most = 0;
        for (int u = first; u < first + lanes_of(first, THREADS); u++)
            if (weight_of(u) > most) most = weight_of(u);
        CHECK_AT(t, (most + 1) / 2, turns[t]);
        CHECK_AT(t, weight_of(t) - (most + 1) / 2 * 2, last[t]);
    }
}

static void check_by_answer(const int *out, const int *table) {
    for (int t = 0; t < THREADS; t++) {
        int first = t / 32 * 32, lanes = lanes_of(first, THREADS), odd = 0, most = 0, sum = 0;
        bool light = true;
        for (int u = first; u < first + lanes; u++) {
            int w = weight_of(u);
            if (w % 3 == 0) continue;
            odd += w % 2, most = w % 32 > most ? w % 32 : most, light &= w < 25;
        }
        if (weight_of(t) % 3) sum = table[odd] + 1000 * table[most] + light;
        CHECK_AT(t, sum + table[weight_of(first + 5)] * 7 + lanes * 100000, out[t]);
    }
}

static void check_one_by_one(const int *out) {
    for (int t = 0; t < THREADS; t++) {
        int first = t / 32 * 32, sum = 0, seen = 0;
        for (int i = 0; i < weight_of(t); i++) {
            seen = 0;
            for (int u = first; u < first + lanes_of(first, THREADS); u++) seen += i < weight_of(u);
            if (seen & 1) sum += i;
        }
        CHECK_AT(t, sum * 64 + seen, out[t]);
    }
}

static void check_in_a_block(const int *out) {
    int least[4], n;
    for (int t = 0; t < 128; t++)
        if (t % 32 == 0 || weight_of(t) < least[t / 32]) least[t / 32] = weight_of(t);
    for (int t = 0; t < 128; t++) {
        n = 0;
        for (int i = 0; least[t / 32] + i < 20; i++) n += least[(t / 32 + i) % 4];
        if (least[t / 32] > least[3]) n += weight_of(t / 32 * 32 + 3 + t / 32);
        CHECK_AT(t, n, out[t]);
    }
}

int main() {
    int *a = managed<int>(128), *b = managed<int>(128), *table = managed<int>(LIMIT);
    for (int i = 0; i < LIMIT; i++) table[i] = i * i % 31 + 1;
    until_all<<<1, THREADS>>>(a, b);
    FINISH();
    check_until_all(a, b);
    by_answer<<<1, THREADS>>>(a, table);
    FINISH();
    check_by_answer(a, table);
    one_by_one<<<1, THREADS>>>(a);
    FINISH();
    check_one_by_one(a);
    in_a_block<<<1, 128>>>(a);
    FINISH();
    check_in_a_block(a);
    return check_result();
}
