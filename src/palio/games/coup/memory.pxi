# What a seat remembers of cards that it cannot see any more.
#
# sure[p]   cards that p knows to lie in the court now
# loose[p]  cards that p knows to have been there when another seat drew: they are in the court or in a `fresh` hand
# fresh[p]  per other seat, how many of its cards may be such draws (CoupFresh), and of which roles
# holds[p]  per other seat, cards that p was shown and that are still there, or may have been returned once since
#
# beside    per seat, the role that it proved while it had two cards. It would have shown either: so a second card of
#           that role is half as likely as another card, until its cards change again
#
# Where a card that turns up may or may not be the remembered one, the memory lets it go: what stays is certain.

cdef inline int fresh_kind(int fresh) noexcept nogil:
    return fresh & 7


cdef inline int fresh_roles(int fresh) noexcept nogil:
    """Bit set of the roles of loose cards that may be among the fresh ones."""
    return fresh >> 3


cdef inline int roles_among(uint32_t cards) noexcept nogil:
    cdef int role, roles = 0
    for role in range(COUP_ROLES):
        roles |= (lanes3_get(cards, role) != 0) << role
    return roles


cdef inline void forget_loose(CoupState *state, int seat, int role) noexcept nogil:
    """One loose card of the role fewer, if there is one; after the last one no hand is fresh because of it."""
    cdef uint16_t *loose = &state.loose[seat]
    cdef int other
    if not lanes3_get(loose[0], role):
        return
    loose[0] -= lanes3_one(role)
    if lanes3_get(loose[0], role):
        return
    for other in range(COUP_SEATS):
        state.fresh[seat][other] &= ~(8u << role)
        if not fresh_roles(state.fresh[seat][other]):
            state.fresh[seat][other] = COUP_FRESH_NONE


cdef inline void forget_if_fresh(CoupState *state, int seat, int other, int role) noexcept nogil:
    """The other seat had a card of this role: it may have been a loose one."""
    if fresh_roles(state.fresh[seat][other]) >> role & 1:
        forget_loose(state, seat, role)


cdef inline bint is_held(int card) noexcept nogil:
    """Whether a card of `holds` is certainly in the hand."""
    return 0 < card < COUP_MAYBE


cdef inline void stop_holding(CoupState *state, int seat, int other, int role) noexcept nogil:
    """The other's shown card of this role has left its hand."""
    cdef int first = state.holds[seat][other] & 15, second = state.holds[seat][other] >> 4
    if second & 7 == role + 1:
        state.holds[seat][other] = first
    elif first & 7 == role + 1:
        state.holds[seat][other] = second


cdef inline void start_holding(CoupState *state, int seat, int other, int role) noexcept nogil:
    """A card shown twice may be one card: a role is noted once. It may also be a loose card."""
    cdef int first = state.holds[seat][other] & 15, second = state.holds[seat][other] >> 4
    if first & 7 == role + 1 or second & 7 == role + 1:
        state.holds[seat][other] &= ~(COUP_MAYBE if first & 7 == role + 1 else COUP_MAYBE << 4)
    else:
        if second:
            release(state, seat, other)
            first = state.holds[seat][other]
        state.holds[seat][other] = (first | ((role + 1) << 4)) if first else role + 1
        forget_if_fresh(state, seat, other, role)
    if is_held(state.holds[seat][other] & 15) + is_held(state.holds[seat][other] >> 4) == state.down[other]:
        settle_in_court(state, seat, other)


cdef inline void settle_in_court(CoupState *state, int seat, int other) noexcept nogil:
    """The other's hand has no room for the cards that may have been returned: they are in the court."""
    cdef int first = state.holds[seat][other] & 15, second = state.holds[seat][other] >> 4
    if second & COUP_MAYBE:
        state.sure[seat] += lanes3_one((second & 7) - 1)
        second = 0
    if first & COUP_MAYBE:
        state.sure[seat] += lanes3_one((first & 7) - 1)
        first = 0
    state.holds[seat][other] = first | second << 4 if first else second


cdef inline void release(CoupState *state, int seat, int other) noexcept nogil:
    """Cards that may have been returned become loose: in the court or in the other's hand."""
    cdef int first = state.holds[seat][other] & 15, second = state.holds[seat][other] >> 4
    if second & COUP_MAYBE:
        release_card(state, seat, other, (second & 7) - 1)
        second = 0
    if first & COUP_MAYBE:
        release_card(state, seat, other, (first & 7) - 1)
        first = 0
    state.holds[seat][other] = first | second << 4 if first else second


cdef inline void release_card(CoupState *state, int seat, int other, int role) noexcept nogil:
    state.loose[seat] += lanes3_one(role)
    if state.fresh[seat][other] == COUP_FRESH_NONE:
        state.fresh[seat][other] = COUP_FRESH_EXCHANGE
    state.fresh[seat][other] |= 8 << role


cdef inline void doubt(CoupState *state, int seat, int other) noexcept nogil:
    """The other may have returned the cards that the seat was shown."""
    if state.holds[seat][other]:
        state.holds[seat][other] |= COUP_MAYBE
    if state.holds[seat][other] >> 4:
        state.holds[seat][other] |= COUP_MAYBE << 4


cdef inline void see_draw(CoupState *state, int seat, uint32_t drawn) noexcept nogil:
    """The seat sees the cards that it draws: so many fewer of them certainly lie in the court."""
    cdef int role, copy
    for role in range(COUP_ROLES):
        for copy in range(lanes3_get(drawn, role)):
            if lanes3_get(state.sure[seat], role):
                state.sure[seat] -= lanes3_one(role)
            else:
                forget_loose(state, seat, role)


cdef inline void loosen(CoupState *state, int seat) noexcept nogil:
    """Another seat draws: what surely was in the court may now be in its hand."""
    state.loose[seat] += state.sure[seat]
    state.sure[seat] = 0


cdef inline void freshen(CoupState *state, int seat, int other, int kind) noexcept nogil:
    """The other seat has drawn while the loose cards of now were in the court."""
    cdef int before = state.fresh[seat][other], roles = fresh_roles(before) | roles_among(state.loose[seat])
    if state.loose[seat]:
        state.fresh[seat][other] = (COUP_FRESH_ALL if before else kind) | roles << 3


cdef inline int beside_role(const CoupState *state, int seat) noexcept nogil:
    """1 + the role proven beside the seat's older card, or 0."""
    return state.beside >> (3 * seat) & 7


cdef inline void set_beside(CoupState *state, int seat, int code) noexcept nogil:
    state.beside = (state.beside & ~(7u << (3 * seat))) | (<uint32_t>code << (3 * seat))


cdef void remember_loss(CoupState *state, int loser, int role) noexcept nogil:
    """A card was turned up; called after state.down was lowered."""
    cdef int seat, kind
    set_beside(state, loser, 0)
    for seat in range(state.seats):
        if seat == loser:
            continue
        stop_holding(state, seat, loser, role)
        forget_if_fresh(state, seat, loser, role)
        kind = fresh_kind(state.fresh[seat][loser])
        if state.down[loser] == 0:
            state.fresh[seat][loser] = COUP_FRESH_NONE
            settle_in_court(state, seat, loser)
        elif COUP_FRESH_NONE < kind < COUP_FRESH_ALL:
            state.fresh[seat][loser] += COUP_FRESH_LOST


cdef void remember_proof(CoupState *state, int prover, int role) noexcept nogil:
    """Everyone saw the card go into the court; the draw follows."""
    cdef int seat
    set_beside(state, prover, role + 1 if state.down[prover] == 2 else 0)
    for seat in range(state.seats):
        if seat != prover:
            stop_holding(state, seat, prover, role)
            forget_if_fresh(state, seat, prover, role)
        state.sure[seat] += lanes3_one(role)


cdef void remember_draw(CoupState *state, int drawer, uint32_t drawn) noexcept nogil:
    cdef int seat, other
    for seat in range(state.seats):
        for other in range(state.seats):
            if state.holds[seat][other]:
                release(state, seat, other)
        if seat == drawer:
            see_draw(state, seat, drawn)
        else:
            loosen(state, seat)
            if state.draw == COUP_DRAW_PROOF:
                freshen(state, seat, drawer, COUP_FRESH_PROOF)


cdef void remember_keep(CoupState *state, int keeper, uint32_t returned) noexcept nogil:
    cdef int seat
    set_beside(state, keeper, 0)
    for seat in range(state.seats):
        if seat == keeper:
            state.sure[seat] += returned
        else:
            freshen(state, seat, keeper, COUP_FRESH_EXCHANGE)
            doubt(state, seat, keeper)


cdef void remember_swap(CoupState *state, int examined, int role) noexcept nogil:
    """Examiner and examined know which card went back; the draw came first."""
    cdef int seat
    set_beside(state, examined, 0)
    for seat in range(state.seats):
        if seat == examined:
            state.sure[seat] += lanes3_one(role)
        elif seat == state.turn_seat:
            freshen(state, seat, examined, COUP_FRESH_PROOF)
            stop_holding(state, seat, examined, role)
            state.sure[seat] += lanes3_one(role)
        else:
            freshen(state, seat, examined, COUP_FRESH_SWAP)
            doubt(state, seat, examined)
            if state.down[examined] == 1:
                settle_in_court(state, seat, examined)


cdef void remember_choice(CoupState *state, int seat, int role) noexcept nogil:
    """Draft: the four cards that were not chosen go into the court."""
    state.sure[seat] += LANES3_ONES - lanes3_one(role)


cdef inline void forget_everything(CoupState *state) noexcept nogil:
    state.beside = 0
    memset(&state.sure[0], 0, sizeof(state.sure) + sizeof(state.loose) + sizeof(state.fresh) + sizeof(state.holds))
