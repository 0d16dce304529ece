# Carrying out a move: the phases of docs/rules/masters.md.

cdef inline void clear_action(MastersState *state) noexcept nogil:
    state.pending = state.gain = 0
    state.faith_due = state.whites = state.spends = state.receives = 0
    state.card = state.slot = 0


cdef inline void finish(MastersState *state) noexcept nogil:
    clear_action(state)
    state.phase = MASTERS_END
    state.actor = PALIO_OVER


cdef inline void begin_turn(MastersState *state, int seat) noexcept nogil:
    state.turn_seat = seat
    state.actor = seat
    state.phase = MASTERS_TURN


# Setup (rulebook: Prima di giocare)


cdef inline void keep_leaders(MastersState *state, uint32_t kept) noexcept nogil:
    """Asked in seat order; then the first player is drawn."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    player.hand = kept
    player.held = LEADERS_KEPT
    if state.turn_seat + 1 < state.seats:
        state.turn_seat += 1
        state.actor = state.turn_seat
    elif state.seats == 1:
        begin_turn(state, 0)
    else:
        state.turn_seat = 0
        state.phase = MASTERS_FIRST
        state.actor = PALIO_CHANCE


cdef inline void offer_start(MastersState *state, int place) noexcept nogil:
    """Ask the next player in turn order, from this place on, who has starting resources to choose."""
    cdef int seat
    while place < state.seats:
        if START_RESOURCES[place]:
            seat = (state.first + place) % state.seats
            state.turn_seat = seat
            state.actor = seat
            state.phase = MASTERS_TAKE
            return
        place += 1
    begin_turn(state, state.first)


cdef inline void set_first(MastersState *state, int first) noexcept nogil:
    cdef int place
    state.first = first
    for place in range(state.seats):
        state.players[(first + place) % state.seats].faith = START_FAITH[place]
    offer_start(state, 0)


cdef inline void take_start(MastersState *state, uint32_t resources) noexcept nogil:
    state.players[state.turn_seat].warehouse += resources
    offer_start(state, place_of(state, state.turn_seat) + 1)


# The faith track and the end of the game (rulebook: Rapporto in Vaticano, Fine della partita)


cdef inline void settle_faith(MastersState *state) noexcept nogil:
    """Markers have moved: reports, lowest pope space first, then the end of the track."""
    cdef int highest = highest_marker(state)
    while state.reports < POPES_PASSED[highest]:
        report(state)
    if highest >= LAST_SPACE:
        if state.seats == 1:
            finish(state)
        else:
            state.ending = 1


cdef inline void next_turn(MastersState *state) noexcept nogil:
    """The game ends when the round does: with the player to the right of the first player."""
    cdef int seat = state.turn_seat + 1
    if seat == state.seats:
        seat = 0
    if seat == state.first:
        state.turn += 1
        if state.ending or state.turn >= state.max_turns:
            finish(state)
            return
    begin_turn(state, seat)


cdef inline void end_turn(MastersState *state) noexcept nogil:
    """Solo: a colour bought out loses now; else a token is revealed."""
    if state.seats > 1:
        next_turn(state)
    elif color_gone(state):
        finish(state)
    else:
        state.phase = MASTERS_TOKEN
        state.actor = PALIO_CHANCE


cdef inline void end_action(MastersState *state) noexcept nogil:
    """The main action is done: without leaders in hand the turn ends by itself."""
    if state.phase == MASTERS_END:
        return
    clear_action(state)
    if state.players[state.turn_seat].held:
        state.phase = MASTERS_AFTER
    else:
        end_turn(state)


# Leader actions (rulebook: Azioni Leader)


cdef inline void play_leader(MastersState *state, int leader) noexcept nogil:
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    player.hand &= ~(1u << leader)
    player.played |= 1u << leader
    player.held -= 1
    if state.phase == MASTERS_AFTER and not player.held:
        end_turn(state)


cdef inline void discard_leader(MastersState *state, int leader) noexcept nogil:
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    player.hand &= ~(1u << leader)
    player.held -= 1
    advance(&player.faith, DISCARD_FAITH)
    settle_faith(state)
    if state.phase == MASTERS_AFTER and not player.held:
        end_turn(state)


# Market (rulebook: Prendere Risorse al Mercato, I Depositi del Magazzino)


cdef inline void store(MastersState *state, uint32_t kept) noexcept nogil:
    """Own faith and the faith that discards give to the others move together; then reports are checked once."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    cdef int seat, discarded = lanes6_sum(state.pending - kept)
    player.warehouse += kept
    if discarded or state.faith_due:
        advance(&player.faith, state.faith_due)
        if state.seats == 1:
            advance(&state.cross, discarded)
        for seat in range(state.seats):
            if seat != state.turn_seat:
                advance(&state.players[seat].faith, discarded)
        settle_faith(state)
    end_action(state)


cdef inline void offer_store(MastersState *state) noexcept nogil:
    """The player chooses where there are several largest sets to keep."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t depots = total_of(LEADER_DEPOT, player.played)
    cdef uint32_t sets[16]
    if fits(player.warehouse + state.pending, depots):
        store(state, state.pending)
    elif maximal_stores(player.warehouse, depots, state.pending, sets) == 1:
        store(state, sets[0])
    else:
        state.phase = MASTERS_STORE


cdef inline void take_line(MastersState *state, int line) noexcept nogil:
    cdef uint32_t gain = line_gain(state.market, line)
    cdef uint32_t whiteners = state.players[state.turn_seat].played & WHITENERS
    cdef int whites = gain >> 24 & 15
    state.market = pushed(state.market, line)
    state.pending = gain & 0xFFFFFF
    state.faith_due = gain >> 28
    if whites and whiteners:
        if bits_without_first(whiteners):
            state.whites = whites
            state.phase = MASTERS_WHITE
            return
        state.pending += LEADER_WHITE[bits_first(whiteners)] * whites
    offer_store(state)


cdef inline void turn_white(MastersState *state, uint32_t resources) noexcept nogil:
    state.pending += resources
    state.whites = 0
    offer_store(state)


# Payments, purchases and production


cdef inline void place_card(MastersState *state) noexcept nogil:
    """The paid card goes from its stack to its slot; the last one ends the game."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    cdef int card = state.card - 1, slot = state.slot - 1, level = card_level(card)
    remove_top(state, card_stack(card))
    if level > 1:
        player.under[slot][level - 2] = player.top[slot]
    player.top[slot] = card + 1
    player.cards |= <uint64_t>1 << card
    player.owned += CARD_OWNED[card]
    if bits_count(player.cards) >= END_CARDS:
        if state.seats == 1:
            finish(state)
        else:
            state.ending = 1


cdef inline void pay(MastersState *state, uint32_t from_warehouse) noexcept nogil:
    """Pay `pending`, then place the card or receive what the production gives."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    player.warehouse -= from_warehouse
    player.chest -= chest_word(state.pending - from_warehouse)
    if state.card:
        place_card(state)
    else:
        deposit(player, state.gain)
        if state.faith_due:
            advance(&player.faith, state.faith_due)
            settle_faith(state)
    end_action(state)


cdef inline void offer_payment(MastersState *state) noexcept nogil:
    cdef uint32_t low, high
    payment_range(state, &low, &high)
    if low == high:
        pay(state, low)
    else:
        state.phase = MASTERS_PAY


cdef inline void choose_slot(MastersState *state, int slot) noexcept nogil:
    state.slot = slot + 1
    state.pending = price(&state.players[state.turn_seat], state.card - 1)
    offer_payment(state)


cdef inline void buy(MastersState *state, int card) noexcept nogil:
    cdef int slots = fitting_slots(&state.players[state.turn_seat], card)
    state.card = card + 1
    if bits_without_first(slots):
        state.phase = MASTERS_SLOT
    else:
        choose_slot(state, bits_first(slots))


cdef inline void offer_receive(MastersState *state) noexcept nogil:
    if state.receives:
        state.phase = MASTERS_RECEIVE
    else:
        offer_payment(state)


cdef inline void spend(MastersState *state, uint32_t resources) noexcept nogil:
    state.pending += resources
    state.spends = 0
    offer_receive(state)


cdef inline void receive(MastersState *state, uint32_t resources) noexcept nogil:
    state.gain += resources
    state.receives = 0
    offer_payment(state)


cdef inline void offer_spend(MastersState *state) noexcept nogil:
    """Inputs of choice; nothing to ask when the resources left allow one way only."""
    cdef uint32_t left = wallet(&state.players[state.turn_seat]) - state.pending
    cdef Move moves[20]
    if not state.spends:
        offer_receive(state)
    elif multiset_moves(MASTERS_M_SPEND, state.spends, left, moves) == 1:
        spend(state, move_value(moves[0]))
    else:
        state.phase = MASTERS_SPEND


cdef inline void produce(MastersState *state, uint32_t powers) noexcept nogil:
    """Add up what the powers take and give; all of them work at the same time."""
    cdef MastersPlayer *player = &state.players[state.turn_seat]
    cdef int slot, card, leader
    cdef uint32_t leaders = powers >> MASTERS_POWER_LEADER
    if powers >> MASTERS_POWER_BASE & 1:
        state.spends = BASE_SPENDS
        state.receives = BASE_RECEIVES
    for slot in range(MASTERS_SLOTS):
        if powers >> (MASTERS_POWER_SLOT + slot) & 1:
            card = player.top[slot] - 1
            state.pending += CARD_INPUT[card]
            state.gain += CARD_OUTPUT[card]
            state.faith_due += CARD_FAITH[card]
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        state.pending += LEADER_INPUT[leader]
        state.receives += LEADER_CHOICES[leader]
        state.faith_due += LEADER_FAITH[leader]
    offer_spend(state)


# Solo (rulebook: Partita in solitario, Il gioco)


cdef inline void discard_cards(MastersState *state, int color, int count) noexcept nogil:
    """The lowest cards of the colour leave the grid."""
    cdef int stack = color
    while count and stack < MASTERS_STACKS:
        if state.grid >> (4 * stack) & 15:
            remove_top(state, stack)
            count -= 1
        else:
            stack += MASTERS_COLORS


cdef inline void reveal(MastersState *state, int token) noexcept nogil:
    """Apply the token; of equal ones the highest leaves the pile."""
    cdef uint64_t twins = state.tokens & TOKEN_TWINS[token]
    state.tokens &= ~(1u << bits_nth(twins, bits_count(twins) - 1))
    if TOKEN_SHUFFLES[token]:
        state.tokens = (1 << MASTERS_TOKENS) - 1
    if TOKEN_COLOR[token] < MASTERS_COLORS:
        discard_cards(state, TOKEN_COLOR[token], TOKEN_COUNT[token])
        if color_gone(state):
            finish(state)
    if TOKEN_STEPS[token]:
        advance(&state.cross, TOKEN_STEPS[token])
        settle_faith(state)
    if state.phase != MASTERS_END:
        next_turn(state)


cdef inline void carry_out(MastersState *state, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef uint32_t value = move_value(move)
    if kind == MASTERS_M_MARKET:
        take_line(state, value)
    elif kind == MASTERS_M_PRODUCE:
        produce(state, value)
    elif kind == MASTERS_M_PAY:
        pay(state, value)
    elif kind == MASTERS_M_STORE:
        store(state, value)
    elif kind == MASTERS_M_RECEIVE:
        receive(state, value)
    elif kind == MASTERS_M_SPEND:
        spend(state, value)
    elif kind == MASTERS_M_BUY:
        buy(state, value)
    elif kind == MASTERS_M_END:
        end_turn(state)
    elif kind == MASTERS_M_TOKEN:
        reveal(state, value)
    elif kind == MASTERS_M_SLOT:
        choose_slot(state, value)
    elif kind == MASTERS_M_WHITE:
        turn_white(state, value)
    elif kind == MASTERS_M_DISCARD:
        discard_leader(state, value)
    elif kind == MASTERS_M_PLAY:
        play_leader(state, value)
    elif kind == MASTERS_M_KEEP:
        keep_leaders(state, value)
    elif kind == MASTERS_M_TAKE:
        take_start(state, value)
    else:
        set_first(state, value)


cdef void masters_apply(void *memory, Move move) noexcept nogil:
    carry_out(<MastersState *>memory, move)
    if PALIO_CHECKED:
        palio_verify(masters_check(memory))


cdef int64_t masters_playout(void *memory, Rng *rng) noexcept nogil:
    """Uniformly random moves to the end."""
    cdef MastersState *state = <MastersState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    cdef Move move
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            move = masters_sample_chance(state, rng)
        else:
            move = moves[rng_below(rng, masters_legal_moves(state, moves))]
            decisions += 1
        carry_out(state, move)
        if PALIO_CHECKED:
            palio_verify(masters_check(state))
    return decisions
