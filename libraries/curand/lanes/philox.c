/* Philox4x32-10. States: of each sequence the counter's lower half; its upper half is the sequence.
 *
 * Sequences take turns of four numbers, which may begin and end within one. A sequence's counter moves on when the last of
 * the four has been taken. A vector element of 64 bits has 32 bits of the algorithm's; the upper ones may be anything.
 */
#include "lanes.h"

#include <immintrin.h>
#include <string.h>

#ifdef __AVX512F__
#define VECTOR 64
#define MULTIPLY(a, b) (vector) _mm512_mul_epu32((__m512i)(a), (__m512i)(b))
#elif defined(__AVX2__)
#define VECTOR 32
#define MULTIPLY(a, b) (vector) _mm256_mul_epu32((__m256i)(a), (__m256i)(b))
#else
#define VECTOR 16
#define MULTIPLY(a, b) (vector) _mm_mul_epu32((__m128i)(a), (__m128i)(b))
#endif
enum { LANES = VECTOR / 8, QUADS = CR_TILE / 4 };
typedef uint64_t vector __attribute__((vector_size(VECTOR)));

/* Blocks of four words: x | y << 32 and z | w << 32. */
struct quads {
    _Alignas(VECTOR) uint64_t xy[QUADS], zw[QUADS];
};

enum { ROUNDS = 10, PAIR = 2 };

static inline vector all(uint64_t x) {
    return (vector){0} + x;
}

/* The key of each round. */
struct keys {
    vector x[ROUNDS], y[ROUNDS];
};

static void fill_keys(uint64_t seed, struct keys *keys) {
    for (uint32_t i = 0; i < ROUNDS; i++) {
        keys->x[i] = all((uint32_t)seed + i * 0x9E3779B9u);
        keys->y[i] = all((uint32_t)(seed >> 32) + i * 0xBB67AE85u);
    }
}

/* As many blocks as two vectors have elements: while one waits for its products the other one goes on. */
static inline void ten_rounds(const vector *counter, vector sequence, const struct keys *keys, vector *xy, vector *zw) {
    const vector m0 = all(0xD2511F53u), m1 = all(0xCD9E8D57u);
    vector c0[PAIR], c1[PAIR], c2[PAIR], c3[PAIR];
    for (int k = 0; k < PAIR; k++) {
        c0[k] = counter[k];
        c1[k] = counter[k] >> 32;
        c2[k] = sequence + (uint64_t)k * LANES;
        c3[k] = c2[k] >> 32;
    }
#pragma GCC unroll 10
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < PAIR; k++) {
            vector even = MULTIPLY(c0[k], m0), odd = MULTIPLY(c2[k], m1);
            c0[k] = (odd >> 32) ^ c1[k] ^ keys->x[round];
            c1[k] = odd;
            c2[k] = (even >> 32) ^ c3[k] ^ keys->y[round];
            c3[k] = even;
        }
    for (int k = 0; k < PAIR; k++) {
        xy[k] = (c0[k] & 0xffffffffu) | c1[k] << 32;
        zw[k] = (c2[k] & 0xffffffffu) | c3[k] << 32;
    }
}

/* The blocks of the sequences from `first` on, `more` behind their counters. */
static void draw(const struct cr_job *job, const uint64_t *counters, uint32_t first, uint64_t more, uint32_t width,
                 struct quads *out) {
    struct keys keys;
    _Alignas(VECTOR) uint64_t padded[QUADS + PAIR * LANES];
    vector sequence;
    fill_keys(job->seed, &keys);
    for (uint32_t i = 0; i < width; i++)
        padded[i] = counters[first + i] + more;
    memset(padded + width, 0, PAIR * LANES * sizeof *padded);
    for (int i = 0; i < LANES; i++)
        sequence[i] = first + (uint64_t)i;
    for (uint32_t i = 0; i < width; i += PAIR * LANES, sequence += PAIR * LANES)
        ten_rounds((vector *)(padded + i), sequence, &keys, (vector *)(out->xy + i), (vector *)(out->zw + i));
}

/* Of one block for four numbers, or two. */
static void lay_words(const struct quads *q, uint32_t width, struct cr_tile *tile) {
    for (uint32_t i = 0; i < width; i++) {
        tile->wide[2 * i] = q->xy[i];
        tile->wide[2 * i + 1] = q->zw[i];
    }
}

static void lay_normal(const struct quads *q, uint32_t width, struct cr_tile *tile) {
    for (uint32_t i = 0; i < width; i++) {
        tile->word[0][2 * i] = (uint32_t)q->xy[i];
        tile->word[1][2 * i] = (uint32_t)(q->xy[i] >> 32);
        tile->word[0][2 * i + 1] = (uint32_t)q->zw[i];
        tile->word[1][2 * i + 1] = (uint32_t)(q->zw[i] >> 32);
    }
}

/* Of two blocks. */
static void lay_uniform_double(const struct quads q[2], uint32_t width, struct cr_tile *tile) {
    for (uint32_t i = 0; i < width; i++)
        for (uint32_t half = 0; half < 2; half++) {
            tile->word[0][4 * i + 2 * half] = (uint32_t)q[half].xy[i];
            tile->word[1][4 * i + 2 * half] = (uint32_t)(q[half].xy[i] >> 32);
            tile->word[0][4 * i + 2 * half + 1] = (uint32_t)q[half].zw[i];
            tile->word[1][4 * i + 2 * half + 1] = (uint32_t)(q[half].zw[i] >> 32);
        }
}

static void lay_normal_double(const struct quads q[2], uint32_t width, struct cr_tile *tile) {
    for (uint32_t i = 0; i < width; i++)
        for (uint32_t half = 0; half < 2; half++) {
            tile->word[0][2 * i + half] = (uint32_t)q[half].xy[i];
            tile->word[1][2 * i + half] = (uint32_t)(q[half].xy[i] >> 32);
            tile->word[2][2 * i + half] = (uint32_t)q[half].zw[i];
            tile->word[3][2 * i + half] = (uint32_t)(q[half].zw[i] >> 32);
        }
}

static uint32_t blocks_of(enum cr_form form) {
    return cr_is_double(form) ? 2 : 1;
}

/* The numbers of `width` sequences. */
static void make(const struct cr_job *job, uint32_t first, uint64_t row, uint32_t width, void *out) {
    struct quads q[2];
    struct cr_tile tile;
    uint32_t blocks = blocks_of(job->form), is_normal = cr_is_normal(job->form);
    for (uint32_t half = 0; half < blocks; half++)
        draw(job, job->states, first, row * blocks + half, width, &q[half]);
    if (blocks == 2)
        (is_normal ? lay_normal_double : lay_uniform_double)(q, width, &tile);
    else
        (is_normal ? lay_normal : lay_words)(q, width, &tile);
    CR_NAME(cr_form_tile)(job, &tile, is_normal ? 2 * width : 4 * width, out);
}

/* The same, of which numbers before the generation's first one and behind its last one are left out. */
static void make_clipped(const struct cr_job *job, uint32_t first, uint64_t row, uint32_t width, int64_t number) {
    _Alignas(64) char numbers[CR_TILE * 8];
    size_t size = cr_size(job->form);
    int64_t from = number < 0 ? 0 : number, until = number + 4 * (int64_t)width;
    until = until < (int64_t)job->count ? until : (int64_t)job->count;
    if (from == number && until == number + 4 * (int64_t)width)
        return make(job, first, row, width, (char *)job->out + (size_t)number * size);
    make(job, first, row, width, numbers);
    memcpy((char *)job->out + (size_t)from * size, numbers + (size_t)(from - number) * size,
           (size_t)(until - from) * size);
}

/* Sequences side by side, from `column` behind the first one on; `blocks`: how many fours there are, `whole` up to where
 * they are taken whole. */
static void run_columns(const struct cr_job *job, uint64_t column, uint32_t first, uint32_t width, uint64_t blocks,
                        uint64_t whole) {
    uint64_t *counters = job->states;
    for (uint64_t row = 0, block = column; block < blocks; row++, block += job->threads) {
        uint32_t now = blocks - block < width ? (uint32_t)(blocks - block) : width;
        make_clipped(job, first, row, now, (int64_t)(4 * block) - (int64_t)(job->at % 4));
    }
    for (uint32_t i = 0; i < width; i++) {
        uint64_t block = column + i;
        if (block < whole)
            counters[first + i] += blocks_of(job->form) * ((whole - block + job->threads - 1) / job->threads);
    }
}

void CR_NAME(cr_philox)(const struct cr_job *job, uint32_t part, uint32_t parts) {
    uint64_t skipped = job->at % 4, blocks = (skipped + job->count + 3) / 4, whole = (skipped + job->count) / 4;
    uint64_t columns = blocks < job->threads ? blocks : job->threads;
    uint64_t column = columns * part / parts, until = columns * (part + 1) / parts;
    while (column < until) {
        uint32_t first = (uint32_t)((job->at / 4 + column) % job->threads);
        uint64_t width = until - column < QUADS ? until - column : QUADS;
        width = width < job->threads - first ? width : job->threads - first;
        run_columns(job, column, first, (uint32_t)width, blocks, whole);
        column += width;
    }
}
