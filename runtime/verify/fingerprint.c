/* Fingerprints of memory, 16 bytes for each 4096: what W = 1 gave is remembered by them where that is much.
 *
 * Words of 64 bits in pairs, a random number added to each; the products of the pairs are added up. Whatever two
 * contents that are not the same: they have one fingerprint for one in 2^64 choices of the random numbers at most (the
 * hash NH of UMAC: Black, Halevi, Krawczyk, Krovetz, Rogaway, 1999). Nobody knows the numbers, which are new in each
 * process, so no program has such contents but by that chance. And it is as fast as memory can be read. */
#include <string.h>

#include "os/random.h"
#include "verify/verify_internal.h"

enum { PAIR = 2 * sizeof(uint64_t), PAIRS = SWRT_FINGERPRINTED / PAIR };
__extension__ typedef unsigned __int128 wide;

static uint64_t random_words[2 * PAIRS];

/* Where the system gives none, they are what nobody has chosen, at least. */
void swrt_fingerprints_begin(void) {
    if (random_words[0])
        return;
    uint64_t state = swrt_now() ^ (uintptr_t)&state;
    if (swrt_random(random_words, sizeof random_words) && random_words[0])
        return;
    for (int i = 0; i < 2 * PAIRS; i++) {
        uint64_t word = state += 0x9e3779b97f4a7c15u;
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
        word = (word ^ word >> 27) * 0x94d049bb133111ebu;
        random_words[i] = (word ^ word >> 31) | 1;
    }
}

static wide product(const uint64_t *pair, size_t number) {
    return (wide)(pair[0] + random_words[2 * number]) * (pair[1] + random_words[2 * number + 1]);
}

static void fingerprint(const char *at, size_t bytes, struct swrt_fingerprint *to) {
    wide sum = 0;
    uint64_t pair[2];
    size_t i = 0;
    for (; (i + 1) * PAIR <= bytes; i++) {
        memcpy(pair, at + i * PAIR, PAIR);
        sum += product(pair, i);
    }
    if (i * PAIR < bytes) {
        memset(pair, 0, PAIR);
        memcpy(pair, at + i * PAIR, bytes - i * PAIR);
        sum += product(pair, i);
    }
    *to = (struct swrt_fingerprint){(uint64_t)sum, (uint64_t)(sum >> 64)};
}

size_t swrt_fingerprints_count(size_t bytes) {
    return (bytes + SWRT_FINGERPRINTED - 1) / SWRT_FINGERPRINTED;
}

static size_t part(size_t left) {
    return left < SWRT_FINGERPRINTED ? left : SWRT_FINGERPRINTED;
}

void swrt_fingerprints_take(const char *at, size_t bytes, struct swrt_fingerprint *to) {
    for (size_t i = 0; i < bytes; i += SWRT_FINGERPRINTED)
        fingerprint(at + i, part(bytes - i), to++);
}

bool swrt_fingerprints_match(const char *at, size_t bytes, const struct swrt_fingerprint *expected) {
    struct swrt_fingerprint is;
    for (size_t i = 0; i < bytes; i += SWRT_FINGERPRINTED, expected++) {
        fingerprint(at + i, part(bytes - i), &is);
        if (is.low != expected->low || is.high != expected->high)
            return false;
    }
    return true;
}
