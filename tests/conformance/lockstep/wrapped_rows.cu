/* Sums that wrap in 32 bits in the rows of a block that do not run, and are indices in those that do: made once for all rows,
 * with the distance of the rows added in 64 bits. */
// NO-GPU: it prints nothing; the host computes what comes of it
#include "../check.h"

/* The first `idle` rows (warps of a line, or lines of the block) stay out. */
template <int X, int Y>
__global__ void sum_at_indices(const int *a, const int *b, const int *data, int *out, int idle) {
    constexpr int step = 0x54000000 / ((X > 32 ? X / 32 : Y) - 1);
    __shared__ int shared[X * Y];
    int t = threadIdx.x + threadIdx.y * X, result = t;
    int row = X > 32 ? (int)(threadIdx.x >> 5) : (int)threadIdx.y, lane = X > 32 ? threadIdx.x & 31 : threadIdx.x;
    if (row >= idle) {
        int i = row * step + a[lane], j = row * step + b[lane];
        int u = data[i], v = data[j];
        result = u * 3 + v * 5 + data[i + j];
    }
    shared[X * Y - 1 - t] = result;
    __syncthreads();
    out[blockIdx.x * X * Y + t] = shared[t];
}

/* The same with unsigned numbers, which no promise keeps from wrapping, and with 16 bits. */
template <int X, int Y>
__global__ void sum_at_words(const int *a, const int *b, const int *data, int *out, int idle) {
    constexpr int step = 0x54000000 / ((X > 32 ? X / 32 : Y) - 1);
    __shared__ int shared[X * Y];
    int t = threadIdx.x + threadIdx.y * X, result = t;
    int row = X > 32 ? (int)(threadIdx.x >> 5) : (int)threadIdx.y, lane = X > 32 ? threadIdx.x & 31 : threadIdx.x;
    if (row >= idle) {
        unsigned i = row * (unsigned)step + a[lane], j = row * (unsigned)step + b[lane];
        unsigned short k = (unsigned short)(row * step + a[lane]);
        result = data[i] * 3 + data[j] * 5 + data[i + j] + data[k & 511];
    }
    shared[X * Y - 1 - t] = result;
    __syncthreads();
    out[blockIdx.x * X * Y + t] = shared[t];
}

static unsigned random_state = 12345;
static int random_below(int n) { return (int)((random_state = random_state * 1664525u + 1013904223u) >> 8) % n; }

template <int X, int Y> static void check_shape() {
    const int count = X * Y, rows = X > 32 ? X / 32 : Y, step = 0x54000000 / (rows - 1), idle = rows - 1;
    int *a = managed<int>(32), *b = managed<int>(32), *data = managed<int>(4096);
    int *out = managed<int>(2 * count), *words = managed<int>(2 * count);
    for (int i = 0; i < 32; i++) {
        a[i] = -idle * step + random_below(512);
        b[i] = -idle * step + random_below(512);
    }
    for (int i = 0; i < 4096; i++) data[i] = random_below(1 << 20);
    sum_at_indices<X, Y><<<2, dim3(X, Y)>>>(a, b, data, out, idle);
    sum_at_words<X, Y><<<2, dim3(X, Y)>>>(a, b, data, words, idle);
    FINISH();
    for (int t = 0; t < 2 * count; t++) {
        int in_block = t % count, x = in_block % X, y = in_block / X, row = X > 32 ? x / 32 : y, lane = X > 32 ? x & 31 : x;
        int i = row * step + a[lane], j = row * step + b[lane];
        int sum = row < idle ? in_block : data[i] * 3 + data[j] * 5 + data[i + j];
        int at = t - in_block + count - 1 - in_block;
        CHECK_AT(t, sum, out[at]);
        CHECK_AT(t, row < idle ? in_block : sum + data[i & 511], words[at]);
    }
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
    CUDA(cudaFree(data));
    CUDA(cudaFree(out));
    CUDA(cudaFree(words));
}

int main() {
    check_shape<128, 1>();
    check_shape<256, 1>();
    check_shape<512, 1>();
    check_shape<1024, 1>();
    check_shape<16, 16>();
    check_shape<8, 8>();
    check_shape<32, 8>();
    check_shape<16, 8>();
    return check_result();
}
