# The moves of the current decision, in ascending order.

cdef inline Move make_move(int kind, int action, int value) noexcept nogil:
    return (<Move>kind << 24) | (<Move>action << 16) | <Move>value


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_value(Move move) noexcept nogil:
    return move & 0xFFFF


cdef inline int move_action(Move move) noexcept nogil:
    return (move >> 16) & 0xFF


cdef inline int variant(const CoupState *state) noexcept nogil:
    """Index of the tables by variant: 0 ambassador, 1 inquisitor."""
    return state.options & COUP_INQUISITOR


cdef inline int exchange_cards(const CoupState *state) noexcept nogil:
    return ACTION_DRAW[variant(state)][<int>COUP_EXCHANGE]


cdef inline int declare_moves(const CoupState *state, Move *out) noexcept nogil:
    """Every affordable action with each living target; from ten coins on only a coup (Acciones)."""
    cdef int seat = state.turn_seat, coins = state.coins[seat], n = 0, action
    cdef uint32_t others = state.alive & ~(1u << seat), offered, left
    offered = ACTION_OFFERED[variant(state)]
    if coins >= FORCED_COUP:
        offered = 1 << COUP_COUP
    while offered:
        action = bits_first(offered)
        offered = <uint32_t>bits_without_first(offered)
        if coins < ACTION_COST[action]:
            continue
        if not ACTION_TARGETS[action]:
            out[n] = make_move(COUP_M_DECLARE, action, 0)
            n += 1
            continue
        left = others
        while left:
            out[n] = make_move(COUP_M_DECLARE, action, bits_first(left))
            n += 1
            left = <uint32_t>bits_without_first(left)
    return n


cdef inline int block_moves(const CoupState *state, Move *out) noexcept nogil:
    cdef uint32_t roles = ACTION_BLOCKERS[state.action]
    cdef int n = 1
    out[0] = make_move(COUP_M_ALLOW, 0, 0)
    while roles:
        out[n] = make_move(COUP_M_BLOCK, 0, bits_first(roles))
        n += 1
        roles = <uint32_t>bits_without_first(roles)
    return n


cdef inline int role_moves(uint32_t cards, int kind, Move *out) noexcept nogil:
    """One move per role among the cards: equal cards are one move."""
    cdef int role, n = 0
    for role in range(COUP_ROLES):
        out[n] = make_move(kind, 0, role)
        n += (cards >> (3 * role)) & 3 != 0
    return n


cdef int keep_moves(const CoupState *state, Move *out) noexcept nogil:
    """Every different set of as many cards as the seat had before; b <= a makes the lanes ascend."""
    cdef uint32_t hand = state.hand[state.actor], first, both
    cdef int a, b, n = 0
    for a in range(COUP_ROLES):
        first = lanes3_one(a)
        if not lanes3_covers(hand, first):
            continue
        if state.down[state.actor] == 1:
            out[n] = make_move(COUP_M_KEEP, 0, first)
            n += 1
            continue
        for b in range(a + 1):
            both = first + lanes3_one(b)
            if lanes3_covers(hand, both):
                out[n] = make_move(COUP_M_KEEP, 0, both)
                n += 1
    return n


cdef int draw_moves(const CoupState *state, Move *out) noexcept nogil:
    """Every different set of cards that the court can give."""
    cdef uint32_t first, both
    cdef int a, b, n = 0, cards = cards_to_draw(state)
    for a in range(COUP_ROLES):
        first = lanes3_one(a)
        if not lanes3_covers(state.court, first):
            continue
        if cards == 1:
            out[n] = make_move(COUP_M_DRAW, 0, first)
            n += 1
            continue
        for b in range(a + 1):
            both = first + lanes3_one(b)
            if lanes3_covers(state.court, both):
                out[n] = make_move(COUP_M_DRAW, 0, both)
                n += 1
    return n


cdef inline int cards_to_draw(const CoupState *state) noexcept nogil:
    if state.draw == COUP_DRAW_EXCHANGE:
        return exchange_cards(state)
    return 1


cdef int coup_legal_moves(const void *memory, Move *out) noexcept nogil:
    cdef const CoupState *state = <const CoupState *>memory
    cdef int phase = state.phase
    if phase == COUP_DECLARE:
        return declare_moves(state, out)
    if phase == COUP_CHALLENGE or phase == COUP_CHALLENGE_BLOCK:
        out[0] = make_move(COUP_M_ALLOW, 0, 0)
        out[1] = make_move(COUP_M_CHALLENGE, 0, 0)
        return 2
    if phase == COUP_BLOCK:
        return block_moves(state, out)
    if phase == COUP_LOSE:
        return role_moves(state.hand[state.actor], COUP_M_LOSE, out)
    if phase == COUP_KEEP:
        return keep_moves(state, out)
    if phase == COUP_SHOW:
        return role_moves(state.hand[state.actor], COUP_M_SHOW, out)
    if phase == COUP_FORCE:
        out[0] = make_move(COUP_M_LEAVE, 0, 0)
        out[1] = make_move(COUP_M_SWAP, 0, 0)
        return 2
    if phase == COUP_CHOOSE:
        return role_moves(LANES3_ONES, COUP_M_CHOOSE, out)
    if phase == COUP_DRAW:
        return draw_moves(state, out)
    return 0


cdef Move coup_sample_chance(const void *memory, Rng *rng) noexcept nogil:
    """The court is a bag: each card in it is drawn with equal chance."""
    cdef const CoupState *state = <const CoupState *>memory
    cdef uint32_t court = state.court, drawn = 0, one
    cdef int card
    for card in range(cards_to_draw(state)):
        one = lanes3_one(lanes3_nth(court, rng_below(rng, lanes3_sum(court))))
        court -= one
        drawn += one
    return make_move(COUP_M_DRAW, 0, drawn)


cdef double coup_chance_probability(const void *memory, Move move) noexcept nogil:
    """Ways to take the drawn cards over ways to take any as many: a hypergeometric draw."""
    cdef const CoupState *state = <const CoupState *>memory
    cdef uint32_t drawn = move_value(move)
    cdef int role, have, take, size = lanes3_sum(state.court)
    cdef double ways = 1.0
    for role in range(COUP_ROLES):
        have = lanes3_get(state.court, role)
        take = lanes3_get(drawn, role)
        if take == 1:
            ways *= have
        elif take == 2:
            ways *= have * (have - 1) / 2.0
    return ways / (size if cards_to_draw(state) == 1 else size * (size - 1) / 2.0)
