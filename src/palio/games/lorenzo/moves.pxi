# The moves of the current decision, in ascending order; placements and card payments are in towers.pxi.

cdef inline Move make_move(int kind, int value) noexcept nogil:
    return (<Move>kind << 24) | <Move>value


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_value(Move move) noexcept nogil:
    return move & 0xFFFF


cdef inline int set_moves(uint32_t members, int kind, Move *out) noexcept nogil:
    """One move per member of a bit set."""
    cdef int n = 0
    while members:
        out[n] = make_move(kind, bits_first(members))
        n += 1
        members = <uint32_t>bits_without_first(members)
    return n


# Leaders

cdef inline bint has_cards(const LorenzoState *state, const LorenzoSeat *player, int leader) noexcept nogil:
    cdef int edition = (state.options & LOR_SPANISH) != 0, type_, most = 0, total = 0, count
    for type_ in range(LOR_TYPES):
        count = player.count[type_]
        if count < LEADER_CARDS[leader][type_]:
            return False
        most = max(most, count)
        total += count
    return most >= LEADER_SAME[edition][leader] and total >= LEADER_ANY[edition][leader]


cdef inline uint32_t others_leaders(const LorenzoState *state, int seat) noexcept nogil:
    """Leaders that other players have in play."""
    cdef uint32_t leaders = 0
    cdef int other
    for other in range(LOR_SEATS):
        if other != seat:
            leaders |= state.player[other].played
    return leaders


cdef inline bint can_play(const LorenzoState *state, const LorenzoSeat *player, int leader) noexcept nogil:
    """The requirement holds now (Leader Cards); one that copies needs something to copy."""
    if not lanes8_covers(player.goods, LEADER_NEED[leader]) or player.points < LEADER_POINTS[leader]:
        return False
    if not has_cards(state, player, leader):
        return False
    return not LEADER_COPIES[leader] or others_leaders(state, state.actor) != 0


cdef inline int plain_bonus(const LorenzoState *state, const LorenzoSeat *player, int action) noexcept nogil:
    """What tiles alone add to an action that card bonuses do not raise."""
    cdef int period, bonus = 0
    for period in range(LOR_PERIODS):
        if player.banned >> period & 1:
            bonus += BAN_BONUS[period][state.tiles[period]][action]
    return bonus


cdef inline int run_value(const LorenzoState *state, const LorenzoSeat *player, int origin, int action) noexcept nogil:
    """A bonus action's value without servants."""
    if RUN_PLAIN[(state.options & LOR_SPANISH) != 0][origin]:
        return RUN_VALUE[origin] + plain_bonus(state, player, action)
    return RUN_VALUE[origin] + player.bonus[action]


cdef inline bint can_activate(const LorenzoState *state, const LorenzoSeat *player, int leader) noexcept nogil:
    cdef int origin, action
    if LEADER_COPIES[leader]:
        if player.copied == LOR_NONE:
            return False
        leader = player.copied
    if not LEADER_ONCE[leader]:
        return False
    if LEADER_RAISES[leader]:
        return (player.home & LOR_COLORED) != 0
    origin = LOR_CARDS + leader
    if RUN_KIND[origin] == RUN_NOTHING:
        return True
    action = LOR_HARVEST if RUN_KIND[origin] == RUN_HARVEST else LOR_PRODUCTION
    return run_value(state, player, origin, action) + servants_of(player) // servants_per_value(player) >= 1


cdef inline int leader_moves(const LorenzoState *state, const LorenzoSeat *player, Move *out) noexcept nogil:
    cdef uint32_t leaders = player.hand
    cdef int n = 0, leader
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        out[n] = make_move(LOR_M_PLAY, leader)
        n += can_play(state, player, leader)
    leaders = player.played & (ONCE_LEADERS | COPIERS) & ~state.used
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        out[n] = make_move(LOR_M_ACTIVATE, leader)
        n += can_activate(state, player, leader)
    return n + set_moves(player.hand, LOR_M_DISCARD, out + n)


cdef inline bint has_leader_action(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    cdef uint32_t leaders
    cdef int leader
    if player.hand:
        return True
    leaders = player.played & (ONCE_LEADERS | COPIERS) & ~state.used
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        if can_activate(state, player, leader):
            return True
    return False


# Small decisions

cdef inline int draft_moves(const LorenzoState *state, Move *out) noexcept nogil:
    cdef const uint8_t *pack = &state.draft[(state.actor + state.lap) % state.seats][0]
    cdef int i, n = 0
    for i in range(state.lap, LOR_PICKS):
        out[n] = make_move(LOR_M_PICK, pack[i])
        n += 1
    return n


cdef inline int tile_moves(const LorenzoState *state, Move *out) noexcept nogil:
    cdef uint32_t free = (1 << LOR_BONUS_TILES) - 1
    cdef int seat
    for seat in range(state.seats):
        if state.player[seat].tile < LOR_BONUS_TILES:
            free &= ~(1u << state.player[seat].tile)
    return set_moves(free, LOR_M_TILE, out)


cdef int roll_moves(Move *out) noexcept nogil:
    cdef int i
    for i in range(216):
        out[i] = make_move(LOR_M_ROLL, i)
    return 216


cdef inline int range_moves(int least, int most, Move *out) noexcept nogil:
    """How many servants to spend."""
    cdef int i, n = 0
    for i in range(least, most + 1):
        out[n] = make_move(LOR_M_SERVANTS, i)
        n += 1
    return n


cdef inline int exchange_moves(const LorenzoState *state, Move *out) noexcept nogil:
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int card = player.row[1][state.cursor], arrow, n = 1
    out[0] = make_move(LOR_M_EXCHANGE, card * 4)
    for arrow in range(CARD_ARROWS[card]):
        out[n] = make_move(LOR_M_EXCHANGE, card * 4 + arrow + 1)
        n += lanes8_covers(player.goods, ARROW_PAY[card][arrow])
    return n


cdef int lorenzo_legal_moves(const void *memory, Move *out) noexcept nogil:
    cdef const LorenzoState *state = <const LorenzoState *>memory
    cdef int step = state.step, n
    if step == LOR_TURN:
        return turn_moves(state, out)
    if step == LOR_PAY_SERVANTS:
        return servant_moves(state, out)
    if step == LOR_CHOOSE_PRIVILEGE:
        return set_moves(((1 << LOR_PRIVILEGES) - 1) & ~state.chosen, LOR_M_PRIVILEGE, out)
    if step == LOR_EXCHANGE:
        return exchange_moves(state, out)
    if step == LOR_AFTER:
        n = leader_moves(state, acting_const(state), out)
        out[n] = make_move(LOR_M_END, 0)
        return n + 1
    if step == LOR_PAY_COST:
        return cost_moves(state, out)
    if step == LOR_PAY_DISCOUNT:
        return discount_moves(state, out)
    if step == LOR_BONUS_TAKE:
        return take_moves(state, out)
    if step == LOR_BONUS_RUN:
        n = range_moves(least_servants(state), servants_of(acting_const(state)), out)
        out[n] = make_move(LOR_M_DECLINE, 0)
        return n + 1
    if step == LOR_ROLL:
        return roll_moves(out)
    if step == LOR_SUPPORT:
        out[0] = make_move(LOR_M_REFUSE, 0)
        out[1] = make_move(LOR_M_SUPPORT, 0)
        return 2
    if step == LOR_DRAFT:
        return draft_moves(state, out)
    if step == LOR_TILE:
        return tile_moves(state, out)
    if step == LOR_RAISE:
        return set_moves(acting_const(state).home & LOR_COLORED, LOR_M_RAISE, out)
    if step == LOR_COPY:
        return set_moves(others_leaders(state, state.actor), LOR_M_COPY, out)
    return 0


cdef Move lorenzo_sample_chance(const void *memory, Rng *rng) noexcept nogil:
    return make_move(LOR_M_ROLL, rng_below(rng, 216))


cdef double lorenzo_chance_probability(const void *memory, Move move) noexcept nogil:
    return 1.0 / 216
