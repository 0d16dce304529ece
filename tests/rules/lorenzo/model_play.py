"""The second implementation goes on: legal moves as texts, and what they do to a map."""

from copy import deepcopy

from tests.rules.lorenzo.model import (
    BOARD,
    COLORED,
    LIST_OF,
    PRIVILEGES,
    Amounts,
    Map,
    acting,
    add_goods,
    area_of,
    at_home,
    can_place,
    excommunications,
    goods_at,
    has,
    leader_actions,
    leaders_of_others,
    less_fines,
    open_spaces,
    servants_that_do,
    ways_to_pay,
)
from tests.rules.lorenzo.table import CARD_ROWS, DATA, MEMBERS, TYPES, plus

NO_ACTION: Map = {
    "member": None, "space": None, "card": None, "cost": 0, "bonus_of_card": None, "bonus_of_leader": None,
    "source": "none", "gain": {}, "chosen": [], "cursor": 0, "active": [], "exchanges": [0] * 6,
}  # fmt: skip
DOUBLED = ("wood", "stone", "coins", "servants")
FAITH_NEEDED = (3, 4, 5)


def legal(game: Map) -> list[str]:
    """The moves of a turn's decision; the draft and the dice are not modelled."""
    step, action, player = game["step"], game["action"], acting(game)
    if step == "turn":
        return leader_actions(game) + (placements(game) or ["pass"])
    if step == "after":
        return [*leader_actions(game), "end"]
    if step in ("servants", "run"):
        numbers = servants_that_do(game, player, action["space"], action["member"], action)
        return [f"servants {number}" for number in numbers] + (["decline"] if step == "run" else [])
    if step in ("cost", "discount"):
        ways = payments(game)
        if step == "cost":
            return [f"cost {option + 1}" for option in sorted({way[0] for way in ways})]
        return [f"discount {kind}" for option, kind, _ in ways if option == action["cost"]]
    if step == "privilege":
        return [f"privilege {name}" for name in PRIVILEGES if name not in action["chosen"]]
    if step == "exchange":
        return exchanges(game)
    if step == "take":
        return [*takes(game), "decline"]
    if step == "raise":
        return [f"raise {member}" for member in at_home(player, COLORED)]
    if step == "copy":
        return [f"copy leader {leader}" for leader in leaders_of_others(game)]
    assert step == "support"
    return ["refuse", "support"]


def placements(game: Map) -> list[str]:
    player = acting(game)
    return [
        f"place {member} {space}"
        for space in open_spaces(len(game["players"]))
        for member in at_home(player, MEMBERS)
        if can_place(game, player, member, space)
    ]


def payments(game: Map) -> list[tuple[int, str | None, dict[str, int]]]:
    player, action = acting(game), game["action"]
    goods = goods_at(game, player, action["space"])
    assert goods is not None
    return ways_to_pay(player, goods, action["card"], action["bonus_of_card"])


def exchanges(game: Map) -> list[str]:
    player = acting(game)
    card = player["buildings"][game["action"]["cursor"]]
    arrows = enumerate(CARD_ROWS[card]["production"]["exchange"], 1)
    paid = [arrow for arrow, row in arrows if all(player["goods"][name] >= row["pay"][name] for name in row["pay"])]
    return [f"exchange {card} {arrow}" for arrow in ["none", *paid]]


def takes(game: Map) -> list[str]:
    action = game["action"]
    type_ = CARD_ROWS[action["bonus_of_card"]]["immediate"]["action"]["type"]
    spaces = [f"{tower} {floor}" for tower in TYPES if type_ in ("any", tower) for floor in range(1, 5)]
    return [f"take {space}" for space in spaces if servants_that_do(game, acting(game), space, None, action)]


# Turns and rounds


def resume(game: Map) -> None:
    game["action"] = deepcopy(NO_ACTION)
    if not game["placed"]:
        game["step"] = "turn"
    elif leader_actions(game):
        game["step"] = "after"
    else:
        next_turn(game)


def next_turn(game: Map) -> None:
    """Who skips the first turn has one after all the others instead."""
    turns = []
    for lap in range(5):
        for place, seat in enumerate(game["order"]):
            skips = any("skip_first_turn" in tile for tile in excommunications(game, game["players"][seat]))
            if lap != (0 if skips else 4):
                turns.append((lap, place))
    left = [turn for turn in turns if turn > (game["lap"], game["turn"])]
    game["placed"] = False
    if left:
        game["lap"], game["turn"] = left[0]
        game["actor"], game["step"] = game["order"][game["turn"]], "turn"
        return
    game["lap"] = 0
    if game["round"] % 2:
        end_round(game)
    else:
        report(game, 0)


def report(game: Map, first: int) -> None:
    period = game["round"] // 2
    for place, seat in list(enumerate(game["order"]))[first:]:
        if game["players"][seat]["goods"]["faith"] >= FAITH_NEEDED[period - 1]:
            game.update(turn=place, actor=seat, step="support")
            return
        excommunicate(game, game["players"][seat])
    end_round(game)


def excommunicate(game: Map, player: Map) -> None:
    player["excommunicated"].append(game["round"] // 2)
    if game["round"] == 6:
        score_faith(player)


def score_faith(player: Map) -> None:
    player["points"] += BOARD["faith_track_vp"][player["goods"]["faith"]]
    player["goods"]["faith"] = 0


def end_round(game: Map) -> None:
    game["order"] = game["council"] + [seat for seat in game["order"] if seat not in game["council"]]
    game.update(council=[], dice=None, turn=0)
    for player in game["players"]:
        player.update(members=dict.fromkeys(MEMBERS), raised=[], used=[])
    if game["round"] == 6:
        for player, points in [(player, final_points(game, player)) for player in game["players"]]:
            player["points"] = points
        game.update(step="over", actor="over", towers={tower: [None] * 4 for tower in TYPES})
        return
    game["round"] += 1
    first = 4 * (game["round"] - 1)
    game["towers"] = {tower: game["decks"][tower][first : first + 4] for tower in TYPES}
    game.update(step="roll", actor="chance")


def final_points(game: Map, player: Map) -> int:
    tiles = excommunications(game, player)
    unscored = [tile.get("no_final_vp") for tile in tiles]
    losses = [tile["lose_vp"]["per"] for tile in tiles if "lose_vp" in tile]
    goods: dict[str, int] = player["goods"]
    points: int = player["points"]
    supply = goods["wood"] + goods["stone"] + goods["coins"] + goods["servants"]
    if "vp" in losses:
        points -= points // 5
    if "territory" not in unscored:
        points += (0, 0, 0, 1, 4, 10, 20)[len(player["territories"])]
    if "character" not in unscored:
        points += (0, 1, 3, 6, 10, 15, 21)[len(player["characters"])]
    if "venture" not in unscored:
        points += sum(CARD_ROWS[card]["final_vp"] for card in player["ventures"])
    ahead = sum(other["goods"]["military"] > goods["military"] for other in game["players"])
    points += (5, 2, 0, 0)[ahead] + supply // 5
    if "military" in losses:
        points -= goods["military"]
    if "wood_stone_coins_servants_in_supply" in losses:
        points -= supply
    if "wood_and_stone_in_building_costs" in losses:
        costs = [CARD_ROWS[card]["costs"][0]["pay"] for card in player["buildings"]]
        points -= sum(cost.get("wood", 0) + cost.get("stone", 0) for cost in costs)
    return max(points, 0)


# Gains


def gain_for_each(player: Map, effect: Map) -> Amounts:
    """The plain gain of an effect and what it gives for each card or for military points."""
    parts = [effect.get("gain", {})]
    for row in effect.get("per", []):
        count = player["goods"]["military"] if row["each"] == "military" else len(player[LIST_OF[row["each"]]])
        parts.append({name: amount * (count // row["every"]) for name, amount in row["gain"].items()})
    return plus(*parts)


def receive(player: Map, gain: Amounts) -> None:
    add_goods(player["goods"], gain)
    player["points"] += gain.get("vp", 0)


def pay_out(game: Map, source: str, gain: Amounts) -> None:
    game["action"].update(source=source, gain=dict(gain), chosen=[])
    if gain.get("privileges"):
        game["step"] = "privilege"
    else:
        finish_source(game)


def finish_source(game: Map) -> None:
    player, action = acting(game), game["action"]
    source, gain = action["source"], less_fines(game, player, action["gain"])
    action.update(gain={}, chosen=[])
    if source == "card" and has(player, "double_card_immediate"):
        gain = {name: amount * (2 if name in DOUBLED else 1) for name, amount in gain.items()}
    receive(player, gain)
    if source in ("harvest", "production"):
        pay_sources(game, action["cursor"] + 1)
    elif source == "card" and "action" in CARD_ROWS[action["card"]].get("immediate", {}):
        start_bonus(game, CARD_ROWS[action["card"]]["immediate"]["action"], bonus_of_card=action["card"])
    else:
        resume(game)


def start_bonus(game: Map, bonus: Map, **giver: int) -> None:
    game["action"] = {**deepcopy(NO_ACTION), **giver}
    game["step"] = "take"
    if bonus["kind"] != "take":
        game["action"]["space"] = bonus["kind"]
        game["step"] = "run"


def start_run(game: Map, value: int) -> None:
    """Harvest or production of this value."""
    player, action = acting(game), game["action"]
    action["source"] = area_of(action["space"])
    row = player["territories" if action["source"] == "harvest" else "buildings"]
    action["active"] = [place for place, card in enumerate(row) if CARD_ROWS[card]["activation"] <= value]
    next_exchange(game, 0)


def next_exchange(game: Map, first: int) -> None:
    player, action = acting(game), game["action"]
    for place in action["active"]:
        if action["source"] == "harvest" or place < first:
            continue
        if "exchange" in CARD_ROWS[player["buildings"][place]]["production"]:
            action["cursor"] = place
            game["step"] = "exchange"
            return
    pay_sources(game, 0)


def pay_sources(game: Map, first: int) -> None:
    """The bonus tile, then the active cards in order; a privilege interrupts."""
    player, action = acting(game), game["action"]
    for place in [0, *(place + 1 for place in action["active"])]:
        if place < first:
            continue
        gain = source_gain(player, action, place)
        if gain.get("privileges"):
            action["cursor"] = place
            pay_out(game, action["source"], gain)
            return
        receive(player, less_fines(game, player, gain))
    resume(game)


def source_gain(player: Map, action: Map, place: int) -> Amounts:
    kind = action["source"]
    if place == 0:
        tiles, mine = DATA["personal_bonus_tiles"], player["bonus_tile"]
        tile: Amounts = (tiles["basic"] if mine == "basic" else tiles["advanced"][mine - 1])[kind]
        return tile
    effect = CARD_ROWS[player["territories" if kind == "harvest" else "buildings"][place - 1]][kind]
    gain, arrow = gain_for_each(player, effect), action["exchanges"][place - 1]
    return plus(gain, effect["exchange"][arrow - 1]["gain"]) if arrow else gain
