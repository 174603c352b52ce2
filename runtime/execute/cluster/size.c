/* How many blocks make a cluster: by the launch's attribute, or by the kernel (CUDA C++ Programming Guide, "Thread Block
 * Clusters"; CUDA Runtime API, cudaLaunchAttributeClusterDimension, cudaFuncAttribute). */
#include "base/plural.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "execute/launch.h"
#include "module/registry.h"
#include "report/error.h"

void swrt_cluster_required(const struct swrt_function *function, uint32_t *size) {
    const struct swrt_kernel *kernel = function->kernel;
    bool is_compiled = kernel->cluster_x != 0;
    size[0] = is_compiled ? kernel->cluster_x : function->required_cluster[0];
    size[1] = is_compiled ? kernel->cluster_y : function->required_cluster[1];
    size[2] = is_compiled ? kernel->cluster_z : function->required_cluster[2];
}

static cudaError_t check_count(const struct swrt_function *function, const uint32_t *size) {
    uint64_t blocks = (uint64_t)size[0] * size[1] * size[2], limit = function->kernel->max_cluster;
    uint64_t most = function->has_large_clusters ? SWRT_MOST_CLUSTER : SWRT_MOST_PORTABLE_CLUSTER;
    if (size[0] > SWRT_MOST_CLUSTER || size[1] > SWRT_MOST_CLUSTER || size[2] > SWRT_MOST_CLUSTER || blocks > most)
        return swrt_because(cudaErrorInvalidClusterSize, "a cluster of %u x %u x %u blocks; %llu are allowed%s",
                            size[0], size[1], size[2], (unsigned long long)most,
                            function->has_large_clusters ? ""
                                                         : ", 16 with cudaFuncAttributeNonPortableClusterSizeAllowed");
    if (limit && blocks > limit)
        return swrt_because(cudaErrorInvalidClusterSize,
                            "%llu block%s in a cluster; the kernel's __launch_bounds__ allow %llu",
                            (unsigned long long)blocks, swrt_s(blocks), (unsigned long long)limit);
    return cudaSuccess;
}

static cudaError_t check_size(const struct swrt_launch *launch, const struct swrt_function *function,
                              const uint32_t *size) {
    SWRT_TRY(check_count(function, size));
    if (launch->grid.x % size[0] || launch->grid.y % size[1] || launch->grid.z % size[2])
        return swrt_because(cudaErrorInvalidClusterSize, "a grid of %u x %u x %u blocks in clusters of %u x %u x %u",
                            launch->grid.x, launch->grid.y, launch->grid.z, size[0], size[1], size[2]);
    return cudaSuccess;
}

/* Larger clusters that the launch would like: they are made of those that it wants. */
static cudaError_t check_preferred(const struct swrt_launch *launch, const uint32_t *size) {
    const dim3 *p = &launch->preferred_cluster;
    bool is_multiple = p->x && p->y && p->z && !(p->x % size[0] || p->y % size[1] || p->z % size[2]);
    return !launch->prefers_cluster || is_multiple
               ? cudaSuccess
               : swrt_because(cudaErrorInvalidClusterSize, "preferred clusters of %u x %u x %u blocks, of %u x %u x %u",
                              p->x, p->y, p->z, size[0], size[1], size[2]);
}

cudaError_t swrt_cluster_size(const struct swrt_launch *launch, const struct swrt_function *function, uint32_t *size,
                              bool *is_explicit) {
    const dim3 *said = &launch->cluster;
    bool is_said = said->x || said->y || said->z;
    swrt_cluster_required(function, size);
    bool is_required = size[0] || size[1] || size[2];
    bool differs = is_said && is_required && (said->x != size[0] || said->y != size[1] || said->z != size[2]);
    *is_explicit = is_said || is_required;
    if (differs)
        return swrt_because(cudaErrorInvalidClusterSize,
                            "clusters of %u x %u x %u blocks; the kernel says that they are %u x %u x %u", said->x,
                            said->y, said->z, size[0], size[1], size[2]);
    if (is_said)
        size[0] = said->x, size[1] = said->y, size[2] = said->z;
    if (!*is_explicit)
        size[0] = size[1] = size[2] = 1;
    if (!size[0] || !size[1] || !size[2])
        return swrt_because(cudaErrorInvalidClusterSize, "a dimension of the cluster is 0");
    if (*is_explicit)
        SWRT_TRY(check_size(launch, function, size));
    return check_preferred(launch, size);
}

uint32_t swrt_cluster_log(uint32_t shared_bytes) {
    enum { LEAST = 10 };
    uint32_t log = LEAST, bytes = shared_bytes + SWRT_SHARED_GAP;
    while (bytes > 1u << log)
        log++;
    return log;
}
