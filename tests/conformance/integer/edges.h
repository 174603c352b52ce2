/* Integers at which bit tricks go wrong: powers of two and their neighbours in both signs, and some noise. */
#ifndef EDGES_H
#define EDGES_H

#include "../check.h"

#define EDGE_COUNT 48

static unsigned long long *edge_values(int bits) {
    unsigned long long *edges = managed<unsigned long long>(EDGE_COUNT);
    unsigned long long noise = 88172645463325252ull;
    int n = 0;
    const int powers[] = {0, 1, 2, 3, 7, 8, 15, 16, 23, 24, bits - 2, bits - 1};
    for (int power : powers)
        for (int delta = -1; delta <= 1; delta++) edges[n++] = (1ull << power) + delta;
    while (n < EDGE_COUNT) {
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        edges[n++] = bits == 64 || n % 2 ? noise : ~0ull >> (n & 63);
    }
    return edges;
}

#endif
