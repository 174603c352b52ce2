/* Immutable, counted maps from keys to clocks, joined by maximum. */
#ifndef SWRT_RACE_TRIE_H
#define SWRT_RACE_TRIE_H

#include <stdint.h>

struct race_trie;
uint32_t race_trie_get(const struct race_trie *trie, uint64_t key); /* 0: not there */
struct race_trie *race_trie_leaf(uint64_t key, uint32_t clk);
struct race_trie *race_trie_share(struct race_trie *trie);
void race_trie_drop(struct race_trie *trie);
/* A new one (or one of the two, shared). */
struct race_trie *race_trie_join(struct race_trie *a, struct race_trie *b);
/* Without the keys from first to last. */
struct race_trie *race_trie_without(struct race_trie *trie, uint64_t first, uint64_t last);

#endif
