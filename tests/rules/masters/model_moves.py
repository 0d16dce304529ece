"""The legal moves in the second telling of the rules."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

from tests.rules.masters.model_facts import (
    COST,
    DEPOT,
    DISCOUNT,
    INPUT,
    OUTPUT,
    PRODUCTION,
    REQUIRED_COLORS,
    REQUIRED_LEVEL_2,
    REQUIRED_RESOURCE,
    START,
    WHITE,
    Bag,
    covers,
    multisets,
    on_shelves,
    text,
)
from tests.rules.masters.table import RESOURCES, color, level


class Moves:
    """A full state's map, and what may be done with it."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.map = deepcopy(source)

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.map["players"][self.map["turn_player"]]
        return found

    @property
    def action(self) -> dict[str, Any]:
        found: dict[str, Any] = self.map["action"]
        return found

    @property
    def solo(self) -> bool:
        return len(self.map["players"]) == 1

    def wealth(self) -> Bag:
        return Counter(self.me["warehouse"]) + Counter(self.me["chest"])

    def cards(self) -> list[int]:
        return list(chain.from_iterable(self.me["slots"]))

    def moves(self) -> set[str]:
        return set(getattr(self, f"{self.map['phase']}_moves")())

    def keep_moves(self) -> Iterator[str]:
        return (f"keep {a} {b}" for a, b in combinations(self.me["dealt"], 2))

    def first_moves(self) -> Iterator[str]:
        return (f"first {seat}" for seat in range(len(self.map["players"])))

    def take_moves(self) -> Iterator[str]:
        return (f"take {text(bag)}" for bag in multisets(START[self.place(self.map["turn_player"])][0]))

    def turn_moves(self) -> Iterator[str]:
        yield from self.leader_moves()
        yield from (f"market row {row}" for row in (1, 2, 3))
        yield from (f"market column {column}" for column in (1, 2, 3, 4))
        for stack in self.map["stacks"]:
            for card in stack["cards"][:1]:
                if self.slots_for(card) and covers(self.wealth(), self.price(card)):
                    yield f"buy {card}"
        yield from self.production_moves()

    def after_moves(self) -> Iterator[str]:
        yield from self.leader_moves()
        yield "end turn"

    def leader_moves(self) -> Iterator[str]:
        for leader in self.me["hand"]:
            yield f"discard {leader}"
            if self.fulfils(leader):
                yield f"play {leader}"

    def fulfils(self, leader: int) -> bool:
        if leader in REQUIRED_RESOURCE:
            return self.wealth()[REQUIRED_RESOURCE[leader]] >= 5
        if leader in REQUIRED_LEVEL_2:
            return any(level(card) == 2 and color(card) == REQUIRED_LEVEL_2[leader] for card in self.cards())
        owned = Counter(color(card)[0] for card in self.cards())
        return all(owned[letter] >= count for letter, count in Counter(REQUIRED_COLORS[leader]).items())

    def powers(self) -> dict[str, tuple[Bag, Bag, int, int]]:
        """Input, output, inputs of choice and outputs of choice by name."""
        found: dict[str, tuple[Bag, Bag, int, int]] = {"base": (Counter(), Counter(), 2, 1)}
        for index, pile in enumerate(self.me["slots"]):
            if pile:
                found[f"card{index + 1}"] = (INPUT[pile[-1]], OUTPUT[pile[-1]], 0, 0)
        for leader in self.me["played"]:
            if leader in PRODUCTION:
                found[f"leader{leader}"] = (Counter({PRODUCTION[leader]: 1}), Counter({"faith": 1}), 0, 1)
        return found

    def production_moves(self) -> Iterator[str]:
        powers = self.powers()
        for size in range(1, len(powers) + 1):
            for names in combinations(powers, size):
                need = sum((powers[name][0] for name in names), Counter())
                free = 2 if "base" in names else 0
                if covers(self.wealth(), need) and self.wealth().total() >= need.total() + free:
                    yield " ".join(["produce", *names])

    def white_moves(self) -> Iterator[str]:
        kinds = [WHITE[leader] for leader in self.me["played"] if leader in WHITE]
        whites = self.action["whites"]
        return (f"white {text(Counter(kind))}" for kind in combinations_with_replacement(kinds, whites))

    def fits(self, bag: Bag) -> bool:
        depots = [DEPOT[leader] for leader in self.me["played"] if leader in DEPOT]
        return any(
            on_shelves(bag - Counter(dict(zip(depots, used, strict=True))))
            for used in product(range(3), repeat=len(depots))
        )

    def stores(self) -> list[Bag]:
        """The maximal sets, by trying every part of what was taken."""
        pending = self.action["pending"]
        parts = [
            Counter(dict(zip(RESOURCES, counts, strict=True)))
            for counts in product(*(range(pending[name] + 1) for name in RESOURCES))
        ]
        possible = [part for part in parts if self.fits(Counter(self.me["warehouse"]) + part)]
        return [part for part in possible if not any(other > part for other in possible)]

    def store_moves(self) -> Iterator[str]:
        return (f"store {text(bag)}" for bag in self.stores())

    def slots_for(self, card: int) -> list[int]:
        found = [slot for slot, pile in enumerate(self.me["slots"]) if len(pile) == level(card) - 1]
        return found[:1] if level(card) == 1 else found

    def slot_moves(self) -> Iterator[str]:
        return (f"slot {slot + 1}" for slot in self.slots_for(self.action["card"]))

    def price(self, card: int) -> Bag:
        return COST[card] - Counter(DISCOUNT[leader] for leader in self.me["played"] if leader in DISCOUNT)

    def spends(self) -> list[Bag]:
        left = self.wealth() - Counter(self.action["pending"])
        return [bag for bag in multisets(2) if covers(left, bag)]

    def spend_moves(self) -> Iterator[str]:
        return (f"spend {text(bag)}" for bag in self.spends())

    def receive_moves(self) -> Iterator[str]:
        return (f"receive {text(bag)}" for bag in multisets(self.action["receives"]))

    def payments(self) -> list[Bag]:
        pending, chest, store = self.action["pending"], self.me["chest"], self.me["warehouse"]
        ranges = [range(max(0, pending[n] - chest[n]), min(pending[n], store[n]) + 1) for n in RESOURCES]
        return [Counter(dict(zip(RESOURCES, counts, strict=True))) for counts in product(*ranges)]

    def pay_moves(self) -> Iterator[str]:
        return (f"pay {text(bag)}" for bag in self.payments())

    def token_moves(self) -> Iterator[str]:
        return (f"token {5 if token == 6 else token}" for token in self.map["solo"]["tokens"])

    def over_moves(self) -> Iterator[str]:
        return iter(())

    def place(self, seat: int) -> int:
        return (seat - int(self.map["first_player"])) % len(self.map["players"])
