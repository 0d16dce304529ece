# A quick judgement of positions, and a playout policy that takes cards, feeds production and watches the faith track.

cdef enum:
    CANDIDATES = 8            # placements that the policy looks at before it takes the best of them
    MEMBER_WORTH = 5          # of each point of a member that is placed where its value counts
    IDLE_WORTH = 2            # and where it does not
    LATE_DISCARDS = 36        # percent of the turns of the last two rounds in which a leader is discarded
    FAITH_WANTED = 15         # extra worth of each faith point below what the next report asks for

# Evaluation

cdef inline double engine_worth(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    """One harvest and one production with everything, in tenths of a point."""
    cdef int kind, i, worth = 0, round_ = state.round
    for kind in range(2):
        if player.tile <= LOR_BONUS_TILES:
            worth += TILE_WORTH[round_][player.tile][kind]
        for i in range(player.count[kind]):
            worth += YIELD_WORTH[round_][player.row[kind][i]]
    return worth


cdef double outlook(const LorenzoState *state, int seat, double rounds) noexcept nogil:
    """Points that the seat can hope for with so many rounds left, up to a number that is the same for all seats."""
    cdef const LorenzoSeat *player = &state.player[seat]
    cdef int faith = lanes8_get(player.goods, LOR_FAITH), i
    cdef double facts[FACTS]
    cdef double total = 0
    facts[0] = final_points(state, seat)
    facts[1] = FAITH_POINTS[faith]
    facts[2] = faith_missing(state, player)
    facts[3] = lanes8_get(player.goods, LOR_WOOD) + lanes8_get(player.goods, LOR_STONE)
    facts[4] = lanes8_get(player.goods, LOR_SERVANTS)
    facts[5] = lanes8_get(player.goods, LOR_COINS)
    facts[6] = lanes8_get(player.goods, LOR_MILITARY)
    facts[7] = 0.1 * engine_worth(state, player)
    for i in range(LOR_TYPES):
        facts[8 + i] = player.count[i]
    facts[12] = LOR_PICKS - bits_count(shown_leaders(player)) if state.options & LOR_ADVANCED else 0
    facts[13] = bits_count(player.played & ONCE_LEADERS)
    facts[14] = bits_count(player.banned & 3)
    facts[15] = bits_count(player.home)
    for i in range(FACTS):
        total += facts[i] * (OUTLOOK[i][0] + OUTLOOK[i][1] * rounds)
    return total


cdef inline double rounds_left(const LorenzoState *state) noexcept nogil:
    """Rounds to play, the present one by the members still at home."""
    cdef int seat, home = 0
    for seat in range(state.seats):
        home += bits_count(state.player[seat].home)
    return LOR_ROUNDS - 1 - state.round + home / <double>(LOR_MEMBERS * state.seats)


cdef void lorenzo_evaluate(const void *memory, float *out) noexcept nogil:
    """Mean over the other seats of a smooth step in the difference of the outlooks."""
    cdef const LorenzoState *state = <const LorenzoState *>memory
    cdef double worth[LOR_SEATS]
    cdef double lead, rounds = rounds_left(state), scale = 8.0 + 2.0 * rounds
    cdef Result result
    cdef int seat, other
    if state.actor == PALIO_OVER:
        lorenzo_result(memory, &result)
        for seat in range(state.seats):
            out[seat] = result.value[seat]
        return
    for seat in range(state.seats):
        worth[seat] = outlook(state, seat, rounds)
    for seat in range(state.seats):
        out[seat] = 0
        for other in range(state.seats):
            if other != seat:
                lead = (worth[seat] - worth[other]) / scale
                out[seat] += (0.5 + 0.5 * lead / (1.0 + (lead if lead > 0 else -lead))) / (state.seats - 1)


# Playouts

cdef inline bint chance_of(Rng *rng, uint32_t percent) noexcept nogil:
    return rng_below(rng, 100) < percent


cdef inline int faith_missing(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    return max(0, FAITH_NEED[state.round >> 1] - lanes8_get(player.goods, LOR_FAITH))


cdef inline int gain_worth(const LorenzoState *state, const LorenzoSeat *player, uint64_t gain) noexcept nogil:
    """The worth of a gain to this player."""
    return <int>word_worth(state.round, gain) \
        + FAITH_WANTED * min(faith_missing(state, player), lanes8_get(gain, LOR_FAITH))


cdef inline int floor_worth(const LorenzoState *state, const LorenzoSeat *player, int space, int value) noexcept nogil:
    """The worth of the card on a floor with an action of this value, servants and fee off."""
    cdef int type_ = space // LOR_FLOORS, card = floor_card(state, space)
    cdef int missing = FLOOR_VALUE[space & 3] - player.bonus[type_] - value
    cdef int worth = CARD_WORTH[state.round][card] + SPACE_WORTH[state.round][space]
    worth += STEP_WORTH[type_][player.count[type_]]
    worth += FAITH_WANTED * min(faith_missing(state, player), lanes8_get(CARD_GAIN[card], LOR_FAITH))
    if missing > 0:
        worth -= missing * servants_per_value(player) * LANE_WORTH[state.round][<int>LOR_SERVANTS]
    if tower_fee(state, player, type_):
        worth -= 3 * LANE_WORTH[state.round][<int>LOR_COINS]
    return worth


cdef inline int run_worth(const LorenzoState *state, const LorenzoSeat *player, int kind, int value) noexcept nogil:
    """The worth of a harvest (0) or production (1) of this value."""
    cdef int i, worth = TILE_WORTH[state.round][player.tile][kind]
    for i in range(player.count[kind]):
        if CARD_ACTIVATION[player.row[kind][i]] <= value:
            worth += YIELD_WORTH[state.round][player.row[kind][i]]
    return worth


cdef inline int placement_worth(const LorenzoState *state, const LorenzoSeat *player, Move move) noexcept nogil:
    """A member of high value had better go where the value counts."""
    cdef int space = move_value(move) >> 2, member = move_value(move) & 3, area = SPACE_AREA[space]
    cdef int value = player.value[member], reach
    if area < LOR_TYPES:
        return floor_worth(state, player, space, value) - MEMBER_WORTH * value
    if area < LOR_ACTIONS:
        reach = value + player.bonus[area] - SPACE_PENALTY[space] + min(2, servants_of(player))
        return run_worth(state, player, area - <int>LOR_HARVEST, reach) - MEMBER_WORTH * value
    return SPACE_WORTH[state.round][space] - IDLE_WORTH * value


cdef Move informed_placement(const LorenzoState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """The best of a few random placements."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef Move best = moves[rng_below(rng, n)], move
    cdef int i, worth, most = placement_worth(state, player, best)
    for i in range(min(n, <int>CANDIDATES) - 1):
        move = moves[rng_below(rng, n)]
        worth = placement_worth(state, player, move)
        if worth > most:
            most = worth
            best = move
    return best


cdef Move informed_turn(const LorenzoState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """Leaders are played and used as soon as they can be; those left over are discarded in the last rounds."""
    cdef int first = 0
    if move_kind(moves[0]) == LOR_M_PLAY or move_kind(moves[0]) == LOR_M_ACTIVATE:
        return moves[0]
    while move_kind(moves[first]) == LOR_M_DISCARD:
        first += 1
    if first and state.round >= LOR_ROUNDS - 2 and chance_of(rng, LATE_DISCARDS):
        return moves[rng_below(rng, first)]
    if move_kind(moves[first]) != LOR_M_PLACE:
        return moves[first]
    return informed_placement(state, moves + first, n - first, rng)


cdef Move informed_servants(const LorenzoState *state, const Move *moves, int n) noexcept nogil:
    """As few as possible, or as many as make a harvest or production richer than they are worth."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int kind = SPACE_AREA[state.space] - <int>LOR_HARVEST, i, spent, worth, most = -1000, per, value
    cdef Move best = moves[0]
    if kind < 0 or kind > 1 or move_kind(moves[0]) != LOR_M_SERVANTS:
        return best
    per = servants_per_value(player)
    value = action_value(state)
    for i in range(n):
        spent = move_value(moves[i])
        if move_kind(moves[i]) != LOR_M_SERVANTS or spent // per + value > 7:
            break
        worth = run_worth(state, player, kind, value + spent // per)
        worth -= spent * LANE_WORTH[state.round][<int>LOR_SERVANTS]
        if worth > most:
            most = worth
            best = moves[i]
    return best


cdef inline int option_worth(const LorenzoState *state, const LorenzoSeat *player, int value) noexcept nogil:
    """The worth of a privilege or of an exchange."""
    if state.step == LOR_CHOOSE_PRIVILEGE:
        return gain_worth(state, player, PRIVILEGE[value])
    if value & 3:
        return gain_worth(state, player, ARROW_GAIN[value >> 2][(value & 3) - 1]) \
            - <int>word_worth(state.round, ARROW_PAY[value >> 2][(value & 3) - 1])
    return 0


cdef Move informed_gain(const LorenzoState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """Privileges and exchanges: the most worth, with some noise."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int i, worth, most = -1000
    cdef Move best = moves[0]
    for i in range(n):
        worth = option_worth(state, player, move_value(moves[i])) + <int>rng_below(rng, 8)
        if worth > most:
            most = worth
            best = moves[i]
    return best


cdef Move informed_take(const LorenzoState *state, const Move *moves, int n) noexcept nogil:
    """The best card that the bonus action reaches; the last move declines."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int i, worth, most = 0
    cdef Move best = moves[n - 1]
    for i in range(n - 1):
        worth = floor_worth(state, player, move_value(moves[i]), RUN_VALUE[state.origin])
        if worth > most:
            most = worth
            best = moves[i]
    return best


cdef Move informed_move(const LorenzoState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    cdef int step = state.step
    if step == LOR_TURN or step == LOR_AFTER:
        return informed_turn(state, moves, n, rng)
    if step == LOR_PAY_SERVANTS or step == LOR_BONUS_RUN:
        return informed_servants(state, moves, n)
    if step == LOR_CHOOSE_PRIVILEGE or step == LOR_EXCHANGE:
        return informed_gain(state, moves, n, rng)
    if step == LOR_BONUS_TAKE:
        return informed_take(state, moves, n)
    if step == LOR_SUPPORT:
        return moves[1]
    return moves[rng_below(rng, n)]


cdef int64_t lorenzo_playout_informed(void *memory, Rng *rng) noexcept nogil:
    cdef LorenzoState *state = <LorenzoState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    cdef int n
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            lorenzo_apply(state, lorenzo_sample_chance(state, rng))
            continue
        n = lorenzo_legal_moves(state, moves)
        lorenzo_apply(state, informed_move(state, moves, n, rng) if n > 1 else moves[0])
        decisions += 1
    return decisions
