# States and views as maps, for the wire, records and people; maps.py reads them back.

PHASES = (
    "keep", "first", "take", "turn", "white", "store", "slot", "spend", "receive", "pay", "after", "token",
    "over",
)


cdef dict amounts(uint32_t lanes):
    cdef int kind
    return {RESOURCES[kind]: lanes >> (6 * kind) & 0x3F for kind in range(MASTERS_KINDS)}


cdef dict chest_amounts(uint64_t chest):
    cdef int kind
    return {RESOURCES[kind]: chest_get(chest, kind) for kind in range(MASTERS_KINDS)}


def to_map(bytes data not None, dict options not None) -> dict:
    """Everything that the state or view holds; null stands for what the seat does not know."""
    cdef MastersState state
    cdef int seat, stack
    read_state(&state, data)
    cdef bint full = state.viewer == MASTERS_NOBODY
    return {
        "game": INFO.name,
        "rules": INFO.rules_version,
        "options": dict(options),
        "seat": or_none(state.viewer, MASTERS_NOBODY),
        "round": state.turn,
        "phase": pick(PHASES, state.phase),
        "actor": actor_value(state.actor),
        "turn_player": state.turn_seat,
        "first_player": or_none(state.first, MASTERS_NOBODY),
        "last_round": state.ending != 0,
        "reports": state.reports,
        "market": market_map(state.market),
        "stacks": [stack_map(&state, stack) for stack in range(MASTERS_STACKS)],
        "action": action_map(&state),
        "solo": solo_map(&state) if state.seats == 1 else None,
        "players": [player_map(&state.players[seat], full or seat == state.viewer) for seat in range(state.seats)],
    }


cdef dict market_map(uint64_t market):
    cdef int row, column
    return {
        "rows": [
            [marble(market, MASTERS_COLUMNS * row + column) for column in range(MASTERS_COLUMNS)]
            for row in range(MASTERS_ROWS)
        ],
        "slide": marble(market, MASTERS_CELLS),
    }


cdef object marble(uint64_t market, int cell):
    return pick(MARBLES, market >> (4 * cell) & 15)


cdef dict stack_map(const MastersState *state, int stack):
    """The cards left, the top first; in a view the others in ascending order."""
    cdef int left = state.grid >> (4 * stack) & 15, order = state.order[stack], place
    cards = []
    while left and (not cards or state.viewer == MASTERS_NOBODY) and left >> (order & 3) & 1:
        cards.append(pick(CARD_NUMBERS, 4 * stack + (order & 3)))
        left &= ~(1 << (order & 3))
        order >>= 2
    for place in range(4):
        if left >> place & 1:
            cards.append(pick(CARD_NUMBERS, 4 * stack + place))
    return {"color": COLORS[stack % MASTERS_COLORS], "level": stack // MASTERS_COLORS + 1, "cards": cards}


cdef dict action_map(const MastersState *state):
    """The action under way: what is to be stored or paid, and what it will give."""
    return {
        "pending": amounts(state.pending),
        "gain": amounts(state.gain),
        "faith": state.faith_due,
        "whites": state.whites,
        "spends": state.spends,
        "receives": state.receives,
        "card": pick(CARD_NUMBERS, state.card - 1) if state.card else None,
        "slot": or_none(state.slot, 0),
    }


cdef dict solo_map(const MastersState *state):
    return {"black_cross": state.cross, "tokens": picked(state.tokens, TOKEN_NUMBERS)}


cdef dict player_map(const MastersPlayer *player, bint shown):
    cdef int index, slot
    return {
        "warehouse": amounts(player.warehouse),
        "chest": chest_amounts(player.chest),
        "faith": player.faith,
        "favor": [index + 1 for index in members(player.favor)],
        "slots": [pile_list(player, slot) for slot in range(MASTERS_SLOTS)],
        "dealt": picked(player.dealt, LEADER_NUMBERS) if shown else None,
        "hand": picked(player.hand, LEADER_NUMBERS) if shown else None,
        "in_hand": player.held,
        "played": picked(player.played, LEADER_NUMBERS),
    }


cdef list pile_list(const MastersPlayer *player, int slot):
    """The cards of a slot, from the bottom."""
    cdef int card
    return [pick(CARD_NUMBERS, card - 1) for card in (player.under[slot][0], player.under[slot][1], player.top[slot])
            if card]
