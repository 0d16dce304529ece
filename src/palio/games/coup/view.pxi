# What a seat sees, and the worlds that fit it.

cdef inline int hand_size(const CoupState *state, int seat) noexcept nogil:
    """Cards in a hand: the influence, more while exchanging, one fewer while a shown card is being replaced."""
    cdef int size = state.down[seat]
    if state.phase == COUP_KEEP and seat == state.turn_seat:
        size += exchange_cards(state)
    elif state.phase == COUP_DRAW and state.draw == COUP_DRAW_PROOF and seat == claimant_of(state):
        size -= 1
    return size


cdef inline int claimant_of(const CoupState *state) noexcept nogil:
    """Whose claim is being challenged: the blocker's if there is one."""
    return state.turn_seat if state.blocker == COUP_NOBODY else state.blocker


cdef inline int drawer_of(const CoupState *state) noexcept nogil:
    """Who takes the cards of the pending draw."""
    if state.draw == COUP_DRAW_PROOF:
        return claimant_of(state)
    return state.target if state.draw == COUP_DRAW_SWAP else state.turn_seat


cdef int coup_viewer(const void *memory) noexcept nogil:
    cdef const CoupState *state = <const CoupState *>memory
    return -1 if state.viewer == COUP_NOBODY else state.viewer


cdef void coup_hide(void *memory, int seat) noexcept nogil:
    cdef CoupState *state = <CoupState *>memory
    cdef int other
    state.viewer = seat
    state.court = 0
    if seat != state.turn_seat and seat != state.target:
        state.shown = COUP_NO_ROLE
    for other in range(state.seats):
        if other == seat:
            continue
        state.hand[other] = 0
        state.sure[other] = 0
        state.loose[other] = 0
        memset(&state.fresh[other][0], 0, COUP_SEATS)
        memset(&state.holds[other][0], 0, COUP_SEATS)
        if other < 2:
            state.dealt[other] = COUP_NO_ROLE


cdef Move coup_seen(const void *memory, Move move, int seat) noexcept nogil:
    cdef const CoupState *state = <const CoupState *>memory
    cdef int kind = move_kind(move)
    if kind == COUP_M_DRAW and seat != drawer_of(state):
        return make_move(kind, 0, 0)
    if kind == COUP_M_KEEP and seat != state.turn_seat:
        return make_move(kind, 0, 0)
    if kind == COUP_M_SHOW and seat != state.turn_seat and seat != state.target:
        return make_move(kind, 0, COUP_NO_ROLE)
    if kind == COUP_M_CHOOSE and seat != state.actor:
        return make_move(kind, 0, COUP_NO_ROLE)
    return move


cdef enum:
    DEAL_ATTEMPTS = 512   # draws of a deal before giving up on what the viewer claims to know


# A deal under construction: the cards that the viewer cannot see, and the places they go to.
cdef struct Deal:
    uint32_t unseen               # lanes3: cards not placed yet, loose ones apart
    uint32_t hand[COUP_SEATS]     # lanes3: cards placed in each hand
    uint32_t court                # lanes3: cards placed in the court
    int free[COUP_SEATS]          # places left in each hand


cdef inline uint32_t held_cards(int holds) noexcept nogil:
    cdef uint32_t cards = 0
    if holds & 15:
        cards += lanes3_one((holds & 15) - 1)
    if holds >> 4:
        cards += lanes3_one((holds >> 4) - 1)
    return cards


cdef inline uint32_t known_cards(const CoupState *view, int seat) noexcept nogil:
    """Cards that the viewer knows in another's hand: those it was shown, now or before."""
    cdef uint32_t held = held_cards(view.holds[view.viewer][seat])
    if seat == view.target and view.shown != COUP_NO_ROLE and not lanes3_get(held, view.shown):
        held += lanes3_one(view.shown)
    return held


cdef inline uint32_t draw_one(Deal *deal, Rng *rng) noexcept nogil:
    cdef uint32_t one = lanes3_one(lanes3_nth(deal.unseen, rng_below(rng, lanes3_sum(deal.unseen))))
    deal.unseen -= one
    return one


cdef void place_known(const CoupState *view, Deal *deal) noexcept nogil:
    """Start the deal with what the viewer is certain of."""
    cdef int seat, viewer = view.viewer
    cdef uint32_t held
    deal.unseen = DECK - view.hand[viewer]
    deal.court = view.sure[viewer]
    for seat in range(view.seats):
        deal.unseen -= view.up[seat]
        deal.hand[seat] = 0
        deal.free[seat] = 0
        if seat != viewer and view.alive >> seat & 1:
            held = known_cards(view, seat)
            deal.hand[seat] = held
            deal.unseen -= held
            deal.free[seat] = hand_size(view, seat) - lanes3_sum(held)
    deal.unseen -= view.sure[viewer] + view.loose[viewer]


cdef void count_fresh(const CoupState *view, int seat, int free, Rng *rng, int *drawn, int *strangers) noexcept nogil:
    """How many of the seat's cards came from the court, and how many unknown cards went there for them."""
    cdef int kind = view.fresh[view.viewer][seat], size = hand_size(view, seat), extra = size - view.down[seat]
    cdef int base = kind & 7, two = kind & COUP_FRESH_LOST, cards = 2 if two else size, took, i
    drawn[0] = strangers[0] = 0
    if base == COUP_FRESH_PROOF or base == COUP_FRESH_SWAP:
        drawn[0] = 1
    elif base == COUP_FRESH_EXCHANGE:
        # The keeper threw away `took` of its cards + took, uniformly: count the drawn ones among the kept.
        took = exchange_cards(view)
        for i in range(cards):
            if <int>rng_below(rng, cards + took - i) < took - drawn[0]:
                drawn[0] += 1
    elif base == COUP_FRESH_ALL:
        drawn[0] = size
    if base == COUP_FRESH_SWAP or base == COUP_FRESH_EXCHANGE:
        strangers[0] = drawn[0]
    if two and drawn[0]:
        drawn[0] = <int>rng_below(rng, 2) < drawn[0]
    if extra > 0:
        drawn[0] += extra     # the cards that an exchange in progress has drawn
    drawn[0] = min(drawn[0], free)


cdef bint place_loose(const CoupState *view, Deal *deal, bint strangers_stay, Rng *rng) noexcept nogil:
    """Each loose card is equally likely on every place that a card of the court has come to since.

    The unknown cards that went into the court meanwhile take up places there, unless they were drawn again.
    """
    cdef int fresh[COUP_SEATS]
    cdef int seat, role, copy, place, strangers, total = 0
    cdef uint32_t loose = view.loose[view.viewer]
    cdef int room = court_size(view) - lanes3_sum(deal.court), spare = room
    for seat in range(view.seats):
        fresh[seat] = 0
        if deal.free[seat] > 0:
            count_fresh(view, seat, deal.free[seat], rng, &fresh[seat], &strangers)
            spare -= strangers if strangers_stay else 0
            total += fresh[seat]
    spare = min(room, max(spare, lanes3_sum(loose) - total, 0))
    for role in range(COUP_ROLES):
        for copy in range(lanes3_get(loose, role)):
            if spare + total <= 0:
                return False
            place = <int>rng_below(rng, spare + total) - spare
            if place < 0:
                deal.court += lanes3_one(role)
                spare -= 1
                continue
            seat = 0
            while place >= fresh[seat]:
                place -= fresh[seat]
                seat += 1
            deal.hand[seat] += lanes3_one(role)
            deal.free[seat] -= 1
            fresh[seat] -= 1
            total -= 1
    return True


cdef inline int court_size(const CoupState *state) noexcept nogil:
    """The court is what is neither in a hand nor face up; known to everyone."""
    cdef int seat, size = lanes3_sum(DECK)
    for seat in range(state.seats):
        size -= hand_size(state, seat) + lanes3_sum(state.up[seat])
    return size


cdef bint place_drafted(const CoupState *view, Deal *deal, int *dealt, Rng *rng) noexcept nogil:
    """Draft: the other seat has one card of the third set and one of five different ones, or what it left of them."""
    cdef int viewer = view.viewer, other = 1 - viewer, third, chosen, lost, extra
    cdef uint32_t hand
    third = rng_below(rng, COUP_ROLES - 1)
    third += third >= view.dealt[viewer]
    chosen = rng_below(rng, COUP_ROLES)
    hand = lanes3_one(third)
    if view.phase != COUP_CHOOSE or view.down[other] == 2:
        hand += lanes3_one(chosen)
    if view.up[other]:
        lost = third if rng_below(rng, 2) else chosen
        if view.up[other] != lanes3_one(lost):
            return False
        hand -= lanes3_one(lost)
    hand -= deal.hand[other] if lanes3_covers(hand, deal.hand[other]) else 0
    extra = hand_size(view, other) - view.down[other]     # drawn in an exchange under way
    if lanes3_sum(hand) != deal.free[other] - extra or not lanes3_covers(deal.unseen, hand):
        return False
    deal.hand[other] += hand
    deal.unseen -= hand
    deal.free[other] = extra
    dealt[0] = third
    return True


cdef bint try_deal(const CoupState *view, Deal *deal, int *dealt, int attempt, Rng *rng) noexcept nogil:
    """One attempt at a deal; False when it breaks what the viewer knows.

    Later attempts make a weaker assumption: that no stranger stayed in the court.
    """
    cdef int seat, role, viewer = view.viewer
    place_known(view, deal)
    dealt[0] = COUP_NO_ROLE
    if view.originals and view.originals >> (1 - viewer) & 1:
        if not place_drafted(view, deal, dealt, rng):
            return False
    if view.loose[viewer] and not place_loose(view, deal, attempt < DEAL_ATTEMPTS / 2, rng):
        return False
    for seat in range(view.seats):
        while deal.free[seat] > 0:
            deal.hand[seat] += draw_one(deal, rng)
            deal.free[seat] -= 1
        if view.lacks[seat] and seat != viewer:
            for role in range(COUP_ROLES):
                if view.lacks[seat] >> role & 1 and lanes3_get(deal.hand[seat], role):
                    return False
    deal.court += deal.unseen
    return True


cdef void forget_guesses(CoupState *view) noexcept nogil:
    """Keep only where cards are for certain. Only a made-up view that contradicts itself needs this."""
    view.loose[view.viewer] = 0
    view.originals = 0
    memset(&view.fresh[view.viewer][0], 0, COUP_SEATS)
    memset(&view.lacks[0], 0, COUP_SEATS)


cdef void coup_determinize(void *memory, Rng *rng) noexcept nogil:
    """Deals that break what the viewer knows are drawn again, so that those that fit keep their proportions."""
    cdef CoupState *view = <CoupState *>memory
    cdef Deal deal
    cdef int dealt = COUP_NO_ROLE, seat, viewer = view.viewer, attempt
    if viewer == COUP_NOBODY:
        return
    for attempt in range(DEAL_ATTEMPTS):
        if try_deal(view, &deal, &dealt, attempt, rng):
            break
    else:
        forget_guesses(view)
        try_deal(view, &deal, &dealt, 0, rng)
    for seat in range(view.seats):
        if seat != viewer:
            view.hand[seat] = deal.hand[seat]
    if view.options & COUP_DRAFT and dealt != COUP_NO_ROLE:
        view.dealt[1 - viewer] = dealt
    if view.shown == COUP_NO_ROLE and knows_shown_card(view):
        view.shown = lanes3_nth(view.hand[view.target], rng_below(rng, lanes3_sum(view.hand[view.target])))
    view.court = deal.court
    view.viewer = COUP_NOBODY


cdef inline bint knows_shown_card(const CoupState *state) noexcept nogil:
    """True while the Inquisitor decides about a card that it has been shown."""
    return state.phase == COUP_FORCE or (state.phase == COUP_DRAW and state.draw == COUP_DRAW_SWAP)
