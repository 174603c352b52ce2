// The block's barriers, in blocks of one to three dimensions, of odd sizes, with threads that have exited: each orders
// shared and global memory for the block, waits for those that are there, and reduces over them.
#include "../check.h"
#include "../rows.h"

enum { MOST = 1024, LEAVE_NONE, LEAVE_THIRD, LEAVE_ALL_BUT_LAST, LEAVE_FIRST_WARP, LEAVE_END };
enum { ALL, NONE, ONE, ODD, MIXED, PREDICATES };

static const dim3 shapes[] = {dim3(1),       dim3(31),       dim3(32),     dim3(33),      dim3(100),
                              dim3(128),     dim3(256),      dim3(1024),   dim3(7, 5),    dim3(32, 4),
                              dim3(16, 16),  dim3(5, 33),    dim3(3, 5, 7), dim3(8, 8, 8), dim3(4, 4, 64),
                              dim3(2, 3, 11), dim3(1, 1, 64), dim3(1, 97)};

__host__ __device__ inline bool leaves(int way, int thread, int count) {
    return way == LEAVE_THIRD          ? thread % 3 == 0
           : way == LEAVE_ALL_BUT_LAST ? thread != count - 1
           : way == LEAVE_FIRST_WARP   ? thread < 32
                                       : false;
}

/* Anything but 0 is true, whatever its bits. */
__host__ __device__ inline int predicate(int kind, int thread, int count) {
    int truth = thread % 2 ? -2147483647 - 1 : 4;
    return kind == ALL     ? truth
           : kind == ONE   ? (thread == count / 2) * 6
           : kind == ODD   ? thread % 2
           : kind == MIXED ? thread % 5 - 2
                           : 0;
}

__device__ inline int linear() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

#define SW_REDUCTION(arch, name, op)                                                                                      \
    __global__ void test##name(int way, int *out) {                                                                    \
        int thread = linear(), count = blockDim.x * blockDim.y * blockDim.z;                                           \
        if (leaves(way, thread, count)) return;                                                                        \
        for (int kind = 0; kind < PREDICATES; kind++)                                                                  \
            out[thread * PREDICATES + kind] = name(predicate(kind, thread, count));                                    \
    }
#include <softwarp/sync/barriers.def>

struct counts { int there, yes; };
static counts count_host(int way, int kind, int count) {
    counts c = {0, 0};
    for (int i = 0; i < count; i++)
        if (!leaves(way, i, count)) {
            c.there++;
            c.yes += predicate(kind, i, count) != 0;
        }
    return c;
}
static int popc_of(counts c) { return c.yes; }
static int and_of(counts c) { return c.yes == c.there; }
static int or_of(counts c) { return c.yes != 0; }

static void test_reduction(const char *label, void (*kernel)(int, int *), int (*of)(counts), bool is_truth, int *out) {
    row_digest digest;
    for (dim3 shape : shapes)
        for (int way = LEAVE_NONE; way < LEAVE_END; way++) {
            int count = shape.x * shape.y * shape.z;
            std::memset(out, 0xff, sizeof(int) * MOST * PREDICATES);
            kernel<<<1, shape>>>(way, out);
            FINISH();
            for (int i = 0; i < count; i++)
                for (int kind = 0; kind < PREDICATES; kind++) {
                    int got = out[i * PREDICATES + kind];
                    bool left = leaves(way, i, count);
                    if (is_truth && !left) got = got != 0;
                    CHECK_AT(i, left ? -1 : of(count_host(way, kind, count)), got);
                    row_add(digest, got);
                }
        }
    std::printf("%s(int): %016llx\n", label, digest.state);
}

/* In each round a thread writes and then reads what others wrote: values that a missing barrier would mix up. */
__global__ void exchange(int way, int rounds, int *global, int *out) {
    __shared__ int shared[MOST];
    int thread = linear(), count = blockDim.x * blockDim.y * blockDim.z;
    unsigned sum = 0;
    if (leaves(way, thread, count)) return;
    global += blockIdx.x * MOST;
    for (int round = 0; round < rounds; round++) {
        shared[thread] = thread * 3 + round;
        global[thread] = thread * 5 + round;
        __syncthreads();
        int other = (thread * 7 + 3 * round + 1) % count;
        if (!leaves(way, other, count)) sum = sum * 31 + shared[other] * 7 + global[other];
        __syncthreads();
    }
    out[blockIdx.x * MOST + thread] = sum;
}

static void test_syncthreads(int *global, int *out) {
    enum { ROUNDS = 5, BLOCKS = 3 };
    row_digest digest;
    for (dim3 shape : shapes)
        for (int way = LEAVE_NONE; way < LEAVE_END; way++) {
            int count = shape.x * shape.y * shape.z;
            std::memset(out, 0, sizeof(int) * MOST * BLOCKS);
            exchange<<<BLOCKS, shape>>>(way, ROUNDS, global, out);
            FINISH();
            for (int i = 0; i < BLOCKS * count; i++) {
                int thread = i % count, sum = 0, got = out[i / count * MOST + thread];
                for (int round = 0; round < ROUNDS && !leaves(way, thread, count); round++) {
                    int other = (thread * 7 + 3 * round + 1) % count;
                    if (!leaves(way, other, count))
                        sum = int(unsigned(sum) * 31 + (other * 3 + round) * 7 + other * 5 + round);
                }
                CHECK_AT(i, sum, got);
                row_add(digest, got);
            }
        }
    std::printf("__syncthreads(): %016llx\n", digest.state);
}

/* Lanes with the same rest go their own ways, some out, others as often round as their group's number says. Only those
 * that a mask names wait for each other. */
__global__ void groups(int rest, int *out) {
    __shared__ int shared[MOST];
    int thread = linear(), lane = thread % 32, warp = thread - lane, group = lane % rest;
    unsigned mask = 0, sum = 0;
    for (int i = group; i < 32; i += rest) mask |= 1u << i;
    if (group == rest - 1 && rest > 1) return;
    for (int round = 0; round < 2 + group * 3; round++) {
        shared[thread] = thread + 100 * round;
        __syncwarp(mask);
        int other = (lane + rest * (round + 1)) % (32 - 32 % rest);
        other = other % rest == group ? other : lane;
        sum = sum * 17 + shared[warp + other];
        __syncwarp(mask);
    }
    out[thread] = sum;
}

static void test_syncwarp(int *out) {
    row_digest digest;
    static const int rests[] = {1, 2, 3, 5, 8, 31, 32};
    for (int rest : rests) {
        std::memset(out, 0, sizeof(int) * MOST);
        groups<<<1, dim3(32, 3)>>>(rest, out);
        FINISH();
        for (int i = 0; i < 96; i++) {
            int lane = i % 32, group = lane % rest, sum = 0;
            bool left = group == rest - 1 && rest > 1;
            for (int round = 0; round < 2 + group * 3 && !left; round++) {
                int other = (lane + rest * (round + 1)) % (32 - 32 % rest);
                other = other % rest == group ? other : lane;
                sum = int(unsigned(sum) * 17 + i - lane + other + 100 * round);
            }
            CHECK_AT(i, sum, out[i]);
            row_add(digest, out[i]);
        }
    }
    std::printf("__syncwarp(unsigned): %016llx\n", digest.state);
}

int main() {
    int *out = managed<int>(MOST * PREDICATES), *global = managed<int>(MOST * 3);
#define SW_REDUCTION(arch, name, op) test_reduction(#name, test##name, op##_of, #op[0] != 'p', out);
#define __syncthreads_test test_syncthreads(global, out);
#define __syncwarp_test test_syncwarp(out);
#define SW_WAIT(arch, name, parameters) name##_test
#include <softwarp/sync/barriers.def>
    return check_result();
}
