/* Bump allocator with a cap: memory is handed out front to back and given back all at once.
 *
 * The block is reserved when the arena is opened and touched only as far as it is used, so a
 * generous cap costs address space, not memory. */
#ifndef PALIO_ARENA_H
#define PALIO_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, HUGE_PAGE = 1 << 21 };

typedef struct Arena {
    unsigned char *base; /* NULL while closed */
    size_t used;         /* bytes, a multiple of CACHE_LINE */
    size_t cap;          /* bytes */
} Arena;

/* Memory for random access, on whole cache lines; large blocks ask for huge pages, which save address translations. */
static inline void *block_reserve(size_t bytes) {
    void *block;
    if (bytes < 2 * HUGE_PAGE)
        return aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    block = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (block)
        madvise(block, bytes, MADV_HUGEPAGE);
#endif
    return block;
}

/* A hint that this address is needed soon. */
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

/* 0, or -1 when there is no memory; an open arena is closed first. */
static inline int arena_open(Arena *arena, size_t cap) {
    free(arena->base);
    arena->base = (unsigned char *)block_reserve(cap);
    arena->used = 0;
    arena->cap = arena->base ? cap : 0;
    return arena->base ? 0 : -1;
}

static inline void arena_close(Arena *arena) {
    free(arena->base);
    arena->base = NULL;
    arena->used = arena->cap = 0;
}

/* Uninitialised memory, or NULL at the cap; a refusal changes nothing. `bytes` is a multiple of CACHE_LINE. */
static inline void *arena_take(Arena *arena, size_t bytes) {
    void *taken = arena->base + arena->used;
    if (bytes > arena->cap - arena->used)
        return NULL;
    arena->used += bytes;
    return taken;
}

#endif
