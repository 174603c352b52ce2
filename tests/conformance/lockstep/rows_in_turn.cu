// What warps of a block have in common, lane by lane, although which of their lanes come to it is each warp's own: behind
// loops that warps go through each in its own way, in cycles with two ways in; and loops at the head of others.
// NO-GPU: it prints nothing; the host computes what comes of it
// USUAL-CODE
#include "Inputs/by_threads.h"

#include <cassert>

// What warps have in common, lane by lane, is read by the threads that come there, and needed behind a loop of the warp's.
struct by_lane {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned v = d.table[(t * 7) % 256];
        if (v & 4) {
            unsigned scale = d.table[t % 32], shift = d.table[t % 32 + 32];
            int i = 0;
            for (;;) {
                v = v * 5 + d.table[(t + i) % 256];
                if (++i >= d.length[t / 32] || v % 64 == t % 32)
                    break;
            }
            v = v * scale + shift;
        }
        return v;
    }
};
// A loop at the very beginning of one that rows cannot go through apart: it has an assertion.
struct at_its_head {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned from = t + 1, sum = 0;
        for (int i = 0; i < d.length[t / 32]; i++) {
            unsigned x = from, steps = 0;
            do {
                x = x & 1 ? 3 * x + 1 : x / 2;
                steps++;
            } while (x > 4);
            assert(steps < 1000);
            sum += steps;
            from += 128;
        }
        return sum;
    }
};
// A cycle with two ways in, in which lanes do the same in each warp; which of them come to it is each warp's own.
struct two_ways_in {
    BOTH unsigned of(unsigned t, const data &d) {
        unsigned lane = t % 32, h = 7, g, seen = 0, n = lane;
        if (d.table[(t * 5 + 3) % 256] & 1) {
            h = lane * lane;
            if (lane & 1)
                goto middle;
        top:
            h = h * 3 + 1;
        middle:
            g = h;
            h = h * 5 + 1;
            n += 3;
            if (n & 1)
                seen += g * t;
            if (n < 145)
                goto top;
            h += g;
        }
        return h + seen;
    }
};

int main() {
    data host, d;
    make_data(&d, &host);
    compare_all<by_lane>(d, host, __LINE__);
    compare_all<at_its_head>(d, host, __LINE__);
    compare_all<two_ways_in>(d, host, __LINE__);
    return finish();
}
