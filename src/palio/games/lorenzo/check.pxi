# Every invariant of a state or view. Takes any bytes; nothing that passes may crash the rules.
# This part checks the frame, the seats and the board; leaders and the action under way are in check_action.pxi.

cdef inline bint zero_bytes(const uint8_t *bytes, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if bytes[i]:
            return False
    return True


cdef inline bint all_none(const uint8_t *bytes, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if bytes[i] != LOR_NONE:
            return False
    return True


cdef inline bint in_round(const LorenzoState *state) noexcept nogil:
    """The dice are rolled and members can stand on the board."""
    return LOR_TURN <= state.step <= LOR_SUPPORT


cdef const char *check_frame(const LorenzoState *state) noexcept nogil:
    cdef int i, seats = 0
    if state.seats < 2 or state.seats > LOR_SEATS or state.options > 3:
        return b"players must be 2 to 4, with known options"
    if state.step >= LOR_STEPS or state.round >= LOR_ROUNDS or state.turn >= state.seats or state.placed > 1:
        return b"unknown step or round"
    if state.viewer != LOR_NONE and state.viewer >= state.seats:
        return b"the viewer is no seat"
    for i in range(state.seats):
        if state.order[i] >= state.seats:
            return b"the turn order names somebody who does not play"
        seats |= 1 << state.order[i]
    if seats != (1 << state.seats) - 1 or not all_none(&state.order[state.seats], LOR_SEATS - state.seats):
        return b"the turn order names each seat once"
    for i in range(LOR_PERIODS):
        if state.tiles[i] >= LOR_TILES:
            return b"unknown excommunication tile"
    for i in range(3):
        if state.dice[i] > 6 or (state.dice[i] > 0) != in_round(state):
            return b"dice show 1 to 6 while a round is played"
    if not zero_bytes(state.spare, sizeof(state.spare)):
        return b"spare bytes are 0"
    return check_clock(state)


cdef const char *check_clock(const LorenzoState *state) noexcept nogil:
    """Who acts, and in which lap."""
    cdef int step = state.step
    cdef bint skips
    if (step == LOR_DRAFT or step == LOR_TILE) and (not state.options & LOR_ADVANCED or state.round):
        return b"the draft is before the first round of the advanced game"
    if step == LOR_ROLL:
        return unless(state.actor == PALIO_CHANCE and not (state.lap or state.turn or state.placed),
                      b"chance rolls the dice")
    if step == LOR_END:
        return unless(state.actor == PALIO_OVER and state.round == LOR_ROUNDS - 1
                      and not (state.lap or state.turn or state.placed), b"nobody acts when the game is over")
    if state.actor != state.order[state.turn]:
        return b"the actor is not the one in turn"
    if step == LOR_DRAFT:
        return unless(state.lap < LOR_PICKS and not state.placed, b"the draft has four picks")
    if step == LOR_TILE or step == LOR_SUPPORT:
        return unless(not state.lap and not state.placed, b"nobody places a member now")
    if state.lap > LOR_MEMBERS:
        return b"a round has four placements each"
    skips = (state.player[state.actor].flags & LOR_F_SKIPS) != 0
    if state.lap == 0 and skips or state.lap == LOR_MEMBERS and not skips:
        return b"this player has no turn in this lap"
    return NULL


cdef inline const char *unless(bint holds, const char *error) noexcept nogil:
    if holds:
        return NULL
    return error


cdef const char *check_cards_of(const LorenzoSeat *player) noexcept nogil:
    cdef int type_, i, card
    cdef uint32_t row
    for type_ in range(LOR_TYPES):
        if player.owned[type_] >> LOR_DECK or bits_count(player.owned[type_]) != player.count[type_] \
                or player.count[type_] > LOR_ROW:
            return b"a player has at most 6 cards of a type"
    for type_ in range(2):
        row = 0
        for i in range(player.count[type_]):
            card = player.row[type_][i]
            if card // LOR_DECK != type_:
                return b"a row holds cards of its type"
            row |= 1u << (card % LOR_DECK)
        if row != player.owned[type_] or not all_none(&player.row[type_][player.count[type_]],
                                                      LOR_ROW - player.count[type_]):
            return b"a row lists the player's cards in order"
    return NULL


cdef const char *check_members(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    cdef int member, place, area, home = 0, areas = 0
    for member in range(LOR_MEMBERS):
        place = player.place[member]
        if place == LOR_NONE:
            home |= 1 << member
            continue
        if place >= LOR_SPACES or not OPEN_SPACES[state.seats] >> place & 1 or not in_round(state):
            return b"a family member stands on no open space"
        area = SPACE_AREA[place]
        if member != LOR_NEUTRAL and area < LOR_ACTIONS:
            if areas >> area & 1:
                return b"two coloured members of a player stand in one area"
            areas |= 1 << area
    if player.home != home or player.areas != areas:
        return b"members at home and in areas are miscounted"
    return NULL


cdef inline int turns_taken(const LorenzoState *state, int place) noexcept nogil:
    """Turns of this round that the seat at this place in the order has had, the placement under way included."""
    cdef int taken
    if not in_round(state):
        return 0
    if state.step == LOR_SUPPORT:
        return LOR_MEMBERS
    taken = state.lap + (place < state.turn or (place == state.turn and state.placed != 0))
    if state.player[state.order[place]].flags & LOR_F_SKIPS:
        taken = max(taken - 1, 0)
    return min(taken, <int>LOR_MEMBERS)


cdef const char *check_seat(const LorenzoState *state, int seat) noexcept nogil:
    cdef const LorenzoSeat *player = &state.player[seat]
    cdef const char *error
    cdef int period, done
    if player.goods & LANES8_GUARD or not lanes8_covers(CAP, player.goods) or player.points > LOR_MOST_POINTS:
        return b"goods or points are out of range"
    error = check_cards_of(player)
    if error == NULL:
        error = check_members(state, player)
    if error != NULL:
        return error
    done = state.round // 2 + (state.round & 1 != 0 and (state.step == LOR_SUPPORT or state.step == LOR_END))
    for period in range(8):
        if player.banned >> period & 1 and period >= done:
            return b"nobody is excommunicated before the Vatican report"
    if player.raised & ~<int>LOR_COLORED or not zero_bytes(player.spare, sizeof(player.spare)):
        return b"only coloured members are raised"
    return check_tile(state, seat)


cdef const char *check_tile(const LorenzoState *state, int seat) noexcept nogil:
    cdef int i, tile = state.player[seat].tile, place = 0
    if not state.options & LOR_ADVANCED:
        return unless(tile == LOR_BONUS_TILES, b"the basic game has one bonus tile for all")
    for i in range(state.seats):
        if state.order[i] == seat:
            place = i
    if state.step == LOR_DRAFT or (state.step == LOR_TILE and place <= state.turn):
        return unless(tile == LOR_NONE, b"the bonus tile is not chosen yet")
    if tile >= LOR_BONUS_TILES:
        return b"unknown bonus tile"
    for i in range(seat):
        if state.player[i].tile == tile:
            return b"two players have the same bonus tile"
    return NULL


cdef const char *check_derived(const LorenzoState *state) noexcept nogil:
    """Flags, bonuses and values are what cards, leaders and tiles make them."""
    cdef LorenzoState fresh = state[0]
    cdef const LorenzoSeat *mine
    cdef const LorenzoSeat *theirs
    cdef int seat, i
    for seat in range(state.seats):
        refresh(&fresh, seat)
        mine = &state.player[seat]
        theirs = &fresh.player[seat]
        if mine.flags != theirs.flags:
            return b"a player's permanent effects are wrong"
        for i in range(LOR_ACTIONS):
            if mine.bonus[i] != theirs.bonus[i]:
                return b"a player's action bonus is wrong"
        for i in range(LOR_MEMBERS):
            if mine.value[i] != theirs.value[i]:
                return b"a family member's value is wrong"
    return NULL


cdef bint blank_seat(const LorenzoSeat *player) noexcept nogil:
    """As the setup leaves a seat that nobody takes."""
    cdef int i
    for i in range(LOR_TYPES):
        if player.owned[i] or player.count[i]:
            return False
    for i in range(LOR_ACTIONS):
        if player.bonus[i]:
            return False
    for i in range(LOR_MEMBERS):
        if player.value[i]:
            return False
    return (player.goods == 0 and player.hand == 0 and player.played == 0 and player.discarded == 0
            and player.points == 0 and player.flags == 0 and player.home == 0 and player.areas == 0
            and player.raised == 0 and player.banned == 0 and player.copied == LOR_NONE and player.tile == LOR_NONE
            and all_none(&player.row[0][0], 2 * LOR_ROW) and all_none(player.place, LOR_MEMBERS)
            and zero_bytes(player.spare, sizeof(player.spare)))


cdef const char *check_decks(const LorenzoState *state) noexcept nogil:
    cdef int type_, i, card, shown = cards_shown(state)
    cdef uint32_t seen
    for type_ in range(LOR_TYPES):
        seen = 0
        for i in range(LOR_DECK):
            card = state.deck[type_][i]
            if i >= shown and state.viewer != LOR_NONE:
                if card != LOR_NONE:
                    return b"a view does not show cards to come"
                continue
            if card // LOR_PERIOD_CARDS != type_ * LOR_PERIODS + i // LOR_PERIOD_CARDS:
                return b"a deck holds the cards of its type, period by period"
            if seen >> (card % LOR_DECK) & 1:
                return b"a card is in a deck twice"
            seen |= 1u << (card % LOR_DECK)
    return NULL


cdef const char *check_owned(const LorenzoState *state) noexcept nogil:
    """Every card taken comes from a floor that lost it; every floor of this round that lost its card has an owner."""
    cdef int type_, seat, i, shown = cards_shown(state)
    cdef uint32_t taken, gone, now, bit
    for type_ in range(LOR_TYPES):
        taken = gone = now = 0
        for seat in range(state.seats):
            if taken & state.player[seat].owned[type_]:
                return b"two players have the same card"
            taken |= state.player[seat].owned[type_]
        for i in range(shown):
            bit = 1u << (state.deck[type_][i] % LOR_DECK)
            if i < shown - LOR_FLOORS or state.step == LOR_END:
                gone |= bit
            elif not state.left >> (type_ * LOR_FLOORS + i % LOR_FLOORS) & 1:
                gone |= bit
                now |= bit
        if taken & ~gone or now & ~taken:
            return b"cards are taken from the floors of the towers"
    return NULL


cdef const char *check_board(const LorenzoState *state) noexcept nogil:
    cdef int seat, member, i, place
    cdef uint32_t occupied = 0, there = 0, council = 0, floor
    for seat in range(state.seats):
        for member in range(LOR_MEMBERS):
            place = state.player[seat].place[member]
            if place == LOR_NONE:
                continue
            floor = 1u << place
            if floor & 0xFFFF and (occupied & floor or state.left & floor):
                return b"a floor holds a card or one family member"
            occupied |= floor
            if place == LOR_S_COUNCIL:
                there |= 1u << seat
    if occupied != state.occupied:
        return b"occupied spaces are miscounted"
    for i in range(LOR_SEATS):
        if state.council[i] == LOR_NONE:
            continue
        if state.council[i] >= state.seats or council >> state.council[i] & 1 \
                or (i and state.council[i - 1] == LOR_NONE):
            return b"the Council Palace lists seats in order of arrival"
        council |= 1u << state.council[i]
    if council != there:
        return b"the Council Palace lists those whose members stand there"
    if state.step == LOR_ROLL:
        return unless(state.left == 0xFFFF, b"a round starts with all floors full")
    return unless(in_round(state) or state.left == 0, b"no cards lie on the towers now")


cdef const char *check_seats(const LorenzoState *state) noexcept nogil:
    cdef const char *error
    cdef int i, away
    for i in range(LOR_SEATS):
        if i >= state.seats:
            if not blank_seat(&state.player[i]):
                return b"a seat that does not play has something"
            continue
        error = check_seat(state, i)
        if error != NULL:
            return error
    for i in range(state.seats):
        away = LOR_MEMBERS - bits_count(state.player[state.order[i]].home)
        if away > turns_taken(state, i):
            return b"a player has placed more members than it had turns"
    return NULL


cdef const char *lorenzo_check(const void *memory) noexcept nogil:
    cdef const LorenzoState *state = <const LorenzoState *>memory
    cdef const char *error = check_frame(state)
    if error == NULL:
        error = check_seats(state)
    if error == NULL:
        error = check_decks(state)
    if error == NULL:
        error = check_board(state)
    if error == NULL:
        error = check_owned(state)
    if error == NULL:
        error = check_leaders(state)
    if error == NULL:
        error = check_derived(state)
    if error == NULL:
        error = check_step(state)
    return error
