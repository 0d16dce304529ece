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
    cdef int other, shown
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
        shown = state.holds[other][seat]     # the seat knows what it has shown to whom
        memset(&state.fresh[other][0], 0, COUP_SEATS)
        memset(&state.holds[other][0], 0, COUP_SEATS)
        state.holds[other][seat] = shown
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
    DEAL_ATTEMPTS = 4096  # draws of a deal before giving up on what the viewer claims to know


# A deal under construction: the cards that the viewer cannot see, and the places they go to.
cdef struct Deal:
    uint32_t unseen               # lanes3: cards not placed yet, loose ones apart
    uint32_t hand[COUP_SEATS]     # lanes3: cards placed in each hand
    uint32_t court                # lanes3: cards placed in the court
    int free[COUP_SEATS]          # places left in each hand
    int kept[COUP_SEATS]          # cards placed in each hand that the seat may have returned
    int returned[COUP_SEATS]      # such cards placed in the court


cdef inline uint32_t held_cards(int holds) noexcept nogil:
    """The cards of `holds` that are certainly in the hand."""
    cdef uint32_t cards = 0
    if is_held(holds & 15):
        cards += lanes3_one((holds & 15) - 1)
    if is_held(holds >> 4):
        cards += lanes3_one((holds >> 4) - 1)
    return cards


cdef inline uint32_t maybe_cards(int holds) noexcept nogil:
    """The cards of `holds` that are in the hand or in the court."""
    cdef uint32_t cards = 0
    if holds & COUP_MAYBE:
        cards += lanes3_one((holds & 7) - 1)
    if holds >> 4 & COUP_MAYBE:
        cards += lanes3_one((holds >> 4 & 7) - 1)
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
        deal.free[seat] = deal.kept[seat] = deal.returned[seat] = 0
        if seat != viewer and view.alive >> seat & 1:
            held = known_cards(view, seat)
            deal.hand[seat] = held
            deal.unseen -= held + maybe_cards(view.holds[viewer][seat])
            deal.free[seat] = hand_size(view, seat) - lanes3_sum(held)
    deal.unseen -= view.sure[viewer] + view.loose[viewer]


cdef bint place_doubtful(const CoupState *view, Deal *deal, int seat, Rng *rng) noexcept nogil:
    """Cards that the seat may have returned: it chose among its cards and those that it drew, uniformly."""
    cdef uint32_t cards = maybe_cards(view.holds[view.viewer][seat])
    cdef int role, copy, back, free, room = court_size(view) - lanes3_sum(deal.court)
    for role in range(COUP_ROLES):
        for copy in range(lanes3_get(cards, role)):
            back = max(exchange_cards(view) - deal.returned[seat], 0)
            free = deal.free[seat]
            if free > 0 and (room <= 0 or <int>rng_below(rng, free + back) < free):
                deal.hand[seat] += lanes3_one(role)
                deal.free[seat] -= 1
                deal.kept[seat] += 1
            elif room > 0:
                deal.court += lanes3_one(role)
                deal.returned[seat] += 1
                room -= 1
            else:
                return False
    return True


cdef void count_fresh(const CoupState *view, const Deal *deal, int seat, Rng *rng, int *drawn,
                      int *strangers) noexcept nogil:
    """How many of the seat's cards came from the court, and how many unknown cards went there for them."""
    cdef int kind = fresh_kind(view.fresh[view.viewer][seat]), extra = hand_size(view, seat) - view.down[seat]
    cdef bint lost = kind > COUP_FRESH_ALL
    cdef int base = kind - COUP_FRESH_LOST if lost else kind, cards = 2 if lost else view.down[seat], took, pool, i
    drawn[0] = strangers[0] = 0
    if base == COUP_FRESH_PROOF or base == COUP_FRESH_SWAP:
        drawn[0] = 1
    elif base == COUP_FRESH_EXCHANGE:
        # The keeper threw away `took` of its cards + took, uniformly: count the drawn ones among the kept.
        took = exchange_cards(view)
        pool = cards + took - deal.kept[seat] - deal.returned[seat]
        for i in range(cards - deal.kept[seat]):
            if <int>rng_below(rng, pool - i) < took - drawn[0]:
                drawn[0] += 1
    elif base == COUP_FRESH_ALL:
        drawn[0] = cards
    if base == COUP_FRESH_SWAP or base == COUP_FRESH_EXCHANGE:
        strangers[0] = max(drawn[0] - deal.returned[seat], 0)
    if lost and drawn[0]:
        drawn[0] = <int>rng_below(rng, 2) < drawn[0]
    if extra > 0:
        drawn[0] += extra     # the cards that an exchange in progress has drawn
    drawn[0] = min(drawn[0], deal.free[seat])


cdef inline bint may_have_drawn(const CoupState *view, int seat, int role) noexcept nogil:
    """Whether the seat has drawn since the viewer's loose card of this role went into the court."""
    if view.phase == COUP_KEEP and seat == view.turn_seat:
        return True
    return fresh_roles(view.fresh[view.viewer][seat]) >> role & 1


cdef bint place_loose(const CoupState *view, Deal *deal, bint strangers_stay, Rng *rng) noexcept nogil:
    """Each loose card is equally likely on every place that a card of the court has come to since it went there.

    The unknown cards that went into the court meanwhile take up places there, unless they were drawn again.
    """
    cdef int fresh[COUP_SEATS]      # cards that came from the court, per seat
    cdef int places[COUP_SEATS]     # those of them that can be the role at hand
    cdef int seat, role, copy, place, strangers, total = 0
    cdef uint32_t loose = view.loose[view.viewer]
    cdef int room = court_size(view) - lanes3_sum(deal.court), spare = room
    for seat in range(view.seats):
        fresh[seat] = 0
        if deal.free[seat] > 0:
            count_fresh(view, deal, seat, rng, &fresh[seat], &strangers)
            spare -= strangers if strangers_stay else 0
            total += fresh[seat]
    spare = min(room, max(spare, lanes3_sum(loose) - total, 0))
    for role in range(COUP_ROLES):
        for copy in range(lanes3_get(loose, role)):
            total = 0
            for seat in range(view.seats):
                places[seat] = fresh[seat] if may_have_drawn(view, seat, role) else 0
                total += places[seat]
            if spare + total <= 0:
                return False
            place = <int>rng_below(rng, spare + total) - spare
            if place < 0:
                deal.court += lanes3_one(role)
                spare -= 1
                continue
            seat = 0
            while place >= places[seat]:
                place -= places[seat]
                seat += 1
            deal.hand[seat] += lanes3_one(role)
            deal.free[seat] -= 1
            fresh[seat] -= 1
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
    cdef uint32_t hand, known = deal.hand[other]
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
    if not lanes3_covers(hand, known):
        return False
    if lanes3_sum(known) == 1 and lanes3_sum(hand) == 2 and hand != 2 * known and rng_below(rng, 2):
        return False     # of two different cards it might have shown the other
    hand -= known
    extra = hand_size(view, other) - view.down[other]     # drawn in an exchange under way
    if lanes3_sum(hand) != deal.free[other] - extra or not lanes3_covers(deal.unseen, hand):
        return False
    deal.hand[other] += hand
    deal.unseen -= hand
    deal.free[other] = extra
    dealt[0] = third
    return True


cdef bint draw_rest(const CoupState *view, Deal *deal, int seat, Rng *rng) noexcept nogil:
    """Fill a hand from what is left; False in half the cases in which it had two cards to prove a role with.

    Loose cards were drawn later, so the first card here is the one that stood beside the proven one.
    """
    cdef int proven = beside_role(view, seat)
    cdef uint32_t one
    if view.holds[view.viewer][seat]:
        proven = 0     # the viewer knows one of the two: there is nothing to weigh
    while deal.free[seat] > 0:
        one = draw_one(deal, rng)
        deal.hand[seat] += one
        deal.free[seat] -= 1
        if proven and one == lanes3_one(proven - 1) and rng_below(rng, 2):
            return False
        proven = 0
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
    for seat in range(view.seats):
        if maybe_cards(view.holds[viewer][seat]) and not place_doubtful(view, deal, seat, rng):
            return False
    if view.loose[viewer] and not place_loose(view, deal, attempt < DEAL_ATTEMPTS / 2, rng):
        return False
    for seat in range(view.seats):
        if not draw_rest(view, deal, seat, rng):
            return False
        if view.lacks[seat] and seat != viewer:
            for role in range(COUP_ROLES):
                if view.lacks[seat] >> role & 1 and lanes3_get(deal.hand[seat], role):
                    return False
    deal.court += deal.unseen
    return True


cdef void forget_guesses(CoupState *view) noexcept nogil:
    """Keep only where cards are for certain. Only a made-up view that contradicts itself needs this."""
    cdef int seat
    for seat in range(view.seats):
        release(view, view.viewer, seat)
    view.loose[view.viewer] = 0
    view.originals = 0
    view.beside = 0
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
    if view.shown == COUP_NO_ROLE and is_card_shown(view):
        view.shown = lanes3_nth(view.hand[view.target], rng_below(rng, lanes3_sum(view.hand[view.target])))
    view.court = deal.court
    view.viewer = COUP_NOBODY


cdef inline bint is_card_shown(const CoupState *state) noexcept nogil:
    """True while the Inquisitor decides about a card that it has been shown."""
    return state.phase == COUP_FORCE or (state.phase == COUP_DRAW and state.draw == COUP_DRAW_SWAP)
