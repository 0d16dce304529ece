# Who won (rulebook: "El juego solo acaba cuando quede un jugador"; docs/rules/coup.md: ranks).

cdef int standing(const CoupState *state, int seat) noexcept nogil:
    """Larger is better: the living by influence and coins, then the eliminated, the last one out first."""
    if state.alive >> seat & 1:
        return 1000 * state.down[seat] + state.coins[seat] + 100
    return state.out[seat]


cdef void coup_result(const void *memory, Result *out) noexcept nogil:
    """Points are the influence cards left."""
    cdef const CoupState *state = <const CoupState *>memory
    cdef int seat, other, better, equal, mine
    for seat in range(state.seats):
        mine = standing(state, seat)
        better = equal = 0
        for other in range(state.seats):
            better += standing(state, other) > mine
            equal += standing(state, other) == mine
        out.rank[seat] = better + 1
        out.points[seat] = state.down[seat]
        out.value[seat] = 1.0 - (better + 0.5 * (equal - 1)) / (state.seats - 1)
