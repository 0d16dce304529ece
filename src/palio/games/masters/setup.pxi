# The first position (rulebook: Preparazione, Prima di giocare; Partita in solitario: Preparazione).

cdef void masters_setup(void *memory, const int32_t *options, Rng *rng) noexcept nogil:
    """Options in the order of info.py: players, max_turns."""
    cdef MastersState *state = <MastersState *>memory
    memset(state, 0, sizeof(MastersState))
    state.seats = options[0]
    state.max_turns = options[1]
    state.viewer = MASTERS_NOBODY
    state.first = MASTERS_NOBODY
    state.grid = (<uint64_t>1 << MASTERS_CARDS) - 1
    fill_market(state, rng)
    shuffle_stacks(state, rng)
    deal_leaders(state, rng)
    if state.seats == 1:
        state.first = 0
        state.tokens = (1 << MASTERS_TOKENS) - 1
    state.phase = MASTERS_KEEP
    state.actor = 0


cdef void fill_market(MastersState *state, Rng *rng) noexcept nogil:
    """Thirteen marbles at random: twelve in the tray, the last on the slide."""
    cdef uint8_t left[MASTERS_MARBLES]
    cdef int cell, marble, place
    memcpy(left, MARBLE_COUNT, MASTERS_MARBLES)
    for cell in range(MASTERS_CELLS + 1):
        place = rng_below(rng, MASTERS_CELLS + 1 - cell)
        marble = 0
        while place >= left[marble]:
            place -= left[marble]
            marble += 1
        left[marble] -= 1
        state.market |= <uint64_t>marble << (4 * cell)


cdef void shuffle_stacks(MastersState *state, Rng *rng) noexcept nogil:
    cdef int stack, top
    for stack in range(MASTERS_STACKS):
        top = rng_below(rng, 4)
        state.order[stack] = top | ARRANGED[15 ^ (1 << top)][rng_below(rng, 6)] << 2


cdef inline uint32_t draw_leaders(uint32_t *pool, int count, Rng *rng) noexcept nogil:
    """Takes that many leaders out of the pool, each with equal chance."""
    cdef uint32_t drawn = 0, one
    cdef int i
    for i in range(count):
        one = 1u << bits_nth(pool[0], rng_below(rng, bits_count(pool[0])))
        pool[0] ^= one
        drawn |= one
    return drawn


cdef void deal_leaders(MastersState *state, Rng *rng) noexcept nogil:
    cdef uint32_t pool = (1u << MASTERS_LEADERS) - 1
    cdef int seat
    for seat in range(state.seats):
        state.players[seat].dealt = draw_leaders(&pool, LEADERS_DEALT, rng)
