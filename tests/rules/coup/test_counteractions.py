"""Coup, Contrarrestar una acción: blocks, who may use them, and what they cost."""

import pytest

from palio import IllegalMoveError

from .table import all_allow, at_turn_of, coins, face_up, field, hands, influence, play, position, texts

HANDS = [["duke", "contessa"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "captain"]]


@pytest.mark.parametrize(
    ("moves", "after"),
    [
        (("0 foreign_aid", "1 block duke"), [5, 2, 2, 2]),
        (("0 assassinate 1", "1 allow", "2 allow", "3 allow", "1 block contessa"), [2, 2, 2, 2]),
        (("0 steal 1", "1 allow", "2 allow", "3 allow", "1 block captain"), [5, 2, 2, 2]),
        (("0 steal 1", "1 allow", "2 allow", "3 allow", "1 block ambassador"), [5, 2, 2, 2]),
    ],
)
def test_an_action_that_is_counteracted_fails_and_its_cost_stays_paid(moves: tuple[str, ...], after: list[int]) -> None:
    """Contrarrestar: the action fails, but the player pays its cost, if it has one."""
    state = all_allow(play(position(HANDS, coins=[5, 2, 2, 2]), *moves))
    assert coins(state) == after
    assert influence(state) == [2, 2, 2, 2]
    assert at_turn_of(state, 1)


def test_a_counteraction_names_its_character() -> None:
    """Contrarrestar: players must say which character they use."""
    state = play(position(HANDS), "0 steal 1", "1 allow", "2 allow", "3 allow", "1 block ambassador")
    assert field(state, "blocker") == 1
    assert field(state, "block_role") == "ambassador"
    for seat in range(4):
        view = state.view(seat).to_map()
        assert view["block_role"] == "ambassador"
        assert view["players"][1]["claims"] == ["ambassador"]


@pytest.mark.parametrize("hand", [["duke", "duke"], ["contessa", "captain"]])
def test_a_counteraction_may_be_a_lie(hand: list[str]) -> None:
    """Contrarrestar: they may tell the truth or lie; the choice does not depend on the cards."""
    state = position([["ambassador", "contessa"], hand, ["ambassador", "assassin"]], coins=[3, 2, 2])
    play(state, "0 assassinate 1", "1 allow", "2 allow")
    assert texts(state) == ["allow", "block contessa"]


def test_an_unchallenged_counteraction_succeeds_and_shows_no_card() -> None:
    """Contrarrestar: no card need be shown; unchallenged, the counteraction always succeeds."""
    state = all_allow(play(position(HANDS), "0 foreign_aid", "1 block duke"))
    assert coins(state) == [2, 2, 2, 2]
    assert face_up(state) == [[], [], [], []]
    assert hands(state)[1] == ["assassin", "captain"]


@pytest.mark.parametrize("blocker", [1, 2, 3])
def test_any_player_can_block_foreign_aid_with_the_duke(blocker: int) -> None:
    """Duque, Bloquea la Ayuda exterior: any player may; the other gets no coin in this turn."""
    state = position(HANDS)
    play(state, "0 foreign_aid", *(f"{seat} allow" for seat in range(1, blocker)), f"{blocker} block duke")
    all_allow(state)
    assert coins(state) == [2, 2, 2, 2]
    assert at_turn_of(state, 1)


def test_the_assassinated_player_can_block_with_the_contessa() -> None:
    """Condesa, Bloquear Asesinato: it fails, but the Assassin's player must pay its cost."""
    state = position([["duke", "assassin"], ["captain", "contessa"], HANDS[2]], coins=[3, 2, 2])
    play(state, "0 assassinate 1", "1 allow", "2 allow", "1 block contessa", "2 allow", "0 allow")
    assert coins(state) == [0, 2, 2]
    assert influence(state) == [2, 2, 2]
    assert at_turn_of(state, 1)


@pytest.mark.parametrize("role", ["captain", "ambassador"])
def test_the_extorted_player_can_block_with_ambassador_or_captain(role: str) -> None:
    """Embajador / Capitán, Bloquea Extorsión: the extortioner gets no coins in this turn."""
    state = play(position(HANDS), "0 steal 2", "1 allow", "2 allow", "3 allow", f"2 block {role}")
    all_allow(state)
    assert coins(state) == [2, 2, 2, 2]
    assert at_turn_of(state, 1)


@pytest.mark.parametrize("action", ["steal", "assassinate"])
@pytest.mark.parametrize("target", [1, 2, 3])
def test_only_the_target_may_block_extortion_and_assassination(action: str, target: int) -> None:
    """Condesa, Embajador / Capitán, open point 6: the player who is its target, and nobody else."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), f"0 {action} {target}", "1 allow", "2 allow", "3 allow")
    assert (state.actor, field(state, "phase")) == (target, "block")
    play(state, f"{target} allow")
    assert field(state, "phase") in {"declare", "lose"}


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        ("foreign_aid", ["captain", "contessa", "assassin", "ambassador"]),
        ("steal 1", ["duke", "contessa", "assassin"]),
        ("assassinate 1", ["duke", "captain", "assassin", "ambassador"]),
    ],
)
def test_other_characters_do_not_block(action: str, wrong: list[str]) -> None:
    """Contrarrestar: each action is blocked by the characters listed for it."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), f"0 {action}")
    while field(state, "phase") == "challenge":
        state.apply("allow")
    assert field(state, "phase") == "block"
    for role in wrong:
        with pytest.raises(IllegalMoveError):
            state.apply(f"block {role}")


def test_the_counteraction_has_no_counteraction() -> None:
    """Contrarrestar: a block can be challenged, never blocked."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke")
    while field(state, "phase") == "challenge_block":
        assert texts(state) == ["allow", "challenge"]
        state.apply("allow")


def test_only_one_block_of_foreign_aid() -> None:
    """Open point 2: after a blocker was caught, nobody else may block."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke", "2 challenge", "1 lose captain")
    assert coins(state) == [4, 2, 2, 2]
    assert at_turn_of(state, 1)


def test_who_let_the_aid_go_may_not_block_later() -> None:
    """States 4 and 5: a seat that passed is not asked again in the same window."""
    state = play(position(HANDS), "0 foreign_aid", "1 allow", "2 allow", "3 block duke")
    assert field(state, "phase") == "challenge_block"
    play(state, "1 allow", "2 allow", "0 allow")
    assert at_turn_of(state, 1)
