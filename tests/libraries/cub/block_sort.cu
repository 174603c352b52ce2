// UNSUPPORTED: quick
// A block's sorts, by digits and by comparisons, heads of runs, and histograms by each algorithm.
#include "../libraries.h"
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>

constexpr int THREADS = 64, ITEMS = 3, TILE = THREADS * ITEMS, BINS = 16;

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void sort(const int *in, int *by_digits, int *places, int *by_comparison, int *heads)
{
    using Radix = cub::BlockRadixSort<int, THREADS, ITEMS, int>;
    using Merge = cub::BlockMergeSort<int, THREADS, ITEMS>;
    using Heads = cub::BlockDiscontinuity<int, THREADS>;
    __shared__ union {
        typename Radix::TempStorage radix;
        typename Merge::TempStorage merge;
        typename Heads::TempStorage heads;
    } room;
    int keys[ITEMS], values[ITEMS], again[ITEMS], flags[ITEMS], first = threadIdx.x * ITEMS;
    for (int i = 0; i < ITEMS; i++) {
        again[i] = keys[i] = in[first + i];
        values[i] = first + i;
    }
    Radix(room.radix).Sort(keys, values);
    __syncthreads();
    Merge(room.merge).Sort(again, Less());
    __syncthreads();
    Heads(room.heads).FlagHeads(flags, keys, cub::Inequality());
    for (int i = 0; i < ITEMS; i++) {
        by_digits[first + i] = keys[i];
        places[first + i] = values[i];
        by_comparison[first + i] = again[i];
        heads[first + i] = flags[i];
    }
}

template <cub::BlockHistogramAlgorithm ALGORITHM> __global__ void histogram(const int *in, int *out)
{
    using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, BINS, ALGORITHM>;
    __shared__ typename Histogram::TempStorage room;
    __shared__ int bins[BINS];
    unsigned char samples[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        samples[i] = in[threadIdx.x * ITEMS + i] & (BINS - 1);
    Histogram(room).Histogram(samples, bins);
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = bins[threadIdx.x];
}

int main()
{
    std::vector<int> keys = numbers<int>(TILE, 80), order(TILE), expected_heads(TILE), bins(BINS);
    for (int &key : keys)
        key -= 40;
    DeviceArray<int> in(keys), by_digits(TILE), places(TILE), by_comparison(TILE), heads(TILE), counts(BINS);
    sort<<<1, THREADS>>>(in, by_digits, places, by_comparison, heads);
    CHECK_LAUNCH();
    for (int key : keys)
        bins[key & (BINS - 1)]++;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    std::sort(keys.begin(), keys.end());
    for (int i = 0; i < TILE; i++)
        expected_heads[i] = i == 0 || keys[i] != keys[i - 1];
    EXPECT_VECTOR(by_digits.host(), keys);
    EXPECT_VECTOR(places.host(), order);
    EXPECT_VECTOR(by_comparison.host(), keys);
    EXPECT_VECTOR(heads.host(), expected_heads);

    histogram<cub::BLOCK_HISTO_ATOMIC><<<1, THREADS>>>(in, counts);
    CHECK_LAUNCH();
    EXPECT_VECTOR(counts.host(), bins);
    histogram<cub::BLOCK_HISTO_SORT><<<1, THREADS>>>(in, counts);
    CHECK_LAUNCH();
    EXPECT_VECTOR(counts.host(), bins);
    return finish();
}
