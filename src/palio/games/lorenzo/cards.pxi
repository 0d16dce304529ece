# The development cards in flat tables: costs, immediate effects, yields, permanent effects, final points.

cdef enum:                                    # what a gain "for each" counts, beside the card types 0..3
    EACH_MILITARY = 4
    EACH_NOTHING = 5

cdef enum:                                    # kinds of bonus actions
    RUN_NOTHING = 0
    RUN_TAKE = 1                              # take a card
    RUN_HARVEST = 2
    RUN_PRODUCTION = 3
    ORIGINS = LOR_CARDS + LOR_LEADERS         # what can give a bonus action

cdef struct PerGain:
    uint64_t gain                             # lanes8, for each `every` of `each`
    uint8_t each
    uint8_t every

cdef uint8_t CARD_COSTS[LOR_CARDS]            # costs to choose from, 0 for a free card
cdef uint64_t CARD_COST[LOR_CARDS][2]         # lanes8 paid
cdef uint64_t CARD_NEED[LOR_CARDS][2]         # lanes8 that must be there: the cost, or the military points required
cdef uint64_t CARD_GAIN[LOR_CARDS]            # immediate
cdef PerGain CARD_PER[LOR_CARDS]              # immediate
cdef uint8_t CARD_ACTIVATION[LOR_CARDS]
cdef uint64_t CARD_YIELD[LOR_CARDS]           # harvest or production
cdef PerGain YIELD_PER[LOR_CARDS]             # production
cdef uint8_t CARD_ARROWS[LOR_CARDS]           # exchanges to choose from
cdef uint64_t ARROW_PAY[LOR_CARDS][2]
cdef uint64_t ARROW_GAIN[LOR_CARDS][2]
cdef int8_t CARD_BONUS[LOR_CARDS][LOR_ACTIONS]
cdef uint64_t CARD_DISCOUNT[LOR_CARDS][LOR_TYPES]  # plain discounts on cards of a type
cdef uint16_t CARD_FLAGS[LOR_CARDS]
cdef uint8_t CARD_FINAL[LOR_CARDS]
cdef uint8_t CARD_LASTING[LOR_CARDS]          # has a permanent effect on its owner
cdef uint8_t RUN_KIND[ORIGINS]                # bonus action of a card or leader
cdef int8_t RUN_VALUE[ORIGINS]
cdef uint8_t RUN_TYPES[ORIGINS]               # bit set of types that may be taken
cdef uint64_t RUN_DISCOUNT[ORIGINS]
cdef uint8_t RUN_PLAIN[2][ORIGINS]            # [edition]: card bonuses do not raise it
cdef uint8_t CHOICE_TYPE                      # of cards on which one character has a discount with a choice
cdef uint64_t CHOICE[2]                       # lanes8 that it lowers
cdef uint8_t CHOICE_KINDS[2]                  # the same as bit sets of lanes
cdef uint32_t DISCOUNT_CARDS[LOR_TYPES]       # characters, as bits of `owned`, with a plain discount on the type


cdef int load_per(object rows, PerGain *out, str where) except -1:
    out.each = EACH_NOTHING
    out.every = 1
    if not rows:
        return 0
    require(len(rows) == 1, f"{where}: expected one gain for each")
    only(rows[0], ("gain", "each", "every"), where)
    out.gain = lanes(rows[0]["gain"], where)
    out.each = EACH_MILITARY if rows[0]["each"] == "military" else TYPE_NAMES.index(rows[0]["each"])
    out.every = rows[0]["every"]
    return require(out.every > 0, f"{where}: every 0")


cdef int load_run(int origin, object row, object editions, str where) except -1:
    """A bonus action; in an edition card bonuses may not count."""
    RUN_VALUE[origin] = row["value"]
    kind = row["kind"]
    if kind == "take":
        only(row, ("kind", "type", "value", "discount"), where)
        RUN_KIND[origin] = RUN_TAKE
        RUN_TYPES[origin] = 15 if row["type"] == "any" else 1 << TYPE_NAMES.index(row["type"])
        options = row.get("discount", [{}])
        require(len(options) == 1, f"{where}: a bonus action's discount has no choice")
        RUN_DISCOUNT[origin] = lanes(options[0], where)
        return 0
    only(row, ("kind", "value", "servants_may_raise", "card_bonuses_apply"), where)
    require(kind in ("harvest", "production") and row.get("servants_may_raise", True), f"{where}: unknown action")
    RUN_KIND[origin] = RUN_HARVEST if kind == "harvest" else RUN_PRODUCTION
    for index, edition in enumerate(EDITIONS):
        applies = editions.get(edition, {}).get("card_bonuses_apply", row.get("card_bonuses_apply", True))
        RUN_PLAIN[<int>index][origin] = not applies
    return 0


cdef int load_costs(int card, object costs, str where) except -1:
    require(len(costs) <= 2, f"{where}: expected at most 2 costs")
    CARD_COSTS[card] = len(costs)
    for index, row in enumerate(costs):
        only(row, ("pay", "need_military"), where)
        CARD_COST[card][<int>index] = lanes(row["pay"], where)
        need = {**row["pay"], **({"military": row["need_military"]} if "need_military" in row else {})}
        CARD_NEED[card][<int>index] = lanes(need, where)
        require(lanes8_covers(CARD_NEED[card][<int>index], CARD_COST[card][<int>index]), f"{where}: needs too little")
    return 0


cdef int load_yield(int card, object row, str where) except -1:
    only(row, ("gain", "per", "exchange"), where)
    CARD_YIELD[card] = lanes(row.get("gain", {}), where)
    load_per(row.get("per"), &YIELD_PER[card], where)
    arrows = row.get("exchange", [])
    require(len(arrows) <= 2, f"{where}: expected at most 2 exchanges")
    CARD_ARROWS[card] = len(arrows)
    for index, arrow in enumerate(arrows):
        only(arrow, ("pay", "gain"), where)
        ARROW_PAY[card][<int>index] = lanes(arrow["pay"], where)
        ARROW_GAIN[card][<int>index] = lanes(arrow["gain"], where)
    return 0


cdef int load_permanent(int card, object row, str where) except -1:
    only(row, ("action_bonus", "no_floor_bonus"), where)
    CARD_LASTING[card] = 1
    CARD_FLAGS[card] = LOR_F_NO_FLOOR_BONUS if row.get("no_floor_bonus") else 0
    for bonus in row.get("action_bonus", []):
        only(bonus, ("on", "value", "discount"), where)
        action = ACTION_NAMES.index(bonus["on"])
        CARD_BONUS[card][<int>action] = bonus["value"]
        if "discount" in bonus:
            load_discount(card, action, bonus["discount"], where)
    return 0


cdef int load_discount(int card, int action, object options, str where) except -1:
    cdef int index
    global CHOICE_TYPE
    require(action < LOR_TYPES and 1 <= len(options) <= 2, f"{where}: 1 or 2 discounts on a type of cards")
    CARD_FLAGS[card] |= LOR_F_DISCOUNT << action
    if len(options) == 1:
        CARD_DISCOUNT[card][action] = lanes(options[0], where)
        DISCOUNT_CARDS[action] |= 1u << (card % LOR_DECK)
        return 0
    require(CHOICE_TYPE == LOR_NONE, f"{where}: a second discount with a choice")
    CHOICE_TYPE = action
    CARD_FLAGS[card] |= LOR_F_CHOICE
    for index in range(2):
        CHOICE[index] = lanes(options[index], where)
        CHOICE_KINDS[index] = sum(1 << LANE_NAMES.index(name) for name in options[index])
    return require(CHOICE_KINDS[0] < CHOICE_KINDS[1], f"{where}: the choices must ascend")


cdef int load_card(int card, object row) except -1:
    where = f"development_cards[{card}]"
    only(row, ("id", "name", "name_it", "type", "period", "costs", "immediate", "activation", "harvest", "production",
               "permanent", "final_vp"), where)
    require(row["id"] == card and row["type"] == TYPE_NAMES[card // LOR_DECK]
            and row["period"] == card % LOR_DECK // LOR_PERIOD_CARDS + 1, f"{where}: number, type and period differ")
    load_costs(card, row["costs"], where)
    immediate = row.get("immediate", {})
    only(immediate, ("gain", "per", "action"), where)
    CARD_GAIN[card] = lanes(immediate.get("gain", {}), where)
    load_per(immediate.get("per"), &CARD_PER[card], where)
    if "action" in immediate:
        load_run(card, immediate["action"], {}, where)
    CARD_ACTIVATION[card] = row.get("activation", 0)
    load_yield(card, row.get("harvest", row.get("production", {})), where)
    require(("harvest" in row) == (row["type"] == "territory") and ("production" in row) == (row["type"] == "building"),
            f"{where}: territories harvest, buildings produce")
    require("permanent" not in row or row["type"] == "character", f"{where}: only characters have lasting effects")
    if "permanent" in row:
        load_permanent(card, row["permanent"], where)
    require(CARD_ARROWS[card] == 0 or row["type"] == "building", f"{where}: only buildings exchange")
    require((CARD_COSTS[card] == 0) == (row["type"] == "territory"), f"{where}: all but territories have a cost")
    CARD_FINAL[card] = row.get("final_vp", 0)
    return 0


cdef int load_cards(object rows) except -1:
    cdef int card
    global CHOICE_TYPE
    CHOICE_TYPE = LOR_NONE
    require(len(rows) == LOR_CARDS, "development_cards: expected 96")
    for card in range(LOR_CARDS):
        load_card(card, rows[card])
    return 0
