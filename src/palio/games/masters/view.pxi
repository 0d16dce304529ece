# What a seat sees, and the worlds that fit it.
#
# Hidden are the other players' leaders in hand and those they put away, and the order of the stacks below the top
# card. Tokens are drawn by chance, so that the pile has no order to hide.

cdef int masters_viewer(const void *memory) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    return -1 if state.viewer == MASTERS_NOBODY else state.viewer


cdef void masters_hide(void *memory, int seat) noexcept nogil:
    cdef MastersState *state = <MastersState *>memory
    cdef int other, stack
    state.viewer = seat
    for other in range(state.seats):
        if other != seat:
            state.players[other].dealt = 0
            state.players[other].hand = 0
    for stack in range(MASTERS_STACKS):
        state.order[stack] &= 3


cdef Move masters_seen(const void *memory, Move move, int seat) noexcept nogil:
    """The others see that leaders are kept or discarded, not which."""
    cdef const MastersState *state = <const MastersState *>memory
    cdef int kind = move_kind(move)
    if seat != state.actor:
        if kind == MASTERS_M_KEEP:
            return make_move(kind, 0)
        if kind == MASTERS_M_DISCARD:
            return make_move(kind, MASTERS_LEADERS)
    return move


cdef void draw_hands(MastersState *view, Rng *rng) noexcept nogil:
    """Every deal of the leaders that the viewer has not seen is equally likely, and so is every choice of them."""
    cdef MastersPlayer *player
    cdef uint32_t pool = ((1u << MASTERS_LEADERS) - 1) & ~view.players[view.viewer].dealt, unplayed
    cdef int seat
    for seat in range(view.seats):
        pool &= ~view.players[seat].played
    for seat in range(view.seats):
        player = &view.players[seat]
        if seat == view.viewer:
            continue
        unplayed = draw_leaders(&pool, LEADERS_DEALT - bits_count(player.played), rng)
        player.dealt = player.played | unplayed
        player.hand = draw_leaders(&unplayed, player.held, rng)


cdef void draw_orders(MastersState *view, Rng *rng) noexcept nogil:
    """The cards below each top card in random order: one draw of twelve digits to the base 6."""
    cdef uint32_t digits = rng_below(rng, 2176782336u)    # 6 ** 12
    cdef int stack, top, below
    for stack in range(MASTERS_STACKS):
        top = view.order[stack] & 3
        below = (view.grid >> (4 * stack) & 15) & ~(1 << top)
        view.order[stack] = top | ARRANGED[below][digits % 6] << 2
        digits //= 6


cdef void masters_determinize(void *memory, Rng *rng) noexcept nogil:
    cdef MastersState *view = <MastersState *>memory
    if view.viewer == MASTERS_NOBODY:
        return
    draw_hands(view, rng)
    draw_orders(view, rng)
    view.viewer = MASTERS_NOBODY
