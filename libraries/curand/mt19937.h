/* MT19937's states in the host API. */
#ifndef CURAND_OWN_MT19937_H
#define CURAND_OWN_MT19937_H

#include <stdint.h>

enum { MT_WORDS = 624, MT_SEQUENCES = 8192, MT_TURN = 8, MT_TURNS = MT_WORDS / MT_TURN };

/** One sequence: the words of block - 1, of MT_WORDS each (of block 0: the seed's). */
struct cr_mt19937 {
    uint64_t block;
    uint32_t words[MT_WORDS];
};

#endif
