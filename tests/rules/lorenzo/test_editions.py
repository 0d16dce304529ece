"""Where the English and the Spanish rulebook differ (rulings: Options of a game)."""

import pytest

from tests.rules.lorenzo.table import CARD_ROWS, LEADER, gained, offers, play, position, servants

EDITIONS = ("english", "spanish")


@pytest.mark.parametrize(("name", "kind", "cards"), [
    ("Francesco Sforza", "harvest", ["Farmer", "Peasant"]),
    ("Leonardo da Vinci", "production", ["Artisan", "Scholar"]),
])  # fmt: skip
def test_cards_raise_sforza_and_leonardo_only_in_spanish(name: str, kind: str, cards: list[str]) -> None:
    """English: their value rises by servants only; Spanish: card bonuses count too."""
    owned = {"harvest": "Forest", "production": "Mint"}[kind]
    value = {"harvest": 1, "production": 0}[kind]
    for edition in EDITIONS:
        seat = {"played": [name], "cards": [owned, *cards], "servants": 5}
        state = position(seat, {}, rules="advanced", edition=edition, round=4)
        asked = play(state, f"activate leader {LEADER[name]}")
        bonus = 5 if edition == "spanish" else 0
        least = max(0, 1 - value - bonus)
        assert servants(asked) == list(range(least, 6))
        rich = set(gained(asked, play(asked, f"servants {least}")))
        extra = {"harvest": {"wood": 4}, "production": {"coins": 2}}[kind]
        reached = gained(asked, play(asked, f"servants {least}"))
        key = next(iter(extra))
        assert rich
        assert (reached.get(key, 0) >= extra[key]) == (edition == "spanish")


def test_leonardo_without_servants_works_only_in_spanish_with_a_card() -> None:
    """A production at value 0 raised by the Artisan to 2."""
    for edition in EDITIONS:
        state = position({"played": ["Leonardo da Vinci"], "cards": ["Artisan"]}, {}, rules="advanced", edition=edition)
        assert offers(state, f"activate leader {LEADER['Leonardo da Vinci']}") == (edition == "spanish")


def test_the_harvest_tile_lowers_sforza_in_both_editions() -> None:
    """English: only servants raise it, but tiles still lower it."""
    for edition, least in (("english", 3), ("spanish", 1)):
        seat = {"played": ["Francesco Sforza"], "cards": ["Farmer"], "excommunicated": [1], "servants": 4}
        state = position(seat, {}, rules="advanced", edition=edition, round=4, tiles=(5, 1, 1))
        assert servants(play(state, f"activate leader {LEADER['Francesco Sforza']}"))[0] == least


def test_lucrezia_borgias_requirement() -> None:
    """English: 6 development cards of one type; Spanish: 6 in all."""
    mixed = [row["id"] for row in CARD_ROWS if row["period"] == 1 and row["type"] in ("territory", "building")]
    six_mixed = mixed[:3] + mixed[8:11]
    six_alike = [row["id"] for row in CARD_ROWS if row["type"] == "territory"][:6]
    move = f"play leader {LEADER['Lucrezia Borgia']}"
    for edition in EDITIONS:
        seat = {"hand": ["Lucrezia Borgia"], "cards": six_mixed}
        state = position(seat, {}, rules="advanced", edition=edition, round=4)
        assert offers(state, move) == (edition == "spanish")
        seat = {"hand": ["Lucrezia Borgia"], "cards": six_alike}
        assert offers(position(seat, {}, rules="advanced", edition=edition, round=4), move)
        seat = {"hand": ["Lucrezia Borgia"], "cards": six_mixed[:5]}
        assert not offers(position(seat, {}, rules="advanced", edition=edition, round=4), move)


def test_one_fewer_wood_and_stone_is_the_same_in_both_editions() -> None:
    """English says 1 fewer wood or stone, Spanish 1 wood and 1 stone fewer: one of each kind that the source gives."""
    for edition in EDITIONS:
        state = position({"excommunicated": [1]}, {}, edition=edition, tiles=(4, 1, 1), round=4)
        assert gained(state, play(state, "place black harvest", "servants 0")) == {"servants": 1}


def test_the_large_space_needs_an_action_of_1_in_both_editions() -> None:
    """Spanish asks for a member of value 1, English for an action of value 1: the English reading rules."""
    for edition in EDITIONS:
        state = position({"servants": 3}, {}, {}, edition=edition, dice=(1, 1, 1))
        assert servants(play(state, "place black harvest large")) == [3]
