/* Records: memory in units of 16 bytes, named by an index, with a free list per size. */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/pool.h"

enum { CHUNK_BYTES = RACE_CHUNK_UNITS * 16, CHUNKS_LAST = RACE_INDEX_LAST / RACE_CHUNK_UNITS };

static bool add_chunk(struct race_pool *pool) {
    if (pool->num_chunks > CHUNKS_LAST)
        return false;
    if (!(pool->num_chunks & (pool->num_chunks - 1))) {
        size_t capacity = pool->num_chunks;
        pool->chunks = race_grow(pool->chunks, &capacity, pool->num_chunks + 1, sizeof *pool->chunks);
    }
    pool->chunks[pool->num_chunks++] = race_alloc(CHUNK_BYTES);
    return true;
}

/* Index 0 is nobody's. A record does not cross chunks. */
static uint32_t fresh(struct race_pool *pool, uint32_t units) {
    if (!pool->used)
        pool->used = 1;
    if (pool->used % RACE_CHUNK_UNITS + units > RACE_CHUNK_UNITS)
        pool->used += RACE_CHUNK_UNITS - pool->used % RACE_CHUNK_UNITS;
    if (pool->used / RACE_CHUNK_UNITS >= pool->num_chunks && !add_chunk(pool))
        return 0;
    uint32_t index = pool->used;
    pool->used += units;
    return index;
}

uint32_t race_pool_take(struct race_pool *pool, uint32_t units, uint32_t type) {
    uint32_t index = pool->free[units];
    if (index)
        pool->free[units] = race_next(race_pool_at(pool, index));
    else if (!(index = fresh(pool, units)))
        return 0;
    race_pool_at(pool, index)->link = type << 30 | units << RACE_INDEX_BITS;
    pool->bytes += units * 16;
    return index;
}

void race_pool_give(struct race_pool *pool, uint32_t index) {
    struct race_record *record = race_pool_at(pool, index);
    uint32_t units = race_units(record);
    race_set_next(record, pool->free[units]);
    pool->free[units] = index;
    pool->bytes -= units * 16;
}

void race_pool_reset(struct race_pool *pool) {
    pool->used = 0;
    pool->bytes = 0;
    memset(pool->free, 0, sizeof pool->free);
}

void race_pool_clear(struct race_pool *pool) {
    for (uint32_t i = 0; i < pool->num_chunks; i++)
        free(pool->chunks[i]);
    free(pool->chunks);
    *pool = (struct race_pool){0};
}
