# States and views as maps, for the wire, records and people; maps.py reads them back.

SPACES = (
    *(f"{name} {floor}" for name in TYPE_NAMES for floor in range(1, 5)),
    "harvest", "harvest large", "production", "production large",
    *(f"market {space}" for space in range(1, 5)), "council",
)
STEPS = (
    "draft", "tile", "roll", "turn", "servants", "cost", "discount", "privilege", "exchange", "take", "run",
    "raise", "copy", "after", "support", "over",
)
SOURCES = ("none", "space", "card", "harvest", "production", "leader")
BASIC_TILE = "basic"


cdef list cards_or_none(const uint8_t *cards, int count):
    cdef int i
    return [or_none(cards[i], LOR_NONE) for i in range(count)]


cdef list without_none(const uint8_t *values, int count):
    cdef int i
    return [values[i] for i in range(count) if values[i] != LOR_NONE]


cdef list numbered(uint64_t bits, int first):
    """The members of a bit set, counted from `first`."""
    cdef int index
    return [first + index for index in members(bits)]


def to_map(bytes data not None, dict options not None) -> dict:
    """Everything that the state or view holds; null stands for what the seat does not know."""
    cdef LorenzoState state
    cdef int i
    read_state(&state, data)
    cdef bint full = state.viewer == LOR_NONE, advanced = options["rules"] == "advanced"
    return {
        "game": INFO.name,
        "rules": INFO.rules_version,
        "options": dict(options),
        "seat": or_none(state.viewer, LOR_NONE),
        "step": pick(STEPS, state.step),
        "actor": actor_value(state.actor),
        "round": state.round + 1,
        "lap": state.lap,
        "turn": state.turn,
        "placed": state.placed != 0,
        "order": byte_list(state.order, state.seats),
        "council": without_none(state.council, LOR_SEATS),
        "dice": byte_list(state.dice, 3) if state.dice[0] else None,
        "excommunications": [state.tiles[i] + 1 for i in range(LOR_PERIODS)],
        "towers": {TYPE_NAMES[i]: tower_list(&state, i) for i in range(LOR_TYPES)},
        "decks": {TYPE_NAMES[i]: cards_or_none(state.deck[i], LOR_DECK) for i in range(LOR_TYPES)},
        "draft": [cards_or_none(state.draft[i], LOR_PICKS) for i in range(state.seats)] if advanced else None,
        "players": [player_map(&state, i, full or i == state.viewer) for i in range(state.seats)],
        "action": action_map(&state),
    }


cdef list tower_list(const LorenzoState *state, int type_):
    """The cards that lie on the floors of a tower, from bottom to top."""
    cdef int floor, first = LOR_FLOORS * state.round
    return [
        or_none(state.deck[type_][first + floor], LOR_NONE) if state.left >> (type_ * LOR_FLOORS + floor) & 1 else None
        for floor in range(LOR_FLOORS)
    ]


cdef dict player_map(const LorenzoState *state, int seat, bint shown):
    cdef const LorenzoSeat *player = &state.player[seat]
    cdef int i
    return {
        "goods": {LANE_NAMES[i]: player.goods >> (8 * i) & 0xFF for i in range(LOR_VP)},
        "points": player.points,
        "territories": without_none(player.row[<int>LOR_TERRITORY], LOR_ROW),
        "buildings": without_none(player.row[<int>LOR_BUILDING], LOR_ROW),
        "characters": numbered(player.owned[<int>LOR_CHARACTER], LOR_CHARACTER * LOR_DECK),
        "ventures": numbered(player.owned[<int>LOR_VENTURE], LOR_VENTURE * LOR_DECK),
        "bonus_tile": tile_value(player.tile),
        "members": {MEMBER_NAMES[i]: pick_or_none(SPACES, player.place[i], LOR_NONE) for i in range(LOR_MEMBERS)},
        "raised": picked(player.raised, MEMBER_NAMES),
        "excommunicated": numbered(player.banned, 1),
        "hand": members(player.hand) if shown else None,
        "played": members(player.played),
        "used": members(player.played & state.used),
        "discarded": members(player.discarded),
        "copied": or_none(player.copied, LOR_NONE),
    }


cdef object tile_value(int tile):
    return None if tile == LOR_NONE else BASIC_TILE if tile == LOR_BONUS_TILES else tile + 1


cdef dict action_map(const LorenzoState *state):
    """The action under way, all null, 0 or empty between actions."""
    cdef int i, origin = state.origin
    return {
        "member": pick_or_none(MEMBER_NAMES, state.member, LOR_NONE),
        "space": pick_or_none(SPACES, state.space, LOR_NONE),
        "card": or_none(state.card, LOR_NONE),
        "cost": state.cost,
        "bonus_of_card": origin if origin < LOR_CARDS else None,
        "bonus_of_leader": origin - LOR_CARDS if LOR_CARDS <= origin < LOR_NONE else None,
        "source": pick(SOURCES, state.source),
        "gain": {LANE_NAMES[i]: state.gain >> (8 * i) & 0xFF for i in range(8) if state.gain >> (8 * i) & 0xFF},
        "chosen": picked(state.chosen, PRIVILEGE_NAMES),
        "cursor": state.cursor,
        "active": members(state.active),
        "exchanges": [state.arrows >> (2 * i) & 3 for i in range(LOR_ROW)],
    }
