# Points and winners (rulebook: Fine della partita; Partita in solitario).

cdef inline int card_points(uint64_t cards) noexcept nogil:
    cdef int points = 0
    while cards:
        points += CARD_POINTS[bits_first(cards)]
        cards = bits_without_first(cards)
    return points


cdef inline int leader_points(uint32_t leaders) noexcept nogil:
    cdef int points = 0
    while leaders:
        points += LEADER_POINTS[bits_first(leaders)]
        leaders = <uint32_t>bits_without_first(leaders)
    return points


cdef inline int favor_points(int favor) noexcept nogil:
    cdef int number, points = 0
    for number in range(MASTERS_REPORTS):
        points += (favor >> number & 1) * FAVOR_POINTS[number]
    return points


cdef int victory_points(const MastersPlayer *player) noexcept nogil:
    """Cards, faith track, favour tiles, played leaders, and a point for every five resources."""
    return (card_points(player.cards) + FAITH_POINTS[player.faith] + favor_points(player.favor)
            + leader_points(player.played) + resources_left(player) // RESOURCES_PER_POINT)


cdef inline bint solo_won(const MastersState *state) noexcept nogil:
    """A solo game ends at once when it is won: with the last card or on the last space."""
    return state.players[0].faith >= LAST_SPACE or bits_count(state.players[0].cards) >= END_CARDS


cdef void masters_result(const void *memory, Result *out) noexcept nogil:
    """Ties are broken by the resources left; seats that tie then share."""
    cdef const MastersState *state = <const MastersState *>memory
    cdef int64_t standing[MASTERS_SEATS]
    cdef int seat, other, better, equal
    for seat in range(state.seats):
        out.points[seat] = victory_points(&state.players[seat])
        standing[seat] = (<int64_t>out.points[seat] << 32) + resources_left(&state.players[seat])
    if state.seats == 1:
        out.rank[0] = 1
        out.value[0] = solo_won(state)
        return
    for seat in range(state.seats):
        better = equal = 0
        for other in range(state.seats):
            better += standing[other] > standing[seat]
            equal += standing[other] == standing[seat]
        out.rank[seat] = better + 1
        out.value[seat] = 1.0 - (better + 0.5 * (equal - 1)) / (state.seats - 1)
