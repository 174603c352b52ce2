/* Lane numbers and sets of lanes that compare with one's own, from PTX's special registers, in blocks of 1, 2 and 3
 * dimensions; with the threads in the order of the guide (Thread Hierarchy). */
#include "../check.h"
#include "../rows.h"
#include <initializer_list>

#ifdef __SOFTWARP__
#define REGISTER(name, builtin) __device__ unsigned read_##name() { return __nvvm_read_ptx_sreg_##builtin(); }
#else
#define REGISTER(name, builtin)                         \
    __device__ unsigned read_##name() {                 \
        unsigned value;                                 \
        asm("mov.u32 %0, %%" #name ";" : "=r"(value));  \
        return value;                                   \
    }
#endif
REGISTER(laneid, laneid)
REGISTER(lanemask_eq, lanemask_eq)
REGISTER(lanemask_lt, lanemask_lt)
REGISTER(lanemask_le, lanemask_le)
REGISTER(lanemask_gt, lanemask_gt)
REGISTER(lanemask_ge, lanemask_ge)
REGISTER(warpid, warpid)
enum { REGISTERS = 6, MOST = 128 };

__global__ void read(unsigned *out, unsigned *warps) {
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned *mine = out + t * REGISTERS;
    mine[0] = read_laneid();
    mine[1] = read_lanemask_eq();
    if (t % 3) mine[2] = read_lanemask_lt();
    __syncthreads();
    mine[3] = read_lanemask_le();
    mine[4] = read_lanemask_gt();
    mine[5] = read_lanemask_ge();
    warps[t] = read_warpid();
}

int main() {
    unsigned *out = managed<unsigned>(MOST * REGISTERS), *warps = managed<unsigned>(MOST);
    const dim3 blocks[] = {dim3(128), dim3(1), dim3(31), dim3(50), dim3(8, 9), dim3(16, 4), dim3(3, 4, 5), dim3(32, 2, 2)};
    for (dim3 block : blocks) {
        unsigned threads = block.x * block.y * block.z;
        std::memset(out, 0, MOST * REGISTERS * sizeof *out);
        read<<<3, block>>>(out, warps);
        FINISH();
        for (unsigned t = 0; t < threads; t++) {
            unsigned lane = t % 32, equal = 1u << lane, less = equal - 1;
            const unsigned right[REGISTERS] = {lane, equal, t % 3 ? less : 0, less | equal, ~(less | equal), ~less};
            for (int r = 0; r < REGISTERS; r++) CHECK_AT(t * 10 + r, right[r], out[t * REGISTERS + r]);
            /* A GPU may move warps (PTX ISA: %warpid); all that holds is that they are one. */
            CHECK_AT(t, warps[t / 32 * 32], warps[t]);
        }
        print_row("lanes", out, threads * REGISTERS);
    }
    return check_result();
}
