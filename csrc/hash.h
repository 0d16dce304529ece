/* 64-bit hashes of memory: multiply two words to 128 bits and fold (Wang Yi's mum).
 * Words are read in the machine's byte order; a hash never leaves the process. */
#ifndef PALIO_HASH_H
#define PALIO_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rng.h"

static inline uint64_t hash_fold(uint64_t a, uint64_t b) {
    const __uint128_t product = (__uint128_t)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_word(const void *memory) {
    uint64_t word;
    memcpy(&word, memory, sizeof word);
    return word;
}

/* A hash extended by two words. */
static inline uint64_t hash_add2(uint64_t hash, uint64_t a, uint64_t b) {
    return hash_fold(a ^ hash ^ 0xa0761d6478bd642fu, b ^ 0xe7037ed1a0b428dbu) ^ rng_rotl(hash, 29);
}

/* A hash extended by one word; the order of extensions matters. */
static inline uint64_t hash_add(uint64_t hash, uint64_t word) {
    return hash_fold(hash ^ 0x8ebc6af09c88c6e3u, word ^ 0x589965cc75374cc3u) + word;
}

static inline uint64_t hash_bytes(const void *memory, size_t size, uint64_t hash) {
    const unsigned char *at = (const unsigned char *)memory;
    unsigned char tail[16] = {0};
    for (; size >= 16; at += 16, size -= 16)
        hash = hash_add2(hash, hash_word(at), hash_word(at + 8));
    if (size) {
        memcpy(tail, at, size);
        hash = hash_add2(hash, hash_word(tail), hash_word(tail + 8));
    }
    return hash;
}

#endif
