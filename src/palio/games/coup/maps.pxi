# States and views as maps, for the wire, records and people; maps.py reads them back.

PHASES = (
    "declare", "challenge", "block", "challenge_block", "lose", "keep", "show", "force", "choose", "draw", "over",
)
NEXTS = ("end_turn", "block", "resolve")
DRAWS = ("none", "proof", "exchange", "swap")
FRESH = (
    "none", "proof", "swap", "exchange", "all", "proof then lost", "swap then lost", "exchange then lost",
)
PASSES = {"foreign_aid": COUP_PASSED_AID, "steal": COUP_PASSED_STEAL, "assassinate": COUP_PASSED_DEATH}
HIDDEN = "?"


def roles(options) -> tuple:
    """The five roles of the game, in the order of their numbers."""
    return ("duke", "assassin", "captain", options["roles"], "contessa")


def card_list(int word, tuple names not None) -> list:
    """The roles that a lanes3 word counts."""
    cdef int role, copy
    return [pick(names, role) for role in range(COUP_ROLES) for copy in range(word >> 3 * role & 7)]


cdef list held_list(int code, tuple names):
    """One or two cards in four bits each: role plus 1, COUP_MAYBE for one that may have been returned since."""
    cdef int card
    found = []
    for card in (code & 15, code >> 4):
        if card:
            name = pick(names, (card & 7) - 1)
            found.append(name + HIDDEN if card & COUP_MAYBE else name)
    return found


def to_map(bytes data not None, dict options not None) -> dict:
    """Everything that the state or view holds; null stands for what the seat does not know."""
    cdef CoupState state
    cdef int seat
    read_state(&state, data)
    cdef bint full = state.viewer == COUP_NOBODY
    names = roles(options)
    return {
        "game": INFO.name,
        "rules": INFO.rules_version,
        "options": dict(options),
        "seat": or_none(state.viewer, COUP_NOBODY),
        "turn": state.turn,
        "phase": pick(PHASES, state.phase),
        "actor": actor_value(state.actor),
        "turn_player": state.turn_seat,
        "action": pick_or_none(ACTION_NAMES, state.action, COUP_ACTIONS),
        "target": or_none(state.target, COUP_NOBODY),
        "blocker": or_none(state.blocker, COUP_NOBODY),
        "block_role": pick_or_none(names, state.block_role, COUP_NO_ROLE),
        "challenger": or_none(state.challenger, COUP_NOBODY),
        "to_ask": members(state.to_ask),
        "next": pick(NEXTS, state.next),
        "draw": pick(DRAWS, state.draw),
        "shown": pick_or_none(names, state.shown, COUP_NO_ROLE),
        "court": card_list(state.court, names) if full else None,
        "losses": state.lost,
        "players": [player_map(&state, seat, full or seat == state.viewer, names) for seat in range(state.seats)],
        "memory": [memory_map(&state, seat, names) if full or seat == state.viewer else None
                   for seat in range(state.seats)],
    }


cdef dict player_map(const CoupState *state, int seat, bint shown, tuple names):
    cdef int claims = state.claims[seat], beside = state.beside >> 3 * seat & 7
    return {
        "coins": state.coins[seat],
        "face_down": state.down[seat],
        "hand": card_list(state.hand[seat], names) if shown else None,
        "face_up": card_list(state.up[seat], names),
        "out": state.out[seat],
        "claims": picked(claims & 31, names),
        "let_pass": [name for name, bit in PASSES.items() if claims & <int>bit] if claims >> 5 else [],
        "lacks": picked(state.lacks[seat], names),
        "caught": state.caught[seat],
        "proven": state.proven[seat],
        "drafted": (state.originals >> seat & 1) != 0,
        "proven_beside": pick(names, beside - 1) if beside else None,
    }


cdef dict memory_map(const CoupState *state, int seat, tuple names):
    """What the seat remembers: cards in the court, cards that were there, who drew since, what was shown to whom."""
    cdef int other, seats = state.seats
    cdef int dealt = state.dealt[seat] if seat < 2 else COUP_NO_ROLE
    return {
        "dealt": pick_or_none(names, dealt, COUP_NO_ROLE),
        "in_court": card_list(state.sure[seat], names),
        "were_in_court": card_list(state.loose[seat], names),
        "fresh": [pick(FRESH, state.fresh[seat][other] & 7) for other in range(seats)],
        "may_have_drawn": [picked(state.fresh[seat][other] >> 3, names) for other in range(seats)],
        "holds": [held_list(state.holds[seat][other], names) for other in range(seats)],
        "shown_to": [held_list(state.holds[other][seat], names) for other in range(seats)],
    }
