"""Every development card, with its printed effect, taken and activated in a real position (rulebook: The Cards)."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import CARD_ROWS, DATA, finish, gained, minus, placements, play, player, plus, position
from tests.support import texts

PLENTY = {"wood": 20, "stone": 20, "servants": 20, "coins": 30, "military": 16, "faith": 2, "points": 10}
FEW = ["Commercial Hub", "Woods", "Residence", "Theater", "Farmer", "Artisan", "Hiring Recruits"]
"""Cards that the player has already, two or one of each type, none of them with an effect on taking cards."""
COUNTS = {"territory": 2, "building": 2, "character": 2, "venture": 1}
PRIVILEGES = list(DATA["board"]["privilege_options"])
PRIVILEGE_TEXTS = ["wood+stone", "servants", "coins", "military", "faith"]
LISTS = {"territory": "territories", "building": "buildings", "character": "characters", "venture": "ventures"}


def by_name(rows: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("row", rows, ids=[row["name"] for row in rows])


def before_taking(row: dict[str, Any]) -> palio.State:
    """The card lies on the first floor of its tower, in the second round of its period."""
    seat = {**PLENTY, "cards": [name for name in FEW if name != row["name"]]}
    floors = {f"{row['type']} 1": row["id"]}
    return position(seat, {}, round=2 * row["period"], floors=floors, dice=(1, 1, 1))


def counts(row: dict[str, Any]) -> dict[str, int]:
    """Cards by type after the card was taken."""
    mine = dict(COUNTS)
    if row["name"] not in FEW:
        mine[row["type"]] += 1
    return mine


def per_gain(rules: list[dict[str, Any]], cards: dict[str, int], military: int) -> dict[str, int]:
    total: dict[str, int] = {}
    for rule in rules:
        have = military if rule["each"] == "military" else cards[rule["each"]]
        total = plus(total, *([rule["gain"]] * (have // rule["every"])))
    return total


def choose_privileges(state: palio.State, number: int) -> tuple[palio.State, dict[str, int]]:
    """The first privileges of the list, each once; also what they are."""
    for index in range(number):
        state = play(state, f"privilege {PRIVILEGE_TEXTS[index]}")
    return state, plus(*PRIVILEGES[:number])


@by_name(CARD_ROWS)
def test_card_costs_and_immediate_effect(row: dict[str, Any]) -> None:
    """The Cards: you must always pay its cost; the immediate effect is resolved when the card is taken."""
    before = before_taking(row)
    state = play(before, f"place black {row['type']} 1", "servants 0")
    cost: dict[str, int] = {}
    if row["costs"]:
        cost = row["costs"][-1]["pay"]
    if len(row["costs"]) == 2:
        assert texts(state) == ["cost 1", "cost 2"]
        state = play(state, "cost 2")
    immediate = row.get("immediate", {})
    gain = dict(immediate.get("gain", {}))
    state, chosen = choose_privileges(state, gain.pop("privileges", 0))
    military = PLENTY["military"] - cost.get("military", 0)
    extra = per_gain(immediate.get("per", []), counts(row), military)
    assert gained(before, state) == minus(plus(gain, chosen, extra), cost)
    assert row["id"] in player(state)[LISTS[row["type"]]]
    check_bonus_action(state, immediate.get("action"))


def check_bonus_action(state: palio.State, action: dict[str, Any] | None) -> None:
    if action is None:
        assert state.actor == 1
        return
    assert state.actor == 0
    assert "decline" in texts(state)
    if action["kind"] == "take":
        towers = {text.split()[1] for text in texts(state) if text.startswith("take ")}
        assert towers <= ({action["type"]} if action["type"] != "any" else set(LISTS))
        assert towers
    else:
        assert texts(state)[0] == "servants 0"
    assert play(state, "decline").actor == 1


@by_name([row for row in CARD_ROWS if row["costs"]])
def test_a_card_cannot_be_taken_with_one_thing_short(row: dict[str, Any]) -> None:
    """If you don't have the resources or points required, you can't place the family member to take the card."""
    space = f"{row['type']} 1"
    for option in row["costs"]:
        need = dict(option["pay"])
        if "need_military" in option:
            need["military"] = option["need_military"]
        exact = position(need, {}, round=2 * row["period"], floors={space: row["id"]}, dice=(1, 1, 1))
        assert space in placements(exact, "black")
        paid = play(exact, f"place black {space}", "servants 0")
        if len(row["costs"]) == 2:
            assert texts(paid) == [f"cost {row['costs'].index(option) + 1}"]
        for name, amount in need.items():
            short = {**need, name: amount - 1}
            state = position(short, {}, round=2 * row["period"], floors={space: row["id"]}, dice=(1, 1, 1))
            assert space not in placements(state, "black")


@by_name([row for row in CARD_ROWS if row["costs"] and "need_military" in row["costs"][0]])
def test_military_cost_needs_the_threshold_and_pays_less(row: dict[str, Any]) -> None:
    """Ventures: you must pay 2 military points and may do so only if you have at least 4 before taking the card."""
    option = row["costs"][0]
    space = f"{row['type']} 1"
    seat = {"military": option["need_military"]}
    state = position(seat, {}, round=2 * row["period"], floors={space: row["id"]}, dice=(1, 1, 1))
    state = play(state, f"place black {space}", "servants 0")
    if len(row["costs"]) == 2:
        state = play(state, "cost 1")
    assert player(state)["goods"]["military"] == option["need_military"] - option["pay"]["military"]


def activated(row: dict[str, Any], value: int) -> tuple[palio.State, palio.State]:
    """Before and after a harvest or production of this value with the card alone."""
    kind = "harvest" if row["type"] == "territory" else "production"
    seat = {**PLENTY, "cards": [row["id"]]}
    before = position(seat, {}, round=2 * row["period"], dice=(max(value, 1), 1, 1))
    if value < 1:
        return before, before
    return before, play(before, f"place black {kind}", "servants 0")


BONUS_TILE = DATA["personal_bonus_tiles"]["basic"]
YIELDING = [row for row in CARD_ROWS if row["type"] in ("territory", "building")]
EXCHANGING = [row for row in YIELDING if "exchange" in row.get("production", {})]
PLAIN = [row for row in YIELDING if row not in EXCHANGING]


@by_name(PLAIN)
def test_card_yields_at_its_activation_value(row: dict[str, Any]) -> None:
    """Harvest and production activate the cards with a value equal to or lower than the action's."""
    kind = "harvest" if row["type"] == "territory" else "production"
    before, state = activated(row, row["activation"])
    gain = dict(row[kind].get("gain", {}))
    state, chosen = choose_privileges(state, gain.pop("privileges", 0))
    cards = {name: int(name == row["type"]) for name in COUNTS}
    extra = per_gain(row[kind].get("per", []), cards, PLENTY["military"])
    assert gained(before, state) == plus(gain, chosen, extra, BONUS_TILE[kind])


@by_name([row for row in PLAIN if row["activation"] > 1])
def test_card_yields_nothing_below_its_activation_value(row: dict[str, Any]) -> None:
    """Only of those cards that have a value equal to or lower than your action value."""
    kind = "harvest" if row["type"] == "territory" else "production"
    before, state = activated(row, row["activation"] - 1)
    assert gained(before, state) == BONUS_TILE[kind]


@by_name(EXCHANGING)
def test_exchange_pays_and_gains_one_arrow(row: dict[str, Any]) -> None:
    """Pay on the left to receive on the right, once per activation; of two arrows one is chosen; it may be declined."""
    before, state = activated(row, row["activation"])
    arrows = row["production"]["exchange"]
    numbers = [str(index + 1) for index in range(len(arrows))]
    assert texts(state) == [f"exchange {row['id']} {number}" for number in ["none", *numbers]]
    assert gained(before, play(state, f"exchange {row['id']} none")) == BONUS_TILE["production"]
    for index, arrow in enumerate(arrows):
        after = play(state, f"exchange {row['id']} {index + 1}")
        gain = dict(arrow["gain"])
        after, chosen = choose_privileges(after, gain.pop("privileges", 0))
        assert gained(before, after) == minus(plus(gain, chosen, BONUS_TILE["production"]), arrow["pay"])


@by_name([row for row in EXCHANGING if row["activation"] > 1])
def test_exchange_is_not_offered_below_its_activation_value(row: dict[str, Any]) -> None:
    """Production: only of those buildings that have a value equal to or lower than your production action value."""
    before, state = activated(row, row["activation"] - 1)
    assert state.actor == 1
    assert gained(before, state) == BONUS_TILE["production"]


@by_name(EXCHANGING)
def test_exchange_needs_what_it_pays(row: dict[str, Any]) -> None:
    """All the resources you want to use must already be present in your personal supply."""
    for index, arrow in enumerate(row["production"]["exchange"]):
        for name in arrow["pay"]:
            seat = {**PLENTY, name: arrow["pay"][name] - 1, "cards": [row["id"]]}
            state = position(seat, {}, round=2 * row["period"], dice=(6, 1, 1))
            state = play(state, "place black production", "servants 0")
            assert f"exchange {row['id']} {index + 1}" not in texts(state)


ROWS = {
    "harvest": ["Gold Mine", "Hermitage", "Mountain Town", "Gravel Pit", "Forest"],
    "production": ["Residence", "Chapel", "Stonemason's Shop", "Carpenter's Shop", "Sculptors' Guild"],
}
"""Cards with the activation values 1 to 5; what each territory alone yields shows how far a harvest reached."""


def reached(before: palio.State, kind: str, *moves: str) -> int:
    """The value of the harvest or production that these moves start with the row above."""
    state = play(before, *moves)
    if kind == "production":
        return len(state.to_map()["action"]["active"])
    gain = gained(before, state)
    marks = {"coins": 2, "faith": 1, "military": 1, "stone": 1 + 2, "wood": 1 + 2 + 3}
    return sum(gain.get(name, 0) == amount for name, amount in marks.items())


GIVING = [row for row in CARD_ROWS if "action" in row.get("immediate", {})]


@by_name([row for row in GIVING if row["immediate"]["action"]["kind"] == "take"])
def test_bonus_action_takes_cards_at_its_value(row: dict[str, Any]) -> None:
    """Perform a specific action at a specific value without placing a family member; servants raise it."""
    action = row["immediate"]["action"]
    state = play(before_taking(row), f"place black {row['type']} 1", "servants 0")
    state, _ = choose_privileges(state, row["immediate"].get("gain", {}).get("privileges", 0))
    types = list(LISTS) if action["type"] == "any" else [action["type"]]
    spaces = {f"{type_} {floor}": need for type_ in types for floor, need in enumerate((1, 3, 5, 7), 1)}
    spaces.pop(f"{row['type']} 1", None)
    for space, need in spaces.items():
        assert texts(play(state, f"take {space}"))[0] == f"servants {max(0, need - action['value'])}"


@by_name([row for row in GIVING if row["immediate"]["action"]["kind"] in ROWS])
def test_bonus_action_harvests_or_produces_at_its_value(row: dict[str, Any]) -> None:
    """Perform a harvest or production at a specific value without placing a family member; servants raise it."""
    action = row["immediate"]["action"]
    seat = {**PLENTY, "cards": ROWS[action["kind"]]}
    state = position(seat, {}, round=2 * row["period"], floors={f"{row['type']} 1": row["id"]})
    state = play(state, f"place black {row['type']} 1", "servants 0")
    for servants in (0, 1):
        assert reached(state, action["kind"], f"servants {servants}") == action["value"] + servants


LASTING = [row for row in CARD_ROWS if "action_bonus" in row.get("permanent", {})]


@by_name(LASTING)
def test_action_bonus_raises_every_such_action(row: dict[str, Any]) -> None:
    """Whenever you perform the action, through a family member or a card, increase its value."""
    bonus = row["permanent"]["action_bonus"][0]
    with_card = position({**PLENTY, "servants": 0, "cards": [row["id"]]}, {}, round=2 * row["period"], dice=(1, 1, 1))
    without = position({**PLENTY, "servants": 0}, {}, round=2 * row["period"], dice=(1, 1, 1))
    if bonus["on"] in ROWS:
        state = position({**PLENTY, "cards": [*ROWS[bonus["on"]], row["id"]]}, {}, round=6, dice=(1, 1, 1))
        assert reached(state, bonus["on"], f"place black {bonus['on']}", "servants 0") == 1 + bonus["value"]
        return
    for member, value in (("neutral", 0), ("black", 1)):
        for floor, need in enumerate(DATA["board"]["tower_floor_values"], 1):
            space = f"{bonus['on']} {floor}"
            assert (space in placements(with_card, member)) == (value + bonus["value"] >= need)
            assert (space in placements(without, member)) == (value >= need)


VENTURES = [row for row in CARD_ROWS if row["type"] == "venture"]


@by_name(VENTURES)
def test_venture_scores_at_the_end(row: dict[str, Any]) -> None:
    """Encouraged Ventures: the sum of all victory points on the venture cards."""
    with_card = finish(position({"cards": [row["id"]]}, {}, round=6, lap=3))
    without = finish(position({}, {}, round=6, lap=3))
    assert with_card.outcome().points[0] - without.outcome().points[0] == row["final_vp"]


def test_the_data_has_8_cards_of_each_type_and_period() -> None:
    """Components: 96 development cards, 4 types divided into 3 periods."""
    groups = [(row["type"], row["period"]) for row in CARD_ROWS]
    assert len(groups) == 96
    assert {groups.count(group) for group in groups} == {8}
