/* Persistent maps from 64-bit keys to clocks: binary radix tries with counted, shared nodes.
 *
 * Why tries: views are handed from thread to thread and grow by a little each time (a lock's next owner knows what the
 * last one knew, and one thread more). A join shares whatever is the same, costs what differs, and gives back one of
 * its operands when that already says it all, so that equal knowledge stays one pointer. (Okasaki and Gill, Fast
 * Mergeable Integer Maps, 1998.)
 */
#include <stdbool.h>
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/trie.h"

/* Keys below a node agree above `bit`; the bit chooses the child. bit -1: a leaf. Of a branch the key is that of some
 * leaf below it. */
struct race_trie {
    uint32_t refs;
    int32_t bit;
    uint64_t key;
    union {
        struct race_trie *child[2];
        uint32_t clk;
    };
};

static bool matches(const struct race_trie *node, uint64_t key) {
    return node->bit == 63 || (node->key ^ key) >> (node->bit + 1) == 0;
}

uint32_t race_trie_get(const struct race_trie *trie, uint64_t key) {
    if (!trie)
        return 0;
    while (trie->bit >= 0)
        trie = trie->child[key >> trie->bit & 1];
    return trie->key == key ? trie->clk : 0;
}

struct race_trie *race_trie_leaf(uint64_t key, uint32_t clk) {
    struct race_trie *leaf = race_alloc(sizeof *leaf);
    leaf->refs = 1;
    leaf->bit = -1;
    leaf->key = key;
    leaf->clk = clk;
    return leaf;
}

struct race_trie *race_trie_share(struct race_trie *trie) {
    if (trie)
        trie->refs++;
    return trie;
}

void race_trie_drop(struct race_trie *trie) {
    if (!trie || --trie->refs)
        return;
    if (trie->bit >= 0) {
        race_trie_drop(trie->child[0]);
        race_trie_drop(trie->child[1]);
    }
    free(trie);
}

/* Takes both children. */
static struct race_trie *branch(int32_t bit, struct race_trie *zero, struct race_trie *one) {
    struct race_trie *node = race_alloc(sizeof *node);
    *node = (struct race_trie){.refs = 1, .bit = bit, .key = zero->key, .child = {zero, one}};
    return node;
}

static struct race_trie *join_apart(struct race_trie *a, struct race_trie *b) {
    int32_t bit = 63 - __builtin_clzll(a->key ^ b->key);
    bool a_is_one = a->key >> bit & 1;
    return branch(bit, race_trie_share(a_is_one ? b : a), race_trie_share(a_is_one ? a : b));
}

/* b belongs below a. */
static struct race_trie *join_below(struct race_trie *a, struct race_trie *b) {
    int side = b->key >> a->bit & 1;
    struct race_trie *joined = race_trie_join(a->child[side], b);
    if (joined == a->child[side]) {
        race_trie_drop(joined);
        return race_trie_share(a);
    }
    struct race_trie *other = race_trie_share(a->child[!side]);
    return side ? branch(a->bit, other, joined) : branch(a->bit, joined, other);
}

static struct race_trie *join_beside(struct race_trie *a, struct race_trie *b) {
    struct race_trie *zero = race_trie_join(a->child[0], b->child[0]), *one = race_trie_join(a->child[1], b->child[1]);
    struct race_trie *same = NULL;
    if (zero == a->child[0] && one == a->child[1])
        same = a;
    else if (zero == b->child[0] && one == b->child[1])
        same = b;
    if (!same)
        return branch(a->bit, zero, one);
    race_trie_drop(zero);
    race_trie_drop(one);
    return race_trie_share(same);
}

struct race_trie *race_trie_join(struct race_trie *a, struct race_trie *b) {
    if (a == b || !b)
        return race_trie_share(a);
    if (!a)
        return race_trie_share(b);
    if (a->bit < b->bit) {
        struct race_trie *larger = b;
        b = a;
        a = larger;
    }
    if (!matches(a, b->key))
        return join_apart(a, b);
    if (a->bit > b->bit)
        return join_below(a, b);
    if (a->bit >= 0)
        return join_beside(a, b);
    return race_trie_share(a->clk >= b->clk ? a : b);
}

struct race_trie *race_trie_without(struct race_trie *trie, uint64_t first, uint64_t last) {
    if (!trie)
        return NULL;
    uint64_t span = trie->bit < 0 ? 0 : trie->bit == 63 ? ~0ull : (2ull << trie->bit) - 1;
    uint64_t low = trie->key & ~span, high = low | span;
    if (high < first || low > last)
        return race_trie_share(trie);
    if (low >= first && high <= last)
        return NULL;
    struct race_trie *zero = race_trie_without(trie->child[0], first, last);
    struct race_trie *one = race_trie_without(trie->child[1], first, last);
    if (zero && one)
        return branch(trie->bit, zero, one);
    return zero ? zero : one;
}
