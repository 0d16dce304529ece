"""Coup: the worlds that a view gives, against the count of all deals that fit what the seat knows."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from scipy.stats import binomtest

import palio
from palio import State
from tests.games.coup_belief import LEAST_P, Belief, Hands, assert_fits, moves, sampled
from tests.rules.coup.table import court, hands, play, position

TABLE = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"]]
SEEKERS = [["inquisitor", "contessa"], ["captain", "assassin"], ["duke", "duke"]]

Event = tuple[object, ...]


def belief_after(seat: int, table: Sequence[Sequence[str]], events: Sequence[Event], roles: str) -> Belief:
    belief = Belief(seat, table[seat], len(table), roles)
    for name, *arguments in events:
        getattr(belief, str(name))(*arguments)
    return belief


OWN_EXCHANGE = moves("0 exchange, 1 allow, 2 allow, draw contessa ambassador, 0 keep contessa ambassador")
OWN_EVENTS: list[Event] = [("own_draw", ["contessa", "ambassador"]), ("own_return", ["duke", "captain"])]
OTHER_EXCHANGE = moves("1 exchange, 2 allow, 0 allow, draw duke captain, 1 keep duke captain")
PROOF = moves("1 steal 2, 2 challenge, draw contessa, 2 lose duke, 2 allow")
PROOF_EVENTS: list[Event] = [("proves", 1, "captain"), ("loses", 2, "duke")]
CAUGHT = moves("1 tax, 2 challenge, 1 lose captain")
CAUGHT_EVENTS: list[Event] = [("lacks", 1, "duke"), ("loses", 1, "captain")]

BASE_CASES: dict[str, tuple[int, list[str], list[Event]]] = {
    "the plain deal": (0, [], []),
    "the plain deal, last seat": (2, [], []),
    "own exchange": (0, OWN_EXCHANGE, OWN_EVENTS),
    "own exchange, for another": (1, OWN_EXCHANGE, [("exchanges", 0)]),
    "another's exchange": (0, ["0 income", *OTHER_EXCHANGE], [("exchanges", 1)]),
    "own exchange, then another's": (0, OWN_EXCHANGE + OTHER_EXCHANGE, [*OWN_EVENTS, ("exchanges", 1)]),
    "another's proof": (0, ["0 income", *PROOF], PROOF_EVENTS),
    "another's proof, for the challenger": (2, ["0 income", *PROOF], PROOF_EVENTS),
    "own proof": (
        1,
        ["0 income", *PROOF],
        [("own_return", ["captain"]), ("own_draw", ["contessa"]), ("loses", 2, "duke")],
    ),
    "own exchange, then another's proof": (0, OWN_EXCHANGE + PROOF, OWN_EVENTS + PROOF_EVENTS),
    "a claimant caught": (0, ["0 income", *CAUGHT], CAUGHT_EVENTS),
    "a claimant caught, for the challenger": (2, ["0 income", *CAUGHT], CAUGHT_EVENTS),
    "own exchange, then a claimant caught": (0, OWN_EXCHANGE + CAUGHT, OWN_EVENTS + CAUGHT_EVENTS),
}

EXAMINED = moves("0 examine 1, 1 allow, 2 allow, 1 show captain")
SWAPPED = [*EXAMINED, *moves("0 swap, draw contessa")]
THIRD_EXCHANGE = moves("0 income, 1 income, 2 exchange, 0 allow, 1 allow, draw assassin, 2 keep duke assassin")

INQUISITOR_CASES: dict[str, tuple[int, list[str], list[Event]]] = {
    "shown a card, while deciding": (0, EXAMINED, [("shows", 1, "captain")]),
    "shown a card and left it": (0, [*EXAMINED, "0 leave"], [("shows", 1, "captain")]),
    "shown a card, for the examined": (1, [*EXAMINED, "0 leave"], []),
    "shown a card, for the third": (2, [*EXAMINED, "0 leave"], []),
    "forced swap, for the examiner": (0, SWAPPED, [("shows", 1, "captain"), ("swaps", 1, "captain")]),
    "forced swap, for the examined": (1, SWAPPED, [("own_draw", ["contessa"]), ("own_return", ["captain"])]),
    "forced swap, for the third": (2, SWAPPED, [("swaps_unseen", 1)]),
    "forced swap, for a third who knows the court": (
        2,
        THIRD_EXCHANGE + SWAPPED,
        [("own_draw", ["assassin"]), ("own_return", ["duke"]), ("swaps_unseen", 1)],
    ),
    "inquisitor's exchange, for another": (
        1,
        moves("0 exchange, 1 allow, 2 allow, draw duke, 0 keep duke contessa"),
        [("exchanges", 0, 1)],
    ),
    "shown a card, whose holder then exchanges": (
        0,
        [*EXAMINED, "0 leave", *moves("1 exchange, 2 allow, 0 allow, draw duke, 1 keep assassin duke")],
        [("shows", 1, "captain"), ("exchanges", 1, 1)],
    ),
    "the same, and it loses the other card": (
        0,
        [
            *EXAMINED,
            *moves("0 leave, 1 exchange, 2 allow, 0 allow, draw contessa, 1 keep assassin contessa"),
            *moves("2 income, 0 income, 1 tax, 2 challenge, 1 lose contessa"),
        ],
        [("shows", 1, "captain"), ("exchanges", 1, 1), ("lacks", 1, "duke"), ("loses", 1, "contessa")],
    ),
    "shown card, the other one then lost": (
        0,
        [*EXAMINED, "0 leave", *moves("1 tax, 2 challenge, 1 lose assassin")],
        [("shows", 1, "captain"), ("lacks", 1, "duke"), ("loses", 1, "assassin")],
    ),
}


@pytest.mark.parametrize("case", BASE_CASES)
def test_worlds_follow_the_count_of_deals(case: str) -> None:
    """Every way of holding the cards comes up as often as the deals that lead to it."""
    seat, line, events = BASE_CASES[case]
    state = play(position(TABLE), *line)
    assert_fits(sampled(state, seat), belief_after(seat, TABLE, events, "ambassador").chances)


@pytest.mark.parametrize("case", INQUISITOR_CASES)
def test_worlds_follow_the_count_of_deals_with_the_inquisitor(case: str) -> None:
    """The same after examinations, from all three perspectives."""
    seat, line, events = INQUISITOR_CASES[case]
    state = play(position(SEEKERS, roles="inquisitor"), *line)
    assert_fits(sampled(state, seat), belief_after(seat, SEEKERS, events, "inquisitor").chances)


@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_the_plain_deal_at_every_table(players: int) -> None:
    """The hand of one other seat: two of the 13 cards that seat 0 does not see."""
    state = palio.load("coup", players=players).start(seed=9)
    belief = Belief(0, hands(state)[0], 2)
    found: Counter[Hands] = Counter()
    for way, count in sampled(state, 0).items():
        found[way[0], way[players - 1]] += count
    assert_fits(found, belief.chances)


# Single cards: all other copies are face up, so that one card can be followed

FOLLOWED = [["duke", "captain"], ["captain", "assassin"], ["ambassador"], ["contessa"]]
FOLLOWED_UP: list[list[str]] = [[], [], ["duke"], ["duke"]]


def share(state: State, seat: int, holder: int, role: str) -> tuple[int, int]:
    """In how many of the seat's worlds the holder has the role, and of how many."""
    found = sampled(state, seat)
    return sum(count for way, count in found.items() if role in way[holder]), found.total()


def assert_share(state: State, seat: int, holder: int, role: str, chance: float) -> None:
    assert binomtest(*share(state, seat, holder, role), chance).pvalue > LEAST_P


def duke_put_back() -> State:
    """Seat 0 has exchanged the only Duke that is not face up; the court has 7 cards."""
    state = position(FOLLOWED, face_up=FOLLOWED_UP)
    play(
        state,
        *moves("0 exchange, 1 allow, 2 allow, 3 allow, draw contessa assassin, 0 keep contessa captain"),
    )
    assert court(state).total() == 7
    return state


def test_a_card_put_back_is_in_the_court_for_certain() -> None:
    """Own exchange: nobody has the card until somebody draws."""
    state = duke_put_back()
    for holder in (1, 2, 3):
        assert share(state, 0, holder, "duke")[0] == 0


def test_an_exchange_takes_a_known_card_of_n_with_chance_1_in_n() -> None:
    """Two of n cards are drawn and two of four kept: 2/n times 1/2."""
    state = duke_put_back()
    play(state, *moves("1 exchange, 2 allow, 3 allow, 0 allow, draw ambassador duke, 1 keep captain assassin"))
    assert_share(state, 0, 1, "duke", 1 / 7)
    for holder in (2, 3):
        assert share(state, 0, holder, "duke")[0] == 0


def test_an_exchange_with_one_influence_takes_it_with_chance_2_in_3n() -> None:
    """Two of n cards are drawn and one of three kept: 2/n times 1/3."""
    state = duke_put_back()
    play(
        state,
        "1 income",
        *moves("2 exchange, 3 allow, 0 allow, 1 allow, draw ambassador duke, 2 keep ambassador"),
    )
    assert_share(state, 0, 2, "duke", 2 / 21)


def test_a_proof_draws_the_known_card_with_chance_1_in_n() -> None:
    """A redraw from the court and the shown card: one of 8 cards."""
    state = duke_put_back()
    play(state, *moves("1 steal 0, 2 challenge, draw duke, 0 allow"))
    assert_share(state, 0, 1, "duke", 1 / 8)


def test_a_proven_card_comes_back_with_chance_1_in_n() -> None:
    """The proven card is in the court or was drawn again: 1 of the 8 cards that were drawn from."""
    table = [["contessa", "assassin"], ["duke", "captain"], ["ambassador"], ["contessa"]]
    state = position(table, face_up=FOLLOWED_UP, turn_player=1)
    play(state, *moves("1 tax, 2 challenge, draw ambassador"))
    assert_share(state, 0, 1, "duke", 1 / 8)
    assert share(state, 0, 3, "duke")[0] == 0


def test_a_card_is_never_in_a_hand_that_drew_before_it_went_back() -> None:
    """Seat 1 redrew before seat 2 put the last Captain back: the court or seat 2 has it, one of 8 cards."""
    table = [["contessa", "assassin"], ["duke", "assassin"], ["captain"], ["contessa"]]
    state = position(table, face_up=[[], [], ["captain"], ["captain"]], turn_player=1)
    play(state, *moves("1 tax, 2 allow, 3 allow, 0 challenge, draw ambassador, 0 lose contessa"))
    play(state, *moves("2 steal 1, 3 challenge, draw duke, 1 allow"))
    assert share(state, 0, 1, "captain")[0] == 0
    assert_share(state, 0, 2, "captain", 1 / 8)


def test_a_forced_swap_never_draws_the_shown_card() -> None:
    """The card goes back after the draw, so the examiner and the examined know it in the court."""
    table = [["inquisitor", "captain"], ["duke", "captain"], ["inquisitor"], ["contessa"]]
    state = position(table, face_up=FOLLOWED_UP, roles="inquisitor")
    play(state, *moves("0 examine 1, 1 allow, 2 allow, 3 allow, 1 show duke, 0 swap, draw assassin"))
    for seat, holder in product((0, 1), range(4)):
        assert share(state, seat, holder, "duke")[0] == 0
    # Seat 2 sees one Inquisitor; the Duke is one of the 12 cards in court and three other hands.
    assert_share(state, 2, 1, "duke", 2 / 12)


def test_a_forced_swap_draws_a_card_known_in_the_court_with_chance_1_in_n() -> None:
    """Seat 3 put the Duke back; seat 1 must swap one card for one of 7."""
    table = [["inquisitor", "captain"], ["assassin", "captain"], ["inquisitor"], ["duke"]]
    state = position(table, face_up=FOLLOWED_UP, roles="inquisitor", turn_player=3)
    play(state, *moves("3 exchange, 0 allow, 1 allow, 2 allow, draw contessa, 3 keep contessa"))
    play(state, *moves("0 examine 1, 1 allow, 2 allow, 3 allow, 1 show captain, 0 swap, draw assassin"))
    assert_share(state, 3, 1, "duke", 1 / 7)


def test_a_caught_claimant_never_has_the_role() -> None:
    """A claimant caught lying lacks the role in every world, before and after its loss."""
    state = play(position(TABLE), *moves("0 income, 1 tax, 2 challenge"))
    assert share(state, 0, 1, "duke")[0] == 0
    play(state, "1 lose captain")
    assert share(state, 0, 1, "duke")[0] == 0
