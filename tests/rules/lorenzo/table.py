"""Positions of Lorenzo il Magnifico for the rules tests, and the facts of data.json by name."""

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from itertools import count
from typing import Any

import palio
from tests.support import texts

DATA: dict[str, Any] = json.loads(
    resources.files("palio.games.lorenzo").joinpath("data.json").read_text(encoding="utf-8")
)
CARD_ROWS: list[dict[str, Any]] = DATA["development_cards"]
LEADER_ROWS: list[dict[str, Any]] = DATA["leaders"]
CARD = {row["name"]: row["id"] for row in CARD_ROWS}
LEADER = {row["name"]: index for index, row in enumerate(LEADER_ROWS)}
TYPES = ("territory", "building", "character", "venture")
GOODS = ("wood", "stone", "servants", "coins", "military", "faith")
LISTS = ("territories", "buildings", "characters", "ventures")
MEMBERS = ("black", "white", "orange", "neutral")


def position(
    *seats: Mapping[str, Any],
    rules: str = "basic",
    edition: str = "english",
    round: int = 2,
    dice: tuple[int, int, int] = (3, 4, 5),
    floors: Mapping[str, str | int] | None = None,
    tiles: tuple[int, int, int] = (1, 1, 1),
    lap: int | None = None,
    order: Iterable[int] | None = None,
    turn: int = 0,
) -> palio.State:
    """A turn of the seat in turn.

    A seat's map has goods by name, `cards`, `hand`, `played`, `discarded`, `copied` by name or number, `members`
    (member to space), `points`, `excommunicated`, `bonus_tile`. `floors` says which cards lie where, such as
    {"venture 3": "Crusade"}; a floor given as None has lost its card.
    """
    everyone = list(seats) + [{}] * (2 - len(seats))
    players = len(everyone)
    game = palio.load("lorenzo", players=players, rules=rules, edition=edition)
    first = game.start(1)
    source = first.to_map()
    source["order"] = list(range(players)) if order is None else list(order)
    away = max(len(seat.get("members", {})) for seat in everyone)
    source.update(step="turn", round=round, dice=list(dice), turn=turn, actor=source["order"][turn])
    source.update(lap=min(away, 3) if lap is None else lap, excommunications=list(tiles))
    source["players"] = [player_map(seat, rules) for seat in everyone]
    source["council"] = [seat for seat, row in enumerate(source["players"]) if "council" in row["members"].values()]
    lay_cards(source, floors or {})
    source["draft"] = deal_leaders(source["players"]) if rules == "advanced" else None
    if rules == "advanced":
        give_tiles(source["players"])
    return game.state_from_map(source)


def with_leader(name: str, *, played: bool, seat: Mapping[str, Any] | None = None, **options: Any) -> palio.State:
    """An advanced game in which the first player has the leader in play or in hand."""
    place = "played" if played else "hand"
    return position({place: [name], **(seat or {})}, {}, rules="advanced", **options)


def number(name: str | int, table: Mapping[str, int]) -> int:
    return name if isinstance(name, int) else table[name]


def player_map(seat: Mapping[str, Any], rules: str) -> dict[str, Any]:
    known = {
        *GOODS, "cards", "hand", "played", "discarded", "copied", "members", "points", "excommunicated", "bonus_tile",
        "raised", "used",
    }  # fmt: skip
    assert set(seat) <= known, set(seat) - known
    cards = [number(card, CARD) for card in seat.get("cards", ())]
    row: dict[str, Any] = {
        "goods": {name: seat.get(name, 0) for name in GOODS},
        "points": seat.get("points", 0),
        "bonus_tile": seat.get("bonus_tile", "basic" if rules == "basic" else None),
        "members": {member: seat.get("members", {}).get(member) for member in MEMBERS},
        "raised": list(seat.get("raised", ())),
        "excommunicated": list(seat.get("excommunicated", ())),
        "copied": number(seat["copied"], LEADER) if "copied" in seat else None,
    }
    for index, name in enumerate(LISTS):
        mine = [card for card in cards if card // 24 == index]
        row[name] = mine if index < 2 else sorted(mine)
    for name in ("hand", "played", "discarded", "used"):
        row[name] = sorted(number(leader, LEADER) for leader in seat.get(name, ()))
    return row


def lay_cards(source: dict[str, Any], floors: Mapping[str, str | int | None]) -> None:
    """Decks in which every owned card has been on a tower and the asked ones lie on their floors."""
    for index, name in enumerate(TYPES):
        owned = {card for row in source["players"] for card in row[LISTS[index]]}
        wanted = {int(space.split()[1]): card for space, card in floors.items() if space.split()[0] == name}
        deck, tower = arrange(index, source["round"], owned, wanted)
        blocked = {
            int(space.split()[1]) - 1
            for row in source["players"]
            for space in row["members"].values()
            if space and space.split()[0] == name
        }
        for floor in blocked:
            take_away(source, index, deck, tower, floor)
        source["decks"][name] = deck
        source["towers"][name] = tower


def arrange(
    index: int, round_: int, owned: set[int], wanted: Mapping[int, str | int | None]
) -> tuple[list[int], list[int | None]]:
    period = (round_ - 1) // 2
    start = (round_ - 1) * 4
    deck: list[int | None] = [None] * 24
    gone: set[int] = set()
    for floor, card in wanted.items():
        if card is None:
            gone.add(floor - 1)
        else:
            deck[start + floor - 1] = number(card, CARD)
    lying = set(deck) - {None}
    for part in range(3):
        cards = [index * 24 + part * 8 + k for k in range(8)]
        free = [place for place in range(part * 8, part * 8 + 8) if deck[place] is None]
        free.sort(key=lambda place: (start <= place < start + 4, place))
        mine = [card for card in cards if card in owned]
        rest = [card for card in cards if card not in owned and card not in lying]
        for place, card in zip(free, mine + rest, strict=True):
            deck[place] = card
            if card in owned and part == period and start <= place < start + 4:
                gone.add(place - start)
    tower = [None if floor in gone else deck[start + floor] for floor in range(4)]
    full = [card for card in deck if card is not None]
    assert len(full) == 24
    return full, tower


def take_away(source: dict[str, Any], index: int, deck: list[int], tower: list[int | None], floor: int) -> None:
    """A member stands on the floor: the last player who has room owns its card."""
    card = tower[floor]
    if card is None:
        return
    tower[floor] = None
    for row in reversed(source["players"]):
        if len(row[LISTS[index]]) < 6:
            row[LISTS[index]].append(card)
            if index >= 2:
                row[LISTS[index]].sort()
            return


def deal_leaders(rows: list[dict[str, Any]]) -> list[list[int]]:
    """A draft in which each player kept the leaders that it has; hands are filled up with unused ones."""
    seats = len(rows)
    used = {leader for row in rows for leader in row["hand"] + row["played"] + row["discarded"]}
    spare = (leader for leader in count() if leader not in used)
    draft = [[0] * 4 for _ in rows]
    for seat, row in enumerate(rows):
        kept = row["hand"] + row["played"] + row["discarded"]
        while len(kept) < 4:
            leader = next(spare)
            kept.append(leader)
            row["discarded"] = sorted([*row["discarded"], leader])
        for pick, leader in enumerate(kept):
            draft[(seat + pick) % seats][pick] = leader
    return draft


def give_tiles(rows: list[dict[str, Any]]) -> None:
    free = [tile for tile in range(1, 5) if tile not in [row["bonus_tile"] for row in rows]]
    for row in rows:
        if row["bonus_tile"] is None:
            row["bonus_tile"] = free.pop(0)


# Playing and looking


def play(state: palio.State, *moves: str) -> palio.State:
    """The state after these moves; the given one stays as it is."""
    state = state.copy()
    for move in moves:
        state.apply(move)
    return state


def player(state: palio.State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.to_map()["players"][seat]
    return found


def goods(state: palio.State, seat: int = 0) -> dict[str, int]:
    """Goods and victory points that are not 0."""
    row = player(state, seat)
    amounts = {**row["goods"], "vp": row["points"]}
    return {name: amount for name, amount in amounts.items() if amount}


def gained(before: palio.State, after: palio.State, seat: int = 0) -> dict[str, int]:
    """The difference in goods and victory points, where there is one."""
    old, new = goods(before, seat), goods(after, seat)
    changes = {name: new.get(name, 0) - old.get(name, 0) for name in (*GOODS, "vp")}
    return {name: change for name, change in changes.items() if change}


def offers(state: palio.State, move: str) -> bool:
    return move in texts(state)


def placements(state: palio.State, member: str = "") -> set[str]:
    """Where members can go, or where one of them can."""
    found = [text.split(" ", 2) for text in texts(state) if text.startswith("place ")]
    return {space for _, name, space in found if member in ("", name)}


def servants(state: palio.State) -> list[int]:
    """How many servants may be spent now."""
    return [int(text.split()[1]) for text in texts(state) if text.startswith("servants ")]


def minus(amounts: Mapping[str, int], *others: Mapping[str, int]) -> dict[str, int]:
    """Amounts less others, zeros left out."""
    return plus(amounts, *({name: -amount for name, amount in other.items()} for other in others))


def plus(*parts: Mapping[str, int]) -> dict[str, int]:
    """Sums by name, zeros left out."""
    total: dict[str, int] = {}
    for part in parts:
        for name, amount in part.items():
            total[name] = total.get(name, 0) + amount
    return {name: amount for name, amount in total.items() if amount}


def finish(state: palio.State) -> palio.State:
    """Play on to the end without any effect but the Council Palace's: everyone goes there and takes wood and stone."""
    state = state.copy()
    random = palio.Random(0)
    while not state.is_over:
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else quiet_move(state))
    return state


def finish_round(state: palio.State) -> palio.State:
    """The same until the dice of the next round are about to be rolled, or the game is over."""
    state = state.copy()
    while state.actor >= 0:
        state.apply(quiet_move(state))
    return state


def quiet_move(state: palio.State) -> str:
    moves = texts(state)
    wishes = ("refuse", "end", "pass", "servants ", "privilege wood+stone", "decline")
    for wish in wishes:
        found = [text for text in moves if text.startswith(wish)]
        if found:
            return found[0]
    councils = [text for text in moves if text.endswith(" council")]
    return councils[-1] if councils else moves[0]
