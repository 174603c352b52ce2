/* MT19937 (M. Matsumoto and T. Nishimura, 1998). 8192 sequences take turns of eight numbers; 78 turns are the 624 words
 * that a state has. Which word number i of a turn is: of the first turn those between groups of 56 words, behind it each
 * seventh of a group (numbers of an H200).
 *
 * States: for each sequence which 624 words are there, and these.
 */
#include "lanes.h"

#include <string.h>

#include "../mt19937.h"

static inline uint32_t twist(uint32_t upper, uint32_t lower, uint32_t far) {
    uint32_t y = (upper & 0x80000000u) | (lower & 0x7fffffffu);
    return far ^ (y >> 1) ^ (-(y & 1) & 0x9908b0dfu);
}

/* The next 624 words, in the place of these. */
static void next_words(uint32_t *w) {
    for (uint32_t i = 0; i < 227; i++)
        w[i] = twist(w[i], w[i + 1], w[i + 397]);
    for (uint32_t i = 227; i < 454; i++)
        w[i] = twist(w[i], w[i + 1], w[i - 227]);
    for (uint32_t i = 454; i < 623; i++)
        w[i] = twist(w[i], w[i + 1], w[i - 227]);
    w[623] = twist(w[623], w[0], w[396]);
}

static inline uint32_t temper(uint32_t y) {
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static const uint16_t first_turn[MT_TURN] = {0, 113, 170, 283, 340, 397, 510, 567};
static const uint16_t groups[11] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};

static void take_turn(const uint32_t *words, uint32_t turn, uint32_t out[MT_TURN]) {
    for (uint32_t i = 0; i < MT_TURN; i++) {
        uint32_t at = turn ? groups[(turn - 1) / 7] + (turn - 1) % 7 + 7 * i : first_turn[i];
        out[i] = temper(words[at]);
    }
}

/* A sequence's eight numbers of a turn. */
static void run_turn(const struct cr_job *job, uint32_t sequence, uint64_t turn, uint32_t out[MT_TURN]) {
    struct cr_mt19937 *state = (struct cr_mt19937 *)job->states + sequence;
    for (; state->block <= turn / MT_TURNS; state->block++)
        next_words(state->words);
    take_turn(state->words, (uint32_t)(turn % MT_TURNS), out);
}

/* Turn `turn` of sequences [from, until), of at most CR_TILE numbers. */
static void run_tile(const struct cr_job *job, uint32_t from, uint32_t until, uint64_t turn) {
    struct cr_tile tile, clipped;
    int64_t number = (int64_t)((turn * MT_SEQUENCES + from) * MT_TURN - job->at);
    int64_t end = number + (int64_t)(until - from) * MT_TURN, first = number < 0 ? 0 : number;
    end = end < (int64_t)job->count ? end : (int64_t)job->count;
    if (first >= end)
        return;
    uint32_t skipped = (uint32_t)(first - number) / MT_TURN, width = (uint32_t)(end - number + MT_TURN - 1) / MT_TURN;
    for (uint32_t i = skipped; i < width; i++)
        run_turn(job, from + i, turn, tile.word[0] + i * MT_TURN);
    memcpy(clipped.word[0], tile.word[0] + (first - number), (size_t)(end - first) * sizeof(uint32_t));
    CR_NAME(cr_form_tile)(job, &clipped, (uint32_t)(end - first),
                          (char *)job->out + (size_t)first * cr_size(job->form));
}

void CR_NAME(cr_mt19937)(const struct cr_job *job, uint32_t part, uint32_t parts) {
    enum { WIDTH = CR_TILE / MT_TURN };
    uint64_t turn_from = job->at / (MT_SEQUENCES * MT_TURN);
    uint64_t turn_until = (job->at + job->count + MT_SEQUENCES * MT_TURN - 1) / (MT_SEQUENCES * MT_TURN);
    for (uint32_t from = part * WIDTH; from < MT_SEQUENCES; from += parts * WIDTH)
        for (uint64_t turn = turn_from; turn < turn_until; turn++)
            run_tile(job, from, from + WIDTH, turn);
}
