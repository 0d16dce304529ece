# A quick judgement of positions and a playout policy that plays like a person: it saves for a card within reach,
# buys, runs every production that pays, and plays its leaders.

cdef enum:    # weights in hundredths, found by matches of the policy against itself
    WORTH_POINT = 28            # a point of a card
    WORTH_CARD = 121            # a card beyond its points: a step to the end, a production
    WORTH_FAITH = 80
    WORTH_RESOURCE = 60         # a resource that is not needed for anything yet
    WORTH_NEEDED = 97           # a resource that the target card still lacks
    WORTH_SPENT = 45            # a resource that a production takes
    WORTH_DISCARD = -300        # a resource that has to be thrown away
    WORTH_LACK = -90            # a resource that a target card lacks, when targets are compared
    NOISE = 25                  # uniform noise on every option
    GIVE_UP = 150               # one in so many chances to discard a leader before the last round is taken


cdef inline int noise(Rng *rng) noexcept nogil:
    return rng_below(rng, NOISE)


cdef inline int card_worth(int card) noexcept nogil:
    return WORTH_POINT * CARD_POINTS[card] + WORTH_CARD


cdef uint32_t needed_resources(const MastersState *state, const MastersPlayer *player, uint32_t purse) noexcept nogil:
    """What the card that the player should save for still lacks."""
    cdef uint32_t need = 0, lack
    cdef int level, stack, card, worth, best = -100000, levels = open_levels(player)
    for level in range(MASTERS_LEVELS):
        if not levels >> level & 1:
            continue
        for stack in range(MASTERS_COLORS * level, MASTERS_COLORS * level + MASTERS_COLORS):
            card = stack_top(state, stack)
            if card < 0:
                continue
            lack = lanes6_minus_floor(price(player, card), purse)
            worth = card_worth(card) + WORTH_LACK * lanes6_sum(lack)
            if worth > best:
                best = worth
                need = lack
    return need


cdef inline int resources_worth(uint32_t resources, uint32_t need) noexcept nogil:
    cdef int useful = lanes6_sum(lanes6_min(resources, need))
    return WORTH_NEEDED * useful + WORTH_RESOURCE * (lanes6_sum(resources) - useful)


cdef inline int line_worth(const MastersState *state, const MastersPlayer *player, int line,
                           uint32_t need) noexcept nogil:
    """A line's faith and resources; what does not fit is guessed to be one resource at least."""
    cdef uint32_t gain = line_gain(state.market, line), taken = gain & 0xFFFFFF
    cdef uint32_t whiteners = player.played & WHITENERS, depots = total_of(LEADER_DEPOT, player.played)
    cdef int kind, lost = 0
    if whiteners:
        taken += LEADER_WHITE[bits_first(whiteners)] * (gain >> 24 & 15)
    if not fits(player.warehouse + taken, depots):
        for kind in range(MASTERS_KINDS):
            if taken >> (6 * kind) & 0x3F and not fits(player.warehouse + (taken & 0x3Fu << (6 * kind)), depots):
                lost += taken >> (6 * kind) & 0x3F
                taken &= ~(0x3Fu << (6 * kind))
        if lost == 0:
            lost = 1
    return WORTH_FAITH * (gain >> 28) + resources_worth(taken, need) + WORTH_DISCARD * lost


cdef inline int power_worth(const MastersPlayer *player, uint32_t powers, uint32_t need) noexcept nogil:
    """What a set of powers gives less what it takes."""
    cdef int slot, card, worth = 0
    cdef uint32_t leaders = powers >> MASTERS_POWER_LEADER
    if powers & 1:
        worth += (WORTH_NEEDED if need else WORTH_RESOURCE) - BASE_SPENDS * WORTH_SPENT
    for slot in range(MASTERS_SLOTS):
        if powers >> (MASTERS_POWER_SLOT + slot) & 1:
            card = player.top[slot] - 1
            worth += WORTH_FAITH * CARD_FAITH[card] + resources_worth(CARD_OUTPUT[card], need)
            worth -= WORTH_SPENT * lanes6_sum(CARD_INPUT[card])
    while leaders:
        worth += WORTH_FAITH * LEADER_FAITH[bits_first(leaders)] + (WORTH_NEEDED if need else WORTH_RESOURCE)
        worth -= WORTH_SPENT * lanes6_sum(LEADER_INPUT[bits_first(leaders)])
        leaders = <uint32_t>bits_without_first(leaders)
    return worth


cdef inline int action_worth(const MastersState *state, const MastersPlayer *player, Move move,
                             uint32_t need) noexcept nogil:
    """The worth of a main action to a player who lacks `need`."""
    cdef uint32_t value = move_value(move)
    cdef int kind = move_kind(move)
    if kind == MASTERS_M_MARKET:
        return line_worth(state, player, value, need)
    if kind == MASTERS_M_BUY:
        return card_worth(value)
    return power_worth(player, value, need)


cdef Move informed_turn(const MastersState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """The option of the highest worth with some noise; a leader that can be played is."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t need = needed_resources(state, player, wallet(player))
    cdef int i, kind, worth, best = -100000
    cdef Move choice = moves[0]
    for i in range(n):
        kind = move_kind(moves[i])
        if kind == MASTERS_M_PLAY:
            return moves[i]
        if kind == MASTERS_M_DISCARD:
            continue
        worth = action_worth(state, player, moves[i], need) + noise(rng)
        if worth > best:
            best = worth
            choice = moves[i]
    return choice


cdef Move informed_leader(const MastersState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    """After the action: play what can be played; a leader is seldom given up for faith, in the last round always."""
    if move_kind(moves[0]) == MASTERS_M_PLAY:
        return moves[0]
    if state.ending or rng_below(rng, GIVE_UP) == 0:
        return moves[rng_below(rng, n - 1)]
    return moves[n - 1]


cdef Move largest(const Move *moves, int n, Rng *rng) noexcept nogil:
    """The move with the most resources; among equals a random one."""
    cdef int i, size, best = -1
    cdef Move choice = moves[0]
    for i in range(n):
        size = 16 * lanes6_sum(move_value(moves[i])) + <int>rng_below(rng, 16)
        if size > best:
            best = size
            choice = moves[i]
    return choice


cdef Move needed_bundle(const MastersState *state, const Move *moves, int n, bint spent, Rng *rng) noexcept nogil:
    """Receive what is needed, or spend what lies in the chest alone."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t need = needed_resources(state, player, wallet(player))
    cdef int i, worth, best = -100000
    cdef Move choice = moves[0]
    for i in range(n):
        worth = lanes6_sum(lanes6_min(move_value(moves[i]), need))
        if spent:
            worth = lanes6_sum(lanes6_minus_floor(move_value(moves[i]), player.warehouse))
        worth = 16 * worth + <int>rng_below(rng, 16)
        if worth > best:
            best = worth
            choice = moves[i]
    return choice


cdef Move informed_move(const MastersState *state, const Move *moves, int n, Rng *rng) noexcept nogil:
    cdef int phase = state.phase
    if phase == MASTERS_TURN:
        return informed_turn(state, moves, n, rng)
    if phase == MASTERS_PAY:
        return moves[n - 1]        # all that the warehouse can give: it has the least room
    if phase == MASTERS_STORE:
        return largest(moves, n, rng)
    if phase == MASTERS_RECEIVE:
        return needed_bundle(state, moves, n, False, rng)
    if phase == MASTERS_SPEND:
        return needed_bundle(state, moves, n, True, rng)
    if phase == MASTERS_AFTER:
        return informed_leader(state, moves, n, rng)
    return moves[rng_below(rng, n)]


cdef int64_t masters_playout_informed(void *memory, Rng *rng) noexcept nogil:
    cdef MastersState *state = <MastersState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    cdef int n
    cdef Move move
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            move = masters_sample_chance(state, rng)
        else:
            n = masters_legal_moves(state, moves)
            move = informed_move(state, moves, n, rng) if n > 1 else moves[0]
            decisions += 1
        carry_out(state, move)
        if PALIO_CHECKED:
            palio_verify(masters_check(state))
    return decisions


# Evaluation


cdef float engine_strength(const MastersPlayer *player) noexcept nogil:
    """What the productions promise for the rest of the game, in points."""
    cdef float strength = 0
    cdef int slot, card
    for slot in range(MASTERS_SLOTS):
        card = player.top[slot] - 1
        if card >= 0:
            strength += 1.2 * CARD_FAITH[card]
            strength += 1.65 * (lanes6_sum(CARD_OUTPUT[card]) - lanes6_sum(CARD_INPUT[card]))
    return strength


cdef float expected_points(const MastersState *state, int seat, float left) noexcept nogil:
    """Points that the seat has, and what its resources, faith, cards and leaders promise.

    The weights come from a logistic fit of the winners of 8500 games on positions of all stages.
    """
    cdef const MastersPlayer *player = &state.players[seat]
    cdef float points = card_points(player.cards) + leader_points(player.played) + favor_points(player.favor)
    points += 0.5 * FAITH_POINTS[player.faith] + player.faith
    points += (1.1 + 0.15 * left) * min(resources_left(player), 20)
    points += 3.3 * left * (player.held + bits_count(player.played))
    return points + left * (engine_strength(player) + 3.7 * bits_count(player.cards))


cdef float game_left(const MastersState *state) noexcept nogil:
    """The part of the game that is still to come, by the marker or the cards that are nearest to the end."""
    cdef int seat, cards = 0
    for seat in range(state.seats):
        cards = max(cards, bits_count(state.players[seat].cards))
    return 1.0 - max(cards / <float>END_CARDS, highest_marker(state) / <float>LAST_SPACE)


cdef inline float likelihood(float logit) noexcept nogil:
    """1 / (1 + exp(-logit)) to two digits, by arithmetic that is the same on every machine."""
    cdef float x = max(-3.0, min(3.0, 0.5 * logit))
    return 0.5 + 0.5 * x * (27 + x * x) / (27 + 9 * x * x)


cdef float solo_chance(const MastersState *state) noexcept nogil:
    """Own progress against Lorenzo's, who wins by the cross or by an empty column; weights from a fit as above."""
    cdef const MastersPlayer *player = &state.players[0]
    cdef int color, left = MASTERS_CARDS, cards = bits_count(player.cards)
    cdef float logit = 1.15 * cards + 0.12 * min(resources_left(player), 15) + 0.154 * player.faith
    for color in range(MASTERS_COLORS):
        left = min(left, bits_count(state.grid & (FIRST_COLUMN << (4 * color))))
    logit += 0.18 * (player.held + bits_count(player.played)) - 0.21 * state.cross
    logit -= 0.32 * (MASTERS_CARDS // MASTERS_COLORS - left)
    return likelihood(logit - 0.11 * (MASTERS_CARDS - bits_count(state.grid) - cards) - 0.16)


cdef void masters_evaluate(const void *memory, float *out) noexcept nogil:
    """Each seat's chance of ending before each other, averaged."""
    cdef const MastersState *state = <const MastersState *>memory
    cdef Result result
    cdef float points[MASTERS_SEATS]
    cdef float left = game_left(state)
    cdef int seat, other
    if state.actor == PALIO_OVER:
        masters_result(memory, &result)
        for seat in range(state.seats):
            out[seat] = result.value[seat]
        return
    if state.seats == 1:
        out[0] = solo_chance(state)
        return
    for seat in range(state.seats):
        points[seat] = expected_points(state, seat, left)
        out[seat] = 0
    for seat in range(state.seats):
        for other in range(state.seats):
            if other != seat:
                out[seat] += likelihood(0.2 * (points[seat] - points[other])) / (state.seats - 1)
