/* What warp functions do, and how reductions combine two values. */
#ifndef KINDS_H
#define KINDS_H

enum kind {
    k_idx, k_up, k_down, k_bfly, k_any, k_all, k_uni, k_ballot, k_match_any, k_match_all,
    k_add, k_umin, k_umax, k_min, k_max, k_and, k_or, k_xor
};

inline unsigned combined(int what, unsigned a, unsigned b) {
    switch (what) {
    case k_add: return a + b;
    case k_umin: return a < b ? a : b;
    case k_umax: return a > b ? a : b;
    case k_min: return (int)a < (int)b ? a : b;
    case k_max: return (int)a > (int)b ? a : b;
    case k_and: return a & b;
    case k_or: return a | b;
    default: return a ^ b;
    }
}

#endif
