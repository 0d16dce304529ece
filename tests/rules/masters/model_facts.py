"""Facts and helpers of the second telling of the rules (model.py); they share nothing with the real ones."""

from collections import Counter
from itertools import combinations_with_replacement, permutations

from tests.rules.masters.table import RESOURCES
from tests.rules.masters.test_data import CARDS, bundle

COST, INPUT, OUTPUT, POINTS = {}, {}, {}, {}
for line in CARDS:
    number, _, _, points, cost, takes, gives = line.split()
    POINTS[int(number)] = int(points)
    COST[int(number)] = Counter(bundle(cost))
    INPUT[int(number)] = Counter(bundle(takes))
    OUTPUT[int(number)] = Counter(bundle(gives) | {"faith": gives.count("f")})

DISCOUNT = {49: "servants", 50: "shields", 51: "stones", 52: "coins"}
DEPOT = {53: "stones", 54: "servants", 55: "shields", 56: "coins"}
WHITE = {57: "servants", 58: "shields", 59: "stones", 60: "coins"}
PRODUCTION = {61: "shields", 62: "servants", 63: "stones", 64: "coins"}
REQUIRED_RESOURCE = {53: "coins", 54: "stones", 55: "servants", 56: "shields"}
REQUIRED_COLORS = {
    49: "gy", 50: "bp", 51: "bg", 52: "py", 57: "yyb", 58: "ggp", 59: "bby", 60: "ppg",
}  # fmt: skip
REQUIRED_LEVEL_2 = {61: "yellow", 62: "blue", 63: "purple", 64: "green"}
MARBLE = {"blue": "shields", "grey": "stones", "yellow": "coins", "purple": "servants", "red": "faith"}
SECTIONS = ((5, 8), (12, 16), (19, 24))
TOKEN_COLORS = {1: "blue", 2: "green", 3: "purple", 4: "yellow"}
START = ((0, 0), (1, 0), (1, 1), (2, 1))

Bag = Counter[str]


def text(bag: Bag) -> str:
    return " ".join(f"{name} {bag[name]}" for name in RESOURCES if bag[name]) or "nothing"


def bag_of(words: list[str]) -> Bag:
    return Counter({} if words == ["nothing"] else dict(zip(words[::2], map(int, words[1::2]), strict=True)))


def multisets(size: int) -> list[Bag]:
    return [Counter(kinds) for kinds in combinations_with_replacement(RESOURCES, size)]


def covers(have: Bag, need: Bag) -> bool:
    return all(have[name] >= count for name, count in need.items())


def on_shelves(bag: Bag) -> bool:
    kinds = [count for count in bag.values() if count]
    return any(
        all(count <= size for count, size in zip(kinds, sizes, strict=False))
        for sizes in permutations((1, 2, 3))
        if len(kinds) <= 3
    )
