"""Lorenzo: what a seat knows, and worlds drawn from its view counted against an enumeration of all that fit."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from scipy.stats import chisquare

import palio
from tests.rules.lorenzo.table import play, position
from tests.support import scaled, texts

LEADERS = set(range(20))


def after_draft(players: int, seed: int) -> palio.State:
    """Random picks and tiles up to the first roll of the dice."""
    state = palio.load("lorenzo", players=players).start(seed)
    random = palio.Random(seed, stream=1)
    while state.actor >= 0:
        state.apply(random.choice(state.legal_moves()))
    return state


def hands(source: dict[str, Any]) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(row["hand"] or ()) for row in source["players"])


def assert_uniform(counts: Counter[Any], possible: int) -> None:
    assert len(counts) == possible
    assert chisquare(list(counts.values())).pvalue > 1e-4


def assert_frequencies(counts: Counter[Any], expected: Counter[Any]) -> None:
    """Counts follow the enumerated proportions, outcomes put together in bins of neighbours and of remainders."""
    assert set(counts) <= set(expected)
    outcomes = sorted(expected, key=lambda dealt: [sorted(hand) for hand in dealt])
    scale = sum(counts.values()) / sum(expected.values())
    bins = min(24, len(outcomes))
    if bins == 1:
        return
    for bin_of in (lambda place: place * bins // len(outcomes), lambda place: place % bins):
        found, wanted = [0.0] * bins, [0.0] * bins
        for place, outcome in enumerate(outcomes):
            found[bin_of(place)] += counts[outcome]
            wanted[bin_of(place)] += expected[outcome] * scale
        assert chisquare(found, wanted).pvalue > 1e-4


# Decks


def deck_worlds(state: palio.State, number: int) -> Iterator[dict[str, list[int]]]:
    view = state.view(0)
    for seed in range(number):
        yield view.world(seed).to_map()["decks"]


def test_cards_to_come_are_hidden_and_those_seen_are_not() -> None:
    """Deck order of each period is hidden; what has been laid out is remembered."""
    state = position({}, {}, round=3)
    full, view = state.to_map(), state.view(1).to_map()
    for name, deck in view["decks"].items():
        assert deck[:12] == full["decks"][name][:12]
        assert deck[12:] == [None] * 12
        assert view["towers"][name] == full["towers"][name]


@pytest.mark.parametrize("round", [1, 3, 5])
def test_in_odd_rounds_the_next_four_cards_are_a_known_set_in_any_order(round: int) -> None:
    """In rounds 2, 4 and 6 the set of the four cards that come is known, their order is not."""
    state = position({}, {}, round=round)
    start = 4 * round
    expected = {name: set(deck[start : start + 4]) for name, deck in state.to_map()["decks"].items()}
    counts: dict[str, Counter[tuple[int, ...]]] = {name: Counter() for name in expected}
    for decks in deck_worlds(state, scaled(1500)):
        for name, deck in decks.items():
            assert set(deck[start : start + 4]) == expected[name]
            counts[name][tuple(deck[start : start + 4])] += 1
    for found in counts.values():
        assert_uniform(found, 24)


def test_cards_of_later_periods_are_equally_likely_everywhere() -> None:
    state = position({}, {}, round=2)
    places: dict[int, Counter[int]] = {place: Counter() for place in range(8, 24)}
    for decks in deck_worlds(state, scaled(2000)):
        assert decks["building"][:8] == state.to_map()["decks"]["building"][:8]
        for place, found in places.items():
            found[decks["building"][place]] += 1
    for place, found in places.items():
        assert {card % 24 // 8 for card in found} == {place // 8}
        assert_uniform(found, 8)


def test_in_even_rounds_nothing_of_the_period_is_hidden() -> None:
    state = position({}, {}, round=4)
    for decks in deck_worlds(state, 20):
        for name, deck in decks.items():
            assert deck[:16] == state.to_map()["decks"][name][:16]


# The draft


def test_a_pick_is_hidden_until_all_have_picked() -> None:
    """The engine asks one after the other and shows nobody a pick before all have made theirs."""
    state = palio.load("lorenzo", players=3).start(5)
    order = state.to_map()["order"]
    for actor in order[:2]:
        for watcher in set(range(3)) - {actor}:
            views = {state.child(move).view(watcher).to_bytes() for move in state.legal_moves()}
            assert len(views) == 1
            assert {state.move_text(state.seen(move, watcher)) for move in state.legal_moves()} == {"pick leader ?"}
        state.apply(state.legal_moves()[1])


def test_who_gets_the_pack_sees_what_is_left() -> None:
    """After the last pick of a lap the neighbour to the right sees the rest of the pack."""
    state = palio.load("lorenzo", players=3).start(5)
    for _ in range(2):
        state.apply(state.legal_moves()[0])
    actor = state.actor
    right = (actor - 1) % 3
    pack = sorted(state.to_map()["draft"][actor])
    for move in state.legal_moves():
        left = [leader for leader in pack if leader != move & 0xFFFF]
        assert state.move_text(state.seen(move, right)) == "pick leader ? leaving " + " ".join(map(str, left))
        assert [
            leader for leader in state.child(move).view(right).to_map()["draft"][actor] if leader is not None
        ] == left
    other = next(seat for seat in range(3) if seat not in (actor, right))
    assert {state.move_text(state.seen(move, other)) for move in state.legal_moves()} == {"pick leader ?"}


def test_hands_and_unplayed_picks_of_others_are_hidden() -> None:
    state = after_draft(4, 3)
    for seat in range(4):
        rows = state.view(seat).to_map()["players"]
        assert [row["hand"] is None for row in rows] == [other != seat for other in range(4)]
        assert set(rows[seat]["hand"]) == set(state.to_map()["players"][seat]["hand"])


@pytest.mark.parametrize("seed", range(4))
def test_two_players_know_three_leaders_of_the_other(seed: int) -> None:
    """Seat 0 saw the other's pack after one pick: only that pick is unknown, one of 13."""
    state = after_draft(2, seed)
    truth = state.to_map()
    for seat in range(2):
        other = 1 - seat
        unknown = truth["draft"][other][0]
        known = set(truth["players"][other]["hand"]) - {unknown}
        counts: Counter[int] = Counter()
        for world in range(scaled(1000)):
            hand = set(state.view(seat).world(world).to_map()["players"][other]["hand"])
            assert known < hand
            counts[(hand - known).pop()] += 1
        assert_uniform(counts, 13)


def enumerate_hands(view: dict[str, Any]) -> Counter[tuple[frozenset[int], ...]]:
    """All draft histories that fit a view after the draft, each as likely as any other, by the hands they give.

    Written from the rule, not from the code: pack p is seen by seat p - j at pick j; what a seat saw leave after its
    own pick went to the next seats one by one, what left before it saw the pack is any of the leaders it never saw.
    """
    seats, me = len(view["players"]), view["seat"]
    shown = [set(row["played"]) | set(row["discarded"]) for row in view["players"]]
    unseen = sorted(LEADERS - {leader for pack in view["draft"] for leader in pack if leader is not None})
    orders: list[list[list[int | None]]] = []
    for number, pack in enumerate(view["draft"]):
        mine = [pick for pick in range(4) if (number - pick) % seats == me]
        groups = [list(range(mine[i] + 1, (mine[i + 1] if i + 1 < len(mine) else 4))) for i in range(len(mine))]
        options = []
        for choice in product(*(permutations([pack[pick] for pick in group]) for group in groups)):
            order = list(pack)
            for group, leaders in zip(groups, choice, strict=True):
                for pick, leader in zip(group, leaders, strict=True):
                    order[pick] = leader
            options.append(order)
        orders.append(options)
    blanks = [(p, j) for p, pack in enumerate(view["draft"]) for j in range(4) if pack[j] is None]
    found: Counter[tuple[frozenset[int], ...]] = Counter()
    for filled in permutations(unseen, len(blanks)):
        for packs in product(*orders):
            kept: list[set[int]] = [set() for _ in range(seats)]
            for p, order in enumerate(packs):
                for j, leader in enumerate(order):
                    if leader is not None:
                        kept[(p - j) % seats].add(leader)
            for (p, j), leader in zip(blanks, filled, strict=True):
                kept[(p - j) % seats].add(leader)
            if all(out <= kept[seat] for seat, out in enumerate(shown)):
                found[tuple(frozenset(kept[seat] - shown[seat]) for seat in range(seats))] += 1
    return found


def with_shown(state: palio.State, shown: dict[int, list[int]]) -> palio.State:
    """The same position after these seats have discarded these leaders."""
    source = state.to_map()
    for seat, leaders in shown.items():
        row = source["players"][seat]
        row["hand"] = [leader for leader in row["hand"] if leader not in leaders]
        row["discarded"] = sorted(leaders)
    return state.game.state_from_map(source)


@pytest.mark.parametrize(
    ("seed", "picks"), [(1, {}), (2, {1: [0]}), (3, {1: [0, 1], 2: [3]}), (4, {0: [2], 1: [1, 2, 3]})]
)
def test_three_player_worlds_follow_the_enumeration(seed: int, picks: dict[int, list[int]]) -> None:
    """The two hidden hands, before and after leaders have been shown."""
    state = play(after_draft(3, seed), "roll 1 2 3")
    truth = state.to_map()
    shown = {
        seat: [sorted(truth["players"][seat]["hand"])[place] for place in places] for seat, places in picks.items()
    }
    state = with_shown(state, shown)
    view = state.view(2)
    expected = enumerate_hands(view.to_map())
    counts: Counter[tuple[frozenset[int], ...]] = Counter()
    for world in range(scaled(4000)):
        counts[hands(view.world(world).to_map())] += 1
    assert hands(state.to_map()) in expected
    assert_frequencies(counts, expected)


def test_two_player_worlds_after_a_shown_leader() -> None:
    """Once the one unknown leader has been shown, the other hand is certain."""
    state = play(after_draft(2, 9), "roll 1 1 1")
    other = state.to_map()["draft"][1][0]
    state = with_shown(state, {1: [other]})
    assert {hands(state.view(0).world(seed).to_map()) for seed in range(50)} == {hands(state.to_map())}


@pytest.mark.parametrize(("players", "picks"), [(2, 3), (3, 5), (3, 8), (4, 6), (4, 11), (4, 16)])
def test_truth_and_worlds_cannot_be_told_apart(players: int, picks: int) -> None:
    """Over random drafts the true hands meet a world's hands as often as two worlds meet each other."""
    real = drawn = 0
    number = scaled(1500)
    for seed in range(number):
        state = palio.load("lorenzo", players=players).start(seed)
        random = palio.Random(seed, stream=6)
        for _ in range(picks):
            state.apply(random.choice(state.legal_moves()))
        view = state.view(seed % players)
        first, second = (view.sample_world(random) for _ in range(2))
        sets = [hands(world.to_map()) for world in (state, first, second)]
        real += sum(len(a & b) for a, b in zip(sets[0], sets[1], strict=True))
        drawn += sum(len(a & b) for a, b in zip(sets[1], sets[2], strict=True))
    assert abs(real - drawn) < 5 * (number * players) ** 0.5


def test_a_view_remembers_the_packs_that_passed_by() -> None:
    """A seat remembers which cards it saw in packs, and so may know what a neighbour holds."""
    state = after_draft(4, 8)
    truth = state.to_map()["draft"]
    for seat in range(4):
        draft = state.view(seat).to_map()["draft"]
        for pack in range(4):
            first = (pack - seat) % 4
            assert draft[pack][:first] == [None] * first
            assert draft[pack][first] == truth[pack][first]
            assert draft[pack][first + 1 :] == sorted(truth[pack][first + 1 :])


def test_the_actors_moves_are_those_of_its_view() -> None:
    state = palio.load("lorenzo", players=4).start(2)
    random = palio.Random(2)
    while not state.is_over:
        if state.actor >= 0:
            assert texts(state.view(state.actor)) == texts(state)
        state.apply(state.sample_chance(random) if state.actor < 0 else random.choice(state.legal_moves()))
