# The moves of the current decision, in ascending order.

cdef inline Move make_move(int kind, uint32_t value) noexcept nogil:
    return (<Move>kind << 24) | value


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline uint32_t move_value(Move move) noexcept nogil:
    return move & 0xFFFFFF


cdef int keep_moves(const MastersPlayer *player, Move *out) noexcept nogil:
    """Every pair of the dealt leaders; the higher one decides the order."""
    cdef uint32_t highs = player.dealt, lows
    cdef int high, n = 0
    while highs:
        high = bits_first(highs)
        lows = player.dealt & ((1u << high) - 1)
        while lows:
            out[n] = make_move(MASTERS_M_KEEP, 1u << high | 1u << bits_first(lows))
            n += 1
            lows = <uint32_t>bits_without_first(lows)
        highs = <uint32_t>bits_without_first(highs)
    return n


cdef inline int multiset_moves(int kind, int size, uint32_t available, Move *out) noexcept nogil:
    """Every multiset of that many resources among the available ones."""
    cdef int i, n = 0
    for i in range(MULTISET_COUNT[size]):
        out[n] = make_move(kind, MULTISETS[size][i])
        n += lanes6_covers(available, MULTISETS[size][i])
    return n


cdef inline int leader_moves(const MastersPlayer *player, uint32_t purse, Move *out) noexcept nogil:
    """Playing those whose requirement holds, discarding any."""
    cdef uint32_t left = player.hand
    cdef int n = 0
    while left:
        if playable(player, bits_first(left), purse):
            out[n] = make_move(MASTERS_M_PLAY, bits_first(left))
            n += 1
        left = <uint32_t>bits_without_first(left)
    left = player.hand
    while left:
        out[n] = make_move(MASTERS_M_DISCARD, bits_first(left))
        n += 1
        left = <uint32_t>bits_without_first(left)
    return n


cdef inline int buy_moves(const MastersState *state, const MastersPlayer *player, uint32_t purse,
                          Move *out) noexcept nogil:
    """Every visible card that the player can pay and place."""
    cdef uint32_t discount = total_of(LEADER_DISCOUNT, player.played)
    cdef int level, stack, card, levels = open_levels(player), n = 0
    for level in range(MASTERS_LEVELS):
        if not levels >> level & 1:
            continue
        for stack in range(MASTERS_COLORS * level, MASTERS_COLORS * level + MASTERS_COLORS):
            card = stack_top(state, stack)
            if card >= 0:
                out[n] = make_move(MASTERS_M_BUY, card)
                n += lanes6_covers(purse, lanes6_minus_floor(CARD_COST[card], discount))
    return n


cdef inline int produce_moves(const MastersPlayer *player, uint32_t purse, Move *out) noexcept nogil:
    """Every set of powers whose inputs the player holds together."""
    cdef Powers powers
    cdef uint32_t input[1 << MASTERS_POWERS]
    cdef uint32_t bits[1 << MASTERS_POWERS]
    cdef int set, last, n = 0
    cdef bint payable
    collect_powers(player, purse, &powers)
    input[0] = bits[0] = 0
    for set in range(1, 1 << powers.count):
        last = bits_first(set)
        input[set] = input[set & (set - 1)] + powers.input[last]
        bits[set] = bits[set & (set - 1)] | powers.bit[last]
        payable = lanes6_covers(purse, input[set])
        if payable and set & 1 and powers.spends:
            payable = lanes6_sum(purse - input[set]) >= <int>powers.spends
        out[n] = make_move(MASTERS_M_PRODUCE, bits[set])
        n += payable
    return n


cdef inline int turn_moves(const MastersState *state, Move *out) noexcept nogil:
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t purse = wallet(player)
    cdef int line, n = leader_moves(player, purse, out)
    for line in range(MASTERS_LINES):
        out[n + line] = make_move(MASTERS_M_MARKET, line)
    n += MASTERS_LINES
    n += buy_moves(state, player, purse, &out[n])
    return n + produce_moves(player, purse, &out[n])


cdef inline int white_moves(const MastersState *state, Move *out) noexcept nogil:
    """With two white-marble leaders: how many marbles become the one and how many the other resource."""
    cdef uint32_t leaders = state.players[state.turn_seat].played & WHITENERS
    cdef uint32_t first = LEADER_WHITE[bits_first(leaders)], second
    cdef int i
    second = LEADER_WHITE[bits_first(bits_without_first(leaders))]
    if first > second:
        first, second = second, first
    for i in range(state.whites + 1):
        out[i] = make_move(MASTERS_M_WHITE, first * (state.whites - i) + second * i)
    return state.whites + 1


cdef inline int store_moves(const MastersState *state, Move *out) noexcept nogil:
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef uint32_t sets[16]
    cdef int i, n
    n = maximal_stores(player.warehouse, total_of(LEADER_DEPOT, player.played), state.pending, sets)
    for i in range(n):
        out[i] = make_move(MASTERS_M_STORE, sets[i])
    return n


cdef inline int slot_moves(const MastersState *state, Move *out) noexcept nogil:
    cdef int slots = fitting_slots(&state.players[state.turn_seat], state.card - 1), slot, n = 0
    for slot in range(MASTERS_SLOTS):
        out[n] = make_move(MASTERS_M_SLOT, slot)
        n += slots >> slot & 1
    return n


cdef inline void payment_range(const MastersState *state, uint32_t *low, uint32_t *high) noexcept nogil:
    """The least and the most of each resource that the warehouse can give towards `pending`."""
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    low[0] = lanes6_minus_floor(state.pending, chest_purse(player.chest))
    high[0] = lanes6_min(state.pending, player.warehouse)


cdef inline int pay_moves(const MastersState *state, Move *out) noexcept nogil:
    cdef uint32_t low, high, x
    cdef int n = 1
    payment_range(state, &low, &high)
    x = low
    out[0] = make_move(MASTERS_M_PAY, x)
    while x != high:
        x = next_between(x, low, high)
        out[n] = make_move(MASTERS_M_PAY, x)
        n += 1
    return n


cdef inline int after_moves(const MastersState *state, Move *out) noexcept nogil:
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef int n = leader_moves(player, wallet(player), out)
    out[n] = make_move(MASTERS_M_END, 0)
    return n + 1


cdef int chance_moves(const MastersState *state, Move *out) noexcept nogil:
    """Seats, or the tokens in the pile; equal tokens are one outcome."""
    cdef int i, n = 0
    if state.phase == MASTERS_FIRST:
        for i in range(state.seats):
            out[i] = make_move(MASTERS_M_FIRST, i)
        return state.seats
    for i in range(MASTERS_TOKENS):
        if state.tokens >> i & 1 and not state.tokens & TOKEN_TWINS[i] & ((1 << i) - 1):
            out[n] = make_move(MASTERS_M_TOKEN, i)
            n += 1
    return n


cdef int masters_legal_moves(const void *memory, Move *out) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    cdef const MastersPlayer *player = &state.players[state.turn_seat]
    cdef int phase = state.phase
    if phase == MASTERS_TURN:
        return turn_moves(state, out)
    if phase == MASTERS_PAY:
        return pay_moves(state, out)
    if phase == MASTERS_STORE:
        return store_moves(state, out)
    if phase == MASTERS_RECEIVE:
        return multiset_moves(MASTERS_M_RECEIVE, state.receives, 3 * LANES6_ONES, out)
    if phase == MASTERS_SPEND:
        return multiset_moves(MASTERS_M_SPEND, state.spends, wallet(player) - state.pending, out)
    if phase == MASTERS_AFTER:
        return after_moves(state, out)
    if phase == MASTERS_WHITE:
        return white_moves(state, out)
    if phase == MASTERS_SLOT:
        return slot_moves(state, out)
    if phase == MASTERS_KEEP:
        return keep_moves(player, out)
    if phase == MASTERS_TAKE:
        return multiset_moves(MASTERS_M_TAKE, START_RESOURCES[place_of(state, state.turn_seat)], 3 * LANES6_ONES, out)
    if phase == MASTERS_FIRST or phase == MASTERS_TOKEN:
        return chance_moves(state, out)
    return 0


cdef Move masters_sample_chance(const void *memory, Rng *rng) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    cdef int token
    if state.phase == MASTERS_FIRST:
        return make_move(MASTERS_M_FIRST, rng_below(rng, state.seats))
    token = bits_nth(state.tokens, rng_below(rng, bits_count(state.tokens)))
    return make_move(MASTERS_M_TOKEN, bits_first(state.tokens & TOKEN_TWINS[token]))


cdef double masters_chance_probability(const void *memory, Move move) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    if state.phase == MASTERS_FIRST:
        return 1.0 / state.seats
    return <double>bits_count(state.tokens & TOKEN_TWINS[move_value(move)]) / bits_count(state.tokens)
