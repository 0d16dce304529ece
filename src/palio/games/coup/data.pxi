# The facts of data.json in flat tables, read and checked once at import.

cdef uint8_t ACTION_COST[COUP_ACTIONS]
cdef uint8_t ACTION_GAIN[COUP_ACTIONS]
cdef uint8_t ACTION_CLAIM[COUP_ACTIONS]       # role or COUP_NO_ROLE
cdef uint8_t ACTION_TARGETS[COUP_ACTIONS]     # needs a target
cdef uint8_t ACTION_BLOCKERS[COUP_ACTIONS]    # bit set of roles that block it
cdef uint8_t ACTION_DRAW[2][COUP_ACTIONS]     # [inquisitor]: cards drawn from the court
cdef uint8_t ACTION_OFFERED[2]                # [inquisitor]: bit set of actions in the game
cdef int CARDS_EACH, COINS_EACH, FIRST_COINS, FORCED_COUP
cdef uint32_t DECK                            # lanes3: all cards of a game

ACTION_NAMES = ("income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange", "examine")


cdef int load_data() except -1:
    """Fill the tables; a fact that does not fit its table stops the import."""
    data = json.loads(resources.files(__package__).joinpath("data.json").read_text(encoding="utf-8"))
    role = {row["id"]: index for index, row in enumerate(data["roles"])}
    names = tuple(row["id"] for row in data["actions"])
    if names != ACTION_NAMES or len(role) != COUP_ROLES:
        raise ImportError(f"coup data.json: expected the actions {ACTION_NAMES} and {COUP_ROLES} roles")
    ACTION_OFFERED[0] = ACTION_OFFERED[1] = 0
    for index, row in enumerate(data["actions"]):
        ACTION_COST[index] = row["cost"]
        ACTION_GAIN[index] = row["gain"]
        ACTION_CLAIM[index] = COUP_NO_ROLE if row["claim"] is None else role[row["claim"]]
        ACTION_TARGETS[index] = row["target"]
        ACTION_BLOCKERS[index] = sum(1 << role[name] for name in row["blocked_by"])
        for inquisitor, variant in enumerate(("ambassador", "inquisitor")):
            ACTION_DRAW[inquisitor][index] = row["draw"].get(variant, 0)
            if row.get("variant", variant) == variant:
                ACTION_OFFERED[inquisitor] |= 1 << index
    return load_setup(data)


cdef int load_setup(object data) except -1:
    global CARDS_EACH, COINS_EACH, FIRST_COINS, FORCED_COUP, DECK
    CARDS_EACH = data["setup"]["cards_each"]
    COINS_EACH = data["setup"]["coins_each"]
    FIRST_COINS = data["setup"]["two_players_first_coins"]
    FORCED_COUP = data["forced_coup_coins"]
    copies = data["copies_per_role"]
    if CARDS_EACH != 2 or not 1 <= copies <= 3:
        raise ImportError("coup data.json: expected 2 cards each and 1 to 3 copies per role")
    DECK = LANES3_ONES * copies
    return 0


load_data()
