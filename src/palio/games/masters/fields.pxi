# The state as a dict of plain numbers and back, for notation.py. No rules here, only the layout.

cdef list lane_list(uint32_t lanes):
    return [lanes >> 6 * kind & 0x3F for kind in range(MASTERS_KINDS)]


cdef uint32_t lane_word(list counts) except? 0xFFFFFFFF:
    return sum(count << 6 * kind for kind, count in enumerate(counts))


cdef list members(uint64_t bits):
    return [index for index in range(64) if bits >> index & 1]


cdef dict unpack_player(const MastersPlayer *player):
    cdef int slot
    slots = []
    for slot in range(MASTERS_SLOTS):
        pile = [player.under[slot][0], player.under[slot][1], player.top[slot]]
        slots.append([card - 1 for card in pile if card])
    return {
        "warehouse": lane_list(player.warehouse),
        "chest": [chest_get(player.chest, kind) for kind in range(MASTERS_KINDS)],
        "faith": player.faith, "favor": members(player.favor), "slots": slots,
        "dealt": members(player.dealt), "hand": members(player.hand), "held": player.held,
        "played": members(player.played),
    }


def unpack(bytes data not None) -> dict:
    """The fields of a state or view given as its bytes."""
    cdef MastersState state
    cdef int seat, stack, cell
    if len(data) != sizeof(MastersState):
        raise NotationError(f"a Masters state has {sizeof(MastersState)} bytes, got {len(data)}")
    memcpy(&state, <const char *>data, sizeof(MastersState))
    return {
        "players": [unpack_player(&state.players[seat]) for seat in range(min(state.seats, MASTERS_SEATS))],
        "market": [state.market >> 4 * cell & 15 for cell in range(MASTERS_CELLS + 1)],
        "stacks": [unpack_stack(&state, stack) for stack in range(MASTERS_STACKS)],
        "pending": lane_list(state.pending), "gain": lane_list(state.gain), "faith_due": state.faith_due,
        "whites": state.whites, "spends": state.spends, "receives": state.receives, "card": state.card - 1,
        "slot": state.slot - 1, "actor": state.actor, "phase": state.phase, "turn": state.turn,
        "max_turns": state.max_turns, "seats": state.seats, "viewer": state.viewer, "turn_seat": state.turn_seat,
        "first": state.first, "ending": state.ending, "reports": state.reports, "cross": state.cross,
        "tokens": members(state.tokens),
    }


cdef list unpack_stack(const MastersState *state, int stack):
    """The cards left, the top first; in a view the others in ascending order."""
    cdef int left = state.grid >> (4 * stack) & 15, order = state.order[stack]
    cards = []
    while left and (not cards or state.viewer == MASTERS_NOBODY) and left >> (order & 3) & 1:
        cards.append(4 * stack + (order & 3))
        left &= ~(1 << (order & 3))
        order >>= 2
    return cards + [4 * stack + place for place in members(left)]


cdef int pack_player(MastersPlayer *player, dict row) except -1:
    cdef int slot, level, card
    player.warehouse = lane_word(row["warehouse"])
    player.chest = sum(count << 16 * kind for kind, count in enumerate(row["chest"]))
    player.faith = row["faith"]
    player.favor = sum(1 << number for number in row["favor"])
    for slot in range(MASTERS_SLOTS):
        pile = row["slots"][slot]
        for level, card in enumerate(pile):
            if level + 1 == len(pile):
                player.top[slot] = card + 1
            else:
                player.under[slot][level] = card + 1
            player.cards |= <uint64_t>1 << card
            player.owned += CARD_OWNED[card]
    player.dealt = sum(1 << leader for leader in row["dealt"])
    player.hand = sum(1 << leader for leader in row["hand"])
    player.held = row["held"]
    player.played = sum(1 << leader for leader in row["played"])
    return 0


def pack(dict fields not None) -> bytes:
    """The bytes of a state or view given as the dict that unpack makes."""
    cdef MastersState state
    cdef int seat, stack, marble, cell
    memset(&state, 0, sizeof(MastersState))
    for seat, row in enumerate(fields["players"]):
        pack_player(&state.players[seat], row)
    for cell, marble in enumerate(fields["market"]):
        state.market |= <uint64_t>marble << (4 * cell)
    state.viewer = fields["viewer"]
    for stack, cards in enumerate(fields["stacks"]):
        shown = cards if state.viewer == MASTERS_NOBODY else cards[:1]
        state.order[stack] = sum((card & 3) << 2 * place for place, card in enumerate(shown))
        state.grid |= <uint64_t>sum(1 << card for card in cards)
    state.pending, state.gain = lane_word(fields["pending"]), lane_word(fields["gain"])
    state.faith_due, state.whites = fields["faith_due"], fields["whites"]
    state.spends, state.receives = fields["spends"], fields["receives"]
    state.card, state.slot = fields["card"] + 1, fields["slot"] + 1
    state.actor, state.phase = fields["actor"], fields["phase"]
    state.turn, state.max_turns = fields["turn"], fields["max_turns"]
    state.seats, state.turn_seat, state.first = fields["seats"], fields["turn_seat"], fields["first"]
    state.ending, state.reports, state.cross = fields["ending"], fields["reports"], fields["cross"]
    state.tokens = sum(1 << token for token in fields["tokens"])
    return (<const char *>&state)[:sizeof(MastersState)]
