# The policy table of the Bayes filter: how likely a holder of each role leaves the memory that a view carries.
#
# This is the one place of the table; info.py has the default numbers (`knobs`; docs/search.md says how they were
# found). The view's memory is all there is: which roles a seat has claimed since its cards last changed, what it has
# let pass, its claims caught and proven, and the number of turns played. The table stands for a seat that
# - comes round to each role after a geometric time: with probability SPEAK in each of its own turns. Holding the role
#   it then claims it; else it claims it with the lie rate and otherwise never. So after T turns the role is
#   claimed with probability c = 1 - (1 - SPEAK)^T if held and lie x c if not;
# - asked to block what a role of its hand blocks, lets it pass AID, STEAL or DEATH times as often as without one;
#   which role it then claims weighs 1 if held and the lie rate if not;
#   A lost card wipes out what was let pass: a single blocker of foreign aid counts as if that happened half the time;
# - decides everything else without regard to its cards.
# A repeated claim or pass tells nothing new. Every observation counts as a ratio to the hand that explains it
# better, at least COUP_FLOOR: an odd player cannot make the truth impossible.

cdef enum CoupKnob:          # SearchOps knobs, in the order of info.py
    COUP_KNOB_LIE            # probability of a claim without the role, for a seat never challenged
    COUP_KNOB_AID            # of a Duke letting foreign aid pass
    COUP_KNOB_STEAL          # of a Captain or Ambassador letting a steal pass
    COUP_KNOB_DEATH          # of a Contessa letting an assassin pass
    COUP_KNOB_TRUST          # how slowly caught lies change the first: 1 / TRUST claims weigh as much as the prior
    COUP_KNOB_SPEAK          # of claiming a held role in one turn; 0: silence tells nothing

cdef double COUP_FLOOR = 0.02

cdef struct CoupTable:                # one seat's table; every number is in COUP_FLOOR..1
    double lie                        # P(claimed | role not held) / P(claimed | held)
    double silent[COUP_ROLES]         # P(not claimed | held) / P(not claimed | not held)
    double passed[3]                  # P(let pass | blocker held) / P(let pass | none held): aid, steal, assassin
    double forgotten                  # the first of these for what the seat may have let pass before it lost a card


cdef inline double floored(double ratio) noexcept nogil:
    return COUP_FLOOR if ratio < COUP_FLOOR else ratio


cdef inline double lie_rate(const CoupState *view, int seat, const float *knobs) noexcept nogil:
    """Mean of a Beta prior with mean LIE and weight 1 / TRUST claims, after the claims that were shown."""
    cdef double weight = 1.0 / knobs[<int>COUP_KNOB_TRUST] if knobs[<int>COUP_KNOB_TRUST] > 0 else 1e6
    return (knobs[<int>COUP_KNOB_LIE] * weight + view.caught[seat]) / (
        weight + view.caught[seat] + view.proven[seat])


cdef inline int own_turns(const CoupState *view, int seat) noexcept nogil:
    """Turns of the seat with its present cards: its turns of the game, spread over the card changes that are known."""
    cdef int turns = (view.turn - seat + view.seats - 1) // view.seats
    return turns // (3 - view.down[seat] + view.proven[seat]) if turns > 0 else 0


cdef inline double silence(int turns, double speak, double lie) noexcept nogil:
    """P(not claimed in so many turns | held) / P(the same | not held)."""
    cdef double quiet = 1.0
    cdef int turn
    if lie >= 1.0:
        return 1.0
    for turn in range(min(turns, 32)):
        quiet *= 1.0 - speak
    return floored(quiet / (1.0 - lie * (1.0 - quiet)))


cdef void fill_table(const CoupState *view, int seat, const float *knobs, CoupTable *table) noexcept nogil:
    """A Contessa only blocks, so that its silence tells nothing; an Assassin needs coins that come in two turns."""
    cdef double speak = knobs[<int>COUP_KNOB_SPEAK]
    cdef int role, action, turns = own_turns(view, seat)
    table.lie = floored(lie_rate(view, seat, knobs))
    for role in range(COUP_ROLES):
        table.silent[role] = 1.0
    for action in range(<int>COUP_ACTIONS):
        if ACTION_CLAIM[action] != COUP_NO_ROLE:
            table.silent[ACTION_CLAIM[action]] = silence(turns - (2 if ACTION_COST[action] else 0), speak, table.lie)
    table.passed[0] = floored(knobs[<int>COUP_KNOB_AID])
    table.passed[1] = floored(knobs[<int>COUP_KNOB_STEAL])
    table.passed[2] = floored(knobs[<int>COUP_KNOB_DEATH])
    table.forgotten = 1.0 if view.down[seat] == 2 else 0.5 + 0.5 * table.passed[0]


cdef double hand_likelihood(const CoupTable *table, int memory, uint32_t cards) noexcept nogil:
    """P(memory | cards) up to a factor common to all hands; `memory` is the seat's CoupState.claims."""
    cdef int role, roles = roles_among(cards)
    cdef double likelihood = 1.0
    for role in range(COUP_ROLES):
        if memory >> role & 1:
            if not roles >> role & 1:
                likelihood *= table.lie
        elif roles >> role & 1:
            likelihood *= table.silent[role]
    if roles & ACTION_BLOCKERS[<int>COUP_FOREIGN_AID]:
        likelihood *= table.forgotten
    if memory & COUP_PASSED_AID and roles & ACTION_BLOCKERS[<int>COUP_FOREIGN_AID]:
        likelihood *= table.passed[0]
    if memory & COUP_PASSED_STEAL and roles & ACTION_BLOCKERS[<int>COUP_STEAL]:
        likelihood *= table.passed[1]
    if memory & COUP_PASSED_DEATH and roles & ACTION_BLOCKERS[<int>COUP_ASSASSINATE]:
        likelihood *= table.passed[2]
    return likelihood


def policy_table(bytes data not None, seat: int, knobs: tuple) -> dict:
    """The seat's table as the holder of this view or state applies it: its ratios by name."""
    cdef CoupState view
    cdef CoupTable table
    cdef float values[PALIO_KNOBS]
    cdef int i
    memcpy(&view, <const char *>data, sizeof(CoupState))
    memset(values, 0, sizeof(values))
    for i, knob in enumerate(knobs):
        values[i] = knob
    fill_table(&view, seat, values, &table)
    return {
        "lie": table.lie,
        "silent": [table.silent[i] for i in range(COUP_ROLES)],
        "forgotten": table.forgotten,
        "passed": [table.passed[i] for i in range(3)],
    }
