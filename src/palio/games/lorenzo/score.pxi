# Final scoring and ranks (rulebook: End of the Game and Final Scoring).

cdef inline int military_points(const LorenzoState *state, int seat) noexcept nogil:
    """First and second of the military track; ties share, a tie for the first place leaves no second."""
    cdef int other, better = 0, mine = lanes8_get(state.player[seat].goods, LOR_MILITARY)
    for other in range(state.seats):
        better += lanes8_get(state.player[other].goods, LOR_MILITARY) > mine
    if better == 0:
        return MILITARY_FIRST
    return MILITARY_SECOND if better == 1 else 0


cdef inline int goods_total(const LorenzoSeat *player) noexcept nogil:
    """Wood, stone, servants and coins together."""
    cdef int lane, total = 0
    for lane in range(<int>LOR_VP):
        total += lanes8_get(player.goods & POINT_GOODS, lane)
    return total


cdef inline int venture_points(const LorenzoSeat *player) noexcept nogil:
    cdef uint32_t cards = player.owned[<int>LOR_VENTURE]
    cdef int points = 0
    while cards:
        points += CARD_FINAL[<int>LOR_VENTURE * LOR_DECK + bits_first(cards)]
        cards = <uint32_t>bits_without_first(cards)
    return points


cdef inline int building_goods(const LorenzoSeat *player) noexcept nogil:
    """Wood and stone in the printed costs of the buildings."""
    cdef int i, total = 0
    cdef uint64_t cost
    for i in range(player.count[<int>LOR_BUILDING]):
        cost = CARD_COST[player.row[1][i]][0]
        total += lanes8_get(cost, LOR_WOOD) + lanes8_get(cost, LOR_STONE)
    return total


cdef inline int loss(const LorenzoState *state, const LorenzoSeat *player, int kind) noexcept nogil:
    """What the seat's excommunications of this kind cost it."""
    cdef int period, tile, amount = 0
    if kind == LOSE_POINTS:
        amount = player.points
    elif kind == LOSE_MILITARY:
        amount = lanes8_get(player.goods, LOR_MILITARY)
    elif kind == LOSE_BUILDINGS:
        amount = building_goods(player)
    else:
        amount = goods_total(player)
    for period in range(LOR_PERIODS):
        tile = state.tiles[period]
        if player.banned >> period & 1 and BAN_LOSS[period][tile] == kind:
            return amount // BAN_EVERY[period][tile]
    return 0


cdef inline int unscored_types(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    cdef int period, types = 0
    for period in range(LOR_PERIODS):
        if player.banned >> period & 1:
            types |= BAN_UNSCORED[period][state.tiles[period]]
    return types


cdef int final_points(const LorenzoState *state, int seat) noexcept nogil:
    """The seat's score if the game ended now, its points of the faith track aside."""
    cdef const LorenzoSeat *player = &state.player[seat]
    cdef int points = player.points, unscored = unscored_types(state, player)
    points -= loss(state, player, LOSE_POINTS)
    if not unscored >> <int>LOR_TERRITORY & 1:
        points += TERRITORY_POINTS[player.count[<int>LOR_TERRITORY]]
    if not unscored >> <int>LOR_CHARACTER & 1:
        points += CHARACTER_POINTS[player.count[<int>LOR_CHARACTER]]
    if not unscored >> <int>LOR_VENTURE & 1:
        points += venture_points(player)
    points += military_points(state, seat)
    points += goods_total(player) // GOODS_PER_POINT
    points -= loss(state, player, LOSE_MILITARY) + loss(state, player, LOSE_BUILDINGS) + loss(state, player, LOSE_GOODS)
    return min(max(points, 0), <int>LOR_MOST_POINTS)


cdef void final_scoring(LorenzoState *state) noexcept nogil:
    cdef int seat
    for seat in range(state.seats):
        state.player[seat].points = final_points(state, seat)


cdef void rank_seats(const LorenzoState *state, const int *points, Result *out) noexcept nogil:
    """More points first; a tie goes to the seat earlier in the turn order."""
    cdef int i, j, better, seat
    for i in range(state.seats):
        seat = state.order[i]
        better = 0
        for j in range(state.seats):
            better += points[state.order[j]] > points[seat] or (j < i and points[state.order[j]] == points[seat])
        out.rank[seat] = better + 1
        out.points[seat] = points[seat]
        out.value[seat] = 1.0 - <float>better / (state.seats - 1)


cdef void lorenzo_result(const void *memory, Result *out) noexcept nogil:
    cdef const LorenzoState *state = <const LorenzoState *>memory
    cdef int points[LOR_SEATS]
    cdef int seat
    for seat in range(state.seats):
        points[seat] = state.player[seat].points
    rank_seats(state, points, out)
