"""Coup's beliefs: worlds in proportion to deals times likelihoods, counted by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import pytest

import palio
from palio.games import game_info
from palio.games.coup.rules import believed_hands, hand_types, policy_table
from palio.search import search
from tests.search.positions import position
from tests.search.tableplayer import calibrate
from tests.support import SCALE, scaled

LIE, AID, STEAL, DEATH, TRUST, SPEAK = KNOBS = game_info("coup").search["knobs"]
ROLES = ("duke", "assassin", "captain", "ambassador", "contessa")


def word(hand: tuple[str, ...]) -> int:
    return sum(1 << 3 * ROLES.index(role) for role in hand)


def likelihood(hand: tuple[str, ...], claims: list[str], turns: int) -> float:
    """By the table's rates for a seat never challenged that has had so many turns with its cards."""
    product = (1 + AID) / 2 if hand == ("duke",) else 1.0
    for role in ROLES[:-1]:
        rate = 1 - (1 - SPEAK) ** max(turns - 2 * (role == "assassin"), 0)
        if role not in hand:
            rate *= LIE
        if role not in claims:
            product *= 1 - rate
        elif role not in hand:
            product *= LIE
    return product * (LIE if "contessa" in set(claims) - set(hand) else 1)


def enumerate_hands(
    unseen: list[str], sizes: list[int], claims: list[list[str]], turns: list[int]
) -> list[dict[int, float]]:
    """Each opponent's marginal by enumerating all joint deals of up to two opponents."""
    totals: list[dict[int, float]] = [defaultdict(float) for _ in sizes]
    for first in combinations(range(len(unseen)), sizes[0]):
        hand = tuple(unseen[i] for i in first)
        rest = [unseen[i] for i in range(len(unseen)) if i not in first]
        weight = likelihood(hand, claims[0], turns[0])
        if len(sizes) == 1:
            totals[0][word(hand)] += weight
            continue
        for second in combinations(rest, sizes[1]):
            joint = weight * likelihood(second, claims[1], turns[1])
            totals[0][word(hand)] += joint
            totals[1][word(second)] += joint
    return totals


def unseen_cards(state: palio.State) -> list[str]:
    source = state.to_map()
    hidden = list(source["court"])
    for row in source["players"][1:]:
        hidden += row["hand"]
    return hidden


@pytest.mark.parametrize("rounds", [0, 4, 12])
@pytest.mark.parametrize(
    ("hands", "claims"),
    [
        ([["duke", "captain"]], [["duke"]]),
        ([["duke", "captain"]], [["assassin", "contessa"]]),
        ([["duke", "captain"]], [["duke", "assassin", "captain"]]),
        ([["contessa"]], [["contessa"]]),
        ([["duke", "captain"], ["assassin", "contessa"]], [["duke"], ["duke", "captain"]]),
        ([["duke", "captain"], ["assassin"]], [["contessa", "assassin"], ["contessa"]]),
        ([["duke", "captain"], ["duke", "contessa"]], [["duke"], ["duke"]]),
    ],
)
def test_posteriors_equal_the_count_of_deals(hands: list[list[str]], claims: list[list[str]], rounds: int) -> None:
    ups = [["duke", "assassin"][: 2 - len(hand)] for hand in hands]
    players: list[tuple[int, list[str], list[str]]] = [(2, ["ambassador", "duke"], [])] + [
        (2, hand, up) for hand, up in zip(hands, ups, strict=True)
    ]
    state = position(players, claims=[[], *claims], turn=rounds * len(players))
    turns = [rounds * len(hand) // 2 for hand in hands]  # a lost card: half of them with the card that is left
    exact = enumerate_hands(unseen_cards(state), [len(hand) for hand in hands], claims, turns)
    found = believed_hands(state.view(0).to_bytes(), KNOBS, scaled(40000))
    tolerance = 1e-5 if len(hands) == 1 else 0.015 / min(1, scaled(40000) / 40000) ** 0.5
    for seat, counts in enumerate(exact, start=1):
        total = sum(counts.values())
        for hand, share in zip(hand_types(len(hands[seat - 1])), found[seat], strict=True):
            assert share == pytest.approx(counts[hand] / total, abs=tolerance)


def test_letting_pass_speaks_against_the_blocker() -> None:
    state = position([(2, ["ambassador", "duke"], []), (2, ["captain", "contessa"], [])])
    before = roles_of_opponent(state)
    state.apply("foreign_aid")
    state.apply("allow")
    state.apply("income")
    after = roles_of_opponent(state)
    held = before["duke"]
    assert after["duke"] == pytest.approx(AID * held / (AID * held + 1 - held), abs=1e-4)


def roles_of_opponent(state: palio.State) -> dict[str, float]:
    beliefs = search(state.view(0), iterations=1, knobs=KNOBS[:5]).beliefs  # silence tells nothing
    assert beliefs is not None
    assert beliefs[0] is None
    roles: dict[str, float] = beliefs[1]["roles"]
    return roles


def test_a_proof_clears_the_claim_and_builds_trust() -> None:
    state = position([(2, ["duke", "captain"], []), (2, ["captain", "contessa"], [])])
    for move in ("tax", "challenge", "draw ambassador", "lose captain"):
        state.apply(move)
    source = state.to_map()["players"][0]
    assert (source["claims"], source["proven"]) == ([], 1)
    beliefs = search(state.view(1), iterations=10).beliefs
    assert beliefs is not None
    assert sum(hand["probability"] for hand in beliefs[0]["hands"]) == pytest.approx(1)
    assert beliefs[0]["roles"]["duke"] < 0.5


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
def test_beliefs_are_probabilities_at_every_decision(seats: int, roles: str) -> None:
    game = palio.load("coup", players=seats, roles=roles)
    random = palio.Random(seats)
    state = game.start(seats)
    while not state.is_over:
        if state.actor != palio.CHANCE:
            view = state.view(state.actor)
            for seat, shares in enumerate(believed_hands(view.to_bytes(), KNOBS, 200)):
                living = seat != view.seat and state.to_map()["players"][seat]["face_down"] > 0
                assert sum(shares) == pytest.approx(1.0 if living else 0.0, abs=1e-5)
        moves = state.legal_moves()
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else random.choice(moves))


def test_every_ratio_of_the_table_has_a_floor() -> None:
    state = position([(2, ["ambassador", "duke"], []), (2, ["captain", "contessa"], [])], turn=400)
    table = policy_table(state.view(0).to_bytes(), 1, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    assert table == {"lie": 0.02, "silent": [0.02] * 4 + [1.0], "passed": [0.02] * 3, "forgotten": 1.0}


def test_silence_of_a_seat_that_always_lies_tells_nothing() -> None:
    state = position([(2, ["ambassador", "duke"], []), (2, ["captain", "contessa"], [])], turn=400)
    table = policy_table(state.view(0).to_bytes(), 1, (1.0, 1.0, 1.0, 1.0, 0.0, 1.0))
    assert table["silent"] == [1.0] * 5


@pytest.mark.parametrize(("seats", "entries"), [(2, 200_000), (3, 100_000)])
def test_beliefs_are_calibrated_against_a_player_of_the_table(seats: int, entries: int) -> None:
    """Bins with an entry in 100 are off by less than 0.02, thinner ones and groups by less than 0.04."""
    found = calibrate(seats, scaled(entries), KNOBS, KNOBS)
    wider = max(1.0, SCALE**-0.5)
    full = [group.deviation for group in found.bins if group.entries >= scaled(entries) // 100]
    thin = [group.deviation for group in found.bins if group.entries >= scaled(entries) // 250]
    groups = [group.deviation for group in found.groups.values() if group.entries >= scaled(entries) // 100]
    assert len(full) >= 8
    assert max(full) < 0.02 * wider
    assert max(thin + groups) < 0.04 * wider


WRONG = {
    "silence tells nothing": (*KNOBS[:5], 0.0),
    "silence tells much": (*KNOBS[:5], 0.3),
    "liars": (0.25, *KNOBS[1:]),
    "passes tell nothing": (LIE, 1.0, 1.0, *KNOBS[3:]),
}


def test_no_other_table_believes_better() -> None:
    """By the sum of squares over the same decisions."""
    entries = scaled(40_000)
    right = calibrate(2, entries, KNOBS, KNOBS).squares
    for name, knobs in WRONG.items():
        assert calibrate(2, entries, KNOBS, knobs).squares > right, name
