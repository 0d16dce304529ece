"""Rulebook: Leader Actions (discard, play, activate) and Lorenzo de' Medici's copy."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import LEADER, gained, goods, offers, placements, play, player, position
from tests.support import texts


def test_discarding_a_leader_gives_a_privilege_any_number_of_times() -> None:
    """You can discard a leader card from your hand and receive a council privilege, more than once per turn."""
    state = position({"hand": [3, 7, 9]}, {}, rules="advanced")
    before = state
    for leader, choice in ((3, "coins"), (7, "coins"), (9, "faith")):
        state = play(state, f"discard leader {leader}", f"privilege {choice}")
    assert gained(before, state) == {"coins": 4, "faith": 1}
    assert player(state)["hand"] == []
    assert {3, 7, 9} <= set(player(state)["discarded"])
    assert state.actor == 0


def test_several_leaders_may_be_played_and_activated_in_one_turn() -> None:
    """You may do this more than once per turn; you may activate more than one card per round."""
    names = ["Michelangelo Buonarroti", "Sandro Botticelli"]
    state = position({"hand": names, "wood": 10, "stone": 10}, {}, rules="advanced")
    before = state
    for verb in ("play", "activate"):
        for name in names:
            state = play(state, f"{verb} leader {LEADER[name]}")
    assert gained(before, state) == {"coins": 3, "military": 2, "vp": 1}
    assert state.actor == 0


def test_everyone_sees_which_leader_was_discarded() -> None:
    """Ruling: everyone sees which leader it was."""
    state = play(position({"hand": [3]}, {}, rules="advanced"), "discard leader 3", "privilege coins")
    assert 3 in state.view(1).to_map()["players"][0]["discarded"]


def test_leader_actions_come_before_or_after_the_placement() -> None:
    """These instant actions can be performed at any time, before or after placing the family member."""
    state = position({"hand": [3], "played": ["Bartolomeo Colleoni"]}, {}, rules="advanced")
    activate = f"activate leader {LEADER['Bartolomeo Colleoni']}"
    assert offers(state, "discard leader 3")
    assert offers(state, activate)
    state = play(state, "place black market 1", "servants 0")
    assert texts(state) == [activate, "discard leader 3", "end"]
    state = play(state, activate)
    assert texts(state) == ["discard leader 3", "end"]
    assert play(state, "end").actor == 1


def test_the_turn_ends_by_itself_when_no_leader_action_is_left() -> None:
    """Nothing is asked after the placement of a player without leaders to use."""
    for leaders in ([], ["Leonardo da Vinci", "Pico della Mirandola"]):
        state = position({"played": leaders}, {}, rules="advanced")
        assert play(state, "place black market 1", "servants 0").actor == 1


def test_leaders_are_played_after_the_placement_that_made_it_possible() -> None:
    """Example: the moment you have 10 wood in your personal supply, you may play this leader card."""
    botticelli = LEADER["Sandro Botticelli"]
    seat = {"hand": ["Sandro Botticelli"], "wood": 9}
    state = position(seat, {}, rules="advanced", dice=(1, 1, 1))
    assert not offers(state, f"play leader {botticelli}")
    state = play(state, "place black council", "servants 0", "privilege wood+stone")
    assert offers(state, f"play leader {botticelli}")


def test_it_does_not_matter_if_requirements_are_lost_afterwards() -> None:
    """It doesn't matter if you lose some requirements afterward."""
    botticelli = LEADER["Sandro Botticelli"]
    seat = {"hand": ["Sandro Botticelli"], "wood": 10}
    state = position(seat, {}, rules="advanced", floors={"building 1": "Chapel"}, dice=(1, 1, 1))
    state = play(state, f"play leader {botticelli}", "place black building 1", "servants 0")
    assert goods(state)["wood"] == 8
    assert gained(state, play(state, f"activate leader {botticelli}")) == {"military": 2, "vp": 1}


def test_a_leader_action_beside_the_pass_may_make_a_placement_possible() -> None:
    """Ruling: leader actions are offered beside the pass, and one of them may make a placement possible again."""
    away = {"black": "council", "white": "council", "orange": "council"}
    state = position({"hand": [3], "members": away}, {}, rules="advanced")
    assert texts(state) == ["discard leader 3", "pass"]
    state = play(state, "discard leader 3", "privilege servants")
    assert "pass" not in texts(state)
    assert "council" in placements(state, "neutral")


# Lorenzo's copy


LORENZO = LEADER["Lorenzo de' Medici"]


def test_lorenzo_copies_a_leader_that_another_player_has_in_play() -> None:
    """Copy the ability of another leader card already played by another player."""
    others = {"played": ["Sandro Botticelli", "Pico della Mirandola"]}
    seat = {"hand": ["Lorenzo de' Medici"], "points": 35}
    state = play(position(seat, others, rules="advanced"), f"play leader {LORENZO}")
    choices = {f"copy leader {LEADER[name]}" for name in others["played"]}
    assert set(texts(state)) == choices
    state = play(state, f"copy leader {LEADER['Sandro Botticelli']}")
    before = state
    state = play(state, f"activate leader {LORENZO}")
    assert gained(before, state) == {"military": 2, "vp": 1}
    assert not offers(state, f"activate leader {LORENZO}")
    assert player(state)["copied"] == LEADER["Sandro Botticelli"]


def test_lorenzo_cannot_be_played_with_nothing_to_copy() -> None:
    """Ruling: with none in play he cannot be played; own leaders do not count."""
    seat = {"hand": ["Lorenzo de' Medici"], "played": ["Sandro Botticelli"], "points": 40}
    assert not offers(position(seat, {}, rules="advanced"), f"play leader {LORENZO}")


def test_lorenzo_may_copy_a_used_leader_and_starts_unused() -> None:
    """Ruling: Lorenzo may copy a leader that is already used this round; the copy starts unused."""
    seat = {"hand": ["Lorenzo de' Medici"], "points": 35}
    others = {"played": ["Sandro Botticelli"], "used": ["Sandro Botticelli"]}
    state = position(seat, others, rules="advanced")
    state = play(state, f"play leader {LORENZO}", f"copy leader {LEADER['Sandro Botticelli']}")
    assert offers(state, f"activate leader {LORENZO}")
    state = play(state, f"activate leader {LORENZO}")
    assert player(state, 1)["used"] == [LEADER["Sandro Botticelli"]]


def test_the_use_of_the_copy_leaves_the_copied_leader_ready() -> None:
    """Ruling: the copy has its own once-per-round use."""
    seat = {"played": ["Lorenzo de' Medici"], "copied": "Sandro Botticelli"}
    state = position(seat, {"played": ["Sandro Botticelli"]}, rules="advanced")
    state = play(state, f"activate leader {LORENZO}", "place black market 1", "servants 0")
    assert player(state)["used"] == [LORENZO]
    assert player(state, 1)["used"] == []
    assert offers(state, f"activate leader {LEADER['Sandro Botticelli']}")


def test_lorenzo_copies_a_permanent_ability() -> None:
    """Lorenzo with the ability of il Moro."""
    seat = {"hand": ["Lorenzo de' Medici"], "points": 35}
    state = position(seat, {"played": ["Ludovico il Moro"]}, rules="advanced", dice=(1, 1, 1))
    assert "territory 3" not in placements(state)
    state = play(state, f"play leader {LORENZO}", f"copy leader {LEADER['Ludovico il Moro']}")
    assert "territory 3" in placements(state, "black")
    assert not offers(state, f"activate leader {LORENZO}")


def busy(**seat: Any) -> dict[str, Any]:
    """A seat for which every permanent ability changes something."""
    return {
        "coins": 2,
        "wood": 3,
        "stone": 3,
        "servants": 2,
        "military": 2,
        "cards": ["Commercial Hub", "Woods"],
        **seat,
    }


def behaviour(state: palio.State, leader: int) -> list[Any]:
    """What this leader lets the first player do: its moves, its activation, what a card gives."""
    used = f"activate leader {leader}"
    found: list[Any] = [[text.replace(f"leader {leader}", "leader") for text in texts(state)]]
    if offers(state, used):
        after = play(state, used)
        found += [gained(state, after), texts(after)[0]]
    if offers(state, "place black character 1"):
        found.append(gained(state, play(state, "place black character 1", "servants 0", "privilege servants")))
    return found


@pytest.mark.parametrize("name", [name for name in LEADER if name != "Lorenzo de' Medici"])
def test_the_copy_does_what_the_leader_does(name: str) -> None:
    """Copy the ability of another leader card: each of the 19, Sisto IV's in test_vatican.py."""
    options: dict[str, Any] = {"rules": "advanced", "dice": (1, 2, 6), "floors": {"character 1": "Knight"}}
    away = {"members": {"black": "harvest", "white": "building 1"}}
    own = position(busy(played=[name]), away, **options)
    copied = position(busy(played=["Lorenzo de' Medici"], copied=name), {**away, "played": [name]}, **options)
    none = position(busy(), away, **options)
    assert behaviour(copied, LORENZO) == behaviour(own, LEADER[name])
    assert (behaviour(none, LEADER[name]) == behaviour(own, LEADER[name])) == (name == "Sisto IV")


def test_the_copy_cannot_be_changed() -> None:
    """Once you decide the ability to copy, it can't be changed."""
    seat = {"played": ["Lorenzo de' Medici"], "copied": "Pico della Mirandola", "points": 40}
    state = position(seat, {"played": ["Pico della Mirandola", "Sandro Botticelli"]}, rules="advanced")
    assert not [text for text in texts(state) if "leader" in text]
