/* Packed counters: small numbers side by side in one word, added and compared together.
 *
 * Four layouts are in use. All leave the top bit of a lane free as a guard, so that a
 * comparison of all lanes is one subtraction.
 *
 *   lanes8   eight lanes of 8 bits in 64 bits, values 0 .. 127 (resources, costs, gains)
 *   lanes6   four lanes of 6 bits in 24 bits, values 0 .. 31 (resources that fit a move)
 *   lanes4   sixteen lanes of 4 bits in 64 bits, values 0 .. 7 (cards by colour and level)
 *   lanes3   up to five lanes of 3 bits in 16 bits, values 0 .. 3 (cards by role)
 *
 * Adding and paying are plain + and - on the words; the caller keeps values in range. */
#ifndef PALIO_LANES_H
#define PALIO_LANES_H

#include <stdint.h>

#define LANES8_GUARD 0x8080808080808080u
#define LANES8_ONES 0x0101010101010101u
#define LANES6_GUARD 0x820820u
#define LANES6_ONES 0x041041u
#define LANES4_GUARD 0x8888888888888888u
#define LANES3_GUARD 0x4924u
#define LANES3_ONES 0x1249u

static inline uint64_t lanes8_one(int lane) { return (uint64_t)1 << (8 * lane); }
static inline int lanes8_get(uint64_t lanes, int lane) { return (int)(lanes >> (8 * lane)) & 0x7f; }

/* True when every lane of `have` is at least that of `need`. */
static inline int lanes8_covers(uint64_t have, uint64_t need) {
    return (((have | LANES8_GUARD) - need) & LANES8_GUARD) == LANES8_GUARD;
}

/* 0xff in each lane whose guard bit is set in `guards`, 0 elsewhere. */
static inline uint64_t lanes8_spread(uint64_t guards) {
    const uint64_t low = (guards & LANES8_GUARD) >> 7;
    return (low << 8) - low;
}

/* Lane by lane max(a - b, 0). */
static inline uint64_t lanes8_minus_floor(uint64_t a, uint64_t b) {
    const uint64_t difference = (a | LANES8_GUARD) - b;
    return difference & ~LANES8_GUARD & lanes8_spread(difference);
}

/* Lane by lane min(a, b). */
static inline uint64_t lanes8_min(uint64_t a, uint64_t b) { return a - lanes8_minus_floor(a, b); }

/* Sum of all lanes; the sum must be at most 255. */
static inline int lanes8_sum(uint64_t lanes) { return (int)((lanes * LANES8_ONES) >> 56); }

static inline uint32_t lanes6_one(int lane) { return (uint32_t)1 << (6 * lane); }
static inline int lanes6_get(uint32_t lanes, int lane) { return (int)(lanes >> (6 * lane)) & 0x1f; }

/* True when every lane of `have` is at least that of `need`. */
static inline int lanes6_covers(uint32_t have, uint32_t need) {
    return (((have | LANES6_GUARD) - need) & LANES6_GUARD) == LANES6_GUARD;
}

/* Lane by lane max(a - b, 0). */
static inline uint32_t lanes6_minus_floor(uint32_t a, uint32_t b) {
    const uint32_t difference = (a | LANES6_GUARD) - b, low = (difference & LANES6_GUARD) >> 5;
    return difference & ~LANES6_GUARD & ((low << 6) - low);
}

/* Lane by lane min(a, b). */
static inline uint32_t lanes6_min(uint32_t a, uint32_t b) { return a - lanes6_minus_floor(a, b); }

/* Sum of all lanes; the sum must be at most 63. */
static inline int lanes6_sum(uint32_t lanes) { return (int)(lanes * LANES6_ONES >> 18) & 0x3f; }

static inline uint64_t lanes4_one(int lane) { return (uint64_t)1 << (4 * lane); }
static inline int lanes4_get(uint64_t lanes, int lane) { return (int)(lanes >> (4 * lane)) & 7; }

static inline int lanes4_covers(uint64_t have, uint64_t need) {
    return (((have | LANES4_GUARD) - need) & LANES4_GUARD) == LANES4_GUARD;
}

static inline uint32_t lanes3_one(int lane) { return (uint32_t)1 << (3 * lane); }
static inline int lanes3_get(uint32_t lanes, int lane) { return (int)(lanes >> (3 * lane)) & 3; }

static inline int lanes3_covers(uint32_t have, uint32_t need) {
    return (((have | LANES3_GUARD) - need) & LANES3_GUARD) == LANES3_GUARD;
}

/* Sum of all five lanes. */
static inline int lanes3_sum(uint32_t lanes) {
    return (int)((lanes & 7) + (lanes >> 3 & 7) + (lanes >> 6 & 7) + (lanes >> 9 & 7) + (lanes >> 12 & 7));
}

/* Lane of the n-th card when the cards are laid out lane by lane, n from 0; n < lanes3_sum(lanes). */
static inline int lanes3_nth(uint32_t lanes, int n) {
    int below = (int)(lanes & 3), lane = n >= below;
    below += (int)(lanes >> 3 & 3);
    lane += n >= below;
    below += (int)(lanes >> 6 & 3);
    lane += n >= below;
    below += (int)(lanes >> 9 & 3);
    lane += n >= below;
    return lane;
}

#endif
