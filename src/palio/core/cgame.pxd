# The C interface of csrc/game.h and csrc/rng.h for Cython.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t


cdef extern from "rng.h" nogil:
    ctypedef struct Rng:
        uint64_t s[4]

    uint64_t rng_mix(uint64_t x) noexcept
    void rng_seed(Rng *rng, uint64_t seed, uint64_t stream) noexcept
    uint64_t rng_next(Rng *rng) noexcept
    uint32_t rng_below(Rng *rng, uint32_t n) noexcept
    double rng_double(Rng *rng) noexcept


cdef extern from "bits.h" nogil:
    int bits_count(uint64_t set) noexcept
    int bits_first(uint64_t set) noexcept
    int bits_last(uint64_t set) noexcept
    uint64_t bits_without_first(uint64_t set) noexcept
    int bits_nth(uint64_t set, int n) noexcept
    int bits_next_circular(uint64_t set, int start) noexcept


cdef extern from "lanes.h" nogil:
    uint64_t LANES8_GUARD
    uint64_t lanes8_one(int lane) noexcept
    int lanes8_get(uint64_t lanes, int lane) noexcept
    bint lanes8_covers(uint64_t have, uint64_t need) noexcept
    uint64_t lanes8_minus_floor(uint64_t a, uint64_t b) noexcept
    uint64_t lanes8_min(uint64_t a, uint64_t b) noexcept
    int lanes8_sum(uint64_t lanes) noexcept
    uint32_t LANES6_ONES
    uint32_t LANES6_GUARD
    uint32_t lanes6_one(int lane) noexcept
    int lanes6_get(uint32_t lanes, int lane) noexcept
    bint lanes6_covers(uint32_t have, uint32_t need) noexcept
    uint32_t lanes6_minus_floor(uint32_t a, uint32_t b) noexcept
    uint32_t lanes6_min(uint32_t a, uint32_t b) noexcept
    int lanes6_sum(uint32_t lanes) noexcept
    uint64_t LANES4_GUARD
    uint64_t lanes4_one(int lane) noexcept
    int lanes4_get(uint64_t lanes, int lane) noexcept
    bint lanes4_covers(uint64_t have, uint64_t need) noexcept
    uint32_t LANES3_ONES
    uint32_t LANES3_GUARD
    uint32_t lanes3_one(int lane) noexcept
    int lanes3_get(uint32_t lanes, int lane) noexcept
    bint lanes3_covers(uint32_t have, uint32_t need) noexcept
    int lanes3_sum(uint32_t lanes) noexcept
    int lanes3_nth(uint32_t lanes, int n) noexcept


cdef extern from "hash.h" nogil:
    uint64_t hash_word(const void *memory) noexcept
    uint64_t hash_add(uint64_t hash, uint64_t word) noexcept
    uint64_t hash_add2(uint64_t hash, uint64_t a, uint64_t b) noexcept
    uint64_t hash_bytes(const void *memory, size_t size, uint64_t hash) noexcept


cdef extern from "game.h" nogil:
    ctypedef uint32_t Move

    enum:
        PALIO_CHANCE
        PALIO_OVER
        PALIO_MAX_SEATS
        PALIO_MAX_MOVES
        PALIO_KNOBS
        PALIO_CHECKED

    ctypedef struct Result:
        float value[6]
        int32_t points[6]
        int32_t rank[6]

    ctypedef struct GameOps:
        const char *name
        size_t state_size
        void (*setup)(void *state, const int32_t *options, Rng *rng) noexcept nogil
        int (*seats)(const void *state) noexcept nogil
        int (*actor)(const void *state) noexcept nogil
        int (*legal_moves)(const void *state, Move *out) noexcept nogil
        void (*apply)(void *state, Move move) noexcept nogil
        Move (*sample_chance)(const void *state, Rng *rng) noexcept nogil
        double (*chance_probability)(const void *state, Move move) noexcept nogil
        void (*result)(const void *state, Result *out) noexcept nogil
        void (*hide)(void *state, int seat) noexcept nogil
        int (*viewer)(const void *state) noexcept nogil
        void (*determinize)(void *view, Rng *rng) noexcept nogil
        Move (*seen)(const void *state, Move move, int seat) noexcept nogil
        int64_t (*playout)(void *state, Rng *rng) noexcept nogil
        int64_t (*playout_informed)(void *state, Rng *rng) noexcept nogil
        void (*evaluate)(const void *state, float *out) noexcept nogil
        const char *(*check)(const void *state) noexcept nogil

    ctypedef struct SearchOps:
        uint64_t (*view_key)(const void *state, int seat) noexcept nogil
        double (*weight)(const void *view, const void *world, const float *knobs) noexcept nogil
        size_t belief_size
        void (*believe)(const void *view, const float *knobs, void *belief) noexcept nogil
        void (*draw_believed)(const void *belief, void *view, Rng *rng) noexcept nogil
        void (*prior)(const void *state, const Move *moves, int n, float *out) noexcept nogil
        int (*phase)(const void *state) noexcept nogil

    void palio_verify(const char *error) noexcept
