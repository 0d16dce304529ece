# Leaders and excommunication tiles in flat tables.

cdef enum:                                    # what an excommunication tile takes points for at the end
    LOSE_NOTHING = 0
    LOSE_POINTS                               # before the final scoring
    LOSE_MILITARY
    LOSE_BUILDINGS                            # wood and stone in the costs of the buildings
    LOSE_GOODS

LOSSES = ("", "vp", "military", "wood_and_stone_in_building_costs", "wood_stone_coins_servants_in_supply")

cdef uint64_t LEADER_NEED[LOR_LEADERS]        # lanes8 of goods
cdef uint8_t LEADER_POINTS[LOR_LEADERS]       # victory points needed
cdef uint8_t LEADER_CARDS[LOR_LEADERS][LOR_TYPES]
cdef uint8_t LEADER_SAME[2][LOR_LEADERS]      # [edition]: cards of one type needed
cdef uint8_t LEADER_ANY[2][LOR_LEADERS]       # [edition]: cards in all needed
cdef uint8_t LEADER_ONCE[LOR_LEADERS]         # once per round; else permanent
cdef uint64_t LEADER_GAIN[LOR_LEADERS]
cdef uint16_t LEADER_FLAGS[LOR_LEADERS]
cdef int8_t LEADER_COLORED[LOR_LEADERS]       # added to the value of coloured members
cdef int8_t LEADER_NEUTRAL[LOR_LEADERS]
cdef uint8_t LEADER_SETS[LOR_LEADERS]         # value of all coloured members, 0: none
cdef uint8_t LEADER_RAISES[LOR_LEADERS]       # value of one coloured member, 0: none
cdef uint8_t LEADER_COPIES[LOR_LEADERS]
cdef uint8_t LEADER_CHURCH[LOR_LEADERS]       # points for supporting the Church
cdef uint64_t LEADER_DISCOUNT[LOR_LEADERS]    # on every card
cdef uint64_t DOUBLED                         # lanes8 mask of the goods that LOR_F_DOUBLES doubles
cdef uint8_t RAISED_VALUE                     # of members in LorenzoSeat.raised
cdef uint32_t COPIERS, DISCOUNT_LEADERS, ONCE_LEADERS   # bit sets

cdef uint64_t BAN_PENALTY[LOR_PERIODS][LOR_TILES]       # lanes8: fewer of each gain
cdef int8_t BAN_BONUS[LOR_PERIODS][LOR_TILES][LOR_ACTIONS]
cdef int8_t BAN_COLORED[LOR_PERIODS][LOR_TILES]
cdef uint16_t BAN_FLAGS[LOR_PERIODS][LOR_TILES]
cdef uint8_t BAN_UNSCORED[LOR_PERIODS][LOR_TILES]       # bit set of types without final points
cdef uint8_t BAN_LOSS[LOR_PERIODS][LOR_TILES]
cdef uint8_t BAN_EVERY[LOR_PERIODS][LOR_TILES]
cdef int DEAR_SERVANTS                                  # servants per point under LOR_F_DEAR_SERVANTS


cdef int load_requirement(int leader, object row, object editions, str where) except -1:
    only(row, (*LANE_NAMES[:LOR_VP], "vp", "cards", "same_type_cards"), where)
    LEADER_NEED[leader] = lanes({name: row[name] for name in LANE_NAMES[:LOR_VP] if name in row}, where)
    LEADER_POINTS[leader] = row.get("vp", 0)
    only(row.get("cards", {}), TYPE_NAMES, where)
    for name, count in row.get("cards", {}).items():
        LEADER_CARDS[leader][<int>TYPE_NAMES.index(name)] = count
    for index, edition in enumerate(EDITIONS):
        counts = editions.get(edition, {}).get("requirement", row)
        LEADER_SAME[<int>index][leader] = counts.get("same_type_cards", 0)
        LEADER_ANY[<int>index][leader] = counts.get("any_type_cards", 0)
    return 0


cdef int load_members(int leader, object ability, bint once, str where) except -1:
    """Values of family members: a bonus for some, or a new value for all or one of the coloured ones."""
    global RAISED_VALUE
    bonus = ability.get("family_member_bonus", {"members": "", "value": 0})
    if bonus["members"] == "colored":
        LEADER_COLORED[leader] = bonus["value"]
    elif bonus["members"] == "uncolored":
        LEADER_NEUTRAL[leader] = bonus["value"]
    sets = ability.get("family_member_set", {"members": "", "value": 0})
    if sets["members"] == "colored":
        LEADER_SETS[leader] = sets["value"]
    elif sets["members"] == "one_colored":
        require(once and RAISED_VALUE == 0, f"{where}: one leader sets one member once per round")
        LEADER_RAISES[leader] = RAISED_VALUE = sets["value"]
    return 0


cdef int load_leader(int leader, object row) except -1:
    cdef bint once
    global DOUBLED, COPIERS, DISCOUNT_LEADERS, ONCE_LEADERS
    where = f"leaders[{leader}]"
    only(row, ("name", "requirement", "kind", "ability", "editions"), where)
    require(row["kind"] in ("once_per_round", "permanent"), f"{where}: unknown kind")
    once = row["kind"] == "once_per_round"
    LEADER_ONCE[leader] = once
    ONCE_LEADERS |= <uint32_t>once << leader
    editions = row.get("editions", {})
    load_requirement(leader, row["requirement"], editions, where)
    ability = row["ability"]
    only(ability, ("gain", "action", "ignore_occupied_spaces", "no_tower_fee", "family_member_bonus", "copy_leader",
                   "family_member_set", "church_support_vp", "no_territory_military", "double_card_immediate",
                   "card_discount", "covers_tower_fee"), where)
    require(once == ("gain" in ability or "action" in ability
                     or ability.get("family_member_set", {}).get("members") == "one_colored"), f"{where}: wrong kind")
    LEADER_GAIN[leader] = lanes(ability.get("gain", {}), where)
    if "action" in ability:
        load_run(LOR_CARDS + leader, ability["action"], editions, where)
    for name, flag in (("ignore_occupied_spaces", <int>LOR_F_SHARES), ("no_tower_fee", <int>LOR_F_NO_FEE),
                       ("no_territory_military", <int>LOR_F_NO_SLOT_NEED),
                       ("double_card_immediate", <int>LOR_F_DOUBLES)):
        LEADER_FLAGS[leader] |= flag if ability.get(name) else 0
    DOUBLED |= lane_mask(ability.get("double_card_immediate", ()), where)
    load_members(leader, ability, once, where)
    LEADER_COPIES[leader] = "copy_leader" in ability
    COPIERS |= <uint32_t>LEADER_COPIES[leader] << leader
    LEADER_CHURCH[leader] = ability.get("church_support_vp", 0)
    require(not ability.get("covers_tower_fee"), f"{where}: no discount covers the fee")
    LEADER_DISCOUNT[leader] = lanes(ability.get("card_discount", {}), where)
    if LEADER_DISCOUNT[leader]:
        DISCOUNT_LEADERS |= 1u << leader
        LEADER_FLAGS[leader] |= 15 * LOR_F_DISCOUNT
    return 0


cdef int load_leaders(object rows) except -1:
    cdef int leader
    require(len(rows) == LOR_LEADERS, "leaders: expected 20")
    for leader in range(LOR_LEADERS):
        load_leader(leader, rows[leader])
    return require(bits_count(COPIERS) == 1, "leaders: expected one that copies")


cdef int load_ban(int period, int tile, object effect, str where) except -1:
    global DEAR_SERVANTS
    only(effect, ("gain_penalty", "action_bonus", "family_member_bonus", "no_market", "servants_per_value",
                  "skip_first_turn", "no_final_vp", "lose_vp"), where)
    BAN_PENALTY[period][tile] = lanes(effect.get("gain_penalty", {}), where)
    for bonus in effect.get("action_bonus", []):
        BAN_BONUS[period][tile][<int>ACTION_NAMES.index(bonus["on"])] = bonus["value"]
    members = effect.get("family_member_bonus", {"members": "colored", "value": 0})
    require(members["members"] == "colored", f"{where}: expected the coloured members")
    BAN_COLORED[period][tile] = members["value"]
    for name, flag in (("gain_penalty", <int>LOR_F_PENALTY), ("no_market", <int>LOR_F_NO_MARKET),
                       ("servants_per_value", <int>LOR_F_DEAR_SERVANTS), ("skip_first_turn", <int>LOR_F_SKIPS)):
        BAN_FLAGS[period][tile] |= flag if effect.get(name) else 0
    require(period == 0 or "gain_penalty" not in effect, f"{where}: gains are lowered in period 1 only")
    DEAR_SERVANTS = effect.get("servants_per_value", DEAR_SERVANTS)
    if "no_final_vp" in effect:
        BAN_UNSCORED[period][tile] = 1 << TYPE_NAMES.index(effect["no_final_vp"])
    loss = effect.get("lose_vp", {"per": "", "every": 1, "amount": 1})
    require(loss["amount"] == 1 and loss["every"] > 0, f"{where}: expected a loss of 1 for every so many")
    BAN_LOSS[period][tile] = LOSSES.index(loss["per"])
    require((loss["per"] == "vp") == (loss.get("when") == "before_final_scoring"), f"{where}: wrong moment")
    BAN_EVERY[period][tile] = loss["every"]
    return 0


cdef int load_excommunications(object rows) except -1:
    global DEAR_SERVANTS
    DEAR_SERVANTS = 1
    require(len(rows) == LOR_PERIODS * LOR_TILES, "excommunication_tiles: expected 21")
    for index, row in enumerate(rows):
        where = f"excommunication_tiles[{index}]"
        only(row, ("period", "n", "effect", "editions"), where)
        require((row["period"] - 1) * LOR_TILES + row["n"] - 1 == index, f"{where}: out of order")
        load_ban(index // LOR_TILES, index % LOR_TILES, row["effect"], where)
    return 0


load_data()
