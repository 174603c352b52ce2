/* MRG32k3a. States: six arrays of the sequences' words, three of each recurrence. */
#include "columns.h"

#include <string.h>

enum { BELOW1 = 209, BELOW2 = 22853 }; /* the moduli are so much below 2^32 */
#define MOD1 4294967087ull
#define MOD2 4294944443ull

typedef uint32_t matrix[3][3];

/* The remainder by 2^32 - below of what is less than 2^53. */
static inline uint32_t reduce(uint64_t x, uint64_t below) {
    x = (x & 0xffffffffu) + (x >> 32) * below;
    x = (x & 0xffffffffu) + (x >> 32) * below;
    return (uint32_t)(x > 0xffffffffu - below ? x - (0x100000000ull - below) : x);
}

struct states {
    uint32_t s[6][CR_TILE];
};

static void load(struct states *s, const uint32_t *all, uint32_t threads, uint32_t first, uint32_t width) {
    for (int i = 0; i < 6; i++)
        memcpy(s->s[i], all + (size_t)i * threads + first, width * sizeof *all);
}

static void store(const struct states *s, uint32_t *all, uint32_t threads, uint32_t first, uint32_t width) {
    for (int i = 0; i < 6; i++)
        memcpy(all + (size_t)i * threads + first, s->s[i], width * sizeof *all);
}

static void step(struct states *s, uint32_t turn, uint32_t width, uint32_t *restrict out) {
    uint32_t a = turn, b = (turn + 1) % 3, c = (turn + 2) % 3;
    uint32_t *restrict a0 = s->s[a], *restrict a1 = s->s[b];
    uint32_t *restrict b0 = s->s[3 + a], *restrict b2 = s->s[3 + c];
    for (uint32_t i = 0; i < width; i++) {
        uint32_t p1 = reduce(1403580ull * a1[i] + 810728ull * (uint32_t)(MOD1 - a0[i]), BELOW1);
        uint32_t p2 = reduce(527612ull * b2[i] + 1370589ull * (uint32_t)(MOD2 - b0[i]), BELOW2);
        a0[i] = p1;
        b0[i] = p2;
        out[i] = p1 > p2 ? p1 - p2 : p1 - p2 + (uint32_t)MOD1;
    }
}

static void turn_back(struct states *s, uint32_t turn, uint32_t width) {
    for (uint32_t i = 0; i < width && turn; i++)
        for (uint32_t half = 0; half < 6; half += 3) {
            uint32_t v[3];
            for (uint32_t k = 0; k < 3; k++)
                v[k] = s->s[half + (turn + k) % 3][i];
            for (uint32_t k = 0; k < 3; k++)
                s->s[half + k][i] = v[k];
        }
}

/* Rows of one width, from `row` on: the first that is not. */
static uint64_t run_rows(const struct cr_job *job, const struct cr_columns *c, uint64_t row, uint32_t width) {
    struct states s;
    struct cr_tile tile;
    uint32_t draws = cr_draws(job->words, job->form), turn = 0;
    load(&s, job->states, job->threads, c->first, width);
    for (; cr_columns_width(job, c, row) == width; row++) {
        for (uint32_t k = 0; k < draws; k++, turn = (turn + 1) % 3)
            step(&s, turn, width, tile.word[k]);
        CR_NAME(cr_form_tile)(job, &tile, width, cr_columns_out(job, c, row));
    }
    turn_back(&s, turn, width);
    store(&s, job->states, job->threads, c->first, width);
    return row;
}

void CR_NAME(cr_mrg32k3a)(const struct cr_job *job, uint32_t part, uint32_t parts) {
    cr_columns_run(job, part, parts, run_rows);
}

static void square(matrix m, uint64_t below) {
    matrix out;
    for (int i = 0; i < 9; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < 3; k++)
            sum += (uint64_t)m[i / 3][k] * m[k][i % 3] % (0x100000000ull - below);
        out[i / 3][i % 3] = (uint32_t)(sum % (0x100000000ull - below));
    }
    memcpy(m, out, sizeof out);
}

static void multiply(const matrix m, const uint32_t *from, uint32_t *to, uint32_t stride, uint32_t width,
                     uint64_t below) {
    for (uint32_t i = 0; i < width; i++) {
        uint64_t x[3] = {from[i], from[stride + i], from[2 * stride + i]};
        for (int k = 0; k < 3; k++)
            to[k * stride + i] = reduce((uint64_t)reduce(m[k][0] * x[0], below) + reduce(m[k][1] * x[1], below) +
                                            reduce(m[k][2] * x[2], below),
                                        below);
    }
}

/* Both recurrences' matrices, and sequences times them. */
struct step {
    matrix a, b;
};

static struct step one_step(uint32_t squares) {
    struct step s = {{{0, 1, 0}, {0, 0, 1}, {(uint32_t)(MOD1 - 810728), 1403580, 0}},
                     {{0, 1, 0}, {0, 0, 1}, {(uint32_t)(MOD2 - 1370589), 0, 527612}}};
    for (; squares; squares--) {
        square(s.a, BELOW1);
        square(s.b, BELOW2);
    }
    return s;
}

static void multiply_all(const struct cr_seeds *seeds, const struct step *by, uint32_t to, uint32_t count) {
    uint32_t *all = seeds->states, threads = seeds->threads;
    multiply(by->a, all, all + to, threads, count, BELOW1);
    multiply(by->b, all + (size_t)3 * threads, all + (size_t)3 * threads + to, threads, count, BELOW2);
}

/* Numbers that were skipped were taken in turns, too. */
static void skip(const struct cr_seeds *seeds) {
    uint64_t rows = seeds->offset / seeds->threads;
    struct step s = one_step(0);
    multiply_all(seeds, &s, 0, (uint32_t)(seeds->offset % seeds->threads));
    for (; rows; rows >>= 1) {
        if (rows & 1)
            multiply_all(seeds, &s, 0, seeds->threads);
        square(s.a, BELOW1);
        square(s.b, BELOW2);
    }
}

/* Each sequence is 2^76 numbers behind the one before it. */
void CR_NAME(cr_seed_mrg32k3a)(const struct cr_seeds *seeds) {
    uint64_t seed = seeds->seed;
    uint32_t low = (uint32_t)seed ^ 0x55555555u, high = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau, *all = seeds->states;
    for (uint32_t i = 0; i < 3; i++) {
        all[(size_t)i * seeds->threads] = (uint32_t)((seed ? i == 1 ? high : low : 1) * 12345ull % MOD1);
        all[(size_t)(3 + i) * seeds->threads] = (uint32_t)((seed ? i == 1 ? low : high : 1) * 12345ull % MOD2);
    }
    struct step s = one_step(76);
    for (uint32_t there = 1; there < seeds->threads; there *= 2) {
        multiply_all(seeds, &s, there, seeds->threads - there < there ? seeds->threads - there : there);
        square(s.a, BELOW1);
        square(s.b, BELOW2);
    }
    skip(seeds);
}
