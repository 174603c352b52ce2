// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* Where a thread and its block are in their cluster, along one to three axes: members of cluster_group and grid_group, special
 * registers, sm_90's functions; sizes that the kernel says, and sizes that the launch says. */
// SWCC: -arch=sm_90
#include "clusters.h"

enum { ANSWERS = 22 };

__host__ __device__ unsigned folded(dim3 d) { return d.x + 1000 * d.y + 1000000 * d.z; }

#define SPECIAL(name)                                    \
    [] {                                                 \
        unsigned value;                                  \
        asm volatile("mov.u32 %0, %" name ";" : "=r"(value)); \
        return value;                                    \
    }()
#define SPECIAL3(name) folded(dim3(SPECIAL(name ".x"), SPECIAL(name ".y"), SPECIAL(name ".z")))

__device__ unsigned is_explicit() {
    unsigned value;
    asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(value));
    return value;
}

__device__ void answer(unsigned *out) {
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    const unsigned answers[ANSWERS] = {
        folded(cluster.block_index()), cluster.block_rank(), folded(cluster.dim_blocks()), cluster.num_blocks(),
        folded(cluster.thread_index()), cluster.thread_rank(), folded(cluster.dim_threads()), cluster.num_threads(),
        folded(grid.cluster_index()), (unsigned)grid.cluster_rank(), folded(grid.dim_clusters()), (unsigned)grid.num_clusters(),
        SPECIAL3("%clusterid"), SPECIAL3("%nclusterid"), SPECIAL3("%cluster_ctaid"), SPECIAL3("%cluster_nctaid"),
        SPECIAL("%cluster_ctarank"), SPECIAL("%cluster_nctarank"), is_explicit(),
        folded(__clusterDim()) + 7 * folded(__clusterRelativeBlockIdx()),
        folded(__clusterIdx()) + 7 * folded(__clusterGridDimInClusters()),
        __clusterRelativeBlockRank() + 100 * __clusterSizeInBlocks() + 10000 * __clusterDimIsSpecified()};
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    for (int i = 0; i < ANSWERS; i++) out[(block_number() * threads + block_thread()) * ANSWERS + i] = answers[i];
}

__global__ void anywhere(unsigned *out) { answer(out); }
__global__ void __cluster_dims__(4) along_x(unsigned *out) { answer(out); }
__global__ void __cluster_dims__(2, 3) flat(unsigned *out) { answer(out); }
template <int X, int Z> __global__ void __cluster_dims__(X, 2, Z) __launch_bounds__(64) solid(unsigned *out) { answer(out); }

static dim3 at(unsigned index, dim3 size) { return dim3(index % size.x, index / size.x % size.y, index / size.x / size.y); }
static unsigned product(dim3 d) { return d.x * d.y * d.z; }

static void check(const unsigned *out, dim3 grid, dim3 block, dim3 cluster, bool is_explicit) {
    const dim3 clusters(grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z);
    const unsigned threads = product(block), number = product(cluster);
    for (unsigned b = 0; b < product(grid); b++)
        for (unsigned t = 0; t < threads; t++) {
            const dim3 place = at(b, grid), thread = at(t, block);
            const dim3 in(place.x % cluster.x, place.y % cluster.y, place.z % cluster.z);
            const dim3 of(place.x / cluster.x, place.y / cluster.y, place.z / cluster.z);
            const unsigned rank = in.x + cluster.x * (in.y + cluster.y * in.z);
            const dim3 along(in.x * block.x + thread.x, in.y * block.y + thread.y, in.z * block.z + thread.z);
            const dim3 all(cluster.x * block.x, cluster.y * block.y, cluster.z * block.z);
            const unsigned which = of.x + clusters.x * (of.y + clusters.y * of.z);
            const unsigned expected[ANSWERS] = {
                folded(in), rank, folded(cluster), number, folded(along), rank * threads + t, folded(all), number * threads,
                folded(of), which, folded(clusters), product(clusters), folded(of), folded(clusters), folded(in), folded(cluster),
                rank, number, is_explicit, folded(cluster) + 7 * folded(in), folded(of) + 7 * folded(clusters),
                rank + 100 * number + 10000 * is_explicit};
            for (int i = 0; i < ANSWERS; i++) CHECK_AT(i, expected[i], out[(b * threads + t) * ANSWERS + i]);
        }
}

template <typename Launch> void run(dim3 grid, dim3 block, dim3 cluster, bool is_explicit, Launch launch) {
    unsigned *out = managed<unsigned>(product(grid) * product(block) * ANSWERS);
    launch(out);
    FINISH();
    check(out, grid, block, cluster, is_explicit);
    CUDA(cudaFree(out));
}

int main() {
    run(dim3(6), dim3(33), dim3(1), false, [](unsigned *out) { anywhere<<<6, 33>>>(out); });
    run(dim3(8), dim3(40), dim3(4), true, [](unsigned *out) { along_x<<<8, 40>>>(out); });
    run(dim3(4, 3), dim3(8, 4), dim3(2, 3), true, [](unsigned *out) { flat<<<dim3(4, 3), dim3(8, 4)>>>(out); });
    run(dim3(2, 4, 4), dim3(4, 2, 3), dim3(2, 2, 2), true,
        [](unsigned *out) { solid<2, 2><<<dim3(2, 4, 4), dim3(4, 2, 3)>>>(out); });
    run(dim3(4), dim3(5), dim3(1), true, [](unsigned *out) { CUDA(launch(anywhere, 4, 5, dim3(1), 0, out)); });
    run(dim3(16), dim3(64), dim3(8), true, [](unsigned *out) { CUDA(launch(anywhere, 16, 64, dim3(8), 0, out)); });
    run(dim3(2, 6, 6), dim3(16, 2), dim3(1, 2, 3), true,
        [](unsigned *out) { CUDA(launch(anywhere, dim3(2, 6, 6), dim3(16, 2), dim3(1, 2, 3), 0, out)); });
    CUDA(cudaFuncSetAttribute(anywhere, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    run(dim3(16, 2), dim3(32), dim3(16), true,
        [](unsigned *out) { CUDA(launch(anywhere, dim3(16, 2), 32, dim3(16), 0, out)); });
    return check_result();
}
