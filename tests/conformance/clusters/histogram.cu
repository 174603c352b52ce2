// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* A histogram whose bins are spread over the shared memories of a cluster's blocks (CUDA C++ Programming Guide, "Distributed
 * Shared Memory"): remote atomics, whose results somebody uses and nobody uses, of 1 to 16 blocks. */
#include "clusters.h"

#include <vector>

__global__ void histogram(int *bins, const int nbins, const int bins_per_block, const int *input, size_t size) {
    extern __shared__ int own[];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned thread = cg::this_grid().thread_rank(), rank = cluster.block_rank();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) own[i] = 0;
    cluster.sync(); /* all blocks have begun, and their bins are zeros */
    for (size_t i = thread; i < size; i += blockDim.x * gridDim.x) {
        const int bin = input[i] < 0 ? 0 : input[i] >= nbins ? nbins - 1 : input[i];
        int *there = cluster.map_shared_rank(own, bin / bins_per_block);
        atomicAdd(there + bin % bins_per_block, 1);
    }
    cluster.sync(); /* nobody writes into a block's memory any more when it ends */
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
        atomicAdd(&bins[rank * bins_per_block + i], own[i]);
}

/* Each element's place among those of its bin: the result of the remote atomic. */
__global__ void places(int *place, const int *input, int size, int bins_per_block) {
    __shared__ unsigned counts[64];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) counts[i] = 0;
    cluster.sync();
    for (int i = cluster.thread_rank(); i < size; i += cluster.num_threads()) {
        const int bin = input[i];
        place[i] = atomicInc(cluster.map_shared_rank(counts, bin / bins_per_block) + bin % bins_per_block, ~0u);
    }
    cluster.sync();
}

static void check_histogram(int blocks, int cluster, int nbins) {
    enum { SIZE = 9000, THREADS = 96 };
    const int per_block = nbins / cluster;
    int *bins = managed<int>(nbins), *input = managed<int>(SIZE);
    std::vector<int> expected(nbins);
    unsigned state = blocks * 31 + cluster;
    for (int i = 0; i < SIZE; i++) {
        state = state * 1664525 + 1013904223;
        input[i] = (int)(state >> 20) % (nbins + 6) - 3;
        expected[input[i] < 0 ? 0 : input[i] >= nbins ? nbins - 1 : input[i]]++;
    }
    CUDA(launch(histogram, blocks, THREADS, dim3(cluster), per_block * sizeof(int), bins, nbins, per_block, input,
                (size_t)SIZE));
    FINISH();
    for (int i = 0; i < nbins; i++) CHECK_AT(i, expected[i], bins[i]);
    CUDA(cudaFree(bins));
    CUDA(cudaFree(input));
}

static void check_places(int cluster) {
    enum { SIZE = 2000, PER_BLOCK = 40 };
    int *place = managed<int>(SIZE), *input = managed<int>(SIZE);
    const int nbins = PER_BLOCK * cluster;
    std::vector<std::vector<char>> seen(nbins);
    for (int i = 0; i < SIZE; i++) seen[input[i] = i * 7 % 11 * i % nbins].push_back(0);
    CUDA(launch(places, cluster, 64, dim3(cluster), 0, place, input, SIZE, PER_BLOCK));
    FINISH();
    for (int i = 0; i < SIZE; i++) {
        CHECK(place[i] >= 0 && place[i] < (int)seen[input[i]].size() && !seen[input[i]][place[i]]);
        seen[input[i]][place[i]] = 1;
    }
}

int main() {
    CUDA(cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    check_histogram(4, 1, 64);
    check_histogram(12, 2, 512);
    check_histogram(8, 4, 4096);
    check_histogram(16, 8, 1024);
    check_histogram(32, 16, 32);
    check_places(2);
    check_places(8);
    return check_result();
}
