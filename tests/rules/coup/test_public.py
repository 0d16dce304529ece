"""Coup, what each player knows: what is public, and what a challenge tells everybody."""

import pytest

from .table import court, hands, play, position, worlds

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"]]


def test_coins_face_up_cards_and_counts_are_public() -> None:
    """Public: coins, face-up cards, number of face-down cards."""
    state = play(position(HANDS, coins=[7, 2, 2]), "0 coup 1", "1 lose captain")
    for seat in range(3):
        players = state.view(seat).to_map()["players"]
        assert [(row["coins"], row["face_up"], row["face_down"]) for row in players] == [
            (0, [], 2),
            (2, ["captain"], 1),
            (2, [], 2),
        ]


def test_action_target_block_and_challenge_are_public() -> None:
    """Public: every declared action, target, claim, challenge, block and pass."""
    state = play(position(HANDS), "0 steal 1", "1 allow", "2 allow", "1 block ambassador", "2 challenge")
    for seat in range(3):
        view = state.view(seat).to_map()
        assert (view["action"], view["target"], view["turn_player"]) == ("steal", 1, 0)
        assert (view["blocker"], view["block_role"], view["challenger"]) == (1, "ambassador", 2)
        assert [row["claims"] for row in view["players"]] == [["captain"], ["ambassador"], []]


@pytest.mark.parametrize(
    ("moves", "seat", "action"),
    [
        (("0 foreign_aid", "1 allow"), 1, "foreign_aid"),
        (("0 steal 1", "1 allow", "2 allow", "1 allow"), 1, "steal"),
        (("0 assassinate 2", "1 allow", "2 allow", "2 allow"), 2, "assassinate"),
    ],
)
def test_a_block_that_was_not_claimed_is_public(moves: tuple[str, ...], seat: int, action: str) -> None:
    """Public: passes: who let which action pass without a block is kept."""
    state = play(position(HANDS, coins=[3, 2, 2]), *moves)
    for viewer in range(3):
        players = state.view(viewer).to_map()["players"]
        assert [row["let_pass"] for row in players] == [[action] if other == seat else [] for other in range(3)]


def test_the_court_is_hidden_and_its_size_is_public() -> None:
    """Public: the court's size, which follows from the number of cards elsewhere."""
    view = position(HANDS).view(1).to_map()
    assert view["court"] is None
    assert court(position(HANDS).view(1).world(0)).total() == 15 - sum(row["face_down"] for row in view["players"])


def test_a_proof_is_public() -> None:
    """Public: any card shown in a won challenge and that it went into the court."""
    state = play(position(HANDS), "0 tax", "1 challenge", "draw contessa", "1 lose captain")
    for seat in range(3):
        assert state.view(seat).to_map()["players"][0]["proven"] == 1
    for seat in (1, 2):
        assert all(court(world)["duke"] + hands(world)[0].count("duke") >= 1 for world in worlds(state, seat))


def test_a_lost_proof_tells_everybody_that_the_role_was_not_there() -> None:
    """Knowledge: a claimant who loses the challenge did not have the role at that moment."""
    state = position([HANDS[0], HANDS[1], ["contessa", "ambassador"]])
    play(state, "0 income", "1 tax", "2 challenge", "1 lose captain")
    for seat in (0, 2):
        players = state.view(seat).to_map()["players"]
        assert (players[1]["lacks"], players[1]["caught"]) == (["duke"], 1)
        assert all("duke" not in hands(world)[1] for world in worlds(state, seat))


def test_a_caught_blocker_lacks_the_role_too() -> None:
    """Knowledge: the same for a block."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke", "2 challenge", "1 lose captain")
    assert all("duke" not in hands(world)[1] for seat in (0, 2) for world in worlds(state, seat))


def test_the_lack_ends_with_new_cards() -> None:
    """Knowledge: it holds at that moment: after an exchange the role may be there again."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke", "2 challenge", "1 lose captain", "1 exchange")
    play(state, "2 allow", "0 allow", "draw duke contessa", "1 keep duke")
    assert state.view(0).to_map()["players"][1]["lacks"] == []
    assert any("duke" in hands(world)[1] for world in worlds(state, 0))
