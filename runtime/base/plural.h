/* Nouns and verbs in messages: "1 byte", "2 bytes". */
#ifndef SWRT_PLURAL_H
#define SWRT_PLURAL_H

#include <stdint.h>

/* What is behind a noun of which there are so many. */
static inline const char *swrt_s(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* "comes", "come". */
static inline const char *swrt_verb(uint64_t count, const char *one, const char *several) {
    return count == 1 ? one : several;
}

#endif
