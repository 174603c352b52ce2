/* MTGP32 (include/cuda/softwarp/random/mtgp32.h). Sequences take turns of 256 numbers, a row each. States: for each
 * sequence which of its rows is next, and the words before it. A row that is not taken whole is made again.
 */
#include "lanes.h"

#include <string.h>

#include "../mtgp32.h"

static uint32_t fold(uint32_t t) {
    t ^= t >> 16;
    t ^= t >> 8;
    return t & 15;
}

/* The words behind the first MTGP_WORDS of s, and the numbers that they are. A word depends on those at least
 * MTGP_WORDS - pos - 1 before it. */
static void make_row(const mtgp32_params_fast_t *set, uint32_t *restrict s, uint32_t *restrict out) {
    uint32_t pos = (uint32_t)set->pos, sh1 = (uint32_t)set->sh1, sh2 = (uint32_t)set->sh2;
    for (uint32_t i = 0; i < MTGP_ROW; i++) {
        uint32_t x = (s[i] & set->mask) ^ s[i + 1];
        x ^= x << sh1;
        uint32_t y = x ^ (s[i + pos] >> sh2);
        s[i + MTGP_WORDS] = y ^ set->tbl[y & 15];
    }
    for (uint32_t i = 0; i < MTGP_ROW; i++)
        out[i] = s[i + MTGP_WORDS] ^ set->tmp_tbl[fold(s[i + pos - 1])];
}

/* What of the row that begins with `number` is asked for. */
static void put(const struct cr_job *job, const uint32_t *row, int64_t number) {
    struct cr_tile tile;
    int64_t from = number < 0 ? 0 : number, until = number + MTGP_ROW;
    until = until < (int64_t)job->count ? until : (int64_t)job->count;
    memcpy(tile.word[0], row + (from - number), (size_t)(until - from) * sizeof *row);
    CR_NAME(cr_form_tile)(job, &tile, (uint32_t)(until - from), (char *)job->out + (size_t)from * cr_size(job->form));
}

static void run_sequence(const struct cr_job *job, uint32_t sequence) {
    struct cr_mtgp32 *state = (struct cr_mtgp32 *)job->states + sequence;
    const mtgp32_params_fast_t *set = cr_mtgp32_set(sequence);
    uint32_t s[MTGP_WORDS + MTGP_ROW], row[MTGP_ROW];
    for (;;) {
        uint64_t start = (state->row * job->threads + sequence) * MTGP_ROW;
        if (start >= job->at + job->count)
            return;
        memcpy(s, state->words, sizeof state->words);
        make_row(set, s, row);
        put(job, row, (int64_t)(start - job->at));
        if (start + MTGP_ROW > job->at + job->count)
            return;
        memcpy(state->words, s + MTGP_ROW, sizeof state->words);
        state->row++;
    }
}

void CR_NAME(cr_mtgp32)(const struct cr_job *job, uint32_t part, uint32_t parts) {
    for (uint32_t sequence = part; sequence < job->threads; sequence += parts)
        run_sequence(job, sequence);
}
