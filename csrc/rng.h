/* Random streams: xoshiro256** (Blackman and Vigna), seeded by splitmix64.
 *
 * Every draw of palio comes from one of these. A stream is named by a seed and a
 * stream number, so that a deal, its chance outcomes and each search thread have
 * streams of their own; the same names give the same draws on every machine. */
#ifndef PALIO_RNG_H
#define PALIO_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t s[4];
} Rng;

static inline uint64_t rng_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline void rng_seed(Rng *rng, uint64_t seed, uint64_t stream) {
    uint64_t x = rng_mix(seed) ^ rng_mix(stream * 0xd1342543de82ef95u + 1);
    for (int i = 0; i < 4; i++) {
        rng->s[i] = rng_mix(x);
        x += 0x9e3779b97f4a7c15u;
    }
}

static inline uint64_t rng_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->s;
    const uint64_t result = rng_rotl(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return result;
}

/* Uniform in 0 .. n-1, n > 0, without bias (Lemire's multiplication with rejection). */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    uint64_t m = (rng_next(rng) >> 32) * (uint64_t)n;
    if ((uint32_t)m < n) {
        const uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold)
            m = (rng_next(rng) >> 32) * (uint64_t)n;
    }
    return (uint32_t)(m >> 32);
}

/* Uniform in [0, 1), 53 bits. */
static inline double rng_double(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1.0p-53; }

#endif
