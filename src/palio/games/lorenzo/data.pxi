# The facts of data.json in flat tables, read and checked once at import: board, tracks and bonus tiles.
# Cards are in cards.pxi, leaders and excommunication tiles in leaders.pxi.

LANE_NAMES = ("wood", "stone", "servants", "coins", "military", "faith", "vp", "privileges")
TYPE_NAMES = ("territory", "building", "character", "venture")
ACTION_NAMES = (*TYPE_NAMES, "harvest", "production")
MEMBER_NAMES = ("black", "white", "orange", "neutral")
EDITIONS = ("en", "es")

cdef enum:
    SLOTS = LOR_ROW + 1       # rows of a table by number of cards
    FAITH_STEPS = 16

cdef uint64_t CAP                             # lanes8: most of each good that a player can have
cdef uint64_t GOODS                           # lanes8 mask: the lanes that a player keeps
cdef uint64_t FEE                             # lanes8: for an occupied tower
cdef uint64_t START_GOODS
cdef uint8_t START_COINS[LOR_SEATS]           # by turn order
cdef uint8_t FLOOR_VALUE[LOR_FLOORS]
cdef uint64_t FLOOR_BONUS[LOR_TYPES][LOR_FLOORS]
cdef uint32_t OPEN_SPACES[LOR_SEATS + 1]      # by number of players: spaces that can be used
cdef uint8_t SPACE_VALUE[LOR_SPACES]          # least action value
cdef uint8_t SPACE_PENALTY[LOR_SPACES]
cdef uint64_t SPACE_GAIN[LOR_SPACES]          # market and council
cdef uint8_t SPACE_AREA[LOR_SPACES]           # LorenzoAction, LOR_MARKET or LOR_COUNCIL
cdef uint32_t SHARED_SPACES                   # any number of members
cdef uint64_t PRIVILEGE[LOR_PRIVILEGES]
cdef uint64_t SLOT_NEED[SLOTS]                # lanes8: military points for one more territory, by territories owned
cdef uint8_t TERRITORY_POINTS[SLOTS]
cdef uint8_t CHARACTER_POINTS[SLOTS]
cdef uint8_t FAITH_POINTS[FAITH_STEPS]
cdef uint8_t FAITH_NEED[LOR_PERIODS]
cdef uint8_t MILITARY_FIRST, MILITARY_SECOND, GOODS_PER_POINT
cdef uint64_t POINT_GOODS                     # lanes8 mask: goods that count for points at the end
cdef uint64_t TILE_YIELD[LOR_BONUS_TILES + 1][2]  # [bonus tile][harvest, production]
cdef uint64_t DISCARD_GAIN


cdef int require(bint holds, str what) except -1:
    """A fact that does not fit its table stops the import."""
    if not holds:
        raise ImportError(f"lorenzo data.json: {what}")
    return 0


cdef int only(object row, tuple names, str where) except -1:
    """A map with a field that nobody reads is refused."""
    for name in row:
        require(name in names, f"{where}: unknown field {name!r}")
    return 0


cdef uint64_t lanes(object amounts, str where) except? 0xFFFF:
    """A map of amounts as a lanes8 word."""
    cdef uint64_t word = 0
    only(amounts, LANE_NAMES, where)
    for name, amount in amounts.items():
        require(isinstance(amount, int) and 0 < amount < 64, f"{where}.{name}: expected 1 to 63, got {amount!r}")
        word |= <uint64_t>amount << (8 * LANE_NAMES.index(name))
    return word


cdef uint64_t lane_mask(object names, str where) except? 0xFFFF:
    cdef uint64_t word = 0
    for name in names:
        require(name in LANE_NAMES, f"{where}: unknown good {name!r}")
        word |= <uint64_t>0xFF << (8 * LANE_NAMES.index(name))
    return word


cdef int fill(uint8_t *table, object values, int count, str where) except -1:
    require(len(values) == count, f"{where}: expected {count} numbers")
    for index in range(count):
        require(0 <= values[index] <= 200, f"{where}: out of range")
        table[index] = values[index]
    return 0


cdef int load_board(object board) except -1:
    global CAP, GOODS, FEE, START_GOODS, DISCARD_GAIN, MILITARY_FIRST, MILITARY_SECOND, GOODS_PER_POINT, POINT_GOODS
    require((board["rounds"], board["periods"], board["card_limit_per_type"], board["leaders_per_player"],
             board["excommunication_tiles_in_play"], board["servant_value"], board["uncolored_member_value"])
            == (LOR_ROUNDS, LOR_PERIODS, LOR_ROW, LOR_PICKS, LOR_PERIODS, 1, 0), "the shape of the game differs")
    require(tuple(board["dice"]) == MEMBER_NAMES[:LOR_NEUTRAL], "dice: expected black, white, orange")
    GOODS = lane_mask(LANE_NAMES[:LOR_VP], "goods")
    CAP = GOODS & 0x7F7F7F7F7F7F7F7F
    CAP &= ~lane_mask(("military", "faith"), "tracks")
    CAP |= lanes({"military": board["military_track_last_step"], "faith": len(board["faith_track_vp"]) - 1}, "tracks")
    FEE = lanes(board["tower_occupied_fee"], "tower_occupied_fee")
    START_GOODS = lanes(board["start_resources"], "start_resources")
    DISCARD_GAIN = lanes(board["discard_leader_gain"], "discard_leader_gain")
    POINT_GOODS = lane_mask(board["resources_counted_for_vp"], "resources_counted_for_vp")
    GOODS_PER_POINT = board["resources_per_vp"]
    MILITARY_FIRST = board["military_strength_vp"]["first"]
    MILITARY_SECOND = board["military_strength_vp"]["second"]
    fill(START_COINS, board["start_coins_by_turn_order"], LOR_SEATS, "start_coins_by_turn_order")
    fill(TERRITORY_POINTS, board["territory_final_vp"], SLOTS, "territory_final_vp")
    fill(CHARACTER_POINTS, board["character_final_vp"], SLOTS, "character_final_vp")
    fill(FAITH_POINTS, board["faith_track_vp"], FAITH_STEPS, "faith_track_vp")
    fill(FAITH_NEED, board["faith_required"], LOR_PERIODS, "faith_required")
    require(len(board["privilege_options"]) == LOR_PRIVILEGES, "privilege_options: expected 5")
    for index, option in enumerate(board["privilege_options"]):
        PRIVILEGE[<int>index] = lanes(option, "privilege_options")
    require(len(board["territory_slot_military"]) == LOR_ROW, "territory_slot_military: expected 6")
    for index, points in enumerate(board["territory_slot_military"]):
        SLOT_NEED[<int>index] = <uint64_t>points << (8 * <int>LOR_MILITARY)
    SLOT_NEED[<int>LOR_ROW] = 0
    return load_spaces(board)


cdef int load_spaces(object board) except -1:
    cdef int type_, floor
    global SHARED_SPACES
    fill(FLOOR_VALUE, board["tower_floor_values"], LOR_FLOORS, "tower_floor_values")
    only(board["tower_floor_bonus"], TYPE_NAMES, "tower_floor_bonus")
    for type_ in range(LOR_TYPES):
        bonuses = board["tower_floor_bonus"][TYPE_NAMES[type_]]
        require(len(bonuses) == LOR_FLOORS, "tower_floor_bonus: expected 4 floors")
        for floor in range(LOR_FLOORS):
            FLOOR_BONUS[type_][floor] = lanes(bonuses[floor], "tower_floor_bonus")
            require(FLOOR_BONUS[type_][floor] & ~GOODS == 0, "tower_floor_bonus: goods only")
            add_space(type_ * LOR_FLOORS + floor, type_, {"value": FLOOR_VALUE[floor], "capacity": 1})
    for name, first, action in (("harvest_spaces", <int>LOR_S_HARVEST, <int>LOR_HARVEST),
                                ("production_spaces", <int>LOR_S_PRODUCTION, <int>LOR_PRODUCTION)):
        require(len(board[name]) == 2, f"{name}: expected a single and a large space")
        for index, row in enumerate(board[name]):
            add_space(first + index, action, row)
    require(len(board["market"]) == LOR_MARKETS, "market: expected 4 spaces")
    for index, row in enumerate(board["market"]):
        add_space(<int>LOR_S_MARKET + index, LOR_MARKET, row)
    return add_space(LOR_S_COUNCIL, LOR_COUNCIL, board["council_palace"])


cdef int add_space(int space, int area, object row) except -1:
    global SHARED_SPACES
    only(row, ("space", "value", "capacity", "penalty", "players", "gain"), "space")
    SPACE_AREA[space] = area
    SPACE_VALUE[space] = row["value"]
    SPACE_PENALTY[space] = row.get("penalty", 0)
    SPACE_GAIN[space] = lanes(row.get("gain", {}), "space")
    if row.get("capacity", 1) is None:
        SHARED_SPACES |= 1u << space
    for players in row.get("players", (2, 3, 4)):
        OPEN_SPACES[<int>players] |= 1u << space
    return 0


cdef int load_bonus_tiles(object tiles) except -1:
    cdef int index
    rows = [*tiles["advanced"], tiles["basic"]]
    require(len(rows) == LOR_BONUS_TILES + 1, "personal_bonus_tiles: expected 4 advanced ones")
    for index in range(LOR_BONUS_TILES + 1):
        only(rows[index], ("harvest", "production"), "personal_bonus_tiles")
        TILE_YIELD[index][0] = lanes(rows[index]["harvest"], "personal_bonus_tiles")
        TILE_YIELD[index][1] = lanes(rows[index]["production"], "personal_bonus_tiles")
    return 0


cdef int load_data() except -1:
    data = json.loads(resources.files(__package__).joinpath("data.json").read_text(encoding="utf-8"))
    load_board(data["board"])
    load_bonus_tiles(data["personal_bonus_tiles"])
    load_cards(data["development_cards"])
    load_leaders(data["leaders"])
    return load_excommunications(data["excommunication_tiles"])
