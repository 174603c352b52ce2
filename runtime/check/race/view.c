/* Views: what a thread knows beyond what barriers of its block, grid barriers and its launch's beginning tell.
 * Immutable and counted; null is a view that says nothing. */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/race.h"
#include "check/race/trie.h"
#include "check/race/view.h"

/* Keys: all of a block's lie together. */
enum { KEYS_SHIFT = 12, KEY_WARP = 1, KEY_THREAD = 64, KEY_ATOMICS = 2048 };

uint64_t race_key_block(uint32_t block) {
    return (uint64_t)block << KEYS_SHIFT;
}
uint64_t race_key_warp(uint32_t block, uint32_t warp) {
    return race_key_block(block) + KEY_WARP + warp;
}
uint64_t race_key_thread(uint32_t block, uint32_t thread) {
    return race_key_block(block) + KEY_THREAD + thread;
}
uint64_t race_key_atomics(uint32_t block, uint32_t thread) {
    return race_key_block(block) + KEY_ATOMICS + thread;
}
uint64_t race_key_launch(uint32_t first_block) {
    return 1ull << 62 | first_block;
}

struct race_view *race_view_share(struct race_view *view) {
    if (view)
        view->refs++;
    return view;
}

void race_view_drop(struct race_view *view) {
    if (!view || --view->refs)
        return;
    race_trie_drop(view->map);
    swrt_race_clock_drop(view->clock);
    free(view);
}

void race_view_set(struct race_view **into, struct race_view *view) {
    race_view_share(view);
    race_view_drop(*into);
    *into = view;
}

/* Takes map and clock. */
static void replace(struct race_view **into, struct race_trie *map, struct swrt_race_clock *clock) {
    struct race_view *view = NULL;
    if (map || clock) {
        view = race_alloc(sizeof *view);
        *view = (struct race_view){1, map, clock};
    }
    race_view_drop(*into);
    *into = view;
}

void race_view_join(struct race_view **into, struct race_view *from) {
    struct race_view *a = *into;
    if (a == from || !from)
        return;
    if (!a) {
        race_view_set(into, from);
        return;
    }
    struct race_trie *map = race_trie_join(a->map, from->map);
    struct swrt_race_clock *clock = swrt_race_clock_share(a->clock);
    swrt_race_clock_join(&clock, from->clock);
    if (map == a->map && clock == a->clock) {
        race_trie_drop(map);
        swrt_race_clock_drop(clock);
    } else {
        replace(into, map, clock);
    }
}

void race_view_add(struct race_view **into, uint64_t key, uint32_t clk) {
    struct race_trie *old = *into ? (*into)->map : NULL;
    if (!clk || race_trie_get(old, key) >= clk)
        return;
    struct race_trie *leaf = race_trie_leaf(key, clk), *map = race_trie_join(old, leaf);
    race_trie_drop(leaf);
    replace(into, map, *into ? swrt_race_clock_share((*into)->clock) : NULL);
}

void race_view_add_clock(struct race_view **into, struct swrt_race_clock *clock) {
    struct swrt_race_clock *joined = *into ? swrt_race_clock_share((*into)->clock) : NULL;
    swrt_race_clock_join(&joined, clock);
    if (*into && joined == (*into)->clock)
        swrt_race_clock_drop(joined);
    else
        replace(into, *into ? race_trie_share((*into)->map) : NULL, joined);
}

void race_view_forget(struct race_view **view, uint32_t first_block, uint32_t last_block) {
    if (!*view)
        return;
    uint64_t last = race_key_block(last_block) + (1 << KEYS_SHIFT) - 1;
    struct race_trie *map = race_trie_without((*view)->map, race_key_block(first_block), last);
    if (map == (*view)->map)
        race_trie_drop(map);
    else
        replace(view, map, swrt_race_clock_share((*view)->clock));
}
