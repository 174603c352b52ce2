/* Warp functions in functions that are not inlined, that call themselves, that are called through pointers; and between
 * barriers. */
#include "divergence.h"

__device__ __noinline__ void far_step(lane_state &s, unsigned mask) { s.step(mask); }

/* From both sides of a branch, and from all. */
KERNEL(not_inlined) {
    if (s.lane < 20) far_step(s, 0xfffffu);
    else if (s.lane % 2) far_step(s, 0xaaa00000u);
    far_step(s, full);
}
FLOW(not_inlined) { w.step(0xfffffu), w.step(0xaaa00000u), w.step(full); }

/* As deep as the lane's group says. */
__device__ __noinline__ void deep_step(lane_state &s, unsigned mask, int depth) {
    if (depth > 0) deep_step(s, mask, depth - 1);
    s.step(mask);
}
KERNEL(recursive) { deep_step(s, 0xffu << s.lane / 8 * 8, s.lane / 8); }
FLOW(recursive) {
    for (int group = 0; group < 4; group++)
        for (int i = 0; i <= group; i++) w.step(0xffu << group * 8);
}

/* Different functions for even and odd lanes. */
__device__ __noinline__ void even_step(lane_state &s) { s.step(0x55555555u); }
__device__ __noinline__ void odd_step(lane_state &s) { s.step(0xaaaaaaaau), s.step(0xaaaaaaaau); }
__device__ void (*const steps[])(lane_state &) = {even_step, odd_step};
KERNEL(by_pointer) {
    steps[s.lane % 2](s);
    s.step(full);
}
FLOW(by_pointer) { w.step(0x55555555u), w.step(0xaaaaaaaau), w.step(0xaaaaaaaau), w.step(full); }

/* Between barriers, and with the numbers of the lane across the warp, through shared memory. */
KERNEL(barriers) {
    __shared__ unsigned cells[128];
    int t = THREAD;
    for (int i = 0; i < 4; i++) {
        cells[t] = s.x;
        __syncthreads();
        int other = t / 32 * 32 + (t + 1) % 32;
        if (other < THREADS_OF_BLOCK) s.x += cells[other];
        __syncthreads();
        s.step(full);
        if (s.lane > i * 7) s.step(full << (i * 7 + 1));
    }
}
FLOW(barriers) {
    for (int i = 0; i < 4; i++) {
        unsigned before[32];
        std::memcpy(before, w.x, sizeof before);
        for (int l = 0; l < 32; l++)
            if (w.alive >> (l + 1) % 32 & 1) w.x[l] += before[(l + 1) % 32];
        w.step(full), w.step(full << (i * 7 + 1));
    }
}

/* What comes from a lane that has exited, or is elsewhere, is unspecified; that it is asked for is no error. */
__global__ void unspecified(unsigned *out) {
    int t = threadIdx.x, lane = t % 32;
    unsigned x = t, sum = 0;
    if (lane >= 24) return;
    sum += __shfl_sync(0xffffffu, x, 30) + __shfl_down_sync(0xffffffu, x, 12) + __shfl_up_sync(full, x, 1);
    if (lane % 2) sum += __shfl_xor_sync(0xaaaaaau, x, 1) + (unsigned)__shfl_sync(0xaaaaaau, (double)x, lane - 1);
    out[t] = __shfl_sync(0xffffffu, x, 3) + (sum & 0);
    out[64 + t] = sum;
}

int main() {
    TEST(not_inlined);
    TEST(recursive);
    TEST(by_pointer);
    TEST(barriers);
    unsigned *out = managed<unsigned>(128);
    unspecified<<<1, 64>>>(out);
    FINISH();
    for (int t = 0; t < 64; t++) CHECK_AT(t, t % 32 < 24 ? t / 32 * 32 + 3u : 0u, out[t]);
    return check_result();
}
