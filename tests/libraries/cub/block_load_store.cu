// UNSUPPORTED: quick
// A block's loads and stores by each algorithm, of full tiles and of the last one, and exchanges between arrangements.
#include "../libraries.h"
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

constexpr int THREADS = 64, ITEMS = 3, TILE = THREADS * ITEMS;

/* Each element becomes itself and its thread's number; -1 where there is none. */
template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE> __global__ void copy(const int *in, int *out, int n)
{
    using Load = cub::BlockLoad<int, THREADS, ITEMS, LOAD>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, STORE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } room;
    int items[ITEMS], start = blockIdx.x * TILE, valid = min(TILE, n - start);
    if (valid == TILE)
        Load(room.load).Load(in + start, items);
    else
        Load(room.load).Load(in + start, items, valid, -1);
    for (int &item : items)
        item = item * 1000 + threadIdx.x;
    __syncthreads();
    if (valid == TILE)
        Store(room.store).Store(out + start, items);
    else
        Store(room.store).Store(out + start, items, valid);
}

template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE> static void check(bool is_striped)
{
    for (int n : {1, TILE, 5 * TILE + 77}) {
        std::vector<int> values = numbers<int>(n, 1000), expected(n);
        DeviceArray<int> in(values), out(n);
        copy<LOAD, STORE><<<(n + TILE - 1) / TILE, THREADS>>>(in, out, n);
        CHECK_LAUNCH();
        for (int i = 0; i < n; i++)
            expected[i] = values[i] * 1000 + (is_striped ? i % TILE % THREADS : i % TILE / ITEMS);
        EXPECT_VECTOR(out.host(), expected);
    }
}

__global__ void exchange(const int *in, int *out)
{
    using Exchange = cub::BlockExchange<int, THREADS, ITEMS>;
    __shared__ typename Exchange::TempStorage room;
    int items[ITEMS], ranks[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = in[threadIdx.x * ITEMS + i];
    Exchange(room).BlockedToStriped(items, items);
    for (int i = 0; i < ITEMS; i++)
        out[i * THREADS + threadIdx.x] = items[i];
    __syncthreads();
    Exchange(room).StripedToBlocked(items, items);
    for (int i = 0; i < ITEMS; i++)
        ranks[i] = TILE - 1 - (threadIdx.x * ITEMS + i);
    __syncthreads();
    Exchange(room).ScatterToBlocked(items, ranks); /* backwards */
    for (int i = 0; i < ITEMS; i++)
        out[TILE + threadIdx.x * ITEMS + i] = items[i];
}

int main()
{
    check<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(false);
    check<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(true);
    check<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(false);
    check<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(false);
    check<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(false);
    check<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(false);

    std::vector<int> values = numbers<int>(TILE, 1000), expected = values;
    DeviceArray<int> in(values), out(2 * TILE);
    exchange<<<1, THREADS>>>(in, out);
    CHECK_LAUNCH();
    expected.insert(expected.end(), values.rbegin(), values.rend());
    EXPECT_VECTOR(out.host(), expected);
    return finish();
}
