"""Coup, Personaje alternativo: the Inquisitor's exchange, examination and block."""

import pytest

from palio import CHANCE, OVER, IllegalMoveError, State

from .table import all_allow, at_turn_of, cards, coins, court, face_up, field, hands, influence, play, texts
from .table import position as any_position

HANDS = [["inquisitor", "contessa"], ["captain", "assassin"], ["duke", "duke"]]


def position(hands: list[list[str]], **more: object) -> State:
    return any_position(hands, roles="inquisitor", **more)  # type: ignore[arg-type]


def examining(hands: list[list[str]] = HANDS) -> State:
    """Seat 0 has claimed the Inquisitor against seat 1 and nobody challenged it."""
    return all_allow(play(position(hands), "0 examine 1"))


def test_the_inquisitor_replaces_the_ambassador() -> None:
    """Personaje alternativo: use this card in place of the Ambassador."""
    state = position(HANDS)
    assert court(state)["ambassador"] == 0
    assert court(state)["inquisitor"] == 2


def test_the_exchange_draws_one_card() -> None:
    """Inquisidor a): like the Ambassador, but he looks at and takes one card only."""
    state = position(HANDS)
    before = court(state)
    all_allow(play(state, "0 exchange"))
    assert state.actor == CHANCE
    assert {len(text.split()) for text in texts(state)} == {2}
    play(state, "draw duke")
    assert hands(state)[0] == ["contessa", "duke", "inquisitor"]
    assert court(state) == before - cards("duke")
    assert sorted(texts(state)) == ["keep duke contessa", "keep duke inquisitor", "keep inquisitor contessa"]
    play(state, "0 keep duke contessa")
    assert hands(state)[0] == ["contessa", "duke"]
    assert court(state) == before - cards("duke") + cards("inquisitor")
    assert at_turn_of(state, 1)


def test_the_exchange_with_one_influence() -> None:
    """Inquisidor a): one of two cards is kept, the other returned."""
    state = position([["inquisitor"], *HANDS[1:]], face_up=[["contessa"], [], []])
    all_allow(play(state, "0 exchange"))
    play(state, "draw captain")
    assert texts(state) == ["keep captain", "keep inquisitor"]


def test_the_exchange_claims_the_inquisitor() -> None:
    """Inquisidor a): it can be challenged like the Ambassador's."""
    state = play(position([["duke", "contessa"], *HANDS[1:]]), "0 exchange", "1 challenge", "0 lose duke")
    assert influence(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


def test_the_target_chooses_the_card_it_shows() -> None:
    """Inquisidor b): the opponent shows one of his cards, whichever he chooses."""
    state = examining()
    assert (state.actor, texts(state)) == (1, ["show assassin", "show captain"])


def test_the_card_is_shown_in_secret() -> None:
    """Inquisidor b): shown to the examining player alone."""
    state = examining()
    assert [state.move_text(state.seen("show captain", seat)) for seat in range(3)] == [
        "show captain",
        "show captain",
        "show ?",
    ]
    play(state, "1 show captain")
    assert [state.view(seat).to_map()["shown"] for seat in range(3)] == ["captain", "captain", None]


def test_what_the_third_player_sees_does_not_depend_on_the_card() -> None:
    """Inquisidor b): in secret: the third player's view is the same, whatever was shown."""
    views = {play(examining(), f"1 show {role}").view(2).to_bytes() for role in ("captain", "assassin")}
    assert len(views) == 1


def test_the_same_card_may_be_shown_every_time() -> None:
    """Inquisidor b): the target may show the same card each time."""
    state = play(examining(), "1 show captain", "0 leave", "1 income", "2 income")
    all_allow(play(state, "0 examine 1"))
    assert texts(state) == ["show assassin", "show captain"]
    play(state, "1 show captain")
    assert field(state, "phase") == "force"


def test_the_examiner_may_leave_the_card() -> None:
    """Inquisidor b): if he wants, he may force the swap: he need not."""
    state = play(examining(), "1 show captain")
    before = court(state)
    assert (state.actor, texts(state)) == (0, ["leave", "swap"])
    play(state, "0 leave")
    assert hands(state) == [sorted(hand) for hand in HANDS]
    assert court(state) == before
    assert at_turn_of(state, 1)


def test_the_examiner_may_force_the_swap() -> None:
    """Inquisidor b): the shown card is changed for another one of the court deck."""
    state = play(examining(), "1 show captain", "0 swap", "draw contessa")
    assert hands(state)[1] == ["assassin", "contessa"]
    assert court(state) == cards("duke assassin assassin captain captain captain inquisitor inquisitor contessa")
    assert influence(state) == [2, 2, 2]
    assert at_turn_of(state, 1)


def test_the_target_draws_before_the_card_returns() -> None:
    """Inquisidor b): a card must be drawn before the old one goes back, so that it cannot be drawn again."""
    state = position([["inquisitor", "contessa"], ["captain", "assassin"], ["captain", "captain"]])
    all_allow(play(state, "0 examine 1"))
    play(state, "1 show captain", "0 swap")
    assert state.actor == CHANCE
    assert "draw captain" not in texts(state)
    assert court(state).total() == 9
    assert state.chance_probability("draw duke") == pytest.approx(3 / 9)


def test_another_copy_of_the_shown_card_may_be_drawn() -> None:
    """Cards and court: the same physical card cannot come back, another copy can."""
    state = play(examining(), "1 show captain", "0 swap", "draw captain")
    assert hands(state)[1] == ["assassin", "captain"]
    assert court(state)["captain"] == 2


def test_only_the_target_sees_the_new_card() -> None:
    """Inquisidor b), knowledge: the new card is the target's secret."""
    state = play(examining(), "1 show captain", "0 swap")
    assert [state.move_text(state.seen("draw contessa", seat)) for seat in range(3)] == [
        "draw ?",
        "draw contessa",
        "draw ?",
    ]


def test_the_last_card_is_shown_without_a_choice() -> None:
    """State 8b: with one card the target has nothing to choose."""
    state = position([HANDS[0], ["captain"], HANDS[2]], face_up=[[], ["assassin"], []])
    all_allow(play(state, "0 examine 1"))
    assert (state.actor, texts(state), field(state, "shown")) == (0, ["leave", "swap"], "captain")
    play(state, "0 swap", "draw contessa")
    assert hands(state)[1] == ["contessa"]


def test_two_equal_cards_are_one_move_to_show() -> None:
    """Rulings: equal cards are one move and still a decision."""
    state = all_allow(play(position(HANDS), "0 examine 2"))
    assert (state.actor, texts(state)) == (2, ["show duke"])


def test_a_card_that_the_target_does_not_have_cannot_be_shown() -> None:
    """Inquisidor b): one of his cards."""
    with pytest.raises(IllegalMoveError):
        examining().apply("show duke")


def test_the_examination_claims_the_inquisitor() -> None:
    """Inquisidor b): it is a character action and can be challenged."""
    state = play(position([["duke", "contessa"], *HANDS[1:]]), "0 examine 1", "1 challenge", "0 lose duke")
    assert face_up(state)[0] == ["duke"]
    assert at_turn_of(state, 1)


def test_the_examination_goes_on_after_a_vain_challenge() -> None:
    """Inquisidor b), Desafíos: after the proof the action is resolved."""
    state = play(position(HANDS), "0 examine 1", "1 allow", "2 challenge", "draw duke", "2 lose duke")
    assert (state.actor, field(state, "phase")) == (1, "show")


def test_the_examination_cannot_be_blocked() -> None:
    """Inquisidor b): no character counteracts it."""
    state = play(position(HANDS), "0 examine 1", "1 allow", "2 allow")
    assert field(state, "phase") == "show"


def test_the_examination_needs_another_living_player() -> None:
    """Inquisidor b): a card of another player."""
    state = position([HANDS[0], HANDS[1], []], face_up=[[], [], ["duke", "duke"]])
    assert [text for text in texts(state) if text.startswith("examine")] == ["examine 1"]


def test_examining_costs_nothing() -> None:
    """Inquisidor: no cost is named."""
    state = any_position(HANDS, coins=[0, 2, 2], roles="inquisitor")
    play(all_allow(play(state, "0 examine 1")), "1 show captain", "0 leave")
    assert coins(state) == [0, 2, 2]


@pytest.mark.parametrize("role", ["captain", "inquisitor"])
def test_the_inquisitor_blocks_the_captain(role: str) -> None:
    """Inquisidor, Contrarrestar: the Inquisitor blocks the Captain just as the Ambassador."""
    state = play(position(HANDS), "0 steal 1", "1 allow", "2 allow")
    assert texts(state) == ["allow", "block captain", "block inquisitor"]
    all_allow(play(state, f"1 block {role}"))
    assert coins(state) == [2, 2, 2]


def test_the_inquisitors_block_is_proven_by_the_inquisitor() -> None:
    """Inquisidor, Contrarrestar: the proof is the named role."""
    state = position([["captain", "contessa"], ["inquisitor", "duke"], HANDS[2]])
    play(state, "0 steal 1", "1 allow", "2 allow", "1 block inquisitor", "2 challenge")
    play(state, "draw assassin", "2 lose duke")
    assert coins(state) == [2, 2, 2]
    assert hands(state)[1] == ["assassin", "duke"]


def test_a_dead_target_is_not_examined() -> None:
    """Elimination: an examination of a dead target has no effect."""
    state = position([HANDS[0], ["captain"], HANDS[2]], face_up=[[], ["assassin"], []])
    play(state, "0 examine 1", "1 challenge", "draw duke")
    assert influence(state) == [2, 0, 2]
    assert at_turn_of(state, 2)


def test_a_dead_target_ends_a_game_of_two() -> None:
    """State machine: the open examination is dropped."""
    state = position([["inquisitor"], ["captain"]], face_up=[["duke"], ["duke"]])
    play(state, "0 examine 1", "1 challenge", "draw duke")
    assert state.actor == OVER
