// NO-GPU: not yet recorded on a GPU
/* Addresses of kernels' arguments and of a cluster's shared memory: what the predicates and isspacep say of each space. */
#include "../check.h"

#define SPACES 6

__device__ unsigned ptx_is_parameter(const void *address) {
    unsigned answer;
    asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(answer) : "l"(address));
    return answer;
}
__device__ unsigned ptx_is_cluster_shared(const void *address) {
    unsigned answer;
    asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(answer) : "l"(address));
    return answer;
}

struct Large {
    int values[40];
};
__device__ int global_variable;

__global__ void look(const __grid_constant__ Large large, const int *heap, unsigned *out) {
    __shared__ int shared_variable[64];
    volatile int local_variable = 3;
    const int *local = (const int *)&local_variable;
    shared_variable[threadIdx.x] = *local;
    const void *pointers[SPACES] = {&large.values[0], &large.values[39], shared_variable,
                                    heap,             &global_variable,  local};
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < SPACES; i++)
        out[thread * SPACES + i] = (__isGridConstant(pointers[i]) != 0) + 2 * (__isClusterShared(pointers[i]) != 0)
                                   + 4 * ptx_is_parameter(pointers[i]) + 8 * ptx_is_cluster_shared(pointers[i])
                                   + 16 * (__isShared(pointers[i]) != 0) + 32 * (__isLocal(pointers[i]) != 0);
}

int main() {
    const int threads = 3 * 45;
    int *heap = managed<int>(1);
    unsigned *out = managed<unsigned>(threads * SPACES);
    Large large = {};
    look<<<3, 45>>>(large, heap, out);
    FINISH();
    const unsigned expected[SPACES] = {1 + 4, 1 + 4, 2 + 8 + 16, 0, 0, 32};
    for (int i = 0; i < threads * SPACES; i++) CHECK_AT(i, expected[i % SPACES], out[i]);
    return check_result();
}
