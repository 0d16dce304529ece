# Every invariant of a state or view. Takes any bytes; nothing that passes may crash the rules.

cdef inline bint lanes_ok(uint32_t lanes) noexcept nogil:
    return lanes >> 24 == 0 and lanes & LANES6_GUARD == 0


cdef inline bint setting_up(const MastersState *state) noexcept nogil:
    return state.phase == MASTERS_KEEP or state.phase == MASTERS_FIRST or state.phase == MASTERS_TAKE


cdef const char *check_frame(const MastersState *state) noexcept nogil:
    cdef bint drawn = state.seats == 1 or (state.phase != MASTERS_KEEP and state.phase != MASTERS_FIRST)
    cdef int actor = state.turn_seat
    if state.seats < 1 or state.seats > MASTERS_SEATS:
        return b"players must be 1 to 4"
    if state.max_turns < 1 or state.max_turns > 10000:
        return b"max_turns must be 1 to 10000"
    if state.phase >= MASTERS_PHASES:
        return b"unknown phase"
    if state.viewer != MASTERS_NOBODY and state.viewer >= state.seats:
        return b"the viewer is no seat"
    if state.turn_seat >= state.seats:
        return b"the turn player is no seat"
    if state.reports > MASTERS_REPORTS:
        return b"there are 3 reports"
    if drawn and state.first >= state.seats or not drawn and state.first != MASTERS_NOBODY:
        return b"the first player is a seat once the leaders are chosen"
    if state.phase == MASTERS_FIRST or state.phase == MASTERS_TOKEN:
        if (state.phase == MASTERS_TOKEN) != (state.seats == 1):
            return b"tokens are for the solo game, the draw of the first player for the others"
        actor = PALIO_CHANCE
    elif state.phase == MASTERS_END:
        actor = PALIO_OVER
    if state.actor != actor:
        return b"the actor does not fit the phase"
    if state.turn > state.max_turns or (state.turn == state.max_turns and state.phase != MASTERS_END):
        return b"the game is over after max_turns rounds"
    return NULL


cdef const char *check_market(const MastersState *state) noexcept nogil:
    cdef int cell, marble, count
    if state.market >> 52:
        return b"the market has 12 marbles and one on the slide"
    for marble in range(MASTERS_MARBLES):
        count = 0
        for cell in range(MASTERS_CELLS + 1):
            count += (state.market >> (4 * cell) & 15) == <uint64_t>marble
        if count != MARBLE_COUNT[marble]:
            return b"the market has the wrong marbles"
    return NULL


cdef const char *check_stacks(const MastersState *state) noexcept nogil:
    """Each card is in a stack or at one player; in the solo game tokens take cards away, lowest level first."""
    cdef uint64_t seen = state.grid, all_cards = (<uint64_t>1 << MASTERS_CARDS) - 1
    cdef int seat, stack, left, order, named
    if state.grid & ~all_cards:
        return b"there are 48 cards"
    for seat in range(state.seats):
        if state.players[seat].cards & ~all_cards or state.players[seat].cards & seen:
            return b"a card is in two places"
        seen |= state.players[seat].cards
    if state.seats > 1 and seen != all_cards:
        return b"a card is missing"
    for stack in range(MASTERS_STACKS):
        left = state.grid >> (4 * stack) & 15
        if stack >= MASTERS_COLORS and ~seen >> (4 * stack) & 15 and state.grid >> (4 * stack - 16) & 15:
            return b"tokens discard the lowest cards first"
        order = state.order[stack]
        named = 0
        while left and (named == 0 or state.viewer == MASTERS_NOBODY):
            if not left >> (order & 3) & 1:
                return b"a stack's order does not name its cards"
            left &= ~(1 << (order & 3))
            order >>= 2
            named += 1
        if order:
            return b"a stack's order names more than its cards"
    return NULL


cdef const char *check_leaders(const MastersState *state) noexcept nogil:
    """A view shows its own leaders and those that are played."""
    cdef const MastersPlayer *player
    cdef uint32_t seen = 0, known
    cdef int seat, kept
    for seat in range(state.seats):
        player = &state.players[seat]
        kept = LEADERS_KEPT
        if state.phase == MASTERS_KEEP and seat >= state.turn_seat:
            kept = 0
        if player.held + bits_count(player.played) > kept:
            return b"a player has at most 2 leaders"
        if setting_up(state) and player.held != kept:
            return b"leaders are chosen in seat order, and played from the first turn on"
        known = player.played
        if state.viewer == MASTERS_NOBODY or state.viewer == seat:
            known = player.dealt
            if bits_count(player.dealt) != LEADERS_DEALT or bits_count(player.hand) != player.held:
                return b"a player is dealt 4 leaders and holds as many as it shows"
            if (player.hand | player.played) & ~player.dealt or player.hand & player.played:
                return b"leaders in hand and played are different ones of those dealt"
        elif player.dealt or player.hand:
            return b"a view shows no other leaders"
        if seen & known:
            return b"a leader is in two places"
        seen |= known
    return NULL


cdef const char *check_slots(const MastersPlayer *player) noexcept nogil:
    """Cards lie level upon level; the slots are filled from the first."""
    cdef uint64_t cards = 0, owned = 0
    cdef int slot, level, place, card, height
    for slot in range(MASTERS_SLOTS):
        if player.top[slot] > MASTERS_CARDS:
            return b"a slot holds an unknown card"
        height = top_level(player, slot)
        if slot and height and not player.top[slot - 1]:
            return b"empty slots come last"
        for level in range(1, MASTERS_LEVELS + 1):
            place = player.top[slot] if level == height else player.under[slot][level - 1] if level < 3 else 0
            if level > height:
                if place:
                    return b"a covered card has nothing on top of it"
                continue
            card = place - 1
            if card < 0 or card >= MASTERS_CARDS or card_level(card) != level or cards >> card & 1:
                return b"a card lies on one of the level below"
            if level == height and level < 3 and player.under[slot][level - 1]:
                return b"a top card is not covered"
            cards |= <uint64_t>1 << card
            owned += CARD_OWNED[card]
    if cards != player.cards or owned != player.owned:
        return b"the cards are those in the slots"
    return NULL


cdef const char *check_player(const MastersState *state, int seat) noexcept nogil:
    cdef const MastersPlayer *player = &state.players[seat]
    cdef uint32_t leaders = player.played
    cdef int number
    if player.played >> MASTERS_LEADERS or player.spare[0] or player.spare[1]:
        return b"there are 16 leaders"
    if not lanes_ok(player.warehouse) or not fits(player.warehouse, total_of(LEADER_DEPOT, leaders)):
        return b"the warehouse does not fit its shelves and depots"
    if bits_count(player.cards) > END_CARDS:
        return b"a player has at most 7 cards"
    if player.faith > LAST_SPACE or player.favor >> state.reports:
        return b"the faith track has 24 spaces, and tiles are turned by reports"
    for number in range(MASTERS_REPORTS):
        if player.favor >> number & 1 and player.faith < SECTION_START[number]:
            return b"a tile was turned without being in its section"
    while leaders:
        if not lanes4_covers(player.owned, LEADER_CARDS[bits_first(leaders)]):
            return b"a leader was played without the cards it requires"
        leaders = <uint32_t>bits_without_first(leaders)
    return check_slots(player)


cdef const char *check_players(const MastersState *state) noexcept nogil:
    cdef MastersPlayer nobody
    cdef const char *error
    cdef int seat
    memset(&nobody, 0, sizeof(MastersPlayer))
    for seat in range(state.seats):
        error = check_player(state, seat)
        if error != NULL:
            return error
    for seat in range(state.seats, MASTERS_SEATS):
        if memcmp(&state.players[seat], &nobody, sizeof(MastersPlayer)) != 0:
            return b"a seat that does not play has something"
    return NULL


cdef const char *check_start(const MastersState *state) noexcept nogil:
    """During the setup nobody has done anything yet."""
    cdef const MastersPlayer *player
    cdef int seat, place, start, faith, turn_place
    if not setting_up(state):
        return NULL
    if state.turn or (state.phase == MASTERS_FIRST and state.turn_seat):
        return b"the setup comes before the first round"
    for seat in range(state.seats):
        player = &state.players[seat]
        start = faith = 0
        if state.phase == MASTERS_TAKE:
            place = place_of(state, seat)
            turn_place = place_of(state, state.turn_seat)
            faith = START_FAITH[place]
            if place < turn_place:
                start = START_RESOURCES[place]
            elif place == turn_place and not START_RESOURCES[place]:
                return b"this player has no starting resources to choose"
        if player.cards or player.chest or lanes6_sum(player.warehouse) != start or player.faith != faith:
            return b"players start with the resources and faith of their place"
    if state.grid != (<uint64_t>1 << MASTERS_CARDS) - 1 or state.cross or bits_count(state.tokens) % MASTERS_TOKENS:
        return b"the setup has all cards and tokens"
    return NULL


cdef const char *check_solo(const MastersState *state) noexcept nogil:
    cdef int token, twins
    cdef bint over = solo_won(state) or state.cross >= LAST_SPACE
    if state.ending:
        return b"a solo game has no last round"
    if state.cross > LAST_SPACE or not state.tokens or state.tokens >> MASTERS_TOKENS:
        return b"the black cross is on the track and a token in the pile"
    for token in range(MASTERS_TOKENS):
        twins = TOKEN_TWINS[token] & ~state.tokens
        if TOKEN_SHUFFLES[token] and not state.tokens >> token & 1:
            return b"the reshuffling token is always in the pile"
        if state.tokens >> token & 1 and twins & ((1 << token) - 1):
            return b"equal tokens leave from the highest"
    if state.phase == MASTERS_END:
        if not over and not color_gone(state) and state.turn < state.max_turns:
            return b"the game is not over"
    elif over or (color_gone(state) and state.phase != MASTERS_AFTER):
        return b"the game is over"
    return NULL


cdef bint acts_again(const MastersState *state, int seat) noexcept nogil:
    """Has the seat a main action left in this round."""
    cdef int place = place_of(state, seat), turn_place = place_of(state, state.turn_seat)
    if state.phase == MASTERS_END:
        return False
    return place > turn_place or (place == turn_place and state.phase != MASTERS_AFTER)


cdef const char *check_end(const MastersState *state) noexcept nogil:
    """Reports follow the markers; the last round is triggered by a marker at the end or a seventh card."""
    cdef int seat
    cdef bint triggered = highest_marker(state) >= LAST_SPACE
    if highest_marker(state) > LAST_SPACE or state.reports != POPES_PASSED[highest_marker(state)]:
        return b"each pope space that was reached had its report"
    if state.seats == 1:
        return check_solo(state)
    for seat in range(state.seats):
        if bits_count(state.players[seat].cards) >= END_CARDS:
            triggered = True
            if acts_again(state, seat):
                return b"a player with seven cards has no turn left"
    if state.ending > 1 or state.ending != triggered:
        return b"the last round comes with the end of the track or the seventh card"
    if state.cross or state.tokens:
        return b"the black cross and the tokens are for the solo game"
    if state.phase == MASTERS_END:
        if not triggered and state.turn < state.max_turns:
            return b"the game is not over"
        if (state.turn_seat + 1) % state.seats != state.first or state.turn == 0:
            return b"the game ends with the round"
    return NULL


# The action under way


cdef bint no_action(const MastersState *state) noexcept nogil:
    return not (state.pending or state.gain or state.faith_due or state.whites or state.spends or state.receives
                or state.card or state.slot)


cdef const char *check_taking(const MastersState *state) noexcept nogil:
    """White marbles to turn, resources to store."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t sets[16]
    cdef int marbles = lanes6_sum(state.pending) + state.whites + state.faith_due
    if not lanes6_covers(MASTERS_COLUMNS * LANES6_ONES, state.pending):    # the sum is right for such lanes only
        return b"a line has at most 4 marbles"
    if state.gain or state.spends or state.receives or state.card or state.slot:
        return b"the market gives nothing else"
    if marbles > MASTERS_COLUMNS or state.whites > MASTERS_COLUMNS or state.faith_due > MASTERS_COLUMNS:
        return b"a line has at most 4 marbles"
    if state.phase == MASTERS_WHITE:
        if not state.whites or bits_count(player.played & WHITENERS) != 2:
            return b"white marbles are a choice with two white-marble leaders"
        return NULL
    if state.whites:
        return b"white marbles are turned before storing"
    if maximal_stores(player.warehouse, total_of(LEADER_DEPOT, player.played), state.pending, sets) < 2:
        return b"there is no choice of what to store"
    return NULL


cdef const char *check_buying(const MastersState *state) noexcept nogil:
    """A slot or a payment for a card."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef int card = state.card - 1, slots
    if state.gain or state.faith_due or state.whites or state.spends or state.receives:
        return b"a purchase gives nothing else"
    if card < 0 or card >= MASTERS_CARDS or stack_top(state, card_stack(card)) != card:
        return b"only a card on top of its stack can be bought"
    if not lanes6_covers(wallet(player), price(player, card)):
        return b"the card cannot be paid"
    slots = fitting_slots(player, card)
    if state.phase == MASTERS_SLOT:
        if state.slot or state.pending or not bits_without_first(slots):
            return b"there is no choice of slots"
        return NULL
    if state.slot < 1 or state.slot > MASTERS_SLOTS or not slots >> (state.slot - 1) & 1:
        return b"the card does not fit the slot"
    if state.pending != price(player, card):
        return b"a card is paid at its price"
    return NULL


cdef bint fits_production(const MastersState *state, uint32_t powers, uint32_t leaders) noexcept nogil:
    """Do these powers, base in bit 0 and slots above it, lead to the amounts of the production under way."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t input = total_of(LEADER_INPUT, leaders), output = 0
    cdef int faith = 0, chosen = bits_count(leaders), spends = 0, slot
    if powers & 1:
        spends = BASE_SPENDS
        chosen += BASE_RECEIVES
    for slot in range(MASTERS_SLOTS):
        if powers >> (MASTERS_POWER_SLOT + slot) & 1:
            if not player.top[slot]:
                return False
            input += CARD_INPUT[player.top[slot] - 1]
            output += CARD_OUTPUT[player.top[slot] - 1]
            faith += CARD_FAITH[player.top[slot] - 1]
    while leaders:
        faith += LEADER_FAITH[bits_first(leaders)]
        leaders = <uint32_t>bits_without_first(leaders)
    if state.faith_due != faith or not lanes6_covers(state.pending, input) or not lanes6_covers(state.gain, output):
        return False
    if lanes6_sum(state.pending - input) + state.spends != spends:
        return False
    return lanes6_sum(state.gain - output) + state.receives == chosen and (state.spends == 0 or state.spends == spends)


cdef const char *check_producing(const MastersState *state) noexcept nogil:
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t leaders = player.played & PRODUCERS, chosen
    cdef int powers
    cdef bint found = False
    if state.card or state.slot or state.whites:
        return b"a production gives no card"
    if state.spends > BASE_SPENDS or state.receives > 3 or (state.spends > 0) != (state.phase == MASTERS_SPEND):
        return b"inputs of choice come first"
    if state.phase != MASTERS_SPEND and (state.receives > 0) != (state.phase == MASTERS_RECEIVE):
        return b"outputs of choice come second"
    if not lanes6_covers(15 * LANES6_ONES, state.gain):    # three cards and three choices give less; sums need it
        return b"no set of powers gives this production"
    if not lanes6_covers(wallet(player), state.pending):
        return b"the inputs cannot be paid"
    if state.spends and lanes6_sum(wallet(player) - state.pending) < state.spends:
        return b"the inputs of choice cannot be paid"
    for powers in range(1 << (MASTERS_SLOTS + 1)):
        chosen = leaders
        while True:
            if powers or chosen:
                found = found or fits_production(state, powers, chosen)
            if not chosen:
                break
            chosen = (chosen - 1) & leaders
    if not found:
        return b"no set of powers gives this production"
    if state.spends and not state.receives:
        return b"the base production gives a resource of choice"
    return NULL


cdef const char *check_action(const MastersState *state) noexcept nogil:
    cdef uint32_t low, high
    cdef const char *error = NULL
    cdef int phase = state.phase
    if phase < MASTERS_WHITE or phase > MASTERS_PAY:
        if no_action(state):
            return NULL
        return b"no action is under way"
    if not lanes_ok(state.pending) or not lanes_ok(state.gain):
        return b"an amount of resources is out of range"
    if phase == MASTERS_WHITE or phase == MASTERS_STORE:
        return check_taking(state)
    if phase == MASTERS_SLOT or (phase == MASTERS_PAY and state.card):
        error = check_buying(state)
    else:
        error = check_producing(state)
    if error == NULL and phase == MASTERS_PAY:
        payment_range(state, &low, &high)
        if low == high:
            return b"there is no choice of payment"
    return error


cdef const char *check_after(const MastersState *state) noexcept nogil:
    if state.phase == MASTERS_AFTER and not state.players[state.turn_seat].held:
        return b"without leaders in hand the turn ends by itself"
    return NULL


cdef const char *masters_check(const void *memory) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    cdef const char *error = check_frame(state)
    if error == NULL:
        error = check_market(state)
    if error == NULL:
        error = check_stacks(state)
    if error == NULL:
        error = check_leaders(state)
    if error == NULL:
        error = check_players(state)
    if error == NULL:
        error = check_start(state)
    if error == NULL:
        error = check_end(state)
    if error == NULL:
        error = check_action(state)
    if error == NULL:
        error = check_after(state)
    return error
