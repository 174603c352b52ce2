/* __cluster_dims__ and __block_size__ (CUDA C++ Programming Guide, "Thread Block Clusters"): how many blocks of a kernel make
 * a cluster, along each axis. The compiler puts it into the table of kernels (transform/import.c), and launches go by it.
 * The second list of __block_size__ is the cluster's; a launch of such a kernel counts clusters, and with one of several
 * blocks nothing is done here. */
#ifndef SOFTWARP_CLUSTERS_H
#define SOFTWARP_CLUSTERS_H

#if defined(__CUDA__) && defined(__clang__)

#define SW_EVERYWHERE __attribute__((host)) __attribute__((device))
SW_EVERYWHERE int a_dimension_of_a_cluster_is_zero();
SW_EVERYWHERE int clusters_of_block_size_are_not_supported();
/* Dimensions that depend on a template's parameters are an error as they are no constant; others have a clearer one. */
SW_EVERYWHERE constexpr unsigned sw_cluster_dim(unsigned axis, unsigned x, unsigned y = 1, unsigned z = 1)
    __attribute__((diagnose_if(!x || !y || !z, "a dimension of a cluster is 0", "error"))) {
    return !x || !y || !z ? a_dimension_of_a_cluster_is_zero() : axis == 0 ? x : axis == 1 ? y : z;
}
SW_EVERYWHERE constexpr unsigned sw_block_size_cluster(unsigned x, unsigned y = 1, unsigned z = 1)
    __attribute__((diagnose_if(x * y * z != 1, "__block_size__ with a cluster of several blocks is not supported: "
                                               "__cluster_dims__ is, with a launch that counts blocks",
                               "error"))) {
    return x * y * z == 1 ? 1 : clusters_of_block_size_are_not_supported();
}
#undef SW_EVERYWHERE
#define __cluster_dims__(...)                                                                                          \
    __attribute__((annotate("sw.cluster", sw_cluster_dim(0, __VA_ARGS__), sw_cluster_dim(1, __VA_ARGS__),              \
                            sw_cluster_dim(2, __VA_ARGS__))))
#define __SW_BLOCK_SIZE_CLUSTER(...) __attribute__((annotate("sw.block.size", sw_block_size_cluster(__VA_ARGS__))))
#define __block_size__(block, ...) __VA_OPT__(__SW_BLOCK_SIZE_CLUSTER __VA_ARGS__)

#else

#define __cluster_dims__(...)
#define __block_size__(...)

#endif

#endif
