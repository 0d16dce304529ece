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


cdef struct MoveList:         # moves that do not depend on the cards
    int n
    Move move[COUP_ACTIONS]
    Move target[COUP_ACTIONS]    # all ones where the move names a target seat

cdef MoveList DECLARATIONS[2][COUP_MAX_COINS + 1]     # [inquisitor][coins]
cdef MoveList BLOCKS[COUP_ACTIONS]


cdef void fill_declarations(MoveList *moves, int inquisitor, int coins) noexcept nogil:
    """Every affordable action; from ten coins on only a coup (Acciones)."""
    cdef int action
    moves.n = 0
    for action in range(<int>COUP_ACTIONS):
        if not ACTION_OFFERED[inquisitor] >> action & 1 or coins < ACTION_COST[action]:
            continue
        if coins >= FORCED_COUP and action != COUP_COUP:
            continue
        moves.move[moves.n] = make_move(COUP_M_DECLARE, action, 0)
        moves.target[moves.n] = ~<Move>0 if ACTION_TARGETS[action] else 0
        moves.n += 1


cdef void fill_blocks(MoveList *moves, int action) noexcept nogil:
    """To let the action pass, or a claim of each role that blocks it."""
    cdef int role
    moves.n = 1
    moves.move[0] = make_move(COUP_M_ALLOW, 0, 0)
    for role in range(COUP_ROLES):
        if ACTION_BLOCKERS[action] >> role & 1:
            moves.move[moves.n] = make_move(COUP_M_BLOCK, 0, role)
            moves.n += 1


cdef void fill_moves() noexcept nogil:
    cdef int i
    for i in range(COUP_MAX_COINS + 1):
        fill_declarations(&DECLARATIONS[0][i], 0, i)
        fill_declarations(&DECLARATIONS[1][i], 1, i)
    for i in range(<int>COUP_ACTIONS):
        fill_blocks(&BLOCKS[i], i)


fill_moves()


cdef inline int copy_moves(const MoveList *moves, Move target, Move *out) noexcept nogil:
    """Whole lists are copied whatever their length: `out` has the room, and a fixed length is faster."""
    cdef int i
    for i in range(<int>COUP_ACTIONS):
        out[i] = moves.move[i] | (moves.target[i] & target)
    return moves.n


cdef inline int declare_moves(const CoupState *state, Move *out) noexcept nogil:
    """Every affordable action with each living target."""
    cdef int seat = state.turn_seat, i, n = 0
    cdef uint32_t others = state.alive & ~(1u << seat), left
    cdef const MoveList *moves = &DECLARATIONS[variant(state)][state.coins[seat]]
    if bits_without_first(others) == 0:
        return copy_moves(moves, bits_first(others), out)
    for i in range(moves.n):
        left = others if moves.target[i] else 1
        while left:
            out[n] = moves.move[i] | bits_first(left)
            n += 1
            left = <uint32_t>bits_without_first(left)
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
        return copy_moves(&BLOCKS[state.action], 0, out)
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
