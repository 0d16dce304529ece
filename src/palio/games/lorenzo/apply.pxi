# Carrying out a move: the chain of small decisions of docs/rules/lorenzo.md.

cdef void resume(LorenzoState *state) noexcept nogil:
    """An action or leader ability is done: back to the turn, or on to what may follow the placement."""
    clear_action(state)
    if not state.placed:
        state.step = LOR_TURN
    elif has_leader_action(state, acting(state)):
        state.step = LOR_AFTER
    else:
        next_turn(state, state.turn + 1)


# Placing a family member

cdef inline void put_member(LorenzoState *state) noexcept nogil:
    """The member stands on its space; a bonus action places none."""
    cdef LorenzoSeat *player = acting(state)
    cdef int area
    if state.member == LOR_NONE:
        return
    area = SPACE_AREA[state.space]
    player.place[state.member] = state.space
    player.home &= ~(1 << state.member)
    state.occupied |= 1u << state.space
    if state.member != LOR_NEUTRAL and area < LOR_ACTIONS:
        player.areas |= 1 << area
    if area == LOR_COUNCIL:
        join_council(state)
    state.placed = 1


cdef inline void join_council(LorenzoState *state) noexcept nogil:
    cdef int i
    for i in range(LOR_SEATS):
        if state.council[i] == state.actor:
            return
        if state.council[i] == LOR_NONE:
            state.council[i] = state.actor
            return


cdef inline void choose_space(LorenzoState *state, int space) noexcept nogil:
    """Servants are asked for every action."""
    state.space = space
    if space < LOR_S_HARVEST:
        state.card = floor_card(state, space)
    state.step = LOR_PAY_SERVANTS


cdef inline void pay_servants(LorenzoState *state, int servants) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    cdef int area = SPACE_AREA[state.space]
    cdef int value = action_value(state) + servants // servants_per_value(player)
    player.goods -= <uint64_t>servants << (8 * <int>LOR_SERVANTS)
    if area < LOR_TYPES:
        if CARD_COSTS[state.card] == 2:
            state.step = LOR_PAY_COST
        else:
            choose_cost(state, 0)
        return
    put_member(state)
    if area < LOR_ACTIONS:
        run(state, area, value)
    else:
        pay_out(state, LOR_FROM_SPACE, SPACE_GAIN[state.space])


# Taking a card

cdef inline void choose_cost(LorenzoState *state, int option) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    cdef uint64_t discount
    state.cost = option
    if chooses_discount(player, state.card):
        discount = plain_discount(state, player, CHOICE_TYPE)
        if choice_lowers(state.card, option, discount, 0) or choice_lowers(state.card, option, discount, 1):
            state.step = LOR_PAY_DISCOUNT
            return
    take_card(state, 0)


cdef inline uint64_t chosen_discount(int kinds) noexcept nogil:
    return CHOICE[0] if kinds == CHOICE_KINDS[0] else CHOICE[1]


cdef void take_card(LorenzoState *state, uint64_t chosen) noexcept nogil:
    """Towers: fee, floor bonus, cost, the card to its place, its immediate effect."""
    cdef LorenzoSeat *player = acting(state)
    cdef int card = state.card, type_ = card // LOR_DECK
    cdef uint64_t discount = plain_discount(state, player, type_) + chosen
    player.goods = goods_for_card(state, player) - lanes8_minus_floor(CARD_COST[card][state.cost], discount)
    state.left &= ~(1u << state.space)
    put_member(state)
    player.owned[type_] |= 1u << (card % LOR_DECK)
    if type_ < 2:
        player.row[type_][player.count[type_]] = card
    player.count[type_] += 1
    clear_action(state)
    if CARD_LASTING[card]:
        refresh(state, state.actor)
    state.card = card
    pay_out(state, LOR_FROM_CARD, CARD_GAIN[card] + per_gain(player, &CARD_PER[card]))


# Leaders

cdef inline void play_leader(LorenzoState *state, int leader) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    player.hand &= ~(1u << leader)
    player.played |= 1u << leader
    if LEADER_COPIES[leader]:
        state.step = LOR_COPY
        return
    refresh(state, state.actor)
    resume(state)


cdef inline void copy_leader(LorenzoState *state, int leader) noexcept nogil:
    acting(state).copied = leader
    refresh(state, state.actor)
    resume(state)


cdef inline void activate_leader(LorenzoState *state, int leader) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    state.used |= 1u << leader
    if LEADER_COPIES[leader]:
        leader = player.copied
    if LEADER_RAISES[leader]:
        state.step = LOR_RAISE
    elif RUN_KIND[LOR_CARDS + leader] != RUN_NOTHING:
        start_bonus(state, LOR_CARDS + leader)
    else:
        pay_out(state, LOR_FROM_LEADER, LEADER_GAIN[leader])


cdef inline void raise_member(LorenzoState *state, int member) noexcept nogil:
    acting(state).raised |= 1 << member
    refresh(state, state.actor)
    resume(state)


cdef inline void discard_leader(LorenzoState *state, int leader) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    player.hand &= ~(1u << leader)
    player.discarded |= 1u << leader
    pay_out(state, LOR_FROM_LEADER, DISCARD_GAIN)


# The draft

cdef void pick_leader(LorenzoState *state, int leader) noexcept nogil:
    """The kept leader moves to its place in the list of its pack; the rest stay ascending."""
    cdef uint8_t *pack = &state.draft[(state.actor + state.lap) % state.seats][0]
    cdef int i = LOR_PICKS - 1
    while pack[i] != leader and i > state.lap:
        i -= 1
    while i > state.lap:
        pack[i] = pack[i - 1]
        i -= 1
    pack[i] = leader
    acting(state).hand |= 1u << leader
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
        state.lap += 1
        if state.lap == LOR_PICKS:
            state.lap = 0
            state.turn = state.seats - 1
            state.step = LOR_TILE
    state.actor = state.order[state.turn]


cdef inline void choose_tile(LorenzoState *state, int tile) noexcept nogil:
    """Bonus tiles are chosen in reverse turn order; then the first cards are laid out."""
    acting(state).tile = tile
    if state.turn == 0:
        start_round(state)
        return
    state.turn -= 1
    state.actor = state.order[state.turn]


# Rounds

cdef void roll(LorenzoState *state, int outcome) noexcept nogil:
    cdef int seat
    state.dice[0] = outcome // 36 + 1
    state.dice[1] = outcome // 6 % 6 + 1
    state.dice[2] = outcome % 6 + 1
    for seat in range(state.seats):
        refresh(state, seat)
    next_turn(state, 0)


cdef void next_turn(LorenzoState *state, int turn) noexcept nogil:
    """The next seat that takes a turn, from this place in the order on; after the last lap the actions end."""
    cdef bint skips
    while True:
        if turn == state.seats:
            turn = 0
            state.lap += 1
            if state.lap > LOR_MEMBERS:
                break
        skips = (state.player[state.order[turn]].flags & LOR_F_SKIPS) != 0
        if state.lap == 0 and skips or state.lap == LOR_MEMBERS and not skips:
            turn += 1
            continue
        state.turn = turn
        state.actor = state.order[turn]
        state.placed = 0
        state.step = LOR_TURN
        return
    state.placed = 0
    state.lap = 0
    if state.round & 1:
        report(state, 0)
    else:
        end_round(state)


cdef void report(LorenzoState *state, int turn) noexcept nogil:
    """Vatican Report: from this place in the order on, who has the faith is asked, the others are excommunicated."""
    cdef int seat, need = FAITH_NEED[state.round >> 1]
    while turn < state.seats:
        seat = state.order[turn]
        if lanes8_get(state.player[seat].goods, LOR_FAITH) >= need:
            state.turn = turn
            state.actor = seat
            state.step = LOR_SUPPORT
            return
        ban(state, seat)
        turn += 1
    end_round(state)


cdef void ban(LorenzoState *state, int seat) noexcept nogil:
    """Excommunication; after the last round the step of the faith track is scored all the same."""
    state.player[seat].banned |= 1 << (state.round >> 1)
    refresh(state, seat)
    if state.round == LOR_ROUNDS - 1:
        score_faith(&state.player[seat])


cdef inline void score_faith(LorenzoSeat *player) noexcept nogil:
    cdef int faith = lanes8_get(player.goods, LOR_FAITH)
    player.goods -= <uint64_t>faith << (8 * <int>LOR_FAITH)
    receive(player, <uint64_t>FAITH_POINTS[faith] << (8 * <int>LOR_VP))


cdef void support(LorenzoState *state) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    cdef uint32_t leaders = abilities(player)
    score_faith(player)
    while leaders:
        receive(player, <uint64_t>LEADER_CHURCH[bits_first(leaders)] << (8 * <int>LOR_VP))
        leaders = <uint32_t>bits_without_first(leaders)


cdef void end_round(LorenzoState *state) noexcept nogil:
    """End of the Round: cards away, new turn order, members home, leaders face up."""
    cdef LorenzoSeat *player
    cdef int seat
    change_order(state)
    state.left = 0
    state.occupied = 0
    state.used = 0
    memset(state.dice, 0, sizeof(state.dice))
    for seat in range(state.seats):
        player = &state.player[seat]
        memset(player.place, LOR_NONE, sizeof(player.place))
        memset(player.value, 0, sizeof(player.value))
        player.home = (1 << LOR_MEMBERS) - 1
        player.areas = 0
        player.raised = 0
    if state.round == LOR_ROUNDS - 1:
        final_scoring(state)
        state.turn = 0
        state.step = LOR_END
        state.actor = PALIO_OVER
        return
    state.round += 1
    start_round(state)


cdef void change_order(LorenzoState *state) noexcept nogil:
    """First those in the Council Palace in order of arrival, then the others in their old order."""
    cdef uint8_t old[LOR_SEATS]
    cdef int i, n = 0
    cdef uint32_t there = 0
    memcpy(old, state.order, LOR_SEATS)
    for i in range(state.seats):
        if state.council[i] != LOR_NONE:
            state.order[n] = state.council[i]
            there |= 1u << state.council[i]
            n += 1
    for i in range(state.seats):
        if not there >> old[i] & 1:
            state.order[n] = old[i]
            n += 1
    memset(state.council, LOR_NONE, LOR_SEATS)


cdef inline void carry_out(LorenzoState *state, Move move) noexcept nogil:
    cdef int kind = move_kind(move), value = move_value(move)
    if kind == LOR_M_PLACE:
        state.member = value & 3
        choose_space(state, value >> 2)
    elif kind == LOR_M_SERVANTS:
        pay_servants(state, value)
    elif kind == LOR_M_PRIVILEGE:
        choose_privilege(state, value)
    elif kind == LOR_M_EXCHANGE:
        exchange(state, value & 3)
    elif kind == LOR_M_END or kind == LOR_M_PASS:
        next_turn(state, state.turn + 1)
    elif kind == LOR_M_DISCARD:
        discard_leader(state, value)
    elif kind == LOR_M_TAKE:
        choose_space(state, value)
    elif kind == LOR_M_DECLINE:
        resume(state)
    elif kind == LOR_M_ACTIVATE:
        activate_leader(state, value)
    elif kind == LOR_M_PLAY:
        play_leader(state, value)
    elif kind == LOR_M_COST:
        choose_cost(state, value)
    elif kind == LOR_M_DISCOUNT:
        take_card(state, chosen_discount(value))
    elif kind == LOR_M_ROLL:
        roll(state, value)
    elif kind == LOR_M_PICK:
        pick_leader(state, value)
    elif kind == LOR_M_TILE:
        choose_tile(state, value)
    elif kind == LOR_M_RAISE:
        raise_member(state, value)
    elif kind == LOR_M_COPY:
        copy_leader(state, value)
    else:
        answer_church(state, kind == LOR_M_SUPPORT)


cdef inline void answer_church(LorenzoState *state, bint supports) noexcept nogil:
    if supports:
        support(state)
    else:
        ban(state, state.actor)
    report(state, state.turn + 1)


cdef void lorenzo_apply(void *memory, Move move) noexcept nogil:
    carry_out(<LorenzoState *>memory, move)
    if PALIO_CHECKED:
        palio_verify(lorenzo_check(memory))


cdef int64_t lorenzo_playout(void *memory, Rng *rng) noexcept nogil:
    """Uniformly random moves to the end."""
    cdef LorenzoState *state = <LorenzoState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            lorenzo_apply(state, lorenzo_sample_chance(state, rng))
            continue
        lorenzo_apply(state, moves[rng_below(rng, lorenzo_legal_moves(state, moves))])
        decisions += 1
    return decisions
