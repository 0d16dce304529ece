# What the search asks beside the rules: the playout policy's leaning among the moves, and the third of the game.

cdef enum:    # on the scale of the policy's worths
    PRIOR_SCALE = 60            # a move that is worth so much less than the best gets a quarter of its share
    PRIOR_PLAY = 400            # playing a leader
    PRIOR_GIVE_UP = -60         # discarding one
    PRIOR_KEPT = 100            # each resource that is stored, and each that is needed among those received


cdef int prior_worth(const MastersState *state, Move move, uint32_t need) noexcept nogil:
    """The worth of a move of any phase, up to a number that is the same for all moves of the decision."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef int kind = move_kind(move)
    cdef uint32_t value = move_value(move)
    if kind == MASTERS_M_PLAY:
        return PRIOR_PLAY
    if kind == MASTERS_M_DISCARD:
        return PRIOR_GIVE_UP
    if MASTERS_M_MARKET <= kind <= MASTERS_M_PRODUCE:
        return action_worth(state, player, move, need)
    if kind == MASTERS_M_STORE or kind == MASTERS_M_PAY:
        return PRIOR_KEPT * lanes6_sum(value)
    if kind == MASTERS_M_RECEIVE or kind == MASTERS_M_WHITE:
        return PRIOR_KEPT * lanes6_sum(lanes6_min(value, need))
    return 0


cdef void masters_prior(const void *memory, const Move *moves, int n, float *out) noexcept nogil:
    """Shares that fall with the square of the distance to the best move."""
    cdef const MastersState *state = <const MastersState *>memory
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t need = 0
    cdef int i, best = -100000
    cdef int worth[PALIO_MAX_MOVES]
    cdef float gap, total = 0
    if state.phase >= MASTERS_TURN:
        need = needed_resources(state, player, wallet(player))
    for i in range(n):
        worth[i] = prior_worth(state, moves[i], need)
        best = max(best, worth[i])
    for i in range(n):
        gap = 1 + (best - worth[i]) / <float>PRIOR_SCALE
        out[i] = 1 / (gap * gap)
        total += out[i]
    for i in range(n):
        out[i] /= total


cdef int masters_phase(const void *memory) noexcept nogil:
    """The third of the game by what is left of it."""
    cdef float left = game_left(<const MastersState *>memory)
    return (left < 2 / <float>3) + (left < 1 / <float>3)
