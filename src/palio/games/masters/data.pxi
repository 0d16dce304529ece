# The facts of data.json in flat tables, read and checked once at import.

cdef uint32_t CARD_COST[MASTERS_CARDS]        # lanes6
cdef uint32_t CARD_INPUT[MASTERS_CARDS]       # lanes6
cdef uint32_t CARD_OUTPUT[MASTERS_CARDS]      # lanes6
cdef uint8_t CARD_FAITH[MASTERS_CARDS]        # faith that the production gives
cdef uint8_t CARD_POINTS[MASTERS_CARDS]
cdef uint64_t CARD_OWNED[MASTERS_CARDS]       # lanes4: what the card adds to MastersPlayer.owned

cdef uint8_t LEADER_POINTS[MASTERS_LEADERS]
cdef uint64_t LEADER_CARDS[MASTERS_LEADERS]       # lanes4: cards required
cdef uint32_t LEADER_RESOURCES[MASTERS_LEADERS]   # lanes6: resources required
cdef uint32_t LEADER_DISCOUNT[MASTERS_LEADERS]    # lanes6
cdef uint32_t LEADER_DEPOT[MASTERS_LEADERS]       # lanes6: extra places
cdef uint32_t LEADER_WHITE[MASTERS_LEADERS]       # lanes6: what a white marble becomes
cdef uint32_t LEADER_INPUT[MASTERS_LEADERS]       # lanes6
cdef uint8_t LEADER_CHOICES[MASTERS_LEADERS]      # outputs of choice
cdef uint8_t LEADER_FAITH[MASTERS_LEADERS]
cdef uint32_t PRODUCERS, WHITENERS                # sets of leaders with that ability

cdef uint8_t FAITH_POINTS[MASTERS_SPACES]
cdef uint8_t POPES_PASSED[MASTERS_SPACES]         # pope spaces up to here
cdef uint8_t SECTION_START[MASTERS_REPORTS]
cdef uint8_t FAVOR_POINTS[MASTERS_REPORTS]
cdef int LAST_SPACE, DISCARD_FAITH

# What a marble gives: lanes6 of resources, white marbles in bits 24..27, faith in bits 28..31.
cdef uint32_t MARBLE_GAIN[16]
cdef uint8_t MARBLE_COUNT[MASTERS_MARBLES]
cdef uint8_t FITS[256]                            # do counts 0..3, two bits each, fit the shelves
cdef int BASE_SPENDS, BASE_RECEIVES
cdef uint8_t START_RESOURCES[MASTERS_SEATS]       # by place in the turn order
cdef uint8_t START_FAITH[MASTERS_SEATS]
cdef int LEADERS_DEALT, LEADERS_KEPT, END_CARDS, RESOURCES_PER_POINT

cdef uint8_t TOKEN_COLOR[MASTERS_TOKENS]          # of the cards that go; MASTERS_COLORS: none
cdef uint8_t TOKEN_COUNT[MASTERS_TOKENS]          # cards that go
cdef uint8_t TOKEN_STEPS[MASTERS_TOKENS]          # of the black cross
cdef uint8_t TOKEN_SHUFFLES[MASTERS_TOKENS]
cdef uint8_t TOKEN_TWINS[MASTERS_TOKENS]          # set of the tokens equal to this one, itself included

# Multisets of n resources as lanes6 in ascending order, n up to 3: outputs of choice of one production.
cdef uint32_t MULTISETS[MASTERS_KINDS][20]
cdef uint8_t MULTISET_COUNT[MASTERS_KINDS]
cdef uint8_t ARRANGED[16][6]                      # orders of a set of up to three cards, 2 bits each

RESOURCES = ("coins", "stones", "servants", "shields")
FAITH = "faith"


cdef uint32_t bundle(object amounts) except? 0xFFFFFFFF:
    """A map of amounts by resource as lanes6; other keys are the caller's."""
    for name, amount in amounts.items():
        if name not in RESOURCES and name not in {FAITH, "choice"}:
            raise ImportError(f"masters data.json: unknown resource {name!r}")
        if not 0 <= amount <= MASTERS_PURSE:
            raise ImportError(f"masters data.json: {name} must be 0 to {MASTERS_PURSE}, got {amount}")
    return sum(amounts.get(name, 0) << 6 * kind for kind, name in enumerate(RESOURCES))


cdef int expect(bint holds, str what) except -1:
    if not holds:
        raise ImportError(f"masters data.json: expected {what}")
    return 0


cdef list load_cards(list rows, list colors):
    """Fill the card tables; returns the printed numbers by card."""
    cdef int card
    numbers = [0] * MASTERS_CARDS
    filled = [0] * MASTERS_STACKS
    for row in rows:
        color, level = colors.index(row["color"]), row["level"]
        expect(1 <= level <= MASTERS_LEVELS, "card levels 1 to 3")
        stack = MASTERS_COLORS * (level - 1) + color
        expect(filled[stack] < 4, "four cards in each stack")
        card = 4 * stack + filled[stack]
        filled[stack] += 1
        numbers[card] = row["id"]
        CARD_COST[card] = bundle(row["cost"])
        CARD_INPUT[card] = bundle(row["production"]["input"])
        CARD_OUTPUT[card] = bundle(row["production"]["output"])
        CARD_FAITH[card] = row["production"]["output"].get(FAITH, 0)
        CARD_POINTS[card] = row["vp"]
        CARD_OWNED[card] = lanes4_one(color) + lanes4_one(MASTERS_COLORS * level + color)
    expect(filled == [4] * MASTERS_STACKS and len(set(numbers)) == MASTERS_CARDS, "48 different cards")
    return numbers


cdef list load_leaders(list rows, list colors):
    global PRODUCERS, WHITENERS
    cdef int leader
    expect(len(rows) == MASTERS_LEADERS, "16 leaders")
    PRODUCERS = WHITENERS = 0
    for leader, row in enumerate(rows):
        LEADER_POINTS[leader] = row["vp"]
        LEADER_RESOURCES[leader] = bundle(row["requirement"]["resources"])
        LEADER_CARDS[leader] = 0
        for need in row["requirement"]["cards"]:
            lane = MASTERS_COLORS * (need["level"] or 0) + colors.index(need["color"])
            LEADER_CARDS[leader] += lanes4_one(lane) * <uint64_t>need["count"]
        load_ability(leader, row["ability"])
    whites = [row["ability"]["resource"] for row in rows if row["ability"]["kind"] == "white_marble"]
    expect(len(set(whites)) == len(whites), "white-marble leaders of different resources")
    numbers = [row["id"] for row in rows]
    expect(len(set(numbers)) == MASTERS_LEADERS, "16 different leaders")
    return numbers


cdef int load_ability(int leader, dict ability) except -1:
    global PRODUCERS, WHITENERS
    cdef uint32_t one = lanes6_one(RESOURCES.index(ability["resource"]))
    kind = ability["kind"]
    LEADER_DISCOUNT[leader] = one * <uint32_t>ability["amount"] if kind == "discount" else 0
    LEADER_DEPOT[leader] = one * <uint32_t>ability["size"] if kind == "depot" else 0
    LEADER_WHITE[leader] = one if kind == "white_marble" else 0
    LEADER_INPUT[leader] = LEADER_CHOICES[leader] = LEADER_FAITH[leader] = 0
    if kind == "white_marble":
        WHITENERS |= 1u << leader
    elif kind == "production":
        PRODUCERS |= 1u << leader
        LEADER_INPUT[leader] = bundle(ability["input"])
        LEADER_CHOICES[leader] = ability["output"]["choice"]
        LEADER_FAITH[leader] = ability["output"][FAITH]
        expect(LEADER_CHOICES[leader] == 1, "one output of choice of a leader's production")
    else:
        expect(kind in {"discount", "depot"}, "a known leader ability")
    return 0


cdef int load_faith(dict track) except -1:
    global LAST_SPACE
    cdef int space, report
    LAST_SPACE = track["last"]
    expect(LAST_SPACE == MASTERS_SPACES - 1 and len(track["reports"]) == MASTERS_REPORTS, "24 spaces, 3 reports")
    popes = [row["pope_space"] for row in track["reports"]]
    expect(popes == sorted(popes) and max(popes) == LAST_SPACE, "the last pope space at the end of the track")
    for space in range(MASTERS_SPACES):
        reached = [points for at, points in track["points"].items() if int(at) <= space]
        FAITH_POINTS[space] = max(reached, default=0)
        POPES_PASSED[space] = sum(pope <= space for pope in popes)
    for report, row in enumerate(track["reports"]):
        SECTION_START[report] = row["from"]
        FAVOR_POINTS[report] = row["points"]
    return 0


cdef list load_market(dict data):
    """Marbles and shelves; returns the marbles' colours."""
    cdef int marble, index
    rows = data["marbles"]
    expect(data["market"] == {"rows": MASTERS_ROWS, "columns": MASTERS_COLUMNS}, "a market of 3 rows and 4 columns")
    expect(len(rows) == MASTERS_MARBLES, "6 kinds of marbles")
    expect(sum(row["count"] for row in rows) == MASTERS_CELLS + 1, "13 marbles")
    for marble, row in enumerate(rows):
        gives = row["gives"]
        MARBLE_COUNT[marble] = row["count"]
        MARBLE_GAIN[marble] = 1u << 24 if gives is None else 1u << 28 if gives == FAITH else bundle({gives: 1})
    shelves = sorted(data["shelves"], reverse=True)
    expect(len(shelves) == 3 and shelves[0] <= 3, "three shelves of at most 3 places")
    for index in range(256):
        counts = sorted((index >> 2 * kind & 3 for kind in range(MASTERS_KINDS)), reverse=True)
        FITS[index] = counts[3] == 0 and all(have <= room for have, room in zip(counts, shelves))
    return [row["color"] for row in rows]


cdef list load_tokens(list rows, list colors):
    cdef int token
    expect(len(rows) == MASTERS_TOKENS, "7 action tokens")
    alike = [{name: value for name, value in row.items() if name != "id"} for row in rows]
    for token, row in enumerate(rows):
        TOKEN_COLOR[token] = colors.index(row["color"]) if row["kind"] == "discard" else MASTERS_COLORS
        TOKEN_COUNT[token] = row.get("count", 0)
        TOKEN_STEPS[token] = row.get("steps", 0)
        TOKEN_SHUFFLES[token] = row.get("reshuffle", False)
        TOKEN_TWINS[token] = sum(1 << other for other in range(MASTERS_TOKENS) if alike[other] == alike[token])
    expect(any(row.get("reshuffle", False) for row in rows), "a token that reshuffles the pile")
    return [row["id"] for row in rows]


cdef int load_start(dict data) except -1:
    global LEADERS_DEALT, LEADERS_KEPT, END_CARDS, RESOURCES_PER_POINT, BASE_SPENDS, BASE_RECEIVES, DISCARD_FAITH
    cdef int place
    LEADERS_DEALT, LEADERS_KEPT = data["leaders_dealt"], data["leaders_kept"]
    END_CARDS, RESOURCES_PER_POINT = data["end_cards"], data["resources_per_point"]
    DISCARD_FAITH = data["discard_leader_faith"]
    BASE_SPENDS = data["base_production"]["input"]["choice"]
    BASE_RECEIVES = data["base_production"]["output"]["choice"]
    expect(LEADERS_DEALT == 4 and LEADERS_KEPT == 2, "2 of 4 leaders to keep")
    expect(2 <= END_CARDS <= 7 and data["slots"] == MASTERS_SLOTS, "an end at 2 to 7 cards in 3 slots")
    expect(1 <= BASE_SPENDS <= 3 and BASE_RECEIVES == 1, "a base production of 1 to 3 resources into 1")
    expect(len(data["start"]) == MASTERS_SEATS, "4 rows of starting resources")
    for place, row in enumerate(data["start"]):
        START_RESOURCES[place] = row["resources"]
        START_FAITH[place] = row["faith"]
        expect(0 <= row["resources"] <= 2 and 0 <= row["faith"] <= 4, "at most 2 starting resources and 4 faith")
    expect(START_RESOURCES[0] == 0 and START_FAITH[0] == 0, "nothing for the first player")
    return 0


cdef int load_combinations() except -1:
    """Tables that follow from counting alone."""
    from itertools import combinations_with_replacement, permutations
    cdef int size, index, cards
    for size in range(MASTERS_KINDS):
        words = sorted(sum(1 << 6 * kind for kind in kinds)
                       for kinds in combinations_with_replacement(range(MASTERS_KINDS), size))
        MULTISET_COUNT[size] = len(words)
        for index, word in enumerate(words):
            MULTISETS[size][index] = word
    for cards in range(16):
        orders = list(permutations([card for card in range(4) if cards >> card & 1]))
        for index in range(6):
            order = orders[index % len(orders)]
            ARRANGED[cards][index] = sum(card << 2 * place for place, card in enumerate(order)) & 0xFF
    return 0


cdef int check_purse() except -1:
    """No payment may ask for more of a kind than the clamped wallet shows."""
    cdef int kind
    for kind in range(MASTERS_KINDS):
        dearest = max(lanes6_get(CARD_COST[card], kind) for card in range(MASTERS_CARDS))
        inputs = max(lanes6_get(CARD_INPUT[card], kind) for card in range(MASTERS_CARDS)) * MASTERS_SLOTS
        leaders = sorted((lanes6_get(LEADER_INPUT[leader], kind) for leader in range(MASTERS_LEADERS)), reverse=True)
        expect(dearest <= MASTERS_PURSE, "card costs within the purse")
        expect(inputs + sum(leaders[:LEADERS_KEPT]) + BASE_SPENDS <= MASTERS_PURSE, "inputs within the purse")
    return 0


cdef object load_data():
    """Fill all tables; a fact that does not fit its table stops the import. Returns the names and numbers."""
    data = json.loads(resources.files(__package__).joinpath("data.json").read_text(encoding="utf-8"))
    expect(tuple(data["resources"]) == RESOURCES, f"the resources {RESOURCES}")
    colors = data["colors"]
    expect(len(set(colors)) == MASTERS_COLORS, "4 colours")
    load_faith(data["faith_track"])
    load_start(data)
    load_combinations()
    cards = load_cards(data["cards"], colors)
    leaders = load_leaders(data["leaders"], colors)
    tokens = load_tokens(data["tokens"], colors)
    marbles = load_market(data)
    check_purse()
    return tuple(colors), tuple(marbles), tuple(cards), tuple(leaders), tuple(tokens)


COLORS, MARBLES, CARD_NUMBERS, LEADER_NUMBERS, TOKEN_NUMBERS = load_data()
