// UNSUPPORTED: quick
// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
// What groups leave in an atomic object or behind a pointer: reduce_update_async, reduce_store_async and scans with an
// update, of cuda::atomic, of cuda::atomic_ref that has a name, is const or is a temporary, and of T *; for tiles within a
// warp and of several, for coalesced groups and for this_thread(), which is a tile of one.
#include "../conformance.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

enum { THREADS = 128, START = 1000, FORMS = 4 };
enum kind { TILE_4, WARP, TILE_64, COALESCED, ALONE, KINDS };

/* What all groups of a block leave; the sums are one object for all groups, the rest one for each. */
template <class T> struct Left {
    T sums[FORMS], largest[FORMS], stored[5][THREADS], inclusive[3][THREADS], exclusive[3][THREADS], used[6][THREADS];
};

struct most {
    template <class T> __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T> __host__ __device__ T value_of(int thread) { return (T)(thread * 7 % 31 + 1); }

/* group: its number in the block. */
template <class T, class Group> __device__ void update(const Group &g, int group, Left<T> *left) {
    using Ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
    using Atomic = cuda::atomic<T, cuda::thread_scope_device>;
    const int thread = threadIdx.x;
    T v = value_of<T>(thread);

    Ref sum(left->sums[1]), largest(left->largest[1]);
    const Ref const_sum(left->sums[2]), const_largest(left->largest[2]);
    cg::reduce_update_async(g, *(Atomic *)&left->sums[0], v, cg::plus<T>());
    cg::reduce_update_async(g, sum, v, cg::plus<T>());
    cg::reduce_update_async(g, const_sum, value_of<T>(thread), cg::plus<T>());
    cg::reduce_update_async(g, Ref(left->sums[3]), v, cg::plus<T>());
    cg::reduce_update_async(g, *(Atomic *)&left->largest[0], v, cg::greater<T>());
    cg::reduce_update_async(g, largest, v, cg::greater<T>());
    cg::reduce_update_async(g, const_largest, v, most());
    cg::reduce_update_async(g, Ref(left->largest[3]), value_of<T>(thread), most());

    Ref stored(left->stored[1][group]);
    const Ref const_stored(left->stored[2][group]);
    T *to = &left->stored[4][group];
    cg::reduce_store_async(g, *(Atomic *)&left->stored[0][group], v, cg::plus<T>());
    cg::reduce_store_async(g, stored, v, cg::greater<T>());
    cg::reduce_store_async(g, const_stored, v, cg::less<T>());
    cg::reduce_store_async(g, Ref(left->stored[3][group]), value_of<T>(thread), most());
    cg::reduce_store_async(g, to, v, cg::plus<T>());

    Ref used(left->used[1][group]);
    const Ref const_used(left->used[4][group]);
    left->inclusive[0][thread] = cg::inclusive_scan_update(g, *(Atomic *)&left->used[0][group], v, cg::plus<T>());
    left->inclusive[1][thread] = cg::inclusive_scan_update(g, used, v);
    left->inclusive[2][thread] = cg::inclusive_scan_update(g, Ref(left->used[2][group]), v, cg::plus<T>());
    left->exclusive[0][thread] = cg::exclusive_scan_update(g, *(Atomic *)&left->used[3][group], v);
    left->exclusive[1][thread] = cg::exclusive_scan_update(g, const_used, v, cg::plus<T>());
    left->exclusive[2][thread] = cg::exclusive_scan_update(g, Ref(left->used[5][group]), v);
}

template <class T, int kind> __global__ void update_all(Left<T> *left)
{
    const cg::thread_block block = cg::this_thread_block();
    const int thread = threadIdx.x;
    if (kind == TILE_4) update(cg::tiled_partition<4>(block), thread / 4, left);
    if (kind == WARP) update(cg::tiled_partition<32>(block), thread / 32, left);
    if (kind == TILE_64) update(cg::tiled_partition<64>(block), thread / 64, left);
    if (kind == COALESCED)
        update(cg::labeled_partition(cg::tiled_partition<32>(block), thread % 3), thread / 32 * 3 + thread % 3, left);
    if (kind == ALONE) update(cg::this_thread(), thread, left);
}

/* The group of a thread, numbered as above. */
static int group_of(int kind, int thread)
{
    const int sizes[KINDS] = {4, 32, 64, 0, 1};
    return kind == COALESCED ? thread / 32 * 3 + thread % 3 : thread / sizes[kind];
}

template <class T, int kind> static void check()
{
    std::vector<Left<T>> before(1);
    for (int f = 0; f < FORMS; f++) before[0].sums[f] = START, before[0].largest[f] = 5;
    for (auto &objects : before[0].used)
        for (T &object : objects) object = START;
    DeviceArray<Left<T>> device(before);
    update_all<T, kind><<<1, THREADS>>>(device);
    CHECK_LAUNCH();
    const Left<T> got = device.host()[0];
    T all = START, largest = 5;
    for (int t = 0; t < THREADS; t++) all += value_of<T>(t), largest = most()(largest, value_of<T>(t));
    for (int f = 0; f < FORMS; f++) EXPECT_EQ(got.sums[f], all), EXPECT_EQ(got.largest[f], largest);
    for (int t = 0; t < THREADS; t++) {
        T below = 0, sum = 0, high = value_of<T>(t), low = high;
        const int group = group_of(kind, t);
        for (int other = 0; other < THREADS; other++)
            if (group_of(kind, other) == group) {
                const T v = value_of<T>(other);
                sum += v, below += other < t ? v : 0, high = high < v ? v : high, low = v < low ? v : low;
            }
        const T stored[5] = {sum, high, low, high, sum};
        for (int f = 0; f < 5; f++) EXPECT_EQ(got.stored[f][group], stored[f]);
        for (int f = 0; f < 3; f++) EXPECT_EQ(got.inclusive[f][t], START + below + value_of<T>(t));
        for (int f = 0; f < 3; f++) EXPECT_EQ(got.exclusive[f][t], START + below);
        for (int f = 0; f < 6; f++) EXPECT_EQ(got.used[f][group], START + sum);
    }
}

int main()
{
    check<int, TILE_4>(), check<float, WARP>(), check<unsigned long long, COALESCED>(), check<int, TILE_64>(), check<int, ALONE>();
    return finish();
}
