// UNSUPPORTED: quick
// Reductions and scans of warps, of any number of lanes from 2 to 32, powers of two and not; heads of segments; merge sort.
#include "../libraries.h"
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int THREADS = 96, WARPS = THREADS / 32;

/* Several small warps to a warp of 32 where they fit without rest, else one. */
template <int LANES> __global__ void together(const int *in, int *sums, int *scans, int *segments)
{
    using Reduce = cub::WarpReduce<int, LANES>;
    using Scan = cub::WarpScan<int, LANES>;
    constexpr bool IS_POWER = (LANES & (LANES - 1)) == 0;
    constexpr int EACH = IS_POWER ? 32 / LANES : 1;
    __shared__ typename Reduce::TempStorage reduce[WARPS * EACH];
    __shared__ typename Scan::TempStorage scan[WARPS * EACH];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32 * EACH + lane / LANES, item = in[threadIdx.x];
    if (lane >= EACH * LANES)
        return;
    int sum = Reduce(reduce[warp]).Sum(item);
    if (lane % LANES == 0)
        sums[warp] = sum;
    int inclusive;
    Scan(scan[warp]).InclusiveSum(item, inclusive);
    scans[threadIdx.x] = inclusive;
    __syncwarp(__activemask());
    segments[threadIdx.x] = Reduce(reduce[warp]).HeadSegmentedSum(item, item % 3 == 0);
}

template <int LANES> static void check()
{
    constexpr int EACH = (LANES & (LANES - 1)) == 0 ? 32 / LANES : 1;
    std::vector<int> values = numbers<int>(THREADS, 1000);
    DeviceArray<int> in(values), sums(WARPS * EACH), scans(THREADS), segments(THREADS);
    together<LANES><<<1, THREADS>>>(in, sums, scans, segments);
    CHECK_LAUNCH();
    std::vector<int> got_sums = sums.host(), got_scans = scans.host(), got_segments = segments.host();
    for (int warp = 0; warp < WARPS * EACH; warp++) {
        int first = warp / EACH * 32 + warp % EACH * LANES, sum = 0;
        for (int i = first; i < first + LANES; i++)
            EXPECT_EQ(got_scans[i], sum += values[i]);
        EXPECT_EQ(got_sums[warp], sum);
        for (int i = first; i < first + LANES; i++)
            if (i == first || values[i] % 3 == 0) { /* the sum of a segment is where it begins */
                int segment = values[i];
                for (int j = i + 1; j < first + LANES && values[j] % 3; j++)
                    segment += values[j];
                EXPECT_EQ(got_segments[i], segment);
            }
    }
}

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void sort(int *data)
{
    using Sort = cub::WarpMergeSort<int, 4, 32>;
    __shared__ typename Sort::TempStorage room[WARPS];
    int items[4];
    for (int i = 0; i < 4; i++)
        items[i] = data[threadIdx.x * 4 + i];
    Sort(room[threadIdx.x / 32]).Sort(items, Less());
    for (int i = 0; i < 4; i++)
        data[threadIdx.x * 4 + i] = items[i];
}

int main()
{
    check<2>();
    check<4>();
    check<7>();
    check<8>();
    check<16>();
    check<27>();
    check<32>();
    std::vector<int> values = numbers<int>(4 * THREADS, 1000);
    DeviceArray<int> data(values);
    sort<<<1, THREADS>>>(data);
    CHECK_LAUNCH();
    for (int warp = 0; warp < WARPS; warp++)
        std::sort(values.begin() + warp * 128, values.begin() + warp * 128 + 128);
    EXPECT_VECTOR(data.host(), values);
    return finish();
}
