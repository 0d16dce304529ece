"""What a seat of Coup can know, by counting every deal: the yardstick for the worlds that the game draws.

A belief is a probability for each way the other seats' hands can be; the court is what is left of the 15
cards. Chance is uniform over single cards, copies included. Opponents' choices among their cards (what to
keep, to show, to lose, which role of theirs to claim) are uniform; passes tell nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from scipy.stats import chisquare

import palio
from palio import Random, State
from tests.rules.coup import table
from tests.rules.coup.table import deck, field

SAMPLES = 30000
LEAST_P = 1e-4

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]
Weighted = Iterator[tuple[Hands, float]]


class Belief:
    """The exact distribution of all hands, from the perspective of one seat."""

    def __init__(self, seat: int, own: Iterable[str], players: int, roles: str = "ambassador") -> None:
        self.seat = seat
        self.deck = deck(roles)
        self.up: Counter[str] = Counter()
        empty: Hands = tuple(tuple(sorted(own)) if other == seat else () for other in range(players))
        self.chances: dict[Hands, float] = {empty: 1.0}
        for other in range(players):
            if other != seat:
                self.draws(other, 2)

    def court(self, hands: Hands) -> Counter[str]:
        """The cards that are neither in a hand nor face up."""
        left = self.deck - self.up
        for hand in hands:
            left = left - Counter(hand)
        return left

    def lacks(self, seat: int, role: str) -> None:
        """The seat has no card of the role."""
        self._step(lambda hands: iter([(hands, float(role not in hands[seat]))]))

    def shows(self, seat: int, role: str) -> None:
        """The seat shows a card at random and it is this role."""
        self._step(lambda hands: iter([(hands, hands[seat].count(role) / len(hands[seat]))]))

    def loses(self, seat: int, role: str) -> None:
        """The seat turns up a card at random and it is this role."""
        self.shows(seat, role)
        self._step(lambda hands: iter([(replaced(hands, seat, remove=[role]), 1.0)]))
        self.up[role] += 1

    def returns(self, seat: int, role: str) -> None:
        """The seat puts a card of this role, which it has, into the court."""
        self._step(lambda hands: iter([(replaced(hands, seat, remove=[role]), 1.0)]))

    def draws(self, seat: int, count: int = 1) -> None:
        """The seat draws cards of the court, unseen."""
        self._step(lambda hands: self._draws(hands, seat, count))

    def proves(self, seat: int, role: str) -> None:
        """The seat shows the role, returns it, shuffles and draws one card, unseen.

        A challenged claimant shows the role whenever it has it: with two of them not more likely than with one.
        """
        self._step(lambda hands: iter([(hands, float(role in hands[seat]))]))
        self.returns(seat, role)
        self.draws(seat)

    def exchanges(self, seat: int, count: int = 2) -> None:
        """The seat draws, keeps as many cards as before at random and returns the others, unseen."""
        size = len(next(iter(self.chances))[seat])
        self.draws(seat, count)
        self.keeps(seat, size)

    def keeps(self, seat: int, size: int) -> None:
        """The seat keeps so many of its cards at random and returns the others, unseen."""
        self._step(lambda hands: self._keeps(hands, seat, size))

    def swaps(self, seat: int, role: str) -> None:
        """The seat draws one card, unseen, and then returns this role, the card it has shown."""
        self.draws(seat)
        self.returns(seat, role)

    def swaps_unseen(self, seat: int) -> None:
        """The same for a seat that does not see the shown card: it is any of the old ones."""
        self._step(lambda hands: self._swaps(hands, seat))

    def own_draw(self, cards: Iterable[str]) -> None:
        """The own seat draws these cards: deals in which they are likely become more likely."""
        drawn = tuple(cards)
        before = Counter(next(iter(self.chances))[self.seat])
        self.draws(self.seat, len(drawn))
        wanted = tuple(sorted((before + Counter(drawn)).elements()))
        self._step(lambda hands: iter([(hands, float(hands[self.seat] == wanted))]))

    def own_return(self, cards: Iterable[str]) -> None:
        """The own seat puts these cards into the court."""
        back = list(cards)
        self._step(lambda hands: iter([(replaced(hands, self.seat, remove=back), 1.0)]))

    def _step(self, outcomes: Callable[[Hands], Weighted]) -> None:
        """Replace every way by its outcomes with their weights; the sum becomes 1 again."""
        found: dict[Hands, float] = {}
        for hands, chance in self.chances.items():
            for after, weight in outcomes(hands):
                if weight:
                    found[after] = found.get(after, 0.0) + chance * weight
        total = sum(found.values())
        self.chances = {hands: chance / total for hands, chance in found.items()}

    def _draws(self, hands: Hands, seat: int, count: int) -> Weighted:
        for drawn, weight in subsets(list(self.court(hands).elements()), count):
            yield replaced(hands, seat, add=drawn), weight

    def _keeps(self, hands: Hands, seat: int, size: int) -> Weighted:
        for kept, weight in subsets(list(hands[seat]), size):
            yield replaced(hands, seat, remove=hands[seat], add=kept), weight

    def _swaps(self, hands: Hands, seat: int) -> Weighted:
        court = list(self.court(hands).elements())
        for (shown,), chance in subsets(list(hands[seat]), 1):
            for drawn, weight in subsets(court, 1):
                yield replaced(hands, seat, remove=[shown], add=drawn), chance * weight


def subsets(cards: list[str], count: int) -> list[tuple[Hand, float]]:
    """Every set of `count` of the cards with its probability, copies counted apart."""
    found = Counter(tuple(sorted(chosen)) for chosen in combinations(cards, count))
    return [(chosen, ways / found.total()) for chosen, ways in found.items()]


def replaced(hands: Hands, seat: int, remove: Iterable[str] = (), add: Iterable[str] = ()) -> Hands:
    """The hands with some cards of one seat taken out and others put in."""
    hand = list(hands[seat])
    for card in remove:
        hand.remove(card)
    changed = tuple(sorted([*hand, *add]))
    return (*hands[:seat], changed, *hands[seat + 1 :])


def moves(text: str) -> list[str]:
    """Moves written in one text, with commas between them."""
    return text.split(", ")


def sampled(state: State, seat: int, samples: int = SAMPLES, seed: int = 1) -> Counter[Hands]:
    """How often each way of holding the cards comes up among the worlds of the seat's view."""
    view, random = state.view(seat), Random(seed)
    game = palio.load("coup", **field(state, "options"))
    drawn = Counter(view.sample_world(random).to_bytes() for _ in range(samples))
    found: Counter[Hands] = Counter()
    for data, count in drawn.items():
        found[tuple(tuple(hand) for hand in table.hands(game.state_from_bytes(data)))] += count
    return found


def assert_fits(found: Counter[Hands], chances: Mapping[Hands, float]) -> None:
    """Nothing impossible is drawn, and the rest as often as expected; rare ways are counted together."""
    assert set(found) <= set(chances)
    total = found.total()
    common = [way for way, chance in chances.items() if chance * total >= 5]
    observed = [found[way] for way in common]
    expected = [chances[way] * total for way in common]
    if total - sum(expected) > 1e-6 * total:
        observed.append(total - sum(observed))
        expected.append(total - sum(expected))
    assert chisquare(observed, expected).pvalue > LEAST_P
