/* XORWOW. States: five arrays of the sequences' xorshift words, and one of their counters. */
#include "columns.h"

#include <string.h>

#include "host_defines.h"
#include "softwarp/random/xorwow_jumps.h"

#define COUNTS 362437u

struct states {
    uint32_t v[5][CR_TILE], d[CR_TILE];
};

static void load(struct states *s, const uint32_t *all, uint32_t threads, uint32_t first, uint32_t width) {
    for (int i = 0; i < 5; i++)
        memcpy(s->v[i], all + (size_t)i * threads + first, width * sizeof *all);
    memcpy(s->d, all + (size_t)5 * threads + first, width * sizeof *all);
}

static void store(const struct states *s, uint32_t *all, uint32_t threads, uint32_t first, uint32_t width) {
    for (int i = 0; i < 5; i++)
        memcpy(all + (size_t)i * threads + first, s->v[i], width * sizeof *all);
    memcpy(all + (size_t)5 * threads + first, s->d, width * sizeof *all);
}

/* Words are not moved: the oldest array becomes the newest. `turn`: which is the oldest. */
static void step(struct states *s, uint32_t turn, uint32_t width, uint32_t *restrict out) {
    uint32_t *restrict v0 = s->v[turn], *restrict v4 = s->v[(turn + 4) % 5], *restrict d = s->d;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t t = v0[i] ^ (v0[i] >> 2);
        uint32_t v = (v4[i] ^ (v4[i] << 4)) ^ (t ^ (t << 1));
        uint32_t count = d[i] + COUNTS;
        v0[i] = v;
        d[i] = count;
        out[i] = v + count;
    }
}

static void turn_back(struct states *s, uint32_t turn, uint32_t width) {
    for (uint32_t i = 0; i < width && turn; i++) {
        uint32_t v[5];
        for (uint32_t k = 0; k < 5; k++)
            v[k] = s->v[(turn + k) % 5][i];
        for (uint32_t k = 0; k < 5; k++)
            s->v[k][i] = v[k];
    }
}

/* Rows of one width, from `row` on: the first that is not. */
static uint64_t run_rows(const struct cr_job *job, const struct cr_columns *c, uint64_t row, uint32_t width) {
    struct states s;
    struct cr_tile tile;
    uint32_t draws = cr_draws(job->words, job->form), turn = 0;
    load(&s, job->states, job->threads, c->first, width);
    for (; cr_columns_width(job, c, row) == width; row++) {
        for (uint32_t k = 0; k < draws; k++, turn = (turn + 1) % 5)
            step(&s, turn, width, tile.word[k]);
        CR_NAME(cr_form_tile)(job, &tile, width, cr_columns_out(job, c, row));
    }
    turn_back(&s, turn, width);
    store(&s, job->states, job->threads, c->first, width);
    return row;
}

void CR_NAME(cr_xorwow)(const struct cr_job *job, uint32_t part, uint32_t parts) {
    cr_columns_run(job, part, parts, run_rows);
}

/* One polynomial (softwarp/random/xorwow.h), from the sequences of s to those of to. */
static void jump(struct states *s, uint32_t width, const unsigned polynomial[5], struct states *to) {
    uint32_t unused[CR_TILE], turn = 0;
    memset(to->v, 0, sizeof to->v);
    memcpy(to->d, s->d, sizeof to->d);
    for (uint32_t bit = 0; bit < 160; bit++, turn = (turn + 1) % 5) {
        for (uint32_t k = 0; k < 5 && polynomial[bit / 32] >> bit % 32 & 1; k++)
            for (uint32_t i = 0; i < width; i++)
                to->v[k][i] ^= s->v[(turn + k) % 5][i];
        step(s, turn, width, unused);
    }
}

static void seed_one(const struct cr_seeds *seeds, uint32_t sequence, uint64_t seed) {
    uint32_t low = ((uint32_t)seed ^ 0xaad26b49u) * 1099087573u,
             high = ((uint32_t)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    uint32_t words[6] = {123456789u + low, 362436069u ^ low, 521288629u + high,
                         88675123u ^ high, 5783321u + low,   6615241u + low + high};
    for (uint32_t i = 0; i < 6; i++)
        ((uint32_t *)seeds->states)[(size_t)i * seeds->threads + sequence] = words[i];
}

/* Sequences from `from` on, to those from `to` on. */
static void jump_all(const struct cr_seeds *seeds, uint32_t from, uint32_t to, uint32_t count,
                     const unsigned polynomial[5]) {
    for (uint32_t done = 0; done < count; done += CR_TILE) {
        uint32_t width = count - done < CR_TILE ? count - done : CR_TILE;
        struct states s, there;
        load(&s, seeds->states, seeds->threads, from + done, width);
        jump(&s, width, polynomial, &there);
        store(&there, seeds->states, seeds->threads, to + done, width);
    }
}

/* Numbers that were skipped were taken in turns, too. */
static void skip(const struct cr_seeds *seeds) {
    uint64_t rows = seeds->offset / seeds->threads;
    uint32_t rest = (uint32_t)(seeds->offset % seeds->threads),
             *d = (uint32_t *)seeds->states + (size_t)5 * seeds->threads;
    for (uint32_t k = 0; rows >> k; k++)
        if (rows >> k & 1)
            jump_all(seeds, 0, 0, seeds->threads, sw_xorwow_jumps[k]);
    jump_all(seeds, 0, 0, rest, sw_xorwow_jumps[0]);
    for (uint32_t i = 0; i < seeds->threads; i++)
        d[i] += COUNTS * (uint32_t)(rows + (i < rest));
}

/* Each sequence is 2^67 numbers behind the one before it; of seeded ordering it has a seed of its own. */
void CR_NAME(cr_seed_xorwow)(const struct cr_seeds *seeds) {
    enum { SEED_STEP = 0x2fd111 };
    if (seeds->seeded) {
        for (uint32_t i = 0; i < seeds->threads; i++)
            seed_one(seeds, i, seeds->seed + (uint64_t)i * SEED_STEP);
    } else {
        seed_one(seeds, 0, seeds->seed);
        for (uint32_t k = 0, there = 1; there < seeds->threads; k++, there *= 2) {
            uint32_t more = seeds->threads - there < there ? seeds->threads - there : there;
            jump_all(seeds, 0, there, more, sw_xorwow_jumps[SW_XORWOW_SEQUENCE + k]);
        }
    }
    skip(seeds);
}
