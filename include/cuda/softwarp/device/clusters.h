/* __cluster_dims__ and __block_size__ (CUDA C++ Programming Guide, "Thread Block Clusters"). A block is a cluster of
 * its own here; larger ones would share memory and meet, so a kernel that wants them is refused where it says so. The
 * second list of __block_size__ is the cluster's. */
#ifndef SOFTWARP_CLUSTERS_H
#define SOFTWARP_CLUSTERS_H

#if defined(__CUDA__) && defined(__clang__)

#define SW_EVERYWHERE __attribute__((host)) __attribute__((device))
SW_EVERYWHERE int thread_block_clusters_are_not_supported();
/* Dimensions that depend on a template's parameters are an error as they are no constant; others have a clearer one. */
SW_EVERYWHERE constexpr int sw_cluster_dims(unsigned x, unsigned y = 1, unsigned z = 1)
    __attribute__((diagnose_if(x * y * z != 1, "thread block clusters are not supported: a cluster is one block",
                               "error"))) {
    return x * y * z == 1 ? 0 : thread_block_clusters_are_not_supported();
}
#undef SW_EVERYWHERE
#define __cluster_dims__(...) __attribute__((annotate("sw.cluster", sw_cluster_dims(__VA_ARGS__))))
#define __block_size__(block, ...) __VA_OPT__(__cluster_dims__ __VA_ARGS__)

#else

#define __cluster_dims__(...)
#define __block_size__(...)

#endif

#endif
