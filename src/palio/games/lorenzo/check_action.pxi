# Invariants of the leaders, the draft and the action under way.

cdef const char *check_packs(const LorenzoState *state) noexcept nogil:
    """The draft names each leader once; what is unknown in a view is where it must be."""
    cdef uint32_t seen = 0
    cdef int pack, pick, card, hidden, start, end
    for pack in range(state.seats):
        hidden = first_seen(state, pack, state.viewer) if state.viewer != LOR_NONE else 0
        for pick in range(LOR_PICKS):
            card = state.draft[pack][pick]
            if (card == LOR_NONE) != (pick < hidden):
                return b"a view shows the leaders that its seat has seen in the draft"
            if card == LOR_NONE:
                continue
            if card >= LOR_LEADERS or seen >> card & 1:
                return b"the draft names each leader once"
            seen |= 1u << card
        start = hidden if state.viewer != LOR_NONE else picks_made(state, pack)
        while start < LOR_PICKS:
            end = run_end(state, pack, state.viewer, start) if state.viewer != LOR_NONE else <int>LOR_PICKS
            for pick in range(start + 1, end):
                if state.draft[pack][pick] < state.draft[pack][pick - 1]:
                    return b"leaders whose order is unknown or open stand ascending"
            start = end
    return NULL


cdef const char *check_hands(const LorenzoState *state) noexcept nogil:
    cdef const LorenzoSeat *player
    cdef uint32_t shown = 0, kept
    cdef LorenzoState scratch
    cdef int seat
    for seat in range(state.seats):
        player = &state.player[seat]
        if player.played & player.discarded or shown & shown_leaders(player) or player.hand & shown_leaders(player):
            return b"a leader is in two places"
        shown |= shown_leaders(player)
        if shown_leaders(player) >> LOR_LEADERS or bits_count(shown_leaders(player)) > LOR_PICKS:
            return b"a player has at most 4 leaders"
        if shown_leaders(player) and (drafting(state) or state.step == LOR_TILE or state.step == LOR_ROLL
                                      and state.round == 0):
            return b"no leader is played before the first turn"
        if state.viewer != LOR_NONE and seat != state.viewer:
            if player.hand:
                return b"a view shows no other hand"
            continue
        kept = kept_leaders(state, seat)
        if kept != (player.hand | shown_leaders(player)):
            return b"a player has the leaders that it kept in the draft"
    if state.viewer != LOR_NONE:
        scratch = state[0]
        if not settle_draft(&scratch, NULL):
            return b"a player has shown a leader that it cannot have"
    return NULL


cdef bint has_raiser(const LorenzoSeat *player) noexcept nogil:
    cdef uint32_t leaders = abilities(player)
    while leaders:
        if LEADER_RAISES[bits_first(leaders)]:
            return True
        leaders = <uint32_t>bits_without_first(leaders)
    return False


cdef const char *check_abilities(const LorenzoState *state) noexcept nogil:
    """Copies, uses and raised members come from leaders in play."""
    cdef const LorenzoSeat *player
    cdef uint32_t usable = 0
    cdef int seat, copied
    for seat in range(state.seats):
        player = &state.player[seat]
        copied = player.copied
        if player.played & COPIERS and not (state.step == LOR_COPY and seat == state.actor):
            if copied >= LOR_LEADERS or not others_leaders(state, seat) >> copied & 1:
                return b"a copy is of a leader that another player has in play"
        elif copied != LOR_NONE:
            return b"nothing is copied without the leader who does it"
        usable |= player.played & ONCE_LEADERS
        if copied != LOR_NONE and LEADER_ONCE[copied]:
            usable |= player.played & COPIERS
        if player.raised and not (has_raiser(player) and in_round(state)):
            return b"a member is raised by a leader in play"
    if state.used & ~usable or (state.used and not in_round(state)):
        return b"a leader was used that has no ability for it"
    return NULL


cdef const char *check_leaders(const LorenzoState *state) noexcept nogil:
    cdef const char *error
    cdef int seat
    if not state.options & LOR_ADVANCED:
        for seat in range(LOR_SEATS):
            if state.player[seat].hand or shown_leaders(&state.player[seat]) or state.player[seat].raised \
                    or state.player[seat].copied != LOR_NONE:
                return b"the basic game has no leaders"
        return unless(state.used == 0 and all_none(&state.draft[0][0], LOR_SEATS * LOR_PICKS),
                      b"the basic game has no leaders")
    if not all_none(&state.draft[state.seats - 1][0] + LOR_PICKS, (LOR_SEATS - state.seats) * LOR_PICKS):
        return b"there are as many packs as players"
    error = check_packs(state)
    if error == NULL:
        error = check_hands(state)
    if error == NULL:
        error = check_abilities(state)
    return error


# The action under way

cdef inline bint no_gain(const LorenzoState *state) noexcept nogil:
    return (state.gain == 0 and state.arrows == 0 and state.chosen == 0 and state.source == LOR_FROM_NOTHING
            and state.cursor == 0 and state.active == 0)


cdef inline bint no_action(const LorenzoState *state) noexcept nogil:
    return (no_gain(state) and state.member == LOR_NONE and state.space == LOR_NONE and state.card == LOR_NONE
            and state.cost == 0 and state.origin == LOR_NONE)


cdef inline bint lists_move(const LorenzoState *state, Move move) noexcept nogil:
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int i
    for i in range(lorenzo_legal_moves(state, moves)):
        if moves[i] == move:
            return True
    return False


cdef bint has_origin(const LorenzoState *state) noexcept nogil:
    """The actor has the card or leader that gives the bonus action."""
    cdef const LorenzoSeat *player = acting_const(state)
    if state.origin < LOR_CARDS:
        return state.placed != 0 and (player.owned[state.origin // LOR_DECK] >> (state.origin % LOR_DECK) & 1) != 0
    return state.origin < ORIGINS and (abilities(player) >> (state.origin - LOR_CARDS) & 1) != 0


cdef const char *check_target(const LorenzoState *state) noexcept nogil:
    """The placement or bonus action that is being paid for was possible."""
    cdef LorenzoState before = state[0]
    cdef Move move
    if not no_gain(state) or state.space >= LOR_SPACES or state.cost > 1:
        return b"nothing is gained before the action is paid"
    if state.space < LOR_S_HARVEST:
        if not state.left >> state.space & 1 or state.card != floor_card(state, state.space):
            return b"the card being taken lies on its floor"
    elif state.card != LOR_NONE or state.step != LOR_PAY_SERVANTS:
        return b"only a tower has a card to take"
    if state.member == LOR_NONE:
        if not has_origin(state) or RUN_KIND[state.origin] != RUN_TAKE or state.space >= LOR_S_HARVEST \
                or not RUN_TYPES[state.origin] >> (state.space // LOR_FLOORS) & 1:
            return b"nothing gives this bonus action"
        move = make_move(LOR_M_TAKE, state.space)
        before.step = LOR_BONUS_TAKE
    else:
        if state.member >= LOR_MEMBERS or state.origin != LOR_NONE or state.placed \
                or not acting_const(state).home >> state.member & 1:
            return b"the member being placed is at home"
        move = make_move(LOR_M_PLACE, state.space * 4 + state.member)
        before.step = LOR_TURN
    if state.step == LOR_PAY_SERVANTS:
        before.space = before.card = LOR_NONE
        return unless(state.cost == 0 and lists_move(&before, move), b"the action under way is not possible")
    if floor_spare(state, acting_const(state), state.space) < 0:
        return b"the card being taken cannot be paid"
    if state.step == LOR_PAY_COST:
        return unless(CARD_COSTS[state.card] == 2 and state.cost == 0, b"the card has one cost")
    return unless(chooses_discount(acting_const(state), state.card) and state.cost < CARD_COSTS[state.card],
                  b"the discount has no choice")


cdef const char *check_activation(const LorenzoState *state) noexcept nogil:
    """A harvest or production under way: active cards, chosen exchanges, the place where it stands."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int kind = state.source == LOR_FROM_PRODUCTION, i, arrow
    if state.active >> player.count[kind] or state.arrows >> (2 * LOR_ROW) or state.cursor > LOR_ROW:
        return b"the active cards are not in the row"
    for i in range(LOR_ROW):
        arrow = state.arrows >> (2 * i) & 3
        if arrow and not (kind and state.active >> i & 1 and arrow <= CARD_ARROWS[player.row[1][i]]):
            return b"an exchange is chosen that no active building offers"
    if state.step == LOR_EXCHANGE:
        return unless(kind != 0 and (state.active >> state.cursor & 1) != 0
                      and CARD_ARROWS[player.row[1][state.cursor]] != 0
                      and state.arrows >> (2 * state.cursor) == 0 and state.gain == 0 and state.chosen == 0,
                      b"no exchange is under way")
    return unless(state.cursor == 0 or (state.active >> (state.cursor - 1) & 1) != 0,
                  b"no source is paying")


cdef const char *check_payment(const LorenzoState *state) noexcept nogil:
    """A source that pays, or an exchange that is being asked for."""
    cdef const LorenzoSeat *player = acting_const(state)
    if state.member != LOR_NONE and (state.member >= LOR_MEMBERS or player.place[state.member] != state.space):
        return b"the member of the action stands on its space"
    if state.source == LOR_FROM_CARD:
        if state.card >= LOR_CARDS or not player.owned[state.card // LOR_DECK] >> (state.card % LOR_DECK) & 1:
            return b"the card whose effect is under way is the player's"
        if state.member != LOR_NONE or state.space != LOR_NONE or state.origin != LOR_NONE or not state.placed:
            return b"a card's effect follows the placement"
    elif state.card != LOR_NONE:
        return b"no card's effect is under way"
    if state.source == LOR_FROM_HARVEST or state.source == LOR_FROM_PRODUCTION:
        return check_run(state)
    if state.cursor or state.active or state.arrows or state.cost or state.origin != LOR_NONE:
        return b"no harvest or production is under way"
    if state.source == LOR_FROM_SPACE:
        return unless(state.member != LOR_NONE and state.space >= LOR_S_MARKET and state.placed != 0,
                      b"the market or the council pays for a member")
    if state.source == LOR_FROM_LEADER:
        return unless(state.member == LOR_NONE and state.space == LOR_NONE and (state.options & LOR_ADVANCED) != 0,
                      b"a leader pays without a member")
    return unless(state.source == LOR_FROM_CARD, b"no source is paying")


cdef const char *check_run(const LorenzoState *state) noexcept nogil:
    cdef int kind = state.source == LOR_FROM_PRODUCTION
    if state.cost or state.space >= LOR_SPACES or SPACE_AREA[state.space] != <int>LOR_HARVEST + kind:
        return b"a harvest or production has its space"
    if state.member == LOR_NONE:
        if not has_origin(state) or RUN_KIND[state.origin] != <int>RUN_HARVEST + kind:
            return b"nothing gives this bonus action"
    elif state.origin != LOR_NONE or not state.placed:
        return b"a member was placed for this action"
    return check_activation(state)


cdef const char *check_gain(const LorenzoState *state) noexcept nogil:
    cdef int lane
    if state.step == LOR_EXCHANGE:
        return NULL
    for lane in range(8):
        if state.gain >> (8 * lane) & 0xFF > 31:
            return b"a gain is out of range"
    if state.chosen >> LOR_PRIVILEGES or lanes8_get(state.gain, LOR_PRIVILEGE) == 0 \
            or lanes8_get(state.gain, LOR_PRIVILEGE) + bits_count(state.chosen) > LOR_PRIVILEGES:
        return b"there are as many different privileges as are chosen"
    return NULL


cdef const char *check_bonus(const LorenzoState *state) noexcept nogil:
    cdef int kind
    if not no_gain(state) or state.member != LOR_NONE or state.card != LOR_NONE or state.cost or not has_origin(state):
        return b"nothing gives this bonus action"
    kind = RUN_KIND[state.origin]
    if state.step == LOR_BONUS_TAKE:
        return unless(kind == RUN_TAKE and state.space == LOR_NONE, b"nothing lets the player take a card")
    return unless((kind == RUN_HARVEST and state.space == LOR_S_HARVEST)
                  or (kind == RUN_PRODUCTION and state.space == LOR_S_PRODUCTION), b"nothing lets the player do this")


cdef const char *check_pending(const LorenzoState *state) noexcept nogil:
    cdef int step = state.step
    cdef const char *error
    if step == LOR_PAY_SERVANTS or step == LOR_PAY_COST or step == LOR_PAY_DISCOUNT:
        return check_target(state)
    if step == LOR_CHOOSE_PRIVILEGE or step == LOR_EXCHANGE:
        error = check_payment(state)
        return error if error != NULL else check_gain(state)
    if step == LOR_BONUS_TAKE or step == LOR_BONUS_RUN:
        return check_bonus(state)
    if not no_action(state):
        return b"no action is under way"
    if step == LOR_TURN or step == LOR_AFTER:
        return unless(state.placed == (step == LOR_AFTER), b"the member is placed in the middle of the turn")
    if step == LOR_RAISE:
        return unless(has_raiser(acting_const(state)), b"nobody raises a member")
    if step == LOR_COPY:
        return unless(acting_const(state).played & COPIERS != 0, b"nobody copies a leader")
    if step == LOR_SUPPORT:
        return unless((state.round & 1) != 0 and lanes8_get(acting_const(state).goods, LOR_FAITH)
                      >= FAITH_NEED[state.round >> 1], b"only who has the faith may support the Church")
    return NULL


cdef const char *check_step(const LorenzoState *state) noexcept nogil:
    cdef Move moves[PALIO_MAX_MOVES]
    cdef const char *error = check_pending(state)
    if error != NULL:
        return error
    if (state.step == LOR_AFTER or state.step == LOR_RAISE or state.step == LOR_COPY) \
            and not state.options & LOR_ADVANCED:
        return b"the basic game has no leaders"
    if state.step != LOR_END and lorenzo_legal_moves(state, moves) == 0:
        return b"there is no way to go on"
    return NULL
