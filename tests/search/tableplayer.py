"""A Coup player that does what the policy table of the beliefs says, and a count of how the beliefs fare with it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import comb

import palio
from palio.games.coup.notation import ALLOW, BLOCK, CHALLENGE, DECLARE, KEEP
from palio.games.coup.rules import ACTION_NAMES, believed_hands, hand_types, policy_table, unpack

DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA = range(5)
CLAIMED = {"tax": DUKE, "assassinate": ASSASSIN, "steal": CAPTAIN, "exchange": AMBASSADOR, "examine": AMBASSADOR}
PASSED = {DUKE: 0, CAPTAIN: 1, AMBASSADOR: 1, CONTESSA: 2}
PASSED_BIT = (32, 64, 128)
BINS = 10
SAMPLES = 1000  # of worlds with several opponents


def holds(hand: int, role: int) -> bool:
    return bool(hand >> 3 * role & 7)


@dataclass
class TablePlayer:
    """Draws claims, blocks and passes from the table; all other choices do not depend on its cards."""

    random: palio.Random
    knobs: tuple[float, ...]
    hand: int = 0
    lie: float = 0.0
    due: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)

    def happens(self, probability: float) -> bool:
        return self.random.uniform() < probability

    def play(self, view: palio.View) -> int:
        """A move for the seat whose view this is."""
        fields, moves = unpack(view.to_bytes()), view.legal_moves()
        self.lie = policy_table(view.to_bytes(), view.seat, self.knobs)["lie"]
        kinds = {move >> 24 for move in moves}
        if fields["hand"][view.seat] != self.hand and KEEP not in kinds:
            self.hand, self.due, self.refused = fields["hand"][view.seat], set(), set()
        claims = fields["claims"][view.seat]
        if DECLARE in kinds:
            return self.declare(moves, claims)
        if CHALLENGE in kinds:
            wanted = CHALLENGE if self.happens(0.1) else ALLOW
            return next(move for move in moves if move >> 24 == wanted)
        if BLOCK in kinds:
            return self.answer(view, moves, claims)
        return self.keep(fields["hand"][view.seat], moves) if KEEP in kinds else self.random.choice(moves)

    def declare(self, moves: list[int], claims: int) -> int:
        by_name: dict[str, list[int]] = {}
        for move in moves:
            by_name.setdefault(ACTION_NAMES[move >> 16 & 0xFF], []).append(move)
        if "coup" in by_name and (len(by_name) == 1 or self.happens(0.5)):
            return self.random.choice(by_name["coup"])
        due, said = self.come_round(by_name, claims)
        plain = [name for name in ("income", "foreign_aid") if name in by_name]
        name = self.random.choice(due or (said if said and self.happens(0.5) else plain))
        return self.random.choice(by_name[name])

    def come_round(self, names: dict[str, list[int]], claims: int) -> tuple[list[str], list[str]]:
        """Actions whose claim is due now, and those whose claim would be a repetition."""
        due, said = [], []
        for name in names:
            role = CLAIMED.get(name)
            if role is None:
                continue
            if claims >> role & 1:
                said.append(name)
                continue
            if role not in self.due | self.refused and self.happens(self.knobs[5]):
                (self.due if holds(self.hand, role) or self.happens(self.lie) else self.refused).add(role)
            if role in self.due:
                due.append(name)
        return due, said

    def answer(self, view: palio.View, moves: list[int], claims: int) -> int:
        """Once claimed always blocked, once passed always passed, else by the table."""
        blocks = {move & 0xFFFF: move for move in moves if move >> 24 == BLOCK}
        allow = next(move for move in moves if move >> 24 == ALLOW)
        said = [role for role in blocks if claims >> role & 1]
        if said:
            return blocks[self.random.choice(said)]
        which = PASSED[next(iter(blocks))]
        if claims & PASSED_BIT[which]:
            return allow
        ratio = policy_table(view.to_bytes(), view.seat, self.knobs)["passed"][which]
        weights = {role: 1.0 if holds(self.hand, role) else self.lie for role in blocks}
        usual = 1 + (len(blocks) - 1) * self.lie  # the weights of a hand with one blocker
        rate = (1 - ratio) / (usual - ratio * len(blocks) * self.lie)
        drawn = self.random.uniform() * max(1.0, sum(weights.values()) / usual)
        for role, weight in weights.items():
            drawn -= rate * weight
            if drawn < 0:
                return blocks[role]
        return allow

    def keep(self, hand: int, moves: list[int]) -> int:
        """Any of the cards, each as likely as another."""
        ways = []
        for move in moves:
            count = 1
            for role in range(5):
                count *= comb(hand >> 3 * role & 7, move >> 3 * role & 7)
            ways += [move] * count
        return self.random.choice(ways)


@dataclass
class Group:
    """Believed probabilities of roles beside how often they were true."""

    entries: int = 0
    believed: float = 0.0
    true: int = 0

    def add(self, probability: float, truth: bool) -> None:
        self.entries += 1
        self.believed += probability
        self.true += truth

    @property
    def deviation(self) -> float:
        return abs(self.believed - self.true) / self.entries


@dataclass
class Calibration:
    """The comparisons in ten bins of probability, and by number of cards, role and whether it was claimed."""

    bins: list[Group] = field(default_factory=lambda: [Group() for _ in range(BINS)])
    groups: defaultdict[tuple[int, int, bool], Group] = field(default_factory=lambda: defaultdict(Group))
    squares: float = 0.0  # of believed less true: the better belief has less

    @property
    def entries(self) -> int:
        return sum(group.entries for group in self.bins)

    def add(self, group: tuple[int, int, bool], probability: float, truth: bool) -> None:
        self.bins[min(int(probability * BINS), BINS - 1)].add(probability, truth)
        self.groups[group].add(probability, truth)
        self.squares += (probability - truth) ** 2


TYPES = {cards: hand_types(cards) for cards in (1, 2)}


def compare(state: palio.State, knobs: tuple[float, ...], out: Calibration) -> None:
    """Add what the acting seat believes about each role in each other hand."""
    fields = unpack(state.to_bytes())
    for seat, shares in enumerate(believed_hands(state.view(state.actor).to_bytes(), knobs, SAMPLES)):
        if not shares:
            continue
        cards = fields["down"][seat]
        for role in range(5):
            believed = sum(share for share, hand in zip(shares, TYPES[cards], strict=True) if holds(hand, role))
            claimed = bool(fields["claims"][seat] >> role & 1)
            out.add((cards, role, claimed), believed, holds(fields["hand"][seat], role))


def calibrate(
    seats: int, entries: int, knobs: tuple[float, ...], believed: tuple[float, ...], every: int = 8
) -> Calibration:
    """Games among players of the table `knobs` until so many probabilities by the table `believed` were compared.

    One decision in `every` counts: those of one game hardly differ.
    """
    game, out, seed = palio.load("coup", players=seats), Calibration(), 0
    while out.entries < entries:
        seed += 1
        state, random = game.start(seed), palio.Random(seed, 7)
        players = [TablePlayer(palio.Random(seed, 8 + seat), knobs) for seat in range(seats)]
        while not state.is_over:
            if state.actor == palio.CHANCE:
                state.apply(state.sample_chance(random))
                continue
            if random.below(every) == 0:
                compare(state, believed, out)
            state.apply(players[state.actor].play(state.view(state.actor)))
    return out
