# The state as a dict of plain numbers and back, for maps.py and styles.py. No rules here, only the layout.

cdef int read_state(CoupState *state, bytes data) except -1:
    """The state that the bytes are; whether it makes sense is for `check` to say."""
    if len(data) != sizeof(CoupState):
        raise NotationError(f"a Coup state has {sizeof(CoupState)} bytes, got {len(data)}")
    memcpy(state, <const char *>data, sizeof(CoupState))
    return 0


def unpack(bytes data not None) -> dict:
    """The fields of a state or view given as its bytes."""
    cdef CoupState state
    cdef int seat
    read_state(&state, data)
    return {
        "seats": state.seats, "options": state.options, "max_turns": state.max_turns, "turn": state.turn,
        "actor": state.actor, "phase": state.phase, "turn_seat": state.turn_seat, "action": state.action,
        "target": state.target, "blocker": state.blocker, "block_role": state.block_role,
        "challenger": state.challenger, "to_ask": state.to_ask, "next": state.next, "draw": state.draw,
        "shown": state.shown, "viewer": state.viewer, "alive": state.alive, "originals": state.originals,
        "lost": state.lost, "court": state.court, "beside": state.beside,
        "hand": [state.hand[seat] for seat in range(COUP_SEATS)],
        "up": [state.up[seat] for seat in range(COUP_SEATS)],
        "down": byte_list(state.down, COUP_SEATS),
        "coins": byte_list(state.coins, COUP_SEATS),
        "out": byte_list(state.out, COUP_SEATS),
        "claims": byte_list(state.claims, COUP_SEATS),
        "lacks": byte_list(state.lacks, COUP_SEATS),
        "caught": byte_list(state.caught, COUP_SEATS),
        "proven": byte_list(state.proven, COUP_SEATS),
        "dealt": byte_list(state.dealt, 2),
        "sure": [state.sure[seat] for seat in range(COUP_SEATS)],
        "loose": [state.loose[seat] for seat in range(COUP_SEATS)],
        "fresh": [byte_list(state.fresh[seat], COUP_SEATS) for seat in range(COUP_SEATS)],
        "holds": [byte_list(state.holds[seat], COUP_SEATS) for seat in range(COUP_SEATS)],
    }


def pack(dict fields not None) -> bytes:
    """The bytes of a state or view given as the dict that unpack makes."""
    cdef CoupState state
    memset(&state, 0, sizeof(CoupState))
    pack_turn(&state, fields)
    pack_seats(&state, fields)
    state.dealt[0], state.dealt[1] = fields["dealt"]
    return (<const char *>&state)[:sizeof(CoupState)]


cdef int pack_turn(CoupState *state, dict fields) except -1:
    state.seats = fields["seats"]
    state.options = fields["options"]
    state.max_turns = fields["max_turns"]
    state.turn = fields["turn"]
    state.actor = fields["actor"]
    state.phase = fields["phase"]
    state.turn_seat = fields["turn_seat"]
    state.action = fields["action"]
    state.target = fields["target"]
    state.blocker = fields["blocker"]
    state.block_role = fields["block_role"]
    state.challenger = fields["challenger"]
    state.to_ask = fields["to_ask"]
    state.next = fields["next"]
    state.draw = fields["draw"]
    state.shown = fields["shown"]
    state.viewer = fields["viewer"]
    state.alive = fields["alive"]
    state.originals = fields["originals"]
    state.lost = fields["lost"]
    state.court = fields["court"]
    state.beside = fields["beside"]
    return 0


cdef int pack_seats(CoupState *state, dict fields) except -1:
    cdef int seat, other
    for seat in range(COUP_SEATS):
        state.hand[seat] = fields["hand"][seat]
        state.up[seat] = fields["up"][seat]
        state.down[seat] = fields["down"][seat]
        state.coins[seat] = fields["coins"][seat]
        state.out[seat] = fields["out"][seat]
        state.claims[seat] = fields["claims"][seat]
        state.lacks[seat] = fields["lacks"][seat]
        state.caught[seat] = fields["caught"][seat]
        state.proven[seat] = fields["proven"][seat]
        state.sure[seat] = fields["sure"][seat]
        state.loose[seat] = fields["loose"][seat]
        for other in range(COUP_SEATS):
            state.fresh[seat][other] = fields["fresh"][seat][other]
            state.holds[seat][other] = fields["holds"][seat][other]
    return 0
