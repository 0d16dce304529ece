"""The rules of Coup once more: a turn told from its beginning to its end, sharing nothing with the real ones.

A Model plays one game as a generator: it yields each question as (phase, who answers, the possible answers) and is
sent the answer. Texts have their roles in alphabetical order here.
"""

from collections.abc import Generator, Iterable
from itertools import combinations
from typing import Any

Question = tuple[str, int | str, set[str]]
Story = Generator[Question, str, Any]

COST = {"coup": 7, "assassinate": 3}
TARGETED = ("coup", "assassinate", "steal", "examine")
COINS = {"income": 1, "foreign_aid": 2, "tax": 3}


class GameOverError(Exception):
    """One player is left."""


class Model:
    """The table in mid-game; `play` is the rest of the game."""

    def __init__(self, source: dict[str, Any]) -> None:
        """From the map of a state at the beginning of the draft or of a turn."""
        self.options = source["options"]
        self.seat: int = source["turn_player"]
        self.turns: int = source["turn"]
        self.drafting = source["phase"] == "choose"
        self.court = list(source["court"])
        self.hands = [list(row["hand"]) for row in source["players"]]
        self.up = [list(row["face_up"]) for row in source["players"]]
        self.coins = [row["coins"] for row in source["players"]]
        self.dead: list[int] = []
        self.fifth = self.options["roles"]
        self.roles = ("duke", "assassin", "captain", self.fifth, "contessa")
        self.claims = {"tax": "duke", "assassinate": "assassin", "steal": "captain"}
        self.claims |= {"exchange": self.fifth, "examine": self.fifth}
        self.blocks = {"foreign_aid": ["duke"], "assassinate": ["contessa"], "steal": ["captain", self.fifth]}

    def others(self, seat: int) -> list[int]:
        """The living but this one, clockwise from its left."""
        seats = len(self.hands)
        return [other for place in range(1, seats) if self.hands[other := (seat + place) % seats]]

    def play(self) -> Story:
        if self.drafting:
            for seat in (0, 1):
                _, role = (yield "choose", seat, texts("choose", combinations(self.roles, 1))).split()
                self.move(role, self.court, self.hands[seat])
        try:
            while True:
                yield from self.turn()
                if self.turns >= self.options["max_turns"]:
                    break
                self.bank()
                self.seat = self.others(self.seat)[0]
        except GameOverError:
            pass
        self.bank()
        yield "over", "over", set()

    def bank(self) -> None:
        self.coins = [coins if hand else 0 for coins, hand in zip(self.coins, self.hands, strict=True)]

    def actions(self) -> set[str]:
        names = ["income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange"]
        names += ["examine"] * (self.fifth == "inquisitor")
        found = set()
        for name in names if self.coins[self.seat] < 10 else ["coup"]:
            if self.coins[self.seat] >= COST.get(name, 0):
                found |= {f"{name} {seat}" for seat in self.others(self.seat)} if name in TARGETED else {name}
        return found

    def turn(self) -> Story:
        action, *words = (yield "declare", self.seat, self.actions()).split()
        target = int(words[0]) if words else None
        self.turns += 1
        self.coins[self.seat] -= COST.get(action, 0)
        challenger = None
        if action in self.claims:
            challenger, _ = yield from self.first("challenge", self.others(self.seat), {"challenge"})
            if challenger is not None and not (yield from self.proof(self.seat, self.claims[action], challenger)):
                self.coins[self.seat] += COST.get(action, 0)
                yield from self.lose(self.seat)
                return
        if action in self.blocks and (yield from self.blocked(action, target, challenger)):
            return
        yield from self.resolve(action, target)

    def first(
        self, phase: str, asked: list[int], answers: set[str]
    ) -> Generator[Question, str, tuple[int | None, str]]:
        """Who first does not allow it, and what it says."""
        for seat in asked:
            answer = yield phase, seat, {"allow", *answers}
            if answer != "allow":
                return seat, answer
        return None, ""

    def proof(self, seat: int, role: str, challenger: int) -> Generator[Question, str, bool]:
        """Whether the seat has the role; then it gets another card and the challenger loses one."""
        if role not in self.hands[seat]:
            return False
        self.move(role, self.hands[seat], self.court)
        yield from self.draw(seat, 1)
        yield from self.lose(challenger)
        return True

    def blocked(self, action: str, target: int | None, challenger: int | None) -> Generator[Question, str, bool]:
        asked = self.others(self.seat)
        if target is not None:
            late = challenger == target and self.options["block_after_own_challenge"] == "off"
            asked = [seat for seat in asked if seat == target and not late]
        answers = {f"block {role}" for role in self.blocks[action]}
        blocker, answer = yield from self.first("block", asked, answers)
        if blocker is None:
            return False
        doubters = [seat for seat in (*self.others(self.seat), self.seat) if seat != blocker]
        doubter, _ = yield from self.first("challenge_block", doubters, {"challenge"})
        if doubter is None or (yield from self.proof(blocker, answer.split()[1], doubter)):
            return True
        yield from self.lose(blocker)
        return False

    def lose(self, seat: int) -> Story:
        role = self.hands[seat][0]
        if len(self.hands[seat]) == 2:
            _, role = (yield "lose", seat, texts("lose", combinations(self.hands[seat], 1))).split()
        self.move(role, self.hands[seat], self.up[seat])
        if not self.hands[seat]:
            self.dead.append(seat)
        if sum(map(bool, self.hands)) == 1:
            raise GameOverError

    def draw(self, seat: int, cards: int) -> Story:
        _, *roles = (yield "draw", "chance", texts("draw", combinations(self.court, cards))).split()
        for role in roles:
            self.move(role, self.court, self.hands[seat])

    def resolve(self, action: str, target: int | None) -> Story:
        self.coins[self.seat] += COINS.get(action, 0)
        if action == "exchange":
            yield from self.exchange()
        elif target is not None and action == "steal":
            stolen = min(2, self.coins[target])
            self.coins[target] -= stolen
            self.coins[self.seat] += stolen
        elif target is not None and self.hands[target]:
            yield from self.examine(target) if action == "examine" else self.lose(target)

    def exchange(self) -> Story:
        hand = self.hands[self.seat]
        size = len(hand)
        yield from self.draw(self.seat, 2 if self.fifth == "ambassador" else 1)
        _, *kept = (yield "keep", self.seat, texts("keep", combinations(hand, size))).split()
        for role in kept:
            hand.remove(role)
        self.court += hand
        hand[:] = kept

    def examine(self, target: int) -> Story:
        role = self.hands[target][0]
        if len(self.hands[target]) == 2:
            _, role = (yield "show", target, texts("show", combinations(self.hands[target], 1))).split()
        if (yield "force", self.seat, {"leave", "swap"}) == "swap":
            yield from self.draw(target, 1)
            self.move(role, self.hands[target], self.court)

    def move(self, role: str, source: list[str], goal: list[str]) -> None:
        source.remove(role)
        goal.append(role)

    def ranks(self) -> tuple[int, ...]:
        """Influence, then coins, then who lived longer."""
        strength = [
            (len(hand), coins, self.dead.index(seat) if seat in self.dead else 0)
            for seat, (hand, coins) in enumerate(zip(self.hands, self.coins, strict=True))
        ]
        return tuple(1 + sum(other > mine for other in strength) for mine in strength)


def texts(verb: str, choices: Iterable[tuple[str, ...]]) -> set[str]:
    return {" ".join([verb, *sorted(roles)]) for roles in choices}
