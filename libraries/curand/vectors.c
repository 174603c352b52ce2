/* Direction vectors of Sobol' sequences, by S. Joe and F. Y. Kuo's numbers (joe-kuo-6.20000, whose head has their terms),
 * and what scrambled sequences have of them.
 *
 * Scrambled vectors are plain ones times a random matrix of each dimension, whose diagonal is 1 and whose upper half is 0
 * (J. Matoušek, On the L2-discrepancy for anchored boxes, 1998), and each dimension has a random constant. cuRAND's
 * matrices are not published: these are Philox's numbers, and so scrambled sequences are others than on a GPU.
 */
#include "generator.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

extern const char cr_joe_kuo[];
__asm__(".section .rodata\n"
        ".globl cr_joe_kuo\n"
        ".hidden cr_joe_kuo\n"
        "cr_joe_kuo:\n"
        ".incbin \"" CR_JOE_KUO "\"\n"
        ".byte 0\n"
        ".previous\n");

static struct {
    uint64_t (*plain64)[64], (*scrambled64)[64], *constants64;
    uint32_t (*plain32)[32], (*scrambled32)[32], *constants32;
} tables;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Vectors of one dimension: s and a say the primitive polynomial, *text its s first numbers. */
static void fill_dimension(uint64_t v[64], unsigned s, uint64_t a, char **text) {
    for (unsigned i = 0; i < s; i++)
        v[i] = strtoull(*text, text, 10) << (63 - i);
    for (unsigned i = s; i < 64; i++) {
        v[i] = v[i - s] ^ v[i - s] >> s;
        for (unsigned k = 1; k < s; k++)
            v[i] ^= a >> (s - 1 - k) & 1 ? v[i - k] : 0;
    }
}

/* Rows of "d s a m_1 .. m_s", from d = 2 on. */
static void fill_plain(void) {
    char *text = strstr(cr_joe_kuo, "\nd ");
    text = text ? strchr(text + 1, '\n') : NULL;
    for (unsigned i = 0; i < 64; i++)
        tables.plain64[0][i] = 1ull << (63 - i);
    for (unsigned d = 1; text && d < CR_MOST_DIMENSIONS; d++) {
        strtoul(text, &text, 10);
        unsigned s = (unsigned)strtoul(text, &text, 10);
        uint64_t a = strtoull(text, &text, 10);
        fill_dimension(tables.plain64[d], s, a, &text);
    }
}

/* Philox4x32-10's first two words. */
static uint64_t random_bits(uint32_t dimension, uint32_t which) {
    uint32_t c[4] = {which, 0, dimension, 0}, k0 = 0x534f424f, k1 = 0x4c;
    for (int round = 0; round < 10; round++) {
        uint64_t even = 0xD2511F53ull * c[0], odd = 0xCD9E8D57ull * c[2];
        uint32_t next[4] = {(uint32_t)(odd >> 32) ^ c[1] ^ k0, (uint32_t)odd, (uint32_t)(even >> 32) ^ c[3] ^ k1,
                            (uint32_t)even};
        memcpy(c, next, sizeof c);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c[0] | (uint64_t)c[1] << 32;
}

/* Bit i of the vectors, from the top, becomes a column of the matrix: 1 there, random below. */
static void scramble(uint32_t dimension, const uint64_t plain[64], uint64_t scrambled[64]) {
    uint64_t columns[64];
    for (uint32_t i = 0; i < 64; i++)
        columns[i] = 1ull << (63 - i) | (random_bits(dimension, i) & ((1ull << (63 - i)) - 1));
    for (uint32_t v = 0; v < 64; v++) {
        scrambled[v] = 0;
        for (uint32_t i = 0; i < 64; i++)
            scrambled[v] ^= plain[v] >> (63 - i) & 1 ? columns[i] : 0;
    }
}

static void fill_scrambled(void) {
    for (uint32_t d = 0; d < CR_MOST_DIMENSIONS; d++) {
        scramble(d, tables.plain64[d], tables.scrambled64[d]);
        tables.constants64[d] = random_bits(d, 64);
        tables.constants32[d] = (uint32_t)(tables.constants64[d] >> 32);
    }
}

/* Those of 32 bits are the upper halves of the first ones. */
static void fill_short(void) {
    for (uint32_t d = 0; d < CR_MOST_DIMENSIONS; d++)
        for (uint32_t i = 0; i < 32; i++) {
            tables.plain32[d][i] = (uint32_t)(tables.plain64[d][i] >> 32);
            tables.scrambled32[d][i] = (uint32_t)(tables.scrambled64[d][i] >> 32);
        }
}

static void *table_of(size_t bytes, bool *is_enough) {
    void *table = calloc(CR_MOST_DIMENSIONS, bytes);
    *is_enough = *is_enough && table;
    return table;
}

static bool is_filled;
static void fill(void) {
    bool is_enough = true;
    tables.plain64 = table_of(sizeof *tables.plain64, &is_enough);
    tables.scrambled64 = table_of(sizeof *tables.scrambled64, &is_enough);
    tables.constants64 = table_of(sizeof *tables.constants64, &is_enough);
    tables.plain32 = table_of(sizeof *tables.plain32, &is_enough);
    tables.scrambled32 = table_of(sizeof *tables.scrambled32, &is_enough);
    tables.constants32 = table_of(sizeof *tables.constants32, &is_enough);
    if (!is_enough)
        return;
    fill_plain();
    fill_scrambled();
    fill_short();
    is_filled = true;
}

static bool are_there(void) {
    pthread_once(&once, fill);
    return is_filled;
}

const uint32_t *cr_vectors32(bool is_scrambled) {
    return are_there() ? *(is_scrambled ? tables.scrambled32 : tables.plain32) : NULL;
}
const uint64_t *cr_vectors64(bool is_scrambled) {
    return are_there() ? *(is_scrambled ? tables.scrambled64 : tables.plain64) : NULL;
}
const uint32_t *cr_constants32(void) {
    return are_there() ? tables.constants32 : NULL;
}
const uint64_t *cr_constants64(void) {
    return are_there() ? tables.constants64 : NULL;
}

EXPORT curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                                  curandDirectionVectorSet_t set) {
    if (!vectors ||
        (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = (curandDirectionVectors32_t *)cr_vectors32(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
    return *vectors ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

EXPORT curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                                  curandDirectionVectorSet_t set) {
    if (!vectors ||
        (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = (curandDirectionVectors64_t *)cr_vectors64(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
    return *vectors ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

EXPORT curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = (unsigned int *)cr_constants32();
    return *constants ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

EXPORT curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = (unsigned long long *)cr_constants64();
    return *constants ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
