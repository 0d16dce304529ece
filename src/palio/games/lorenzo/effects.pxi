# What cards, leaders and tiles do: gains, derived values, harvest and production.

cdef inline LorenzoSeat *acting(LorenzoState *state) noexcept nogil:
    return &state.player[state.actor]


cdef inline const LorenzoSeat *acting_const(const LorenzoState *state) noexcept nogil:
    return &state.player[state.actor]


cdef inline void clear_action(LorenzoState *state) noexcept nogil:
    """No action is under way."""
    state.gain = 0
    state.arrows = 0
    state.member = LOR_NONE
    state.space = LOR_NONE
    state.card = LOR_NONE
    state.cost = 0
    state.origin = LOR_NONE
    state.chosen = 0
    state.source = LOR_FROM_NOTHING
    state.cursor = 0
    state.active = 0


cdef inline uint32_t abilities(const LorenzoSeat *player) noexcept nogil:
    """Leaders whose ability the player has: those in play, and the copied one in place of its copier."""
    cdef uint32_t leaders = player.played & ~COPIERS
    if player.copied != LOR_NONE:
        leaders |= 1u << player.copied
    return leaders


cdef void refresh(LorenzoState *state, int seat) noexcept nogil:
    """Derive flags, action bonuses and member values from cards, leaders, tiles and dice."""
    cdef LorenzoSeat *player = &state.player[seat]
    cdef uint32_t cards = player.owned[<int>LOR_CHARACTER], leaders = abilities(player)
    cdef int colored = 0, neutral = 0, sets = 0, flags = 0, i, card, leader, tile
    memset(player.bonus, 0, sizeof(player.bonus))
    while cards:
        card = <int>LOR_CHARACTER * LOR_DECK + bits_first(cards)
        cards = <uint32_t>bits_without_first(cards)
        flags |= CARD_FLAGS[card]
        for i in range(LOR_ACTIONS):
            player.bonus[i] += CARD_BONUS[card][i]
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        flags |= LEADER_FLAGS[leader]
        colored += LEADER_COLORED[leader]
        neutral += LEADER_NEUTRAL[leader]
        sets = max(sets, <int>LEADER_SETS[leader])
    for i in range(LOR_PERIODS):
        if player.banned >> i & 1:
            tile = state.tiles[i]
            flags |= BAN_FLAGS[i][tile]
            colored += BAN_COLORED[i][tile]
            for card in range(LOR_ACTIONS):
                player.bonus[card] += BAN_BONUS[i][tile][card]
    player.flags = flags
    set_values(state, player, colored, neutral, sets)


cdef inline void set_values(LorenzoState *state, LorenzoSeat *player, int colored, int neutral,
                            int sets) noexcept nogil:
    """Rulings, Values: the die, or what a leader sets, then the additions."""
    cdef int member, value
    if state.dice[0] == 0:
        memset(player.value, 0, sizeof(player.value))
        return
    for member in range(LOR_NEUTRAL):
        value = sets if sets else state.dice[member]
        if player.raised >> member & 1:
            value = RAISED_VALUE
        player.value[member] = value + colored
    player.value[<int>LOR_NEUTRAL] = neutral


cdef inline int servants_per_value(const LorenzoSeat *player) noexcept nogil:
    return DEAR_SERVANTS if player.flags & LOR_F_DEAR_SERVANTS else 1


cdef inline int servants_of(const LorenzoSeat *player) noexcept nogil:
    return lanes8_get(player.goods, LOR_SERVANTS)


# Gains

cdef inline uint64_t less_penalty(const LorenzoState *state, const LorenzoSeat *player, uint64_t gain) noexcept nogil:
    """One source's gain after the 'one fewer' excommunications."""
    if player.flags & LOR_F_PENALTY:
        return lanes8_minus_floor(gain, BAN_PENALTY[0][state.tiles[0]])
    return gain


cdef inline uint64_t with_goods(uint64_t goods, uint64_t gain) noexcept nogil:
    """Add goods; what goes beyond a track's last step, or beyond 127, is lost."""
    return goods + lanes8_min(gain & GOODS, CAP - goods)


cdef inline void receive(LorenzoSeat *player, uint64_t gain) noexcept nogil:
    cdef int points = player.points + lanes8_get(gain, LOR_VP)
    player.points = min(points, <int>LOR_MOST_POINTS)
    player.goods = with_goods(player.goods, gain)


cdef inline uint64_t per_gain(const LorenzoSeat *player, const PerGain *per) noexcept nogil:
    """A gain for each card of a type or for military points."""
    if per.each == EACH_NOTHING:
        return 0
    if per.each == EACH_MILITARY:
        return per.gain * <uint64_t>(lanes8_get(player.goods, LOR_MILITARY) // per.every)
    return per.gain * <uint64_t>(player.count[per.each] // per.every)


cdef inline void pay_out(LorenzoState *state, int source, uint64_t gain) noexcept nogil:
    """A source pays: ask for its privileges first, the whole gain arrives after the last."""
    state.gain = gain
    state.source = source
    state.chosen = 0
    if lanes8_get(gain, LOR_PRIVILEGE):
        state.step = LOR_CHOOSE_PRIVILEGE
    else:
        finish_source(state)


cdef void finish_source(LorenzoState *state) noexcept nogil:
    cdef LorenzoSeat *player = acting(state)
    cdef uint64_t gain = less_penalty(state, player, state.gain)
    cdef int source = state.source
    state.gain = 0
    state.chosen = 0
    if source == LOR_FROM_CARD:
        if player.flags & LOR_F_DOUBLES:
            gain += gain & DOUBLED
        receive(player, gain)
        start_bonus(state, state.card)
        return
    receive(player, gain)
    if source == LOR_FROM_HARVEST or source == LOR_FROM_PRODUCTION:
        pay_sources(state, state.cursor + 1)
    else:
        resume(state)


cdef inline void choose_privilege(LorenzoState *state, int privilege) noexcept nogil:
    state.gain += PRIVILEGE[privilege] - lanes8_one(LOR_PRIVILEGE)
    state.chosen |= 1 << privilege
    if lanes8_get(state.gain, LOR_PRIVILEGE) == 0:
        finish_source(state)


# Bonus actions

cdef void start_bonus(LorenzoState *state, int origin) noexcept nogil:
    """The action that a card or leader gives, if any."""
    clear_action(state)
    if RUN_KIND[origin] == RUN_NOTHING:
        resume(state)
        return
    state.origin = origin
    if RUN_KIND[origin] == RUN_TAKE:
        state.step = LOR_BONUS_TAKE
        return
    state.space = LOR_S_HARVEST if RUN_KIND[origin] == RUN_HARVEST else LOR_S_PRODUCTION
    state.step = LOR_BONUS_RUN


# Harvest and production

cdef void run(LorenzoState *state, int action, int value) noexcept nogil:
    """Activate the bonus tile and all cards of the row that the value reaches."""
    cdef LorenzoSeat *player = acting(state)
    cdef int kind = action - <int>LOR_HARVEST, i, active = 0
    for i in range(player.count[kind]):
        active |= (CARD_ACTIVATION[player.row[kind][i]] <= value) << i
    state.active = active
    if kind:
        state.source = LOR_FROM_PRODUCTION
        next_exchange(state, 0)
    else:
        state.source = LOR_FROM_HARVEST
        pay_sources(state, 0)


cdef void next_exchange(LorenzoState *state, int first) noexcept nogil:
    """Ask for the next exchange; when all are settled the sources pay."""
    cdef LorenzoSeat *player = acting(state)
    cdef uint32_t active = state.active >> first << first
    cdef int i
    while active:
        i = bits_first(active)
        active = <uint32_t>bits_without_first(active)
        if CARD_ARROWS[player.row[1][i]]:
            state.cursor = i
            state.step = LOR_EXCHANGE
            return
    pay_sources(state, 0)


cdef inline void exchange(LorenzoState *state, int arrow) noexcept nogil:
    """Pay now; the gain comes with the other gains, after all payments."""
    cdef LorenzoSeat *player = acting(state)
    if arrow:
        player.goods -= ARROW_PAY[player.row[1][state.cursor]][arrow - 1]
        state.arrows |= arrow << (2 * state.cursor)
    next_exchange(state, state.cursor + 1)


cdef inline uint64_t source_gain(const LorenzoState *state, const LorenzoSeat *player, int kind,
                                 int place) noexcept nogil:
    """What a card of the row yields, the chosen exchange included."""
    cdef int card = player.row[kind][place], arrow
    cdef uint64_t gain = CARD_YIELD[card] + per_gain(player, &YIELD_PER[card])
    arrow = state.arrows >> (2 * place) & 3
    if arrow:
        gain += ARROW_GAIN[card][arrow - 1]
    return gain


cdef void pay_sources(LorenzoState *state, int first) noexcept nogil:
    """The bonus tile (source 0), then the active cards in order; stops where a privilege must be chosen."""
    cdef LorenzoSeat *player = acting(state)
    cdef int kind = state.source == LOR_FROM_PRODUCTION, place
    cdef uint32_t sources = (state.active << 1 | 1) >> first << first
    cdef uint64_t gain
    while sources:
        place = bits_first(sources)
        sources = <uint32_t>bits_without_first(sources)
        gain = source_gain(state, player, kind, place - 1) if place else TILE_YIELD[player.tile][kind]
        if lanes8_get(gain, LOR_PRIVILEGE):
            state.cursor = place
            pay_out(state, state.source, gain)
            return
        receive(player, less_penalty(state, player, gain))
    resume(state)
