// NO-GPU: masks that omit their callers are an illegal instruction on an H200
/* Masks as programs have them, with answers that GPUs give too: a count of the votes of the lanes below one's own, by a
 * mask of just those (which lacks the caller; the prefix sum over blocks that is built on it), and masks that name lanes
 * which have exited or were never there. */
#include "../check.h"
#include "../rows.h"

enum { THREADS = 200, WARPS = (THREADS + 31) / 32 };

__device__ unsigned votes_below(bool vote) { return __popc(__ballot_sync((1u << threadIdx.x % 32) - 1, vote)); }

/* out: how many of the block's threads before this one have an odd number. */
__global__ void count_before(const int *in, unsigned *out) {
    __shared__ unsigned of_warp[WARPS];
    unsigned t = threadIdx.x, last = min(t | 31, blockDim.x - 1);
    in += blockIdx.x * blockDim.x;
    bool is_odd = in[t] & 1;
    unsigned before = votes_below(is_odd);
    if (t == last) of_warp[t / 32] = before + is_odd;
    __syncthreads();
    for (unsigned w = 0; w < t / 32; w++) before += of_warp[w];
    out[blockIdx.x * blockDim.x + t] = before;
}

/* The mask of a whole warp, though every third lane has exited and the last warp has eight. */
__global__ void after_exits(const int *in, unsigned *out) {
    unsigned t = threadIdx.x, *mine = out + t * 4;
    if (t % 3 == 1) return;
    mine[0] = __ballot_sync(0xffffffffu, in[t] & 1);
    mine[1] = __all_sync(0xffffffffu, in[t] >= 0);
    mine[2] = __shfl_sync(0xffffffffu, in[t], t % 32 / 3 * 3);
    __syncwarp();
    mine[3] = __any_sync(0xffffffffu, in[t] > 990);
}

static unsigned voters(const int *in, int warp, bool (*votes)(int)) {
    unsigned set = 0;
    for (int lane = 0; lane < 32; lane++) {
        int t = warp * 32 + lane;
        if (t < THREADS && t % 3 != 1 && votes(in[t])) set |= 1u << lane;
    }
    return set;
}

static void test_counts(const int *in, unsigned *out) {
    enum { BLOCKS = 5 };
    count_before<<<BLOCKS, THREADS>>>(in, out);
    FINISH();
    for (int i = 0, sum = 0; i < BLOCKS * THREADS; sum += in[i++] & 1) {
        if (i % THREADS == 0) sum = 0;
        CHECK_AT(i, (unsigned)sum, out[i]);
    }
    print_row("votes below", out, BLOCKS * THREADS);
}

static void test_exits(const int *in, unsigned *out) {
    std::memset(out, 0, THREADS * 4 * sizeof *out);
    after_exits<<<1, THREADS>>>(in, out);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        if (t % 3 == 1) continue;
        int source = t / 32 * 32 + t % 32 / 3 * 3;
        CHECK_AT(t, voters(in, t / 32, [](int x) { return (bool)(x & 1); }), out[t * 4]);
        CHECK_AT(t, 1u, out[t * 4 + 1]);
        if (source % 3 != 1) CHECK_AT(t, (unsigned)in[source], out[t * 4 + 2]);
        else out[t * 4 + 2] = 0; /* of a lane that is not there: unspecified */
        CHECK_AT(t, (unsigned)(voters(in, t / 32, [](int x) { return x > 990; }) != 0), out[t * 4 + 3]);
    }
    print_row("after exits", out, THREADS * 4);
}

int main() {
    int *in = managed<int>(1000);
    unsigned *out = managed<unsigned>(1000);
    for (int i = 0; i < 1000; i++) in[i] = (int)(i * 2654435761u >> 7) % 1000;
    test_counts(in, out);
    test_exits(in, out);
    return check_result();
}
