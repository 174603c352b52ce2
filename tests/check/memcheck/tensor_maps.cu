// Copies by tensor maps: their reads and writes of global memory are looked at element by element, with the line of the copy;
// who reads the tile before the bytes have come races with it; a map that nobody has made is named.
// RUN: %swcc --check -g -arch=sm_90 %s -o %t
// RUN: %softwarp check --tool memcheck %t load 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: %softwarp check --tool memcheck %t store 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: %softwarp check --tool memcheck %t reduce 2>&1 | FileCheck %s --check-prefix=REDUCE
// RUN: %softwarp check --tool memcheck %t freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %softwarp check --tool memcheck %t zeros 2>&1 | FileCheck %s --check-prefix=ZEROS
// RUN: %softwarp check --tool racecheck %t race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %softwarp check --tool all %t right 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <cstdio>
#include <cstring>
#include <cuda.h>

typedef unsigned u32;
typedef unsigned long long u64;

__device__ void load(const CUtensorMap *map, int *tile, u64 *full, bool waits) {
    u32 bar = (u32)__cvta_generic_to_shared(full), to = (u32)__cvta_generic_to_shared(tile);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(bar) : "memory");
        // LOAD: Invalid __global__ read of size
        // LOAD-NEXT: at load{{.*}} in {{.*}}tensor_maps.cu:[[# @LINE + 4]]
        // LOAD: by thread (0,0,0) in block (0,0,0)
        // FREED: Invalid __global__ read of size
        // ZEROS: Stopped by a tensor map that no function of the driver API has made
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, 0}], [%2];" ::"r"(to), "l"(map), "r"(bar) : "memory");
    }
    if (waits)
        asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra AGAIN; }" ::"r"(bar) : "memory");
}

__global__ void kernel(const __grid_constant__ CUtensorMap map, int *out, bool waits, bool stores, bool reduces) {
    __shared__ alignas(128) int tile[16][16];
    __shared__ u64 full;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"((u32)__cvta_generic_to_shared(&full)) : "memory");
    __syncthreads();
    if (!stores) {
        load(&map, &tile[0][0], &full, waits);
        // RACE: Race on __shared__ memory
        // RACE-DAG: write at load{{.*}} in {{.*}}tensor_maps.cu:[[# @LINE - 14]]
        // RACE-DAG: read at kernel{{.*}} in {{.*}}tensor_maps.cu:[[# @LINE + 1]]
        out[threadIdx.x] = tile[threadIdx.x][3];
        return;
    }
    for (int i = threadIdx.x; i < 256; i += blockDim.x) tile[i / 16][i % 16] = i;
    __syncthreads();
    u32 from = (u32)__cvta_generic_to_shared(tile);
    // STORE: Invalid __global__ write of size
    // STORE-NEXT: at kernel{{.*}} in {{.*}}tensor_maps.cu:[[# @LINE + 2]]
    if (threadIdx.x == 0 && !reduces)
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {0, 0}], [%1];" ::"l"(&map), "r"(from) : "memory");
    // REDUCE: Invalid __global__ {{.*}} of size 4
    // REDUCE-NEXT: at kernel{{.*}} in {{.*}}tensor_maps.cu:[[# @LINE + 2]]
    if (threadIdx.x == 0 && reduces)
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {0, 0}], [%1];" ::"l"(&map), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

// RIGHT: ERROR SUMMARY: 0 errors
int main(int, char **argv) {
    bool is_short = !strcmp(argv[1], "load") || !strcmp(argv[1], "store") || !strcmp(argv[1], "reduce");
    bool is_store = !strcmp(argv[1], "store") || !strcmp(argv[1], "reduce");
    const cuuint64_t dims[] = {16, 16}, strides[] = {64};
    const cuuint32_t box[] = {16, 16}, steps[] = {1, 1};
    int *memory, *out;
    CUtensorMap map;
    cudaMalloc(&memory, is_short ? 15 * 64 : 16 * 64);
    cudaMalloc(&out, 64);
    cudaMemset(memory, 0, 15 * 64);
    if (!is_short) cudaMemset(memory, 0, 16 * 64);
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, memory, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                           CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (!strcmp(argv[1], "zeros")) memset((void *)&map, 0, sizeof map);
    if (!strcmp(argv[1], "freed")) cudaFree(memory);
    kernel<<<1, 16>>>(map, out, strcmp(argv[1], "race"), is_store, !strcmp(argv[1], "reduce"));
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    if (!strcmp(argv[1], "right")) {
        kernel<<<1, 16>>>(map, out, true, true, false);
        kernel<<<1, 16>>>(map, out, true, true, true);
        puts(cudaGetErrorName(cudaDeviceSynchronize()));
    }
    cudaFree(out);
    if (strcmp(argv[1], "freed")) cudaFree(memory);
    return 0;
}
