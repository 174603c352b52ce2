/* Strings: comparisons that read as questions, the edit distance behind "did you mean", and the hash of module ids. */
#include "base/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool sw_is_of_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

bool sw_starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool sw_ends_with(const char *text, const char *suffix) {
    size_t length = strlen(text), wanted = strlen(suffix);
    return length >= wanted && strcmp(text + length - wanted, suffix) == 0;
}

bool sw_equal(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

bool sw_has_word(const struct sw_strings *words, const char *word) {
    for (size_t i = 0; i < words->count; i++)
        if (sw_equal(words->at[i], word))
            return true;
    return false;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* How many characters must be inserted, deleted or changed to turn one text into the other (Levenshtein, one row). */
unsigned sw_edit_distance(const char *a, const char *b) {
    size_t length = strlen(b);
    unsigned *row = malloc((length + 1) * sizeof *row);
    if (!row)
        sw_bug("out of memory comparing \"%s\" and \"%s\"", a, b);
    for (size_t j = 0; j <= length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < length; j++) {
            unsigned change = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(change, least(diagonal, row[j]) + 1);
        }
    }
    unsigned distance = row[length];
    free(row);
    return distance;
}

/* 128-bit FNV-1a. A seed of zeros starts a new hash. */
struct sw_hash sw_hash_bytes(struct sw_hash seed, const void *bytes, size_t count) {
    typedef unsigned __int128 u128;
    const u128 prime = (u128)1 << 88 | 0x13b;
    u128 hash = (u128)seed.a << 64 | seed.b;
    if (!hash)
        hash = (u128)UINT64_C(0x6c62272e07bb0142) << 64 | UINT64_C(0x62b821756295c58d);
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * prime;
    return (struct sw_hash){(uint64_t)(hash >> 64), (uint64_t)hash};
}
