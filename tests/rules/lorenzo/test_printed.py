"""The facts of data.json against the printed components, written down a second time in printed.txt.

The other tests read what a card does from data.json and test that the rules do it; this one tests that it is what the
card says. A cost has a minus, (4) are the military points that must be there, "5:" comes before what a harvest or
production of 5 brings, "/" means for each.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rules.lorenzo.table import CARD_ROWS, LEADER_ROWS

LETTERS = {
    "wood": "w", "stone": "s", "servants": "u", "coins": "c", "military": "m", "faith": "f", "vp": "v",
    "privileges": "p",
}  # fmt: skip
PRINTED = [
    line
    for line in Path(__file__).with_name("printed.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def short(amounts: Mapping[str, int]) -> str:
    """Such as 3w2u for 3 wood and 2 servants."""
    return "".join(f"{amounts[name]}{letter}" for name, letter in LETTERS.items() if name in amounts)


def cost(row: Mapping[str, Any]) -> str:
    least = f"({row['need_military']})" if "need_military" in row else ""
    return f"-{short(row['pay'])}{least}"


def discounts(choices: list[dict[str, int]]) -> str:
    return " or ".join(f"-{short(choice)}" for choice in choices)


def action(row: Mapping[str, Any]) -> str:
    """A bonus action with its value and discount."""
    name = row.get("type", row["kind"])
    words = [f"{name} at {row['value']}", discounts(row.get("discount", []))]
    words.append("without cards" if row.get("card_bonuses_apply") is False else "")
    return " ".join(word for word in words if word)


def effect(row: Mapping[str, Any]) -> str:
    """Gains, gains for each of something, exchanges, a bonus action."""
    words = [short(row.get("gain", {}))]
    for per in row.get("per", []):
        words.append(f"{short(per['gain'])}/{per['every'] if per['every'] > 1 else ''}{per['each']}")
    words += [f"{short(arrow['pay'])}>{short(arrow['gain'])}" for arrow in row.get("exchange", [])]
    words.append(action(row["action"]) if "action" in row else "")
    return " ".join(word for word in words if word)


def lasting(row: Mapping[str, Any]) -> str:
    """What is added to actions, with a discount."""
    words = ["no floor bonus" if row.get("no_floor_bonus") else ""]
    for bonus in row.get("action_bonus", []):
        words += [f"{bonus['on']} {bonus['value']:+}", discounts(bonus.get("discount", []))]
    return " ".join(word for word in words if word)


def card_line(row: Mapping[str, Any]) -> str:
    used = row.get("harvest", row.get("production"))
    parts = [
        " or ".join(cost(option) for option in row["costs"]),
        effect(row.get("immediate", {})),
        f"{row['activation']}: {effect(used)}" if used else "",
        lasting(row.get("permanent", {})),
        f"end {row['final_vp']}v" if "final_vp" in row else "",
    ]
    return f"{row['id'] + 1} {row['type']} {row['period']} {row['name']} | " + "; ".join(part for part in parts if part)


def leader_line(row: Mapping[str, Any]) -> str:
    """Requirement and gain or action; abilities of other kinds have tests of their own in test_leaders.py."""
    need = row["requirement"]
    cards = [f"{number} {type_}" for type_, number in need.get("cards", {}).items()]
    cards += [f"{need['same_type_cards']} of a type"] if "same_type_cards" in need else []
    needed = " ".join(word for word in (short(need), *cards) if word)
    return f"{row['name']} | {needed} | {row['kind'].replace('_', ' ')} {effect(row['ability'])}".rstrip()


LINES = [*map(card_line, CARD_ROWS), *map(leader_line, LEADER_ROWS)]


@pytest.mark.parametrize("place", range(len(LINES)), ids=[line.split(" |")[0] for line in LINES])
def test_data_says_what_is_printed(place: int) -> None:
    """Cost, immediate effect, activation value and yield, permanent effect, points; requirement and ability."""
    assert LINES[place] == PRINTED[place]


def test_everything_printed_is_there() -> None:
    """96 development cards and 20 leaders."""
    assert len(LINES) == len(PRINTED) == 96 + 20


def sums(type_: str, amount: Callable[[Mapping[str, Any]], int]) -> list[int]:
    """Over the eight cards of the type in each period."""
    return [
        sum(amount(row) for row in CARD_ROWS if (row["type"], row["period"]) == (type_, period)) for period in (1, 2, 3)
    ]


def test_the_sums_of_the_printed_cards() -> None:
    """Activation values, coins for characters, points of ventures, wood and stone for buildings."""
    for type_ in ("territory", "building"):
        assert sums(type_, lambda row: row["activation"]) == [32, 28, 24]
    assert sums("character", lambda row: row["costs"][0]["pay"]["coins"]) == [23, 33, 45]
    assert sums("venture", lambda row: row["final_vp"]) == [31, 34, 48]
    assert sum(sums("building", lambda row: row["costs"][0]["pay"].get("wood", 0))) == 43
    assert sum(sums("building", lambda row: row["costs"][0]["pay"].get("stone", 0))) == 43
