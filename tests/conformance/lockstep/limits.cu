/* Indices with a limit, min(x, width - 1) or x & (size - 1): lines from lane to lane until a lane meets the limit, and
 * so read and written as vectors or lane by lane, whichever holds. Limits of every kind at every place, numbers that
 * wrap before they meet one, masks with holes, lines that fall, lanes that do not run. */
#include "../conformance.h"

#include <climits>
#include <vector>

static const int SIZE = 1 << 11, THREADS = 256, BLOCKS = 3;

struct limits {
    int least, most, offset;
    unsigned mask, odd;
};

__host__ __device__ inline int least_of(int a, int b) { return a < b ? a : b; }
__host__ __device__ inline int most_of(int a, int b) { return a > b ? a : b; }
__host__ __device__ inline unsigned least_of(unsigned a, unsigned b) { return a < b ? a : b; }
__host__ __device__ inline unsigned most_of(unsigned a, unsigned b) { return a > b ? a : b; }

/* What thread `x` of block `block` has to do with eight indices, all within SIZE. */
__host__ __device__ inline int each(const int *in, int *out, int x, int block, limits k) {
    int i = (int)((unsigned)x + (unsigned)k.offset), back = (int)((unsigned)k.offset - (unsigned)x);
    unsigned u = (unsigned)x + (unsigned)k.offset;
    int sum = in[most_of(least_of(i, k.most), k.least)];
    sum = 3 * sum + in[least_of(most_of(i, k.least), k.most)];
    sum = 3 * sum + in[most_of(least_of(back, k.most), k.least)];
    sum = 3 * sum + in[least_of(u, (unsigned)k.most)];
    sum = 3 * sum + in[least_of(most_of(u, (unsigned)k.least), (unsigned)k.most)];
    sum = 3 * sum + in[u & k.mask & (SIZE - 1)];
    sum = 3 * sum + in[(2 * x - (x & k.mask)) & (SIZE - 1)];
    sum = 3 * sum + in[(unsigned)back & k.mask & (SIZE - 1)];
    if (x & k.odd)
        sum += in[most_of(least_of(i, k.most), k.least)] + in[x & (k.mask & 1023)];
    int to = block * SIZE + ((x + (k.offset & 63)) & (SIZE - 1)); /* one place for each thread */
    out[to] = sum;
    return sum;
}

__global__ void limited(const int *in, int *out, limits k) { each(in, out, threadIdx.x, blockIdx.x, k); }

/* Shared memory, read behind barriers as scans and sorting networks do. */
__global__ void segments(int *out, unsigned size) {
    __shared__ int data[2 * THREADS];
    unsigned x = threadIdx.x, at = 2 * x - (x & (size - 1));
    data[at] = 0;
    at += size;
    data[at] = (int)(x % 7) + 1;
    for (unsigned step = 1; step < size; step *= 2) {
        __syncthreads();
        int sum = data[at] + data[at - step];
        __syncthreads();
        data[at] = sum;
    }
    out[x] = data[at];
}

static void check_limits(const limits &k, int threads, const std::vector<int> &numbers, const int *in, int *out) {
    std::vector<int> expected(SIZE * BLOCKS, -1), got(SIZE * BLOCKS);
    CHECK(cudaMemset(out, -1, got.size() * sizeof(int)));
    limited<<<BLOCKS, threads>>>(in, out, k);
    CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int block = 0; block < BLOCKS; block++)
        for (int x = 0; x < threads; x++)
            each(numbers.data(), expected.data(), x, block, k);
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i++)
        wrong += got[i] != expected[i];
    EXPECT_EQ(wrong, 0);
}

static void check_segments(unsigned size, int *out) {
    int got[THREADS];
    segments<<<1, THREADS>>>(out, size);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int x = 0; x < THREADS; x++) {
        sum = (x % (int)size ? sum : 0) + x % 7 + 1;
        EXPECT_EQ(got[x], sum);
    }
}

int main() {
    const int offsets[] = {0, 1, 5, 64, 1000, 2000, -1, -20, -100, INT_MAX, INT_MAX - 20, INT_MIN, INT_MIN + 20};
    const int ends[][2] = {{0, SIZE - 1}, {0, 255}, {0, 100}, {3, 3}, {17, 40}, {1, 1023}};
    const unsigned masks[] = {0, 1, 15, 16, 31, 63, 127, 1023, ~0u, 0xfe, 0x5f, 95, ~31u};
    std::vector<int> numbers(SIZE);
    for (int i = 0; i < SIZE; i++)
        numbers[i] = i * 7919 % 10007;
    int *in, *out, runs = 0;
    CHECK(cudaMalloc(&in, SIZE * sizeof *in));
    CHECK(cudaMalloc(&out, SIZE * BLOCKS * sizeof *out));
    CHECK(cudaMemcpy(in, numbers.data(), SIZE * sizeof *in, cudaMemcpyHostToDevice));
    for (int offset : offsets)
        for (auto &end : ends)
            for (unsigned mask : masks) {
                limits k = {end[0], end[1], offset, mask, runs % 3 ? 1u : 32u};
                check_limits(k, runs % 4 == 3 ? 77 : runs % 4 == 2 ? 200 : THREADS, numbers, in, out);
                runs++;
            }
    for (unsigned size = 1; size <= THREADS; size *= 2)
        check_segments(size, out);
    printf("%d\n", runs);
    return finish();
}
