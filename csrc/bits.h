/* Bit sets in machine words. */
#ifndef PALIO_BITS_H
#define PALIO_BITS_H

#include <stdint.h>

static inline int bits_count(uint64_t set) { return __builtin_popcountll(set); }

/* Index of the lowest member; the set must not be empty. */
static inline int bits_first(uint64_t set) { return __builtin_ctzll(set); }

/* Index of the highest member; the set must not be empty. */
static inline int bits_last(uint64_t set) { return 63 - __builtin_clzll(set); }

static inline uint64_t bits_without_first(uint64_t set) { return set & (set - 1); }

/* Index of the n-th member in ascending order, n from 0; n < bits_count(set). */
static inline int bits_nth(uint64_t set, int n) {
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* First member after `from` in circular order 0, 1, .. 63, 0; the set must not be empty.
 * A lone member that equals `from` is its own successor. */
static inline int bits_next_circular(uint64_t set, int from) {
    const uint64_t above = set & ~((((uint64_t)1 << from) << 1) - 1);
    return __builtin_ctzll(above ? above : set);
}

#endif
