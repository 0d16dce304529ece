"""The second implementation, last part: what each move does."""

from collections.abc import Callable
from copy import deepcopy

from tests.rules.lorenzo.model import (
    BOARD,
    LIST_OF,
    PRIVILEGES,
    Map,
    abilities,
    acting,
    area_of,
    copies,
    effective,
    floor_of,
    goods_at,
    servants_per_point,
    value_of,
)
from tests.rules.lorenzo.model_play import (
    NO_ACTION,
    excommunicate,
    finish_source,
    gain_for_each,
    next_exchange,
    next_turn,
    pay_out,
    payments,
    report,
    resume,
    score_faith,
    start_bonus,
    start_run,
)
from tests.rules.lorenzo.table import CARD_ROWS, LEADER_ROWS, MEMBERS, TYPES, plus


def after(game: Map, text: str) -> Map:
    """The map after the move."""
    game = deepcopy(game)
    verb, *words = text.split()
    MOVES[verb](game, words)
    return game


def place(game: Map, words: list[str]) -> None:
    game["action"]["member"] = words[0]
    choose(game, words[1:])


def choose(game: Map, words: list[str]) -> None:
    action, space = game["action"], " ".join(words)
    action["space"] = space
    if area_of(space) in TYPES:
        action["card"] = game["towers"][area_of(space)][floor_of(space)]
    game["step"] = "servants"


def put_member(game: Map) -> None:
    action = game["action"]
    if action["member"] is None:
        return
    acting(game)["members"][action["member"]] = action["space"]
    game["placed"] = True
    if action["space"] == "council" and game["actor"] not in game["council"]:
        game["council"].append(game["actor"])


def pay_servants(game: Map, words: list[str]) -> None:
    player, action, number = acting(game), game["action"], int(words[0])
    space = action["space"]
    value = value_of(game, player, space, action["member"], action) + number // servants_per_point(game, player)
    player["goods"]["servants"] -= number
    if area_of(space) in TYPES:
        if len(CARD_ROWS[action["card"]]["costs"]) == 2:
            game["step"] = "cost"
        else:
            choose_cost(game, ["1"])
        return
    put_member(game)
    if space == "council":
        pay_out(game, "space", BOARD["council_palace"]["gain"])
    elif area_of(space) == "market":
        pay_out(game, "space", BOARD["market"][floor_of(space)]["gain"])
    else:
        start_run(game, value)


def choose_cost(game: Map, words: list[str]) -> None:
    option = int(words[0]) - 1
    game["action"]["cost"] = option
    if any(kind for other, kind, _ in payments(game) if other == option):
        game["step"] = "discount"
    else:
        take_card(game, None)


def take_card(game: Map, kind: str | None) -> None:
    player, action = acting(game), game["action"]
    card, space = action["card"], action["space"]
    goods = goods_at(game, player, space)
    assert goods is not None
    cost = next(pay for option, choice, pay in payments(game) if (option, choice) == (action["cost"], kind))
    player["goods"] = {name: amount - cost.get(name, 0) for name, amount in goods.items()}
    game["towers"][area_of(space)][floor_of(space)] = None
    put_member(game)
    mine = player[LIST_OF[area_of(space)]]
    mine.append(card)
    if area_of(space) in ("character", "venture"):
        mine.sort()
    game["action"] = {**deepcopy(NO_ACTION), "card": card}
    pay_out(game, "card", gain_for_each(player, CARD_ROWS[card].get("immediate", {})))


def choose_privilege(game: Map, words: list[str]) -> None:
    action = game["action"]
    action["gain"] = plus(action["gain"], PRIVILEGES[words[0]], {"privileges": -1})
    action["chosen"] = [name for name in PRIVILEGES if name in (*action["chosen"], words[0])]
    if "privileges" not in action["gain"]:
        finish_source(game)


def exchange(game: Map, words: list[str]) -> None:
    player, action = acting(game), game["action"]
    if words[1] != "none":
        action["exchanges"][action["cursor"]] = int(words[1])
        for name, amount in CARD_ROWS[int(words[0])]["production"]["exchange"][int(words[1]) - 1]["pay"].items():
            player["goods"][name] -= amount
    next_exchange(game, action["cursor"] + 1)


def discard(game: Map, words: list[str]) -> None:
    player, leader = acting(game), int(words[1])
    player["hand"].remove(leader)
    player["discarded"] = sorted([*player["discarded"], leader])
    pay_out(game, "leader", {"privileges": 1})


def raise_member(game: Map, words: list[str]) -> None:
    player = acting(game)
    player["raised"] = [member for member in MEMBERS if member in (*player["raised"], words[0])]
    resume(game)


def copy_leader(game: Map, words: list[str]) -> None:
    acting(game)["copied"] = int(words[1])
    resume(game)


def support(player: Map) -> None:
    score_faith(player)
    player["points"] += sum(row.get("church_support_vp", 0) for row in abilities(player))


def activate(game: Map, leader: int) -> None:
    player = acting(game)
    player["used"] = sorted([*player["used"], leader])
    source = effective(player, leader)
    assert source is not None
    ability = LEADER_ROWS[source]["ability"]
    if "family_member_set" in ability:
        game["step"] = "raise"
    elif "action" in ability:
        start_bonus(game, ability["action"], bonus_of_leader=source)
    else:
        pay_out(game, "leader", ability["gain"])


def play_leader(game: Map, leader: int) -> None:
    player = acting(game)
    player["hand"].remove(leader)
    player["played"] = sorted([*player["played"], leader])
    if copies(leader):
        game["step"] = "copy"
    else:
        resume(game)


def answer(game: Map, supports: bool) -> None:
    if supports:
        support(acting(game))
    else:
        excommunicate(game, acting(game))
    report(game, game["turn"] + 1)


def roll(game: Map, words: list[str]) -> None:
    game.update(dice=[int(word) for word in words], lap=0, turn=-1)
    next_turn(game)


MOVES: dict[str, Callable[[Map, list[str]], None]] = {
    "roll": roll,
    "place": place,
    "take": choose,
    "servants": pay_servants,
    "cost": choose_cost,
    "discount": lambda game, words: take_card(game, words[0]),
    "privilege": choose_privilege,
    "exchange": exchange,
    "decline": lambda game, words: resume(game),
    "pass": lambda game, words: next_turn(game),
    "end": lambda game, words: next_turn(game),
    "play": lambda game, words: play_leader(game, int(words[1])),
    "activate": lambda game, words: activate(game, int(words[1])),
    "discard": discard,
    "raise": raise_member,
    "copy": copy_leader,
    "support": lambda game, words: answer(game, True),
    "refuse": lambda game, words: answer(game, False),
}
