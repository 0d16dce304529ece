"""Coup, Desafíos: who may challenge, proof, loss, and what follows."""

import pytest
from scipy.stats import chisquare

from palio import CHANCE, IllegalMoveError, Random

from .table import (
    all_allow,
    at_turn_of,
    cards,
    coins,
    court,
    face_up,
    field,
    hands,
    influence,
    play,
    position,
    texts,
)

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "captain"]]


@pytest.mark.parametrize("challenger", [1, 2, 3])
@pytest.mark.parametrize("action", ["tax", "steal 2", "exchange", "assassinate 3"])
def test_anybody_may_challenge_an_action(action: str, challenger: int) -> None:
    """Desafíos: any player may challenge, involved in the action or not."""
    state = position(HANDS, coins=[3, 2, 2, 2])
    play(state, f"0 {action}", *(f"{seat} allow" for seat in range(1, challenger)), f"{challenger} challenge")
    assert field(state, "challenger") == challenger


@pytest.mark.parametrize("challenger", [2, 3, 0])
def test_anybody_may_challenge_a_counteraction(challenger: int) -> None:
    """Desafíos: also whoever counteracts an action may be challenged, by any player."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke")
    order = [2, 3, 0]
    play(state, *(f"{seat} allow" for seat in order[: order.index(challenger)]), f"{challenger} challenge")
    assert state.actor == 1
    play(state, "1 lose captain")
    assert coins(state) == [4, 2, 2, 2]


def test_all_others_get_the_chance_to_challenge() -> None:
    """Desafíos: the rest of the players must have the opportunity to challenge."""
    state = play(position(HANDS), "0 tax")
    asked = []
    while field(state, "phase") == "challenge":
        asked.append(state.actor)
        state.apply("allow")
    assert asked == [1, 2, 3]


def test_challenges_are_not_retroactive() -> None:
    """Desafíos: once the action is done, it cannot be challenged any more."""
    state = all_allow(play(position(HANDS), "0 tax"))
    with pytest.raises(IllegalMoveError):
        state.apply("challenge")
    state = play(position(HANDS), "0 steal 1", "1 allow", "2 allow", "3 allow")
    with pytest.raises(IllegalMoveError):
        state.apply("challenge")


def test_whoever_cannot_prove_the_character_loses_the_challenge() -> None:
    """Desafíos: whoever cannot prove it loses the challenge, and so an influence of his choice."""
    state = play(position([["captain", "contessa"], *HANDS[1:3]]), "0 tax", "1 challenge")
    assert (state.actor, texts(state)) == (0, ["lose captain", "lose contessa"])
    play(state, "0 lose captain")
    assert face_up(state) == [["captain"], [], []]
    assert coins(state) == [2, 2, 2]
    assert at_turn_of(state, 1)


def test_whoever_proves_the_character_wins_and_the_challenger_loses_an_influence() -> None:
    """Desafíos: if he proves it, he wins; the loser loses a character card and so an influence."""
    state = play(position(HANDS[:3]), "0 tax", "1 allow", "2 challenge", "draw contessa")
    assert (state.actor, texts(state)) == (2, ["lose duke", "lose ambassador"])
    play(state, "2 lose ambassador")
    assert influence(state) == [2, 2, 1]
    assert coins(state) == [5, 2, 2]
    assert at_turn_of(state, 1)


def test_the_proof_is_not_a_choice() -> None:
    """Desafíos: he must prove it: whoever has the card cannot lose on purpose (open point 3)."""
    state = play(position(HANDS[:3]), "0 tax", "1 challenge")
    assert state.actor == CHANCE


def test_the_winner_returns_the_card_shuffles_and_draws_another() -> None:
    """Desafíos: the card goes back to the court, which is shuffled, and another one is drawn at random."""
    state = position(HANDS[:3])
    before = court(state)
    play(state, "0 tax", "1 challenge")
    assert court(state) == before + cards("duke")
    assert hands(state)[0] == ["captain"]
    play(state, "draw contessa")
    assert hands(state)[0] == ["captain", "contessa"]
    assert court(state) == before + cards("duke") - cards("contessa")
    assert influence(state) == [2, 2, 2]


def test_the_same_card_may_be_drawn_again() -> None:
    """Desafíos: it is drawn from the shuffled court, which has the shown card in it."""
    state = position([["duke", "captain"], ["duke", "assassin"], ["duke", "captain"]])
    assert court(state)["duke"] == 0
    play(state, "0 tax", "1 challenge")
    assert state.chance_probability("draw duke") == pytest.approx(1 / 10)
    play(state, "draw duke")
    assert hands(state)[0] == ["captain", "duke"]


def test_the_draw_is_uniform_over_the_cards_of_the_court() -> None:
    """Desafíos: a card at random: each of the ten cards is equally likely."""
    state = play(position(HANDS[:3]), "0 tax", "1 challenge")
    left = court(state)
    moves = state.legal_moves()
    for move in moves:
        role = state.move_text(move).split()[1]
        assert state.chance_probability(move) == pytest.approx(left[role] / 10)
    random = Random(5)
    found = [0] * len(moves)
    for _ in range(4000):
        found[moves.index(state.sample_chance(random))] += 1
    expected = [4000 * state.chance_probability(move) for move in moves]
    assert chisquare(found, expected).pvalue > 1e-4


def test_the_others_do_not_see_the_new_card() -> None:
    """Desafíos: the other players do not know which new card he has."""
    state = play(position(HANDS[:3]), "0 tax", "1 challenge")
    for seat, seen in ((0, "draw contessa"), (1, "draw ?"), (2, "draw ?")):
        assert state.move_text(state.seen("draw contessa", seat)) == seen
    play(state, "draw contessa")
    for seat in (1, 2):
        assert state.view(seat).to_map()["players"][0]["hand"] is None


def test_then_the_action_is_resolved() -> None:
    """Desafíos: after the proof the action is resolved: here, the exchange goes on."""
    state = position([["ambassador", "captain"], *HANDS[1:3]])
    play(state, "0 exchange", "1 challenge", "draw contessa", "1 lose captain")
    assert state.actor == CHANCE
    play(state, "draw duke assassin", "0 keep duke assassin")
    assert hands(state)[0] == ["assassin", "duke"]


def test_a_successful_challenge_gives_the_cost_back() -> None:
    """Desafíos: an action that was challenged with success fails, and its cost is given back."""
    state = play(position(HANDS[:3], coins=[5, 2, 2]), "0 assassinate 1", "1 challenge")
    assert coins(state) == [5, 2, 2]
    play(state, "0 lose duke")
    assert coins(state) == [5, 2, 2]
    assert influence(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


@pytest.mark.parametrize("action", ["tax", "steal 1", "exchange"])
def test_a_successfully_challenged_action_fails(action: str) -> None:
    """Desafíos: it fails: no coins, no cards."""
    state = position([["contessa", "contessa"], *HANDS[1:3]])
    before = court(state)
    play(state, f"0 {action}", "1 allow", "2 challenge", "0 lose contessa")
    assert coins(state) == [2, 2, 2]
    assert court(state) == before
    assert at_turn_of(state, 1)


def test_a_successfully_challenged_block_fails() -> None:
    """Desafíos: the counteraction fails and the action is resolved."""
    state = position(HANDS[:3])
    play(state, "0 steal 2", "1 allow", "2 allow", "2 block captain", "1 challenge", "2 lose duke")
    assert coins(state) == [4, 2, 0]
    assert influence(state) == [2, 2, 1]


def test_a_block_that_was_proven_stands() -> None:
    """Desafíos: whoever proves the blocking character redraws it, the challenger loses, the action fails."""
    state = position(HANDS[:3])
    play(state, "0 steal 2", "1 allow", "2 allow", "2 block ambassador", "1 allow", "0 challenge")
    play(state, "draw contessa", "0 lose duke")
    assert coins(state) == [2, 2, 2]
    assert hands(state)[2] == ["contessa", "duke"]
    assert influence(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


def test_the_proof_must_be_the_named_character() -> None:
    """Cards and court: a Captain does not prove an Ambassador's block."""
    state = position([["duke", "contessa"], ["captain", "captain"], HANDS[2]])
    play(state, "0 steal 1", "1 allow", "2 allow", "1 block ambassador", "2 challenge", "1 lose captain")
    assert coins(state) == [4, 0, 2]
    assert influence(state) == [2, 1, 2]


def test_of_two_copies_one_is_shown() -> None:
    """Cards and court: two copies: one is shown and returned, the other stays."""
    state = position([["duke", "duke"], *HANDS[1:3]])
    play(state, "0 tax", "1 challenge", "draw contessa")
    assert hands(state)[0] == ["contessa", "duke"]


def test_the_first_challenger_alone_takes_part() -> None:
    """State 2: with the first challenge the others are not asked any more."""
    state = play(position(HANDS), "0 tax", "1 allow", "2 challenge", "draw duke", "2 lose duke")
    assert influence(state) == [2, 2, 1, 2]
    assert at_turn_of(state, 1)


def test_one_challenge_per_claim() -> None:
    """State 3: after a proof the next window is the block, not another challenge."""
    state = position(HANDS)
    play(state, "0 steal 3", "1 challenge", "draw duke", "1 lose captain")
    assert (state.actor, field(state, "phase")) == (3, "block")


def test_the_challenger_may_be_eliminated_and_the_action_goes_on() -> None:
    """Desafíos: the challenger's last card is turned up and the action is resolved."""
    state = position([HANDS[0], ["captain"], HANDS[2]], face_up=[[], ["assassin"], []])
    play(state, "0 tax", "1 challenge", "draw contessa")
    assert influence(state) == [2, 0, 2]
    assert coins(state) == [5, 0, 2]
    assert at_turn_of(state, 2)
