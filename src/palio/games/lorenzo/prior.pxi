# What the search asks beside the rules: the playout policy's leaning among the moves, and the third of the game.

cdef enum:    # in tenths of a point, like all worths
    PRIOR_SCALE = 20            # a move that is worth so much less than the best gets a quarter of its share
    PRIOR_LEADER = 80           # playing or using a leader
    PRIOR_GIVE_UP = -40         # discarding one
    PRIOR_SUPPORT = 30          # going to the Pope


cdef int servants_prior(const LorenzoState *state, const LorenzoSeat *player, int spent) noexcept nogil:
    """What a harvest or production gains by servants, less their worth."""
    cdef int kind = SPACE_AREA[state.space] - <int>LOR_HARVEST, worth = 0
    if kind == 0 or kind == 1:
        worth = run_worth(state, player, kind, action_value(state) + spent // servants_per_value(player))
    return worth - spent * LANE_WORTH[state.round][<int>LOR_SERVANTS]


cdef int prior_worth(const LorenzoState *state, const LorenzoSeat *player, Move move) noexcept nogil:
    """The worth of a move of any step, up to a number that is the same for all moves of the decision."""
    cdef int kind = move_kind(move), value = move_value(move), step = state.step
    if kind == LOR_M_PLACE:
        return placement_worth(state, player, move)
    if kind == LOR_M_PLAY or kind == LOR_M_ACTIVATE:
        return PRIOR_LEADER
    if kind == LOR_M_DISCARD:
        return PRIOR_GIVE_UP
    if kind == LOR_M_TAKE:
        return floor_worth(state, player, value, RUN_VALUE[state.origin])
    if kind == LOR_M_SERVANTS:
        return servants_prior(state, player, value)
    if step == LOR_CHOOSE_PRIVILEGE or step == LOR_EXCHANGE:
        return option_worth(state, player, value)
    return 0


cdef void lorenzo_prior(const void *memory, const Move *moves, int n, float *out) noexcept nogil:
    """Shares that fall with the square of the distance to the best move."""
    cdef const LorenzoState *state = <const LorenzoState *>memory
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int i, best = -100000
    cdef int worth[PALIO_MAX_MOVES]
    cdef float gap, total = 0
    for i in range(n):
        worth[i] = prior_worth(state, player, moves[i])
        best = max(best, worth[i])
    if state.step == LOR_SUPPORT:
        best = worth[1] = PRIOR_SUPPORT
    for i in range(n):
        gap = 1 + (best - worth[i]) / <float>PRIOR_SCALE
        out[i] = 1 / (gap * gap)
        total += out[i]
    for i in range(n):
        out[i] /= total


cdef int lorenzo_phase(const void *memory) noexcept nogil:
    """A third of the game is a period."""
    return (<const LorenzoState *>memory).round >> 1
