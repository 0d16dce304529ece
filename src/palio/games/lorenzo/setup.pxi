# The first position (rulebook: Setup; Advanced Rules: Setup) and the start of a round.

cdef void shuffle(uint8_t *items, int count, Rng *rng) noexcept nogil:
    cdef int i, j
    cdef uint8_t item
    for i in range(count - 1, 0, -1):
        j = rng_below(rng, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


cdef void sort_bytes(uint8_t *items, int count) noexcept nogil:
    """Insertion sort, ascending."""
    cdef int i, j
    cdef uint8_t item
    for i in range(1, count):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


cdef void lorenzo_setup(void *memory, const int32_t *options, Rng *rng) noexcept nogil:
    """Options in the order of info.py: players, rules, edition."""
    cdef LorenzoState *state = <LorenzoState *>memory
    cdef int i
    memset(state, 0, sizeof(LorenzoState))
    state.seats = options[0]
    if options[1]:
        state.options |= LOR_ADVANCED
    if options[2]:
        state.options |= LOR_SPANISH
    state.viewer = LOR_NONE
    for i in range(LOR_SEATS):
        state.order[i] = i if i < state.seats else <int>LOR_NONE
    shuffle(state.order, state.seats, rng)
    for i in range(LOR_PERIODS):
        state.tiles[i] = rng_below(rng, LOR_TILES)
    shuffle_decks(state, rng)
    clear_action(state)
    deal_seats(state)
    memset(state.draft, LOR_NONE, sizeof(state.draft))
    memset(state.council, LOR_NONE, sizeof(state.council))
    if state.options & LOR_ADVANCED:
        deal_leaders(state, rng)
        state.step = LOR_DRAFT
        state.actor = state.order[0]
    else:
        start_round(state)


cdef void shuffle_decks(LorenzoState *state, Rng *rng) noexcept nogil:
    cdef int type_, i
    for type_ in range(LOR_TYPES):
        for i in range(LOR_DECK):
            state.deck[type_][i] = type_ * LOR_DECK + i
        for i in range(LOR_PERIODS):
            shuffle(&state.deck[type_][i * LOR_PERIOD_CARDS], LOR_PERIOD_CARDS, rng)


cdef void deal_seats(LorenzoState *state) noexcept nogil:
    """Goods for everyone, coins by turn order; nothing on the board."""
    cdef LorenzoSeat *player
    cdef int seat, i
    for seat in range(LOR_SEATS):
        player = &state.player[seat]
        memset(player.row, LOR_NONE, sizeof(player.row))
        memset(player.place, LOR_NONE, sizeof(player.place))
        player.copied = LOR_NONE
        player.tile = LOR_NONE
        if seat < state.seats:
            player.goods = START_GOODS
            player.home = (1 << LOR_MEMBERS) - 1
            if not state.options & LOR_ADVANCED:
                player.tile = LOR_BONUS_TILES
    for i in range(state.seats):
        state.player[state.order[i]].goods += <uint64_t>START_COINS[i] << (8 * <int>LOR_COINS)


cdef void deal_leaders(LorenzoState *state, Rng *rng) noexcept nogil:
    cdef uint8_t deck[LOR_LEADERS]
    cdef int i
    for i in range(LOR_LEADERS):
        deck[i] = i
    shuffle(deck, LOR_LEADERS, rng)
    for i in range(state.seats):
        memcpy(&state.draft[i][0], &deck[i * LOR_PICKS], LOR_PICKS)
        sort_bytes(&state.draft[i][0], LOR_PICKS)


cdef void start_round(LorenzoState *state) noexcept nogil:
    """Round Setup: lay out four cards on each tower; the dice are about to be rolled."""
    state.left = 0xFFFF
    state.lap = 0
    state.turn = 0
    state.step = LOR_ROLL
    state.actor = PALIO_CHANCE
