# The state's bytes from a dict of plain numbers, for maps.py. No rules here, only the layout.

PRIVILEGE_NAMES = tuple([
    "+".join(LANE_NAMES[<int>lane] for lane in range(8) if lanes8_get(PRIVILEGE[index], lane))
    for index in range(LOR_PRIVILEGES)
])


cdef uint64_t lane_word(object amounts) except? 0xFFFF:
    cdef uint64_t word = 0
    for lane, amount in enumerate(amounts):
        word |= <uint64_t>amount << (8 * <int>lane)
    return word


cdef int read_state(LorenzoState *state, bytes data) except -1:
    """The state that the bytes are; whether it makes sense is for `check` to say."""
    if len(data) != sizeof(LorenzoState):
        raise NotationError(f"a Lorenzo state has {sizeof(LorenzoState)} bytes, got {len(data)}")
    memcpy(state, <const char *>data, sizeof(LorenzoState))
    return 0


def option_codes(bytes data not None) -> list:
    """The options of a state, in the order of info.py."""
    cdef LorenzoState state
    read_state(&state, data)
    return [state.seats, state.options & 1, state.options >> 1 & 1]


def member_values(bytes data not None) -> list:
    """By seat the values of the family members, which maps leave out: they follow from the rest."""
    cdef LorenzoState state
    cdef int seat, i
    read_state(&state, data)
    return [[state.player[seat].value[i] for i in range(LOR_MEMBERS)] for seat in range(state.seats)]


def pack(dict fields not None) -> bytes:
    """The bytes of a state or view given as a dict of its fields; what is derived is derived again."""
    cdef LorenzoState state
    cdef int seat, i
    memset(&state, 0, sizeof(LorenzoState))
    pack_turn(&state, fields)
    pack_action(&state, fields)
    for i in range(LOR_TYPES):
        for seat in range(LOR_DECK):
            state.deck[i][seat] = fields["deck"][i][seat]
    for seat in range(LOR_SEATS):
        state.order[seat] = fields["order"][seat]
        state.council[seat] = fields["council"][seat]
        for i in range(LOR_PICKS):
            state.draft[seat][i] = fields["draft"][seat][i]
    for seat in range(LOR_SEATS):
        pack_seat(&state, seat, fields["players"][seat])
    return (<const char *>&state)[:sizeof(LorenzoState)]


cdef int pack_turn(LorenzoState *state, dict fields) except -1:
    cdef int i
    for i in range(LOR_PERIODS):
        state.tiles[i] = fields["tiles"][i]
        state.dice[i] = fields["dice"][i]
    state.seats = fields["seats"]
    state.options = fields["options"]
    state.viewer = fields["viewer"]
    state.actor = fields["actor"]
    state.step = fields["step"]
    state.round = fields["round"]
    state.lap = fields["lap"]
    state.turn = fields["turn"]
    state.placed = fields["placed"]
    state.used = fields["used"]
    state.left = fields["left"]
    return 0


cdef int pack_action(LorenzoState *state, dict fields) except -1:
    state.gain = lane_word(fields["gain"])
    state.arrows = fields["arrows"]
    state.member = fields["member"]
    state.space = fields["space"]
    state.card = fields["card"]
    state.cost = fields["cost"]
    state.origin = fields["origin"]
    state.chosen = fields["chosen"]
    state.source = fields["source"]
    state.cursor = fields["cursor"]
    state.active = fields["active"]
    return 0


cdef int pack_seat(LorenzoState *state, int seat, dict fields) except -1:
    cdef LorenzoSeat *player = &state.player[seat]
    cdef int i, kind
    player.goods = lane_word(fields["goods"])
    player.hand = fields["hand"]
    player.played = fields["played"]
    player.discarded = fields["discarded"]
    player.points = fields["points"]
    player.raised = fields["raised"]
    player.copied = fields["copied"]
    player.banned = fields["banned"]
    player.tile = fields["tile"]
    for i in range(LOR_TYPES):
        player.owned[i] = fields["owned"][i]
        player.count[i] = bits_count(player.owned[i])
    for kind in range(2):
        for i in range(LOR_ROW):
            player.row[kind][i] = fields["row"][kind][i]
    for i in range(LOR_MEMBERS):
        player.place[i] = fields["place"][i]
    if seat < state.seats:
        derive_places(state, player)
        refresh(state, seat)
    return 0


cdef int derive_places(LorenzoState *state, LorenzoSeat *player) except -1:
    """Members at home, areas with a coloured member, occupied spaces."""
    cdef int member, place
    for member in range(LOR_MEMBERS):
        place = player.place[member]
        if place == LOR_NONE:
            player.home |= 1 << member
            continue
        if place >= LOR_SPACES:
            raise NotationError(f"a family member stands on no space: {place}")
        state.occupied |= 1u << place
        if member != LOR_NEUTRAL and SPACE_AREA[place] < LOR_ACTIONS:
            player.areas |= 1 << SPACE_AREA[place]
    return 0
