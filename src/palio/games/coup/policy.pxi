# A quick judgement of positions and a playout policy that plays like a person: mostly honest, seldom suspicious.

cdef void coup_evaluate(const void *memory, float *out) noexcept nogil:
    """Each seat's share of the table's strength, stretched so that an even table gives everyone the mean value 1/2."""
    cdef const CoupState *state = <const CoupState *>memory
    cdef Result result
    cdef float strength[COUP_SEATS]
    cdef float total = 0
    cdef int seat
    if state.actor == PALIO_OVER:
        coup_result(memory, &result)
        for seat in range(state.seats):
            out[seat] = result.value[seat]
        return
    for seat in range(state.seats):
        strength[seat] = 0
        if state.alive >> seat & 1:
            strength[seat] = (1.0 if state.down[seat] == 1 else 2.6) * (1.0 + 0.1 * min(state.coins[seat], 10))
        total += strength[seat]
    for seat in range(state.seats):
        out[seat] = 0.5 * strength[seat] * bits_count(state.alive) / total
        out[seat] = min(out[seat], 1.0)


cdef inline bint has_role(const CoupState *state, int seat, int role) noexcept nogil:
    return (state.hand[seat] >> (3 * role)) & 3 != 0


cdef inline bint chance_of(Rng *rng, uint32_t percent) noexcept nogil:
    return rng_below(rng, 100) < percent


cdef uint8_t HONEST[1 << COUP_ROLES]     # [roles in hand]: bit set of the actions that claim nothing or one of them


cdef void fill_honest() noexcept nogil:
    cdef int roles, action, claim
    for roles in range(1 << COUP_ROLES):
        HONEST[roles] = 0
        for action in range(<int>COUP_ACTIONS):
            claim = ACTION_CLAIM[action]
            if claim == COUP_NO_ROLE or roles >> claim & 1:
                HONEST[roles] |= 1 << action


fill_honest()


cdef Move honest_declaration(const CoupState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """A random action among those that claim nothing or a role in hand; a coup when it can be had, mostly."""
    cdef Move fair[PALIO_MAX_MOVES]
    cdef int i, count = 0, actions
    if state.coins[state.turn_seat] >= ACTION_COST[<int>COUP_COUP] and chance_of(rng, 85):
        actions = 1 << COUP_COUP
    else:
        actions = HONEST[roles_among(state.hand[state.turn_seat])]
    for i in range(n):
        fair[count] = moves[i]
        count += actions >> move_action(moves[i]) & 1
    return fair[rng_below(rng, count)]


cdef Move honest_block(const CoupState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    cdef int i
    cdef bint last_stand = state.action == COUP_ASSASSINATE and state.down[state.actor] == 1
    for i in range(1, n):
        if has_role(state, state.actor, move_value(moves[i])):
            return moves[i]
    if last_stand or chance_of(rng, 25):
        return moves[1 + rng_below(rng, n - 1)]
    return moves[0]


cdef Move informed_move(const CoupState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    if state.phase == COUP_DECLARE and chance_of(rng, 75):
        return honest_declaration(state, moves, n, rng)
    if state.phase == COUP_CHALLENGE or state.phase == COUP_CHALLENGE_BLOCK:
        return moves[1] if chance_of(rng, 15) else moves[0]
    if state.phase == COUP_BLOCK:
        return honest_block(state, moves, n, rng)
    return moves[rng_below(rng, n)]


cdef int64_t coup_playout_informed(void *memory, Rng *rng) noexcept nogil:
    cdef CoupState *state = <CoupState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    cdef int n
    cdef Move move
    forget_everything(state)
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            move = coup_sample_chance(state, rng)
        else:
            n = coup_legal_moves(state, moves)
            move = informed_move(state, moves, n, rng) if n > 1 else moves[0]
            decisions += 1
        play_on(state, move)
    return decisions
