"""Masters of Renaissance: every card and token as printed, seen through the rules."""

from typing import Any

import pytest

import palio
from tests.rules.masters.table import color, faiths, field, level, play, position, texts

EMPTY: dict[str, Any] = {}
LETTERS = {"c": "coins", "s": "stones", "v": "servants", "h": "shields"}

# number, colour, level, points, cost, production input, production output (c s v h as above, f faith)
TABLE = """
 1 green  1  1  hh       c  f
 2 purple 1  1  vv       s  f
 3 blue   1  1  cc       h  f
 4 yellow 1  1  ss       v  f
 5 green  1  2  svh      s  v
 6 purple 1  2  cvh      c  h
 7 blue   1  2  csv      v  s
 8 yellow 1  2  csh      h  c
 9 green  1  3  hhh      vv csh
10 purple 1  3  vvv      cc svh
11 blue   1  3  ccc      ss cvh
12 yellow 1  3  sss      hh csv
13 green  1  4  cchh     sv ccf
14 purple 1  4  ssvv     ch ssf
15 blue   1  4  ccvv     sh vvf
16 yellow 1  4  sshh     cv hhf
17 green  2  5  hhhh     s  ff
18 purple 2  5  vvvv     c  ff
19 blue   2  5  cccc     v  ff
20 yellow 2  5  ssss     h  ff
21 green  2  6  vvhhh    vh sss
22 purple 2  6  ccvvv    cv hhh
23 blue   2  6  cccss    cs vvv
24 yellow 2  6  ssshh    sh ccc
25 green  2  7  hhhhh    cc ssff
26 purple 2  7  vvvvv    ss ccff
27 blue   2  7  ccccc    vv hhff
28 yellow 2  7  sssss    hh vvff
29 green  2  8  ccchhh   c  hhf
30 purple 2  8  vvvhhh   s  vvf
31 blue   2  8  cccsss   v  ssf
32 yellow 2  8  sssvvv   h  ccf
33 green  3  9  hhhhhh   cc sssff
34 purple 3  9  vvvvvv   ss cccff
35 blue   3  9  cccccc   vv hhhff
36 yellow 3  9  ssssss   hh vvvff
37 green  3 10  vvhhhhh  cv sshhf
38 purple 3 10  ccvvvvv  sh ccvvf
39 blue   3 10  cccccss  ch ssvvf
40 yellow 3 10  sssssvv  sv cchhf
41 green  3 11  hhhhhhh  v  cfff
42 purple 3 11  vvvvvvv  c  sfff
43 blue   3 11  ccccccc  s  hfff
44 yellow 3 11  sssssss  h  vfff
45 green  3 12  cccchhhh s  ccch
46 purple 3 12  vvvvhhhh c  sssv
47 blue   3 12  ccccssss v  chhh
48 yellow 3 12  ssssvvvv h  svvv
"""
CARDS = TABLE.strip().splitlines()


def bundle(letters: str) -> dict[str, int]:
    return {name: letters.count(letter) for letter, name in LETTERS.items() if letter in letters}


def base_for(number: int) -> list[list[int]]:
    """Slots in which the card of this number is placed next, made of cards that lie elsewhere."""
    other = number % 4 + 1
    return [[], [[other]], [[other, 16 + other]]][level(number) - 1]


@pytest.mark.parametrize("line", CARDS, ids=lambda line: f"card{line.split()[0]}")
def test_every_card_as_printed(line: str) -> None:
    """Componenti: colour, level, points, cost and production of each of the 48 cards."""
    number_text, name, grade, points, cost, takes, gives = line.split()
    number = int(number_text)
    assert (color(number), level(number)) == (name, int(grade))
    slots = base_for(number)
    state = position({"chest": bundle(cost), "slots": slots}, EMPTY, tops=[number])
    bought = play(state, f"buy {number}")
    assert field(bought, "chest") == {}
    assert field(bought, "slots")[0][-1] == number
    for resource in bundle(cost):
        poorer = bundle(cost)
        poorer[resource] -= 1
        assert f"buy {number}" not in texts(position({"chest": poorer, "slots": slots}, EMPTY, tops=[number]))
    placed = [[*slots[0], number]] if slots else [[number]]
    produced = play(position({"chest": bundle(takes), "slots": placed}, EMPTY), "produce card1")
    assert field(produced, "chest") == bundle(gives)
    assert faiths(produced) == [gives.count("f"), 0]
    for resource in bundle(takes):
        poorer = bundle(takes)
        poorer[resource] -= 1
        assert "produce card1" not in texts(position({"chest": poorer, "slots": placed}, EMPTY))
    worth = [
        position({"slots": pile}, {"faith": 24, "favor": [3]}, turn_player=1, phase="over").outcome().points[0]
        for pile in (placed, slots)
    ]
    assert worth[0] - worth[1] == int(points)


def test_cards_of_the_deck() -> None:
    """Componenti: 48 development cards, 4 types in 3 levels."""
    numbers = [int(line.split()[0]) for line in CARDS]
    assert numbers == list(range(1, 49))
    stacks = palio.load("masters").start(1).to_map()["stacks"]
    assert sorted(card for stack in stacks for card in stack["cards"]) == numbers


def test_a_state_is_small() -> None:
    """Issue: at most 320 bytes for 4 players."""
    assert palio.load("masters", players=4).state_bytes <= 320
