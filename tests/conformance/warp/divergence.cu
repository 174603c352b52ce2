/* Warp functions in branches, loops that lanes leave one by one, behind early exits. */
#include "divergence.h"

/* The two sides of a branch. */
KERNEL(halves) {
    if (s.lane < 16) s.step(0xffffu);
    else s.step(0xffff0000u);
    s.step(full);
}
FLOW(halves) { w.step(0xffffu), w.step(0xffff0000u), w.step(full); }

/* Only one side, twice within each other; then all. */
KERNEL(nested) {
    if (s.lane & 1) {
        if (s.lane & 2) s.step(0x88888888u);
        s.step(0xaaaaaaaau);
    }
    s.step(full);
}
FLOW(nested) { w.step(0x88888888u), w.step(0xaaaaaaaau), w.step(full); }

/* One call, with a mask for each group of lanes. */
KERNEL(groups) {
    unsigned mask = s.lane % 3 == 0 ? 0x49249249u : s.lane % 3 == 1 ? 0x92492492u : 0x24924924u;
    s.step(mask);
    s.step(0xfu << s.lane / 4 * 4);
}
FLOW(groups) {
    w.step(0x49249249u), w.step(0x92492492u), w.step(0x24924924u);
    for (int i = 0; i < 32; i += 4) w.step(0xfu << i);
}

/* Lane i turns i + 1 times. */
KERNEL(one_by_one) {
    for (int i = 0; i <= s.lane; i++) s.step(full << i);
}
FLOW(one_by_one) {
    for (int i = 0; i < 32; i++) w.step(full << i);
}

/* Even and odd lanes by turns; most odd ones leave after their second turn. */
KERNEL(skipping) {
    for (int i = 0; i < 6; i++) {
        if ((s.lane ^ i) & 1) continue;
        unsigned mask = i % 2 == 0 ? 0x55555555u : i <= 3 ? 0xaaaaaaaau : 0xaau;
        s.step(mask);
        if (i == 3 && s.lane > 8) break;
        if (i > 3) s.step(mask);
    }
    s.step(full);
}
FLOW(skipping) {
    unsigned even = 0x55555555u, odd = 0xaaaaaaaau, low = 0xaau;
    for (unsigned mask : {even, odd, even, odd, even, even, low, low, full}) w.step(mask);
}

/* Every fifth lane has gone; masks may name it all the same. */
__global__ void exits(int f, unsigned *out) {
    int t = THREAD;
    lane_state s(f, t, THREADS_OF_BLOCK);
    out[t] = s.x;
    if (s.lane % 5 == 2) return;
    s.alive &= ~0x08421084u;
    s.step(~0x08421084u);
    s.step(full);
    out[t] = s.x;
}
FLOW(exits) {
    w.alive &= ~0x08421084u;
    w.step(full), w.step(full);
}

int main() {
    TEST(halves);
    TEST(nested);
    TEST(groups);
    TEST(one_by_one);
    TEST(skipping);
    TEST(exits);
    return check_result();
}
