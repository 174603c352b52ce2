/* __shfl_sync and its up, down and xor forms: every type, width and distance, against the table in the CUDA guide (Warp
 * Shuffle Functions); a lane whose source lies outside its group keeps its own value. */
#include "../check.h"

#define WARPS 3
#define THREADS (32 * WARPS)
enum { IDX, UP, DOWN, XOR, MODES };

template <typename T> __host__ __device__ T value_of(int thread) { return (T)(thread * 0x01010101ll + 1000); }
template <> __host__ __device__ float value_of<float>(int thread) { return thread * 1.5f - 7; }
template <> __host__ __device__ double value_of<double>(int thread) { return thread * 0x1p900; }
template <> __host__ __device__ long long value_of<long long>(int thread) { return thread * 0x123456789abcdefll; }
template <> __host__ __device__ unsigned long long value_of<unsigned long long>(int thread) {
    return ~(thread * 0x123456789abcdefull);
}

template <typename T> __global__ void shuffle(T *out, int argument, int width) {
    T value = value_of<T>(threadIdx.x);
    T *mine = out + threadIdx.x * MODES;
    mine[IDX] = __shfl_sync(0xffffffff, value, argument, width);
    mine[UP] = __shfl_up_sync(0xffffffff, value, argument, width);
    mine[DOWN] = __shfl_down_sync(0xffffffff, value, argument, width);
    mine[XOR] = __shfl_xor_sync(0xffffffff, value, argument, width);
}

static int source(int lane, int mode, int argument, int width) {
    int base = lane & ~(width - 1), place = lane & (width - 1);
    switch (mode) {
    case IDX: return base + (argument & (width - 1));
    case UP: return place - argument >= 0 ? lane - argument : lane;
    case DOWN: return place + argument < width ? lane + argument : lane;
    default: {
        /* xor may reach a lower group, but not a higher one */
        int other = lane ^ argument;
        return other < 32 && other < base + width ? other : lane;
    }
    }
}

template <typename T> static void check_type() {
    T *out = managed<T>(THREADS * MODES);
    for (int width = 32; width >= 1; width /= 2)
        for (int argument = 0; argument < 32; argument += width < 32 ? 5 : 1) {
            shuffle<T><<<1, THREADS>>>(out, argument, width);
            FINISH();
            for (int k = 0; k < THREADS * MODES; k++) {
                int thread = k / MODES, lane = thread % 32;
                int from = thread - lane + source(lane, k % MODES, argument, width);
                CHECK_AT(k + 1000 * argument + 100000 * width, value_of<T>(from), out[k]);
            }
        }
    CUDA(cudaFree(out));
}

/* Sums by halving, within groups of 8, and by lanes of a divergent branch. */
__global__ void sums(int *out) {
    int lane = threadIdx.x & 31, sum = threadIdx.x, eight = threadIdx.x, odd = 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    for (int d = 4; d > 0; d /= 2) eight += __shfl_xor_sync(0xffffffff, eight, d, 8);
    if (lane & 1) {
        odd = threadIdx.x;
        for (int d = 16; d > 1; d /= 2) odd += __shfl_xor_sync(0xaaaaaaaa, odd, d);
    }
    out[3 * threadIdx.x] = __shfl_sync(0xffffffff, sum, 0);
    out[3 * threadIdx.x + 1] = eight;
    out[3 * threadIdx.x + 2] = odd;
}

int main() {
    check_type<int>();
    check_type<unsigned>();
    check_type<long>();
    check_type<unsigned long>();
    check_type<long long>();
    check_type<unsigned long long>();
    check_type<float>();
    check_type<double>();

    int *out = managed<int>(3 * THREADS);
    sums<<<1, THREADS>>>(out);
    FINISH();
    for (int i = 0; i < THREADS; i++) {
        int first = i / 32 * 32, eighth = i / 8 * 8;
        CHECK_AT(i, 32 * first + 496, out[3 * i]);
        CHECK_AT(i, 8 * eighth + 28, out[3 * i + 1]);
        CHECK_AT(i, i & 1 ? 16 * first + 256 : 0, out[3 * i + 2]);
    }
    return check_result();
}
