# The first position (rulebook: Preparacion; 2 jugadores).

cdef void coup_setup(void *memory, const int32_t *options, Rng *rng) noexcept nogil:
    """Options in the order of info.py: players, roles, draft, block_after_own_challenge, max_turns."""
    cdef CoupState *state = <CoupState *>memory
    cdef int seat, seats = options[0]
    memset(state, 0, sizeof(CoupState))
    state.seats = seats
    if options[1]:
        state.options |= COUP_INQUISITOR
    if options[2]:
        state.options |= COUP_DRAFT
    if options[3]:
        state.options |= COUP_LATE_BLOCK
    state.max_turns = options[4]
    state.viewer = COUP_NOBODY
    state.alive = (1 << seats) - 1
    state.dealt[0] = state.dealt[1] = COUP_NO_ROLE
    state.court = DECK
    clear_action(state)
    for seat in range(seats):
        state.coins[seat] = COINS_EACH
    if seats == 2:
        state.coins[0] = FIRST_COINS
    if state.options & COUP_DRAFT:
        deal_draft(state, rng)
    else:
        deal_hands(state, rng)


cdef void deal_hands(CoupState *state, Rng *rng) noexcept nogil:
    cdef int seat, card
    cdef uint32_t one
    for seat in range(state.seats):
        for card in range(CARDS_EACH):
            one = lanes3_one(lanes3_nth(state.court, rng_below(rng, lanes3_sum(state.court))))
            state.court -= one
            state.hand[seat] += one
        state.down[seat] = CARDS_EACH


cdef void deal_draft(CoupState *state, Rng *rng) noexcept nogil:
    """Two players: one card of the third set each; then each chooses one of its own five roles.

    The players' own sets lie in the court until they have chosen: what is left of them goes there anyway.
    """
    cdef int first = rng_below(rng, COUP_ROLES)
    cdef int second = rng_below(rng, COUP_ROLES - 1)
    second += second >= first
    state.dealt[0] = first
    state.dealt[1] = second
    state.hand[0] = lanes3_one(first)
    state.hand[1] = lanes3_one(second)
    state.court -= state.hand[0] + state.hand[1]
    state.down[0] = state.down[1] = 1
    state.originals = 3
    state.phase = COUP_CHOOSE
