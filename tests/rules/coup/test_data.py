"""Coup, the numbers of data.json against the rulebook's, written out here."""

import json
from importlib import resources
from typing import Any

import pytest


@pytest.fixture(scope="module")
def data() -> Any:
    return json.loads(resources.files("palio.games.coup").joinpath("data.json").read_text(encoding="utf-8"))


def test_roles(data: Any) -> None:
    """Contenido: Duke, Assassin, Captain, Ambassador, Contessa; the Inquisitor replaces the Ambassador."""
    assert [role["id"] for role in data["roles"]] == ["duke", "assassin", "captain", "ambassador", "contessa"]
    assert data["inquisitor"] == {"id": "inquisitor", "replaces": "ambassador"}
    assert data["copies_per_role"] == 3


def test_setup(data: Any) -> None:
    """Preparación, 2 jugadores: 2 cards and 2 coins each; the first of two players has 1 coin."""
    assert data["setup"] == {"cards_each": 2, "coins_each": 2, "two_players_first_coins": 1}


def test_forced_coup(data: Any) -> None:
    """Acciones: with 10 coins a coup is forced."""
    assert data["forced_coup_coins"] == 10


@pytest.mark.parametrize(
    ("name", "numbers", "claim", "blocked_by"),
    [
        ("income", (0, 1, False), None, []),
        ("foreign_aid", (0, 2, False), None, ["duke"]),
        ("coup", (7, 0, True), None, []),
        ("tax", (0, 3, False), "duke", []),
        ("assassinate", (3, 0, True), "assassin", ["contessa"]),
        ("steal", (0, 2, True), "captain", ["captain", "ambassador"]),
        ("exchange", (0, 0, False), "ambassador", []),
        ("examine", (0, 0, True), "ambassador", []),
    ],
)
def test_actions(
    data: Any, name: str, numbers: tuple[int, int, bool], claim: str | None, blocked_by: list[str]
) -> None:
    """Acciones: cost, gain, target, claimed role and blocking roles; `ambassador` stands for either role."""
    (action,) = [row for row in data["actions"] if row["id"] == name]
    assert (action["cost"], action["gain"], action["target"]) == numbers
    assert (action["claim"], action["blocked_by"]) == (claim, blocked_by)


def test_there_are_no_other_actions(data: Any) -> None:
    assert len(data["actions"]) == 8


def test_draws(data: Any) -> None:
    """Embajador, Inquisidor: the exchange draws 2 cards or 1; the forced swap draws 1."""
    draws = {row["id"]: row["draw"] for row in data["actions"] if row["draw"]}
    assert draws == {"exchange": {"ambassador": 2, "inquisitor": 1}, "examine": {"inquisitor": 1}}


def test_only_the_examination_belongs_to_the_variant(data: Any) -> None:
    """Personaje alternativo: examining exists in the Inquisitor game only."""
    assert [row["id"] for row in data["actions"] if row.get("variant")] == ["examine"]
