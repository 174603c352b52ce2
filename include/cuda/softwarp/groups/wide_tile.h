/* Tiles of several warps: 64, 128, 256 or 512 threads of a block.
 *
 * Their warps exchange values through shared memory, a cell for each warp, between two waits: one that sees all cells
 * written, one before they are written again. CUDA C++ Programming Guide, Cooperative Groups: Tiled Partition.
 */
#ifndef SOFTWARP_GROUPS_WIDE_TILE_H
#define SOFTWARP_GROUPS_WIDE_TILE_H

#pragma GCC system_header

#include "tile.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

template <class T_> struct alignas(T_) sw_cell {
    unsigned char bytes[sizeof(T_)];
};
/* A cell for every warp of a block. */
template <class T_> __device__ SW_ALWAYS_INLINE inline sw_cell<T_> *sw_cells() {
    __shared__ sw_cell<T_> cells[32];
    return cells;
}
template <class T_> SW_DEVICE void sw_put(sw_cell<T_> *cell, const T_ &value) {
    __builtin_memcpy(cell, &value, sizeof value);
}
template <class T_> SW_DEVICE T_ sw_get(const sw_cell<T_> *cell) {
    T_ value;
    __builtin_memcpy((void *)&value, cell, sizeof value);
    return value;
}

template <unsigned Size> class sw_wide_tile : public thread_group {
    SW_MEMBER static unsigned sw_first() { return sw_part_of_block(Size) * Size; }

protected:
    SW_MEMBER sw_wide_tile(unsigned meta_rank, unsigned meta_size)
        : thread_group({sw_wide_kind, 0, Size, meta_rank, meta_size}) {}

public:
    SW_MEMBER static constexpr unsigned size() { return Size; }
    SW_MEMBER static constexpr unsigned num_threads() { return Size; }
    SW_MEMBER static unsigned thread_rank() { return sw_block_rank() & (Size - 1); }
    SW_MEMBER unsigned meta_group_rank() const { return sw_data.meta_rank; }
    SW_MEMBER unsigned meta_group_size() const { return sw_data.meta_size; }
    SW_MEMBER void sync() const { sw_wide_sync(Size, sw_first()); }

    /* What `each` makes of the cells of the tile's warps, after this warp's has been filled. */
    template <class T_, class Each> SW_MEMBER void sw_exchange(const T_ &value, bool is_writer, Each each) const {
        sw_cell<T_> *cells = sw_cells<T_>() + sw_first() / 32;
        unsigned threads = sw_block_size() - sw_first(), warps = ((threads < Size ? threads : Size) + 31) / 32;
        if (is_writer) sw_put(&cells[thread_rank() / 32], value);
        sync();
        each(cells, warps);
        sync();
    }

    /* All threads name the same one. */
    template <class T_> SW_MEMBER sw_value<T_> shfl(T_ &&value, unsigned rank) const {
        typedef sw_value<T_> V_;
        sw_cell<V_> *cell = sw_cells<V_>() + sw_first() / 32;
        if (thread_rank() == rank) sw_put<V_>(cell, value);
        sync();
        V_ result = sw_get(cell);
        sync();
        return result;
    }
    SW_MEMBER int any(int predicate) const {
        int result = 0;
        int own = __nvvm_vote_any_sync(0xffffffffu, predicate);
        sw_exchange(own, sw_lane() == 0, [&](const sw_cell<int> *cells, unsigned warps) {
            for (unsigned i = 0; i < warps; i++) result |= sw_get(&cells[i]);
        });
        return result;
    }
    SW_MEMBER int all(int predicate) const { return !any(!predicate); }
};

}

}
using namespace __v1;

}

#endif
