# The state's bytes from a dict of plain numbers, for maps.py. No rules here, only the layout.

cdef uint32_t lane_word(list counts) except? 0xFFFFFFFF:
    return sum(count << 6 * kind for kind, count in enumerate(counts))


cdef int read_state(MastersState *state, bytes data) except -1:
    """The state that the bytes are; whether it makes sense is for `check` to say."""
    if len(data) != sizeof(MastersState):
        raise NotationError(f"a Masters state has {sizeof(MastersState)} bytes, got {len(data)}")
    memcpy(state, <const char *>data, sizeof(MastersState))
    return 0


def option_codes(bytes data not None) -> list:
    """The options of a state, in the order of info.py."""
    cdef MastersState state
    read_state(&state, data)
    return [state.seats, state.max_turns]


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
    """The bytes of a state or view given as a dict of its fields."""
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
