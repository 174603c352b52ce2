// FEW-WAYS
// UNSUPPORTED: quick
// Tiles of several warps: what they answer, and that each waits for its own threads alone.
#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

enum { RANK, PART, SIZE, ANY, ALL, SHFL, SUM, LEAST, SCAN, BEFORE, OWN, INNER, SEEN, ROWS };

struct take_larger_digit {
    __host__ __device__ int operator()(int a, int b) const { return a % 10 * 1000 + a > b % 10 * 1000 + b ? a : b; }
};

template <unsigned Size> __global__ void run(int *out)
{
    __shared__ cg::block_tile_memory<512> memory;
    __shared__ int seen[512];
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<Size>(block);
    int n = block.num_threads(), thread = block.thread_rank(), v = thread * 7 % 101;
    auto put = [&](int row, int value) { out[row * n + thread] = value; };
    put(RANK, tile.thread_rank());
    put(PART, tile.meta_group_rank() * 100 + tile.meta_group_size());
    put(SIZE, tile.size());
    put(ANY, tile.any(v == 50) != 0);
    put(ALL, tile.all(thread != 70) != 0);
    put(SHFL, tile.shfl(v, Size / 2 + 1));
    put(SUM, cg::reduce(tile, v, cg::plus<int>()));
    put(LEAST, (int)cg::reduce(tile, (double)v, cg::less<double>()));
    put(SCAN, cg::inclusive_scan(tile, v));
    put(BEFORE, (int)cg::exclusive_scan(tile, (long long)v, cg::plus<long long>()));
    put(OWN, cg::reduce(tile, thread, take_larger_digit()));
    auto inner = cg::tiled_partition<32>(tile);
    put(INNER, inner.meta_group_rank() * 1000 + cg::reduce(inner, v, cg::plus<int>()) % 1000);
    /* Each tile at its own time: those of odd number after more turns. */
    for (unsigned turn = 0; turn <= tile.meta_group_rank() % 2; turn++) {
        seen[thread] = thread + turn;
        tile.sync();
        put(SEEN, seen[thread - tile.thread_rank() + (tile.thread_rank() + 33) % Size]);
        tile.sync();
    }
}

template <unsigned Size> static int wanted(int row, int thread, int n)
{
    int first = thread / Size * Size, rank = thread % Size, sum = 0, least = 1000, own = first, upto = 0;
    bool any = false, all = true;
    auto v = [](int t) { return t * 7 % 101; };
    for (int t = first; t < first + (int)Size && t < n; t++) {
        any |= v(t) == 50, all &= t != 70;
        sum += v(t), least = v(t) < least ? v(t) : least;
        if (t <= thread) upto += v(t);
        own = take_larger_digit()(own, t);
    }
    int warp = 0;
    for (int t = thread / 32 * 32; t < thread / 32 * 32 + 32; t++) warp += v(t);
    switch (row) {
    case RANK: return rank;
    case PART: return thread / (int)Size * 100 + (n + (int)Size - 1) / (int)Size;
    case SIZE: return Size;
    case ANY: return any;
    case ALL: return all;
    case SHFL: return v(first + Size / 2 + 1);
    case SUM: return sum;
    case LEAST: return least;
    case SCAN: return upto;
    case BEFORE: return upto - v(thread);
    case OWN: return own;
    case INNER: return rank / 32 * 1000 + warp % 1000;
    default: return first + (rank + 33) % (int)Size + thread / (int)Size % 2;
    }
}

template <unsigned Size> static void check(dim3 block)
{
    static const char *const names[] = {"thread_rank", "meta_group", "size", "any", "all", "shfl", "reduce", "reduce less",
                                        "inclusive_scan", "exclusive_scan", "reduce own", "tiles of it", "sync"};
    int n = block.x * block.y * block.z;
    DeviceArray<int> out(ROWS * n);
    run<Size><<<1, block>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int row = 0; row < ROWS; row++) {
        Words label = Words(names[row]) + " of " + show(Size) + " in " + show(n);
        for (int i = 0; i < n; i++)
            if (!expect_equal(__FILE__, __LINE__, (label + ", thread " + show(i)).c_str(), got[row * n + i],
                              wanted<Size>(row, i, n)))
                break;
        print_row(label.c_str(), &got[row * n], n);
    }
}

int main()
{
    check<64>(dim3(256));
    check<64>(dim3(16, 4, 2));
    check<128>(dim3(128));
    check<256>(dim3(32, 16));
    check<512>(dim3(512));
    return finish();
}
