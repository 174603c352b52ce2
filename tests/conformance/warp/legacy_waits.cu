// NO-GPU: functions without a mask are of GPUs before sm_70
/* One lane of a warp waits in a loop, sleeps or works, and tells its warp by a function without a mask. On GPUs that have
 * such functions all lanes that a branch parted meet where it ends. The others come to theirs in loops, in branches that
 * the waiting lane does not take, or behind other such functions. */
#include "../conformance.h"

enum { THREADS = 256 };
__device__ int turn;

/* Warp by warp, in the order of their numbers or the other one, with some work. */
__device__ void wait_for_turn(int mine)
{
    while (atomicAdd(&turn, 0) != mine) {}
    for (int i = 0; i < 9; i++) __nanosleep(1000);
}

enum { SHFL, ANY, ALL, BALLOT, SHFL_PTX, SHFL_PREDICATE, VOTE_PTX, KINDS };

template <int KIND> __device__ int tell(int value, int mine)
{
    int from = value;
    switch (KIND) {
    case SHFL: return __shfl(value, 0);
    case ANY: return __any(value >= 0) ? mine : -1;
    case ALL: return __all(value < 0) ? -1 : mine;
    case BALLOT: return __ballot(value >= 0) & 1 ? mine : -1;
    case SHFL_PTX: asm volatile("shfl.idx.b32 %0, %1, 0, 31;" : "=r"(value) : "r"(from)); return value;
    case SHFL_PREDICATE:
        asm volatile("{.reg .pred p; shfl.idx.b32 %0|p, %1, 0, 31; @!p mov.b32 %0, -2;}" : "=r"(value) : "r"(from));
        return value;
    default:
        asm volatile("{.reg .pred p, q; setp.ge.s32 p, %1, 0; vote.any.pred q, p; selp.b32 %0, %2, -1, q;}"
                     : "=r"(value) : "r"(from), "r"(mine));
        return value;
    }
}

template <int KIND> __global__ void by_turns(int *out, bool backwards)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / 32, warps = gridDim.x * blockDim.x / 32;
    int mine = backwards ? warps - 1 - warp : warp, told = -1;
    if (threadIdx.x % 32 == 0) {
        wait_for_turn(mine);
        told = mine;
        atomicAdd(&turn, 1);
    }
    out[thread] = tell<KIND>(told, mine);
}

/* In each turn of a loop another lane waits, and the others are at different places. */
__device__ __noinline__ int third_of(int value, int lane) { return __shfl(value, lane) / 3; }

__global__ void many_places(int *out)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32, sum = 0;
    for (int i = 0; i < 5; i++) {
        int told = 0;
        if (lane == i * 6) {
            while (atomicAdd(&turn, 0) != i * warps + warp) {}
            told = 3 * (i + 1);
            atomicAdd(&turn, 1);
        } else if (lane % 2) {
            told = __popc(__ballot(1)) - 100;
        } else {
            for (int k = 0; k < lane; k++) told += __all(k < 0);
        }
        sum = sum * 10 + third_of(told, i * 6);
    }
    out[threadIdx.x] = sum;
}

/* Lanes that a branch in a loop has parted are together again in the next turn. */
__global__ void in_loops(unsigned *out, int n)
{
    int lane = threadIdx.x % 32;
    unsigned missing = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        missing |= ~__ballot(1);
        if (lane < 16) {
            sum += __shfl(i, 3);
            if (lane % 4 == i) {
                if (i == 2) continue;
                sum += __any(lane < 0);
            }
        }
        missing |= i == 2 && lane < 16 && lane % 4 == 2 ? 0 : ~__ballot(1) & (i == 2 ? 0xffffbbbb : 0xffffffff);
    }
    out[threadIdx.x] = missing | (lane < 16 && sum != n * (n - 1) / 2);
}

/* Who waits cannot come to where the others are: they go on, and set what it waits for. */
__global__ void in_a_branch(int *flag, int *out)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane >= 16) {
        while (atomicAdd(&flag[warp], 0) == 0) {}
        out[threadIdx.x] = __popc(__ballot(1));
    } else {
        out[threadIdx.x] = __popc(__ballot(lane < 4));
        __threadfence();
        if (lane == 0) atomicExch(&flag[warp], 1);
    }
}

/* The same in functions that are not inlined, called by a pointer, or call themselves, whatever they return to. */
__device__ __noinline__ void poll(int *flag)
{
    while (atomicAdd(flag, 0) == 0) {}
}
__device__ __noinline__ int poll_in_a_call(int *flag, int value)
{
    poll(flag);
    return value / 2;
}
__device__ __noinline__ int poll_deep(int *flag, int deep)
{
    if (deep) return poll_deep(flag, deep - 1) + 1;
    poll(flag);
    return 0;
}
typedef void (*polls)(int *flag);
__device__ polls by_pointer[] = {poll};
enum { IN_A_CALL, BY_POINTER, DEEP, WAYS };

__device__ int poll_in_a_way(int way, int *flag, int value)
{
    if (way == IN_A_CALL) return poll_in_a_call(flag, value * 2);
    if (way == DEEP) return poll_deep(flag, value);
    by_pointer[0](flag);
    return value;
}

__global__ void in_functions(int way, int *flag, int *out)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, told;
    if (lane >= 16) {
        told = poll_in_a_way(way, &flag[warp], lane);
    } else {
        told = third_of(3 * lane + 3, 5);
        __threadfence();
        if (lane == 0) atomicExch(&flag[warp], 1);
    }
    out[threadIdx.x] = told;
}

/* And what such functions return to is waited for. */
__global__ void behind_functions(int way, int *out)
{
    int lane = threadIdx.x % 32, told = 0;
    if (lane == 0) {
        if (threadIdx.x + 32 < blockDim.x) poll_in_a_way(way, &turn, 4);
        told = atomicAdd(&turn, 1) + 1;
    }
    out[threadIdx.x] = __shfl(told, 0);
}

/* However many places there are at which the one who waits comes by later. */
#define FOUR(step) step step step step
__global__ void many_behind(int *flag, int *out)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, told = 0;
    if (lane >= 16) {
        while (atomicAdd(&flag[warp], 0) == 0) {}
    } else {
        told = __popc(__ballot(1)) - 16;
        __threadfence();
        if (lane == 0) atomicExch(&flag[warp], 1);
    }
    FOUR(FOUR(FOUR(told += __popc(__ballot(lane < 8)); told -= __any(told < 0);)))
    out[threadIdx.x] = told;
}

/* It is about sleep, of a lane whose warp asks who is there. */
__global__ void asleep(unsigned *out)
{
    if (threadIdx.x % 32 == 7) __nanosleep(500000);
    out[threadIdx.x] = __activemask();
}

template <int KIND> static void try_kind()
{
    for (int blocks = 1; blocks < 3; blocks++)
        for (bool backwards : {false, true}) {
            DeviceArray<int> out(blocks * THREADS);
            int zero = 0, wrong = 0, warps = blocks * THREADS / 32;
            CHECK(cudaMemcpyToSymbol(turn, &zero, sizeof zero));
            by_turns<KIND><<<blocks, THREADS>>>(out.at, backwards);
            CHECK_LAUNCH();
            for (int t = 0; t < blocks * THREADS; t++)
                wrong += out.host()[t] != (backwards ? warps - 1 - t / 32 : t / 32);
            expect_equal(__FILE__, __LINE__, ("kind " + show(KIND)).c_str(), wrong, 0);
        }
}

int main()
{
    try_kind<SHFL>();
    try_kind<ANY>();
    try_kind<ALL>();
    try_kind<BALLOT>();
    try_kind<SHFL_PTX>();
    try_kind<SHFL_PREDICATE>();
    try_kind<VOTE_PTX>();

    DeviceArray<int> out(THREADS), flags(THREADS / 32);
    DeviceArray<unsigned> masks(64);
    int zero = 0;
    CHECK(cudaMemcpyToSymbol(turn, &zero, sizeof zero));
    many_places<<<1, THREADS>>>(out.at);
    CHECK_LAUNCH();
    for (int t : out.host()) EXPECT_EQ(t, 12345);
    in_a_branch<<<1, THREADS>>>(flags.at, out.at);
    CHECK_LAUNCH();
    for (int t = 0; t < THREADS; t++) EXPECT_EQ(out.host()[t], t % 32 < 16 ? 4 : 16);
    for (int way = 0; way < WAYS; way++) {
        DeviceArray<int> unset(THREADS / 32);
        in_functions<<<1, THREADS>>>(way, unset.at, out.at);
        CHECK_LAUNCH();
        for (int t = 0; t < THREADS; t++) EXPECT_EQ(out.host()[t], t % 32 < 16 ? 6 : t % 32);
        CHECK(cudaMemcpyToSymbol(turn, &zero, sizeof zero));
        behind_functions<<<1, THREADS>>>(way, out.at);
        CHECK_LAUNCH();
        for (int t = 0; t < THREADS; t++) EXPECT_EQ(out.host()[t], out.host()[t / 32 * 32]);
        for (int t = 0; t < THREADS; t += 32) EXPECT_EQ(out.host()[t] == 1, t + 32 == THREADS);
    }
    DeviceArray<int> unset(THREADS / 32);
    many_behind<<<1, THREADS>>>(unset.at, out.at);
    CHECK_LAUNCH();
    for (int told : out.host()) EXPECT_EQ(told, 64 * 8);
    in_loops<<<1, 64>>>(masks.at, 6);
    CHECK_LAUNCH();
    for (unsigned missing : masks.host()) EXPECT_EQ(missing, 0u);
    asleep<<<1, 64>>>(masks.at);
    CHECK_LAUNCH();
    for (unsigned mask : masks.host()) EXPECT_EQ(mask, 0xffffffffu);
    return finish();
}
