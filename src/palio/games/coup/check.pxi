# Every invariant of a state or view. Takes any bytes; nothing that passes may crash the rules.

cdef inline const char *unless(bint holds, const char *error) noexcept nogil:
    if holds:
        return NULL
    return error


cdef inline bint lanes_ok(uint32_t lanes) noexcept nogil:
    return lanes & ~0x7FFFu == 0 and lanes & LANES3_GUARD == 0


cdef const char *check_frame(const CoupState *state) noexcept nogil:
    cdef int seat
    if state.seats < 2 or state.seats > COUP_SEATS:
        return b"players must be 2 to 6"
    if state.options > 7 or (state.options & COUP_DRAFT and state.seats != 2):
        return b"the draft needs 2 players"
    if state.max_turns < 1 or state.max_turns > 10000 or state.turn > state.max_turns:
        return b"max_turns must be 1 to 10000 and no less than the turns played"
    if state.phase >= COUP_PHASES or state.next >= COUP_NEXTS or state.draw >= COUP_DRAWS:
        return b"unknown phase"
    if state.viewer != COUP_NOBODY and state.viewer >= state.seats:
        return b"the viewer is no seat"
    if state.turn_seat >= state.seats:
        return b"the turn player is no seat"
    for seat in range(state.seats, COUP_SEATS):
        if (state.hand[seat] or state.up[seat] or state.down[seat] or state.coins[seat] or state.out[seat]
                or state.claims[seat] or state.lacks[seat] or state.caught[seat] or state.proven[seat]
                or state.sure[seat] or state.loose[seat]):
            return b"a seat that does not play has cards, coins or memory"
    if state.to_ask >> state.seats or state.alive >> state.seats:
        return b"a seat that does not play is alive or asked"
    return NULL


cdef const char *check_seats(const CoupState *state) noexcept nogil:
    cdef int seat, ups, losses = 0
    cdef bint drafting = state.phase == COUP_CHOOSE
    for seat in range(state.seats):
        if not (lanes_ok(state.hand[seat]) and lanes_ok(state.up[seat])):
            return b"a card count is out of range"
        ups = lanes3_sum(state.up[seat])
        losses += ups
        if state.down[seat] > 2 or state.coins[seat] > COUP_MAX_COINS:
            return b"a player has at most 2 face-down cards and 12 coins"
        if ups + state.down[seat] != 2 and not (drafting and ups == 0 and state.down[seat] == 1):
            return b"a player has 2 cards, face down or face up"
        if (state.down[seat] > 0) != (state.alive >> seat & 1) or (state.out[seat] == 0) != (state.down[seat] > 0):
            return b"a player is alive while it has a face-down card"
        if state.lacks[seat] > 31 or (state.down[seat] == 0 and (state.lacks[seat] or state.claims[seat])):
            return b"a player out of the game claims nothing"
        if state.out[seat] > state.lost:
            return b"a player cannot leave after the last loss"
    if losses != state.lost:
        return b"every loss turns up a card"
    if state.alive == 0 or (bits_without_first(state.alive) == 0) and state.phase != COUP_END:
        return b"the game is over when one player is left"
    if state.phase == COUP_END and bits_without_first(state.alive) and state.turn < state.max_turns:
        return b"the game is not over while two players live"
    return NULL


cdef const char *check_cards(const CoupState *state) noexcept nogil:
    """All cards are there in a full state; a view shows only what its seat may know."""
    cdef int seat, role, seen
    cdef bint view = state.viewer != COUP_NOBODY
    if not lanes_ok(state.court) or (view and state.court):
        return b"a view does not show the court"
    for seat in range(state.seats):
        if view and seat != state.viewer and state.hand[seat]:
            return b"a view shows no other hand"
        if (not view or seat == state.viewer) and lanes3_sum(state.hand[seat]) != hand_size(state, seat):
            return b"a hand has the wrong number of cards"
    for role in range(COUP_ROLES):
        seen = lanes3_get(state.court, role)
        for seat in range(state.seats):
            seen += lanes3_get(state.hand[seat], role) + lanes3_get(state.up[seat], role)
        if seen > lanes3_get(DECK, role) or (not view and seen != lanes3_get(DECK, role)):
            return b"there are 3 cards of each role"
    for seat in range(state.seats):
        for role in range(COUP_ROLES):
            if state.lacks[seat] >> role & 1 and lanes3_get(state.hand[seat], role):
                return b"a player holds a role that it was shown to lack"
    return NULL


cdef bint no_action(const CoupState *state) noexcept nogil:
    return (state.action == COUP_ACTIONS and state.target == COUP_NOBODY and state.blocker == COUP_NOBODY
            and state.block_role == COUP_NO_ROLE and state.challenger == COUP_NOBODY and state.to_ask == 0
            and state.next == COUP_THEN_END_TURN and state.draw == COUP_DRAW_NONE and state.shown == COUP_NO_ROLE)


cdef const char *check_action(const CoupState *state) noexcept nogil:
    """The declared action with its target, blocker and challenger."""
    if state.phase == COUP_DECLARE or state.phase == COUP_CHOOSE or state.phase == COUP_END:
        return unless(no_action(state), b"no action is under way")
    if state.action >= COUP_ACTIONS or not ACTION_OFFERED[variant(state)] >> state.action & 1:
        return b"the action is not in this game"
    if not state.alive >> state.turn_seat & 1:
        return b"the turn player is out of the game"
    if ACTION_TARGETS[state.action]:
        if state.target >= state.seats or state.target == state.turn_seat:
            return b"the target must be another player"
    elif state.target != COUP_NOBODY:
        return b"this action has no target"
    if state.challenger != COUP_NOBODY and state.challenger >= state.seats:
        return b"the challenger is no seat"
    if state.blocker != COUP_NOBODY:
        if state.blocker >= state.seats or state.blocker == state.turn_seat or state.block_role >= COUP_ROLES:
            return b"the blocker must be another player who names a role"
        if not ACTION_BLOCKERS[state.action] >> state.block_role & 1:
            return b"this role does not block the action"
        if ACTION_TARGETS[state.action] and state.blocker != state.target:
            return b"only the target may block"
    elif state.block_role != COUP_NO_ROLE:
        return b"there is no block without a blocker"
    if state.shown != COUP_NO_ROLE and (state.shown >= COUP_ROLES or not is_card_shown(state)):
        return b"no card is being shown"
    return NULL


cdef const char *check_asked(const CoupState *state) noexcept nogil:
    """Phases in which seats are asked one by one."""
    cdef uint32_t may = state.alive & ~(1u << state.turn_seat)
    if state.phase == COUP_CHALLENGE:
        if ACTION_CLAIM[state.action] == COUP_NO_ROLE or state.blocker != COUP_NOBODY:
            return b"only a claim can be challenged"
    elif state.phase == COUP_BLOCK:
        if not ACTION_BLOCKERS[state.action] or state.blocker != COUP_NOBODY:
            return b"the action cannot be blocked, or has been"
        if ACTION_TARGETS[state.action]:
            may = 1u << state.target
    else:
        if state.blocker == COUP_NOBODY or not state.alive >> state.blocker & 1:
            return b"there is no block to challenge"
        may = state.alive & ~(1u << state.blocker)
    if state.draw != COUP_DRAW_NONE or state.to_ask & ~(may & state.alive):
        return b"a seat is asked that has no say"
    if state.actor < 0 or state.actor >= state.seats or not state.to_ask >> state.actor & 1:
        return b"the actor is not among the seats to ask"
    return NULL


cdef const char *check_draw(const CoupState *state) noexcept nogil:
    if state.actor != PALIO_CHANCE or state.to_ask:
        return b"cards are drawn by chance"
    if state.draw == COUP_DRAW_PROOF:
        if state.challenger == COUP_NOBODY or not state.alive >> state.challenger & 1:
            return b"a card is proven to a living challenger"
        if state.challenger == claimant_of(state) or not state.alive >> claimant_of(state) & 1:
            return b"a claim is proven by another living player"
        if state.blocker == COUP_NOBODY and ACTION_CLAIM[state.action] == COUP_NO_ROLE:
            return b"the action claims nothing that could be proven"
        if state.next == COUP_THEN_RESOLVE or (state.next == COUP_THEN_BLOCK) != (state.blocker == COUP_NOBODY):
            return b"a proven action goes on, a proven block ends the turn"
    elif state.draw == COUP_DRAW_EXCHANGE:
        if state.action != COUP_EXCHANGE:
            return b"nobody exchanges"
    elif state.draw == COUP_DRAW_SWAP:
        if state.action != COUP_EXAMINE or not state.alive >> state.target & 1:
            return b"nobody was examined"
    else:
        return b"there is no reason to draw"
    return NULL


cdef const char *check_single_actor(const CoupState *state) noexcept nogil:
    """Phases in which one seat decides."""
    cdef int actor = state.actor, phase = state.phase
    if actor < 0 or actor >= state.seats or not state.alive >> actor & 1:
        return b"the actor must be a living player"
    if state.to_ask or (state.draw != COUP_DRAW_NONE and phase != COUP_KEEP):
        return b"one player decides, nobody else is asked"
    if phase == COUP_LOSE:
        if state.down[actor] != 2:
            return b"a player with one card has no choice of what to lose"
        if state.next == COUP_THEN_BLOCK and (
                ACTION_CLAIM[state.action] == COUP_NO_ROLE or state.blocker != COUP_NOBODY):
            return b"only a claimed action goes on to a block"
        if state.next == COUP_THEN_RESOLVE and state.blocker == COUP_NOBODY:
            return b"there was no block"
        return NULL
    if phase == COUP_SHOW:
        return unless(state.action == COUP_EXAMINE and actor == state.target and state.down[actor] == 2,
                      b"the examined player shows one of two cards")
    if actor != state.turn_seat and phase != COUP_CHOOSE:
        return b"the turn player decides"
    if phase == COUP_KEEP and (state.action != COUP_EXCHANGE or state.draw != COUP_DRAW_EXCHANGE):
        return b"nobody exchanges"
    if phase == COUP_FORCE and (state.action != COUP_EXAMINE or not state.alive >> state.target & 1):
        return b"nobody was examined"
    if phase == COUP_CHOOSE:
        if not state.options & COUP_DRAFT or state.turn or state.turn_seat:
            return b"there is no draft"
        if state.down[0] != 1 + (actor == 1) or state.down[1] != 1:
            return b"the draft asks seat 0, then seat 1"
        if state.sure[1] or state.loose[0] or state.loose[1] or (actor == 0 and state.sure[0]):
            return b"nobody remembers cards before it has chosen one"
        if state.viewer == COUP_NOBODY and state.dealt[0] == state.dealt[1]:
            return b"the cards dealt in a draft differ"
    return NULL


cdef const char *check_shown(const CoupState *state) noexcept nogil:
    if not is_card_shown(state):
        return NULL
    if state.shown == COUP_NO_ROLE:
        if state.viewer != COUP_NOBODY and state.viewer != state.turn_seat and state.viewer != state.target:
            return NULL
        return b"examiner and examined know the card shown"
    if state.viewer != COUP_NOBODY and state.viewer != state.turn_seat and state.viewer != state.target:
        return b"the card was shown in secret"
    if (state.viewer == COUP_NOBODY or state.viewer == state.target) \
            and not lanes3_get(state.hand[state.target], state.shown):
        return b"the card shown is in the examined player's hand"
    return NULL


cdef const char *check_memory(const CoupState *state) noexcept nogil:
    """What a seat remembers is possible, and true in a full state."""
    cdef int seat, other
    cdef const char *error
    for seat in range(COUP_SEATS):
        if beside_role(state, seat) and (beside_role(state, seat) > COUP_ROLES or state.down[seat] != 2):
            return b"a card stands beside a proven role in a hand of two"
    if state.beside >> 3 * COUP_SEATS:
        return b"a seat that does not play has cards, coins or memory"
    if state.originals and (not state.options & COUP_DRAFT or state.originals > 3):
        return b"only a draft has drafted hands"
    for seat in range(2):
        if state.dealt[seat] != COUP_NO_ROLE and (state.dealt[seat] >= COUP_ROLES or not state.options & COUP_DRAFT):
            return b"only a draft deals from a third set"
        if state.viewer != COUP_NOBODY and state.viewer != seat and state.dealt[seat] != COUP_NO_ROLE:
            return b"the other player's dealt card is hidden"
        if state.options & COUP_DRAFT and state.viewer == seat and state.dealt[seat] == COUP_NO_ROLE:
            return b"a player knows the card it was dealt"
    for seat in range(COUP_SEATS):
        for other in range(COUP_SEATS):
            if (state.fresh[seat][other] or state.holds[seat][other]) and (
                    seat >= state.seats or other >= state.seats or seat == other
                    or not state.alive >> other & 1):
                return b"a seat remembers cards of itself or of nobody"
    for seat in range(state.seats):
        error = check_row(state, seat)
        if error != NULL:
            return error
    return NULL


cdef inline uint32_t remembered_cards(const CoupState *state, int seat, int other) noexcept nogil:
    """The cards of another seat that a seat knows, in its own view by the card shown just now as well."""
    if seat == state.viewer and other != seat:
        return known_cards(state, other)
    return held_cards(state.holds[seat][other])


cdef inline bint held_ok(int card) noexcept nogil:
    return card & 7 <= COUP_ROLES and card != COUP_MAYBE


cdef const char *check_doubtful(const CoupState *state, int seat, int other) noexcept nogil:
    """A card that may have been returned is in that hand or in the court, as far as the state shows them."""
    cdef int role, places
    cdef uint32_t held = held_cards(state.holds[seat][other]), doubtful = maybe_cards(state.holds[seat][other])
    if state.viewer != COUP_NOBODY and other != state.viewer:
        return NULL
    for role in range(COUP_ROLES):
        places = lanes3_get(state.hand[other], role) - lanes3_get(held, role)
        if state.viewer == COUP_NOBODY:
            places += lanes3_get(state.court, role) - lanes3_get(state.sure[seat], role)
        else:
            places += lanes3_get(state.sure[other], role)
        if places < lanes3_get(doubtful, role):
            return b"a remembered card is neither in that hand nor in the court"
    return NULL


cdef const char *check_row(const CoupState *state, int seat) noexcept nogil:
    cdef int other, role, kind, roles, held, unseen, spare
    cdef const char *error
    cdef bint hidden = state.viewer != COUP_NOBODY
    cdef uint32_t cards
    if not (lanes_ok(state.sure[seat]) and lanes_ok(state.loose[seat])):
        return b"a remembered card count is out of range"
    if hidden and seat != state.viewer and (state.sure[seat] or state.loose[seat]):
        return b"a view shows no other memory"
    for other in range(state.seats):
        kind = fresh_kind(state.fresh[seat][other])
        roles = fresh_roles(state.fresh[seat][other])
        if (kind == COUP_FRESH_NONE) != (roles == 0) or (kind > COUP_FRESH_ALL and state.down[other] != 1):
            return b"unknown kind of fresh cards"
        if roles & ~roles_among(state.loose[seat]):
            return b"a hand is fresh only by cards that were in the court"
        if hidden and seat != state.viewer and (kind or (state.holds[seat][other] and other != state.viewer)):
            return b"a view shows no other memory"
        held = state.holds[seat][other]
        if not (held_ok(held & 15) and held_ok(held >> 4)) or (held >> 4 and not held & 15):
            return b"a remembered card has no role"
        cards = remembered_cards(state, seat, other)
        if lanes3_sum(cards) > hand_size(state, other):
            return b"a remembered card is not in that hand"
        if (not hidden or other == state.viewer) and not lanes3_covers(state.hand[other], cards):
            return b"a remembered card is not in that hand"
    for role in range(COUP_ROLES):
        unseen = lanes3_get(DECK, role) - lanes3_get(state.hand[seat], role)
        spare = lanes3_get(state.court, role) - lanes3_get(state.sure[seat], role)
        if not hidden and spare < 0:
            return b"a seat is sure of a card in the court that is not there"
        for other in range(state.seats):
            unseen -= lanes3_get(state.up[other], role) + lanes3_get(remembered_cards(state, seat, other), role)
            unseen -= lanes3_get(maybe_cards(state.holds[seat][other]), role)
            if (fresh_roles(state.fresh[seat][other]) >> role & 1
                    or (state.phase == COUP_KEEP and other == state.turn_seat and other != seat)):
                spare += lanes3_get(state.hand[other], role)
        if unseen < lanes3_get(state.sure[seat], role) + lanes3_get(state.loose[seat], role):
            return b"a seat remembers more cards than there are"
        if not hidden and spare < lanes3_get(state.loose[seat], role):
            return b"a seat remembers a card where it is not"
    if lanes3_sum(state.sure[seat]) > court_size(state):
        return b"a seat remembers more cards than there are in the court"
    for other in range(state.seats):
        error = check_doubtful(state, seat, other)
        if error != NULL:
            return error
    return NULL


cdef const char *coup_check(const void *memory) noexcept nogil:
    cdef const CoupState *state = <const CoupState *>memory
    cdef const char *error = check_frame(state)
    if error == NULL:
        error = check_seats(state)
    if error == NULL:
        error = check_action(state)
    if error == NULL:
        if state.phase == COUP_END:
            error = unless(state.actor == PALIO_OVER, b"nobody acts when the game is over")
        elif state.phase == COUP_DRAW:
            error = check_draw(state)
        elif COUP_CHALLENGE <= state.phase <= COUP_CHALLENGE_BLOCK:
            error = check_asked(state)
        else:
            error = check_single_actor(state)
    if error == NULL:
        error = check_cards(state)
    if error == NULL:
        error = check_shown(state)
    if error == NULL:
        error = check_memory(state)
    return error
