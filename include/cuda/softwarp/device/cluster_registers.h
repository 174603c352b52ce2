/* What a thread knows of its cluster (PTX ISA, Special Registers), at every architecture: those by which the functions of
 * clusters and the groups say it. shared_log: the blocks' shared memories lie so far from each other, as a power of two. */
#ifndef SOFTWARP_CLUSTER_REGISTERS_H
#define SOFTWARP_CLUSTER_REGISTERS_H

#pragma GCC system_header

#include "memory.h"

#define SW_REGISTER(name, register)                                                                                    \
    SW_EXTERN __attribute__((const, nothrow)) unsigned name(void) __asm__("llvm.nvvm.read.ptx.sreg." register);
SW_REGISTER(sw_clusterid_x, "clusterid.x")
SW_REGISTER(sw_clusterid_y, "clusterid.y")
SW_REGISTER(sw_clusterid_z, "clusterid.z")
SW_REGISTER(sw_nclusterid_x, "nclusterid.x")
SW_REGISTER(sw_nclusterid_y, "nclusterid.y")
SW_REGISTER(sw_nclusterid_z, "nclusterid.z")
SW_REGISTER(sw_cluster_ctaid_x, "cluster.ctaid.x")
SW_REGISTER(sw_cluster_ctaid_y, "cluster.ctaid.y")
SW_REGISTER(sw_cluster_ctaid_z, "cluster.ctaid.z")
SW_REGISTER(sw_cluster_nctaid_x, "cluster.nctaid.x")
SW_REGISTER(sw_cluster_nctaid_y, "cluster.nctaid.y")
SW_REGISTER(sw_cluster_nctaid_z, "cluster.nctaid.z")
SW_REGISTER(sw_cluster_ctarank, "cluster.ctarank")
SW_REGISTER(sw_cluster_nctarank, "cluster.nctarank")
SW_REGISTER(sw_is_explicit_cluster, "is_explicit_cluster")
SW_REGISTER(sw_shared_log, "shared_log")
#undef SW_REGISTER

SW_DEVICE dim3 sw_clusterid() { return dim3(sw_clusterid_x(), sw_clusterid_y(), sw_clusterid_z()); }
SW_DEVICE dim3 sw_nclusterid() { return dim3(sw_nclusterid_x(), sw_nclusterid_y(), sw_nclusterid_z()); }
SW_DEVICE dim3 sw_cluster_ctaid() { return dim3(sw_cluster_ctaid_x(), sw_cluster_ctaid_y(), sw_cluster_ctaid_z()); }
SW_DEVICE dim3 sw_cluster_nctaid() { return dim3(sw_cluster_nctaid_x(), sw_cluster_nctaid_y(), sw_cluster_nctaid_z()); }

/* The same place in the shared memory of the cluster's block of that rank, and whose shared memory an address is in. */
SW_DEVICE void *sw_map_shared_rank(const void *address, unsigned rank) {
    unsigned log = sw_shared_log();
    return __sw_shared_address(((unsigned)__sw_shared_offset(address) & ((1u << log) - 1)) | rank << log);
}
SW_DEVICE unsigned sw_query_shared_rank(const void *address) {
    return (unsigned)__sw_shared_offset(address) >> sw_shared_log();
}

#endif
