// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* What sm_90's functions say of a cluster, which is one block where nobody asks for more: places and sizes, addresses in
 * shared memory, the barrier in two steps, the fence. Of larger ones: the chapter clusters. */
#include "../check.h"

/* The rows of the table, each of which is called below. */
#define SW_CLUSTER(...) +1
enum {
    ROWS = 0
#include <softwarp/device/cluster_functions.def>
};
static_assert(ROWS == 16, "a function of the table without a test");

enum { ANSWERS = 16, MESSAGES = 40, WORDS = 8 };

__host__ __device__ unsigned folded(dim3 d) { return d.x + 1000 * d.y + 1000000 * d.z; }

__device__ int global_variable;

__global__ void ask(unsigned *out) {
    __shared__ int shared_variable[64];
    volatile int local_variable = 3;
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z), threads = blockDim.x * blockDim.y * blockDim.z;
    int *own = &shared_variable[thread];
    *own = local_variable + thread * 5 + block;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    const int *other = (const int *)__cluster_map_shared_rank(&shared_variable[(thread + 7) % threads], 0);
    const int seen = *other;
    uint2 both = __cluster_map_shared_multicast(own, 5);
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
    const unsigned answers[ANSWERS] = {
        folded(__clusterDim()),
        folded(__clusterRelativeBlockIdx()),
        folded(__clusterGridDimInClusters()),
        folded(__clusterIdx()),
        __clusterRelativeBlockRank(),
        __clusterSizeInBlocks(),
        __clusterDimIsSpecified(),
        (unsigned)seen,
        __cluster_query_shared_rank(own),
        both.x - (unsigned)__cvta_generic_to_shared(own),
        both.y,
        __isCtaShared(own) != 0,
        __isClusterShared(own) != 0,
        __isCtaShared(&global_variable) != 0,
        __isCtaShared((const void *)&local_variable) != 0,
        __isClusterShared(out) != 0,
    };
    for (int i = 0; i < ANSWERS; i++) out[(block * threads + thread) * ANSWERS + i] = answers[i];
}

static void check_answers(dim3 grid, dim3 block) {
    const int blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
    unsigned *out = managed<unsigned>(blocks * threads * ANSWERS);
    ask<<<grid, block>>>(out);
    FINISH();
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++) {
            const dim3 at(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y);
            const unsigned seen = 3 + (t + 7) % threads * 5 + b;
            const unsigned expected[ANSWERS] = {folded(dim3(1, 1, 1)), 0, folded(grid), folded(at), 0, 1, 0, seen, 0, 0, 5,
                                                1, 1, 0, 0, 0};
            for (int i = 0; i < ANSWERS; i++) CHECK_AT(i, expected[i], out[(b * threads + t) * ANSWERS + i]);
        }
    CUDA(cudaFree(out));
}

/* One warp writes messages of plain words, another reads them when it has seen their numbers. */
__global__ void talk(int *torn) {
    __shared__ int data[WORDS];
    __shared__ volatile int number, answer;
    if (threadIdx.x == 0) number = answer = 0;
    __syncthreads();
    for (int message = 1; message <= MESSAGES; message++) {
        if (threadIdx.x == 0) {
            for (int i = 0; i < WORDS; i++) data[i] = message * 100 + i;
            __threadfence_cluster();
            number = message;
            while (answer != message) {}
            __threadfence_cluster();
        } else if (threadIdx.x == 32) {
            while (number != message) {}
            __threadfence_cluster();
            for (int i = 0; i < WORDS; i++) *torn += data[i] != message * 100 + i;
            __threadfence_cluster();
            answer = message;
        }
    }
}

int main() {
    check_answers(dim3(3), dim3(45));
    check_answers(dim3(2, 3, 2), dim3(5, 3, 4));
    int *torn = managed<int>(1);
    *torn = 0;
    talk<<<1, 64>>>(torn);
    FINISH();
    CHECK_EQUAL(0, *torn);
    return check_result();
}
