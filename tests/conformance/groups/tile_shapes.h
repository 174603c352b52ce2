/* Tiles within a warp: every member function and collective operation (tiles.def), in blocks of one to three dimensions,
 * and, where tiles are small enough, of a block whose last warp is a part of one. */
#include "tiles.h"

template <unsigned Size> __global__ void run(triple *out, int stride)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
    tile_rows(tile, block.thread_rank(), out, stride);
}

template <unsigned Size> static void check(dim3 block)
{
    int threads = block.x * block.y * block.z;
    std::vector<triple> wanted(rows * threads, triple(0));
    DeviceArray<triple> out(wanted);
    run<Size><<<1, block>>>(out, threads);
    CHECK_LAUNCH();
    for (int first = 0; first < threads; first += Size) {
        std::vector<int> members;
        for (unsigned i = 0; i < Size; i++) members.push_back(first + i);
        reference::rows_of(members, wanted.data(), threads);
    }
    Words shape = show(block.x) + "x" + show(block.y) + "x" + show(block.z);
    compare_rows(show(Size) + " of " + shape, out.host(), wanted, threads, true);
}

/* Every size has a program of its own, so that they compile beside each other. */
template <unsigned Size> static int check_shapes()
{
    check<Size>(dim3(64));
    check<Size>(dim3(8, 4, 3));
    if (Size <= 8) check<Size>(dim3(40));
    if (Size <= 4) check<Size>(dim3(4, 3));
    return finish();
}
