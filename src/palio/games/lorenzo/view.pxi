# What a seat sees, and the worlds that fit it.

cdef int lorenzo_viewer(const void *memory) noexcept nogil:
    cdef const LorenzoState *state = <const LorenzoState *>memory
    return -1 if state.viewer == LOR_NONE else state.viewer


cdef inline bint drafting(const LorenzoState *state) noexcept nogil:
    return state.step == LOR_DRAFT


cdef inline int cards_shown(const LorenzoState *state) noexcept nogil:
    """How many cards of each deck everyone has seen; the first are laid out after the draft."""
    if state.step == LOR_DRAFT or state.step == LOR_TILE:
        return 0
    return LOR_FLOORS * (state.round + 1)


# The draft: pack p is before seat p - j at pick j.

cdef inline int taker(const LorenzoState *state, int pack, int pick) noexcept nogil:
    """The seat that keeps a leader of the pack at this pick."""
    return (pack + LOR_PICKS * state.seats - pick) % state.seats


cdef inline bint has_picked(const LorenzoState *state, int seat) noexcept nogil:
    """In the draft: the seat has already made the current pick."""
    cdef int i
    for i in range(state.turn):
        if state.order[i] == seat:
            return True
    return False


cdef inline int picks_made(const LorenzoState *state, int pack) noexcept nogil:
    """How many leaders of the pack have been kept."""
    if not state.options & LOR_ADVANCED:
        return 0
    if not drafting(state):
        return LOR_PICKS
    return state.lap + has_picked(state, taker(state, pack, state.lap))


cdef inline int first_seen(const LorenzoState *state, int pack, int seat) noexcept nogil:
    """The pick at which the seat gets the pack for the first time; LOR_PICKS while it has not had it."""
    cdef int pick = (pack + state.seats - seat) % state.seats
    return LOR_PICKS if drafting(state) and pick > state.lap else pick


cdef inline int run_end(const LorenzoState *state, int pack, int seat, int start) noexcept nogil:
    """Leaders start .. end - 1 of the pack left in an order that the seat does not know.

    A run ends where the seat had the pack again; its own pick is a run of one.
    """
    cdef int end = start + 1, picked = picks_made(state, pack)
    if taker(state, pack, start) == seat and start < picked:
        return end
    while end < LOR_PICKS:
        if taker(state, pack, end) == seat and (not drafting(state) or end <= state.lap):
            return end
        end += 1
    return end


cdef void hide_draft(LorenzoState *state, int seat) noexcept nogil:
    cdef int pack, start, end
    for pack in range(state.seats):
        start = first_seen(state, pack, seat)
        memset(&state.draft[pack][0], LOR_NONE, start)
        while start < LOR_PICKS:
            end = run_end(state, pack, seat, start)
            sort_bytes(&state.draft[pack][start], end - start)
            start = end


cdef void lorenzo_hide(void *memory, int seat) noexcept nogil:
    cdef LorenzoState *state = <LorenzoState *>memory
    cdef int other, type_, shown = cards_shown(state)
    state.viewer = seat
    for type_ in range(LOR_TYPES):
        memset(&state.deck[type_][shown], LOR_NONE, LOR_DECK - shown)
    if state.options & LOR_ADVANCED:
        hide_draft(state, seat)
        for other in range(state.seats):
            if other != seat:
                state.player[other].hand = 0


cdef Move lorenzo_seen(const void *memory, Move move, int seat) noexcept nogil:
    """Only the picks of the draft are hidden. After the last pick of a lap the packs move on: who gets the last
    picker's pack sees at once what it has left there."""
    cdef const LorenzoState *state = <const LorenzoState *>memory
    if move_kind(move) != LOR_M_PICK or seat == state.actor:
        return move
    if state.turn == state.seats - 1 and state.lap < LOR_PICKS - 1 and seat == taker(state, state.actor, 1):
        return make_move(LOR_M_PICK, leaders_left(state, move_value(move)))
    return make_move(LOR_M_PICK, LOR_NONE)


cdef int leaders_left(const LorenzoState *state, int leader) noexcept nogil:
    """The rest of the actor's pack after this pick as the value of a seen move: 5 bits each, 31 for none."""
    cdef const uint8_t *pack = &state.draft[(state.actor + state.lap) % state.seats][0]
    cdef int i, n = 0, value = LOR_LEFT | 0x7FFF
    for i in range(state.lap, LOR_PICKS):
        if pack[i] != leader:
            value &= ~((31 ^ pack[i]) << (5 * n))
            n += 1
    return value


# Worlds

cdef void fill_decks(LorenzoState *view, Rng *rng) noexcept nogil:
    """Every order of the unseen cards of a type and period is equally likely."""
    cdef uint8_t unseen[LOR_PERIOD_CARDS]
    cdef uint32_t seen
    cdef uint8_t *cards
    cdef int type_, period, i, n
    for type_ in range(LOR_TYPES):
        for period in range(LOR_PERIODS):
            cards = &view.deck[type_][period * LOR_PERIOD_CARDS]
            if cards[LOR_PERIOD_CARDS - 1] != LOR_NONE:
                continue
            seen = n = 0
            for i in range(LOR_PERIOD_CARDS):
                if cards[i] != LOR_NONE:
                    seen |= 1u << (cards[i] % LOR_PERIOD_CARDS)
            for i in range(LOR_PERIOD_CARDS):
                if not seen >> i & 1:
                    unseen[n] = type_ * LOR_DECK + period * LOR_PERIOD_CARDS + i
                    n += 1
            shuffle(unseen, n, rng)
            memcpy(cards + LOR_PERIOD_CARDS - n, unseen, n)


cdef inline uint32_t shown_leaders(const LorenzoSeat *player) noexcept nogil:
    """Leaders that everyone has seen the player to have."""
    return player.played | player.discarded


cdef inline uint32_t all_shown(const LorenzoState *state) noexcept nogil:
    cdef uint32_t leaders = 0
    cdef int seat
    for seat in range(LOR_SEATS):
        leaders |= shown_leaders(&state.player[seat])
    return leaders


cdef bint settle_run(LorenzoState *view, int pack, int start, int end, Rng *rng) noexcept nogil:
    """Order the leaders of a run: those that their owner has shown go to its pick, the others anywhere.

    False when the shown ones do not fit. Without a random stream only this is tested.
    """
    cdef uint8_t *cards = &view.draft[pack][0]
    cdef uint8_t loose[LOR_PICKS]
    cdef int slot[LOR_PICKS]
    cdef int i, pick, n = 0
    cdef uint32_t shown = 0, leader
    for pick in range(start, end):
        slot[pick] = LOR_NONE
    for i in range(start, end):
        leader = 1u << cards[i]
        for pick in range(start, end):
            if shown_leaders(&view.player[taker(view, pack, pick)]) & leader:
                if slot[pick] != LOR_NONE:
                    return False
                slot[pick] = cards[i]
                shown |= leader
        if not shown & leader and all_shown(view) & leader:
            return False
    for i in range(start, end):
        if not shown >> cards[i] & 1:
            loose[n] = cards[i]
            n += 1
    if rng == NULL:
        return True
    shuffle(loose, n, rng)
    for pick in range(start, end):
        if slot[pick] == LOR_NONE:
            n -= 1
            slot[pick] = loose[n]
    for pick in range(start, end):
        cards[pick] = slot[pick]
    return True


cdef bint place_shown(LorenzoState *view, uint32_t unseen, Rng *rng) noexcept nogil:
    """Leaders shown by players who kept them before the viewer saw their pack go to a random one of those picks."""
    cdef uint8_t slots[LOR_SEATS * LOR_PICKS]
    cdef uint32_t leaders
    cdef int seat, pack, pick, n
    for seat in range(view.seats):
        leaders = shown_leaders(&view.player[seat]) & unseen
        if not leaders:
            continue
        n = 0
        for pack in range(view.seats):
            for pick in range(LOR_PICKS):
                if view.draft[pack][pick] == LOR_NONE and taker(view, pack, pick) == seat:
                    slots[n] = pack * LOR_PICKS + pick
                    n += 1
        if rng != NULL:
            shuffle(slots, n, rng)
        while leaders:
            if n == 0:
                return False
            n -= 1
            view.draft[slots[n] // LOR_PICKS][slots[n] % LOR_PICKS] = bits_first(leaders)
            leaders = <uint32_t>bits_without_first(leaders)
    return True


cdef uint32_t drafted(const LorenzoState *state) noexcept nogil:
    """Leaders named anywhere in the draft."""
    cdef uint32_t leaders = 0
    cdef int pack, pick
    for pack in range(state.seats):
        for pick in range(LOR_PICKS):
            if state.draft[pack][pick] != LOR_NONE:
                leaders |= 1u << state.draft[pack][pick]
    return leaders


cdef void fill_packs(LorenzoState *view, Rng *rng) noexcept nogil:
    """The leaders left go to the unknown places, what is over stays in the box."""
    cdef uint8_t rest[LOR_LEADERS]
    cdef uint32_t known = drafted(view)
    cdef int leader, pack, pick, n = 0
    for leader in range(LOR_LEADERS):
        if not known >> leader & 1:
            rest[n] = leader
            n += 1
    shuffle(rest, n, rng)
    for pack in range(view.seats):
        for pick in range(LOR_PICKS):
            if view.draft[pack][pick] == LOR_NONE:
                n -= 1
                view.draft[pack][pick] = rest[n]


cdef bint settle_draft(LorenzoState *view, Rng *rng) noexcept nogil:
    """Uniformly random picks that fit what the viewer has seen; False when nothing fits."""
    cdef uint32_t unseen = ((1u << LOR_LEADERS) - 1) & ~drafted(view)
    cdef int pack, start, end
    for pack in range(view.seats):
        start = first_seen(view, pack, view.viewer)
        while start < LOR_PICKS:
            end = run_end(view, pack, view.viewer, start)
            if not settle_run(view, pack, start, end, rng):
                return False
            start = end
    return place_shown(view, unseen, rng)


cdef uint32_t kept_leaders(const LorenzoState *state, int seat) noexcept nogil:
    """The leaders that the seat has kept so far."""
    cdef uint32_t leaders = 0
    cdef int pack, pick
    for pack in range(state.seats):
        for pick in range(picks_made(state, pack)):
            if taker(state, pack, pick) == seat and state.draft[pack][pick] != LOR_NONE:
                leaders |= 1u << state.draft[pack][pick]
    return leaders


cdef void lorenzo_determinize(void *memory, Rng *rng) noexcept nogil:
    cdef LorenzoState *view = <LorenzoState *>memory
    cdef int seat, pack, picked
    if view.viewer == LOR_NONE:
        return
    fill_decks(view, rng)
    if view.options & LOR_ADVANCED:
        settle_draft(view, rng)
        fill_packs(view, rng)
        for pack in range(view.seats):
            picked = picks_made(view, pack)
            sort_bytes(&view.draft[pack][picked], LOR_PICKS - picked)
        for seat in range(view.seats):
            view.player[seat].hand = kept_leaders(view, seat) & ~shown_leaders(&view.player[seat])
    view.viewer = LOR_NONE
