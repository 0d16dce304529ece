"""Coup, what each player knows: every row of the table, and what is public."""

import pytest

import palio
from palio import State

from .table import BASE, all_allow, cards, court, hands, play, worlds
from .table import position as any_position

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"]]
SEEKERS = [["inquisitor", "contessa"], ["captain", "assassin"], ["duke", "duke"]]


def position(hands: list[list[str]] = HANDS, **more: object) -> State:
    return any_position(hands, **more)  # type: ignore[arg-type]


def always_in_court(state: State, seat: int, expected: str) -> bool:
    """Whether these cards are in the court in every world of the seat."""
    return all(cards(expected) <= court(world) for world in worlds(state, seat))


def sometimes_elsewhere(state: State, seat: int, card: str) -> bool:
    """Whether, for this seat, all copies of the card that it does not see may be in other hands at once."""
    return any(court(world)[card] == 0 for world in worlds(state, seat))


def same_view(first: State, second: State, seat: int) -> bool:
    """Whether the seat cannot tell the two states apart."""
    return first.view(seat) == second.view(seat) and first.view(seat).to_map() == second.view(seat).to_map()


# Deal


@pytest.mark.parametrize("seat", range(3))
def test_deal(seat: int) -> None:
    """Deal: own cards, and nothing of the others'."""
    state = position()
    view = state.view(seat).to_map()
    assert [row["hand"] is None for row in view["players"]] == [other != seat for other in range(3)]
    assert {hands(world)[seat] == sorted(HANDS[seat]) for world in worlds(state, seat)} == {True}


def test_the_views_of_different_deals_are_equal() -> None:
    """Deal: what the seat cannot know changes no byte of its view."""
    other = position([HANDS[0], ["contessa", "contessa"], ["assassin", "assassin"]])
    assert same_view(position(), other, 0)
    assert not same_view(position(), other, 1)


# Own won challenge


def test_own_won_challenge() -> None:
    """Own won challenge: own new card; the shown card is in the court unless drawn again."""
    table = [["duke", "captain"], ["duke", "captain"], ["ambassador", "duke"]]
    state = play(position(table), "0 tax", "1 challenge", "draw contessa", "1 lose captain")
    assert always_in_court(state, 0, "duke")
    assert sometimes_elsewhere(state, 1, "duke")
    again = play(position(table), "0 tax", "1 challenge", "draw duke", "1 lose captain")
    assert sometimes_elsewhere(again, 0, "duke")
    assert same_view(state, again, 1)
    assert same_view(state, again, 2)


# Exchange


def test_exchange() -> None:
    """Exchange: the player knows which cards went back; the others know that it took place."""
    state = all_allow(play(position([["duke", "captain"], ["duke", "duke"], ["captain", "captain"]]), "0 exchange"))
    play(state, "draw contessa contessa", "0 keep contessa contessa")
    assert always_in_court(state, 0, "duke captain")
    assert sometimes_elsewhere(state, 1, "duke")
    assert sometimes_elsewhere(state, 2, "captain")


def test_the_drawn_cards_are_the_players_secret() -> None:
    """Exchange: the others see a draw and a choice without faces."""
    state = all_allow(play(position(), "0 exchange"))
    assert [state.move_text(state.seen("draw contessa contessa", seat)) for seat in range(3)] == [
        "draw contessa contessa",
        "draw ?",
        "draw ?",
    ]
    play(state, "draw contessa contessa")
    assert [state.move_text(state.seen("keep duke contessa", seat)) for seat in range(3)] == [
        "keep duke contessa",
        "keep ?",
        "keep ?",
    ]
    assert state.view(0).to_map()["players"][0]["hand"] == ["duke", "captain", "contessa", "contessa"]
    assert state.view(1).to_map()["players"][0]["hand"] is None


@pytest.mark.parametrize("seat", [1, 2])
def test_others_cannot_tell_exchanges_apart(seat: int) -> None:
    """Exchange: whatever was drawn and kept, the others' views are the same."""
    first = play(all_allow(play(position(), "0 exchange")), "draw contessa contessa", "0 keep contessa contessa")
    second = play(all_allow(play(position(), "0 exchange")), "draw assassin captain", "0 keep duke captain")
    assert same_view(first, second, seat)


def test_inquisitor_exchange() -> None:
    """Inquisitor exchange: the same with one card."""
    table = [["inquisitor", "contessa"], ["inquisitor", "inquisitor"], ["duke", "duke"]]
    state = all_allow(play(position(table, roles="inquisitor"), "0 exchange"))
    play(state, "draw duke", "0 keep duke contessa")
    assert always_in_court(state, 0, "inquisitor")
    assert sometimes_elsewhere(state, 1, "inquisitor")


def test_court_knowledge_ends_when_someone_draws() -> None:
    """Exchange: court content, until someone draws."""
    state = play(all_allow(play(position(), "0 exchange")), "draw duke contessa", "0 keep duke duke")
    assert always_in_court(state, 0, "captain contessa")
    all_allow(play(state, "1 exchange"))
    play(state, "draw assassin ambassador", "1 keep assassin assassin")
    taken = [cards(hands(world)[1]) for world in worlds(state, 0)]
    assert any(hand["captain"] or hand["contessa"] for hand in taken)
    view = state.view(0).to_map()["memory"][0]
    assert (view["in_court"], view["were_in_court"]) == ([], ["captain", "contessa"])


def test_court_knowledge_survives_other_actions() -> None:
    """Exchange: nothing but a draw moves cards out of the court."""
    state = play(all_allow(play(position(), "0 exchange")), "draw contessa contessa", "0 keep contessa contessa")
    all_allow(play(state, "1 tax"))
    all_allow(play(state, "2 steal 1"))
    assert always_in_court(state, 0, "duke captain")


# Examination


def examined(end: tuple[str, ...], shown: str = "captain") -> State:
    state = all_allow(play(position(SEEKERS, roles="inquisitor"), "0 examine 1"))
    return play(state, f"1 show {shown}", *end)


def test_examine_without_swap() -> None:
    """Examine: the actor knows the shown card, the others nothing about it."""
    state = examined(("0 leave",))
    assert all("captain" in hands(world)[1] for world in worlds(state, 0))
    assert not all("captain" in hands(world)[1] for world in worlds(state, 2))
    assert same_view(state, examined(("0 leave",), "assassin"), 2)


def test_the_target_knows_that_the_actor_knows() -> None:
    """Examine: target: that the actor knows it: in its worlds the actor's memory has the card."""
    state = examined(("0 leave",))
    for world in worlds(state, 1)[:10]:
        assert all("captain" in hands(other)[1] for other in worlds(world, 0)[:20])


def test_examine_with_swap() -> None:
    """Examine with swap: both know the shown card is in the court; the target alone knows the new one."""
    state = examined(("0 swap", "draw contessa"))
    assert always_in_court(state, 0, "captain")
    assert always_in_court(state, 1, "captain")
    assert [state.view(seat).to_map()["memory"][seat]["in_court"] for seat in range(3)] == [
        ["captain"],
        ["captain"],
        [],
    ]
    assert all(hands(world)[1] == ["assassin", "contessa"] for world in worlds(state, 1))
    assert not all("contessa" in hands(world)[1] for world in worlds(state, 0))


def test_the_new_card_is_hidden_from_the_examiner() -> None:
    """Examine with swap: the examiner's view is the same, whatever was drawn."""
    first, second = (examined(("0 swap", f"draw {card}")) for card in ("contessa", "duke"))
    assert same_view(first, second, 0)
    assert same_view(first, second, 2)
    assert not same_view(first, second, 1)


def test_who_was_examined_and_whether_a_swap_was_forced_is_public() -> None:
    """Public: who was examined and whether a swap was forced."""
    state = play(position(SEEKERS, roles="inquisitor"), "0 examine 1", "1 allow", "2 allow")
    view = state.view(2).to_map()
    assert (view["action"], view["target"], view["phase"]) == ("examine", 1, "show")
    play(state, "1 show captain")
    assert [state.move_text(state.seen(text, 2)) for text in ("leave", "swap")] == ["leave", "swap"]


def test_the_shown_card_is_forgotten_with_new_cards() -> None:
    """Examine: a later exchange of the target makes the knowledge uncertain."""
    state = examined(("0 leave",))
    all_allow(play(state, "1 exchange"))
    play(state, "draw duke", "1 keep assassin duke")
    assert not all("captain" in hands(world)[1] for world in worlds(state, 0))


def test_the_shown_card_is_not_known_any_more_when_it_was_proven() -> None:
    """Examine, proof: the card went into the court; what was drawn for it is open."""
    state = play(examined(("0 leave",)), "1 steal 2", "2 challenge", "draw contessa", "2 lose duke", "2 allow")
    assert state.view(0).to_map()["memory"][0]["holds"] == [[], [], []]
    assert any("captain" not in hands(world)[1] for world in worlds(state, 0))
    assert any("contessa" in hands(world)[1] for world in worlds(state, 0))


def test_a_swap_forced_by_another_makes_the_shown_card_uncertain() -> None:
    """Examine with swap: who had seen a card before does not know whether it is the one that went back."""
    state = play(examined(("0 leave",)), "1 income", "2 examine 1", "0 allow", "1 allow", "1 show assassin")
    play(state, "2 swap", "draw duke")
    assert state.view(0).to_map()["memory"][0]["holds"] == [[], ["captain?"], []]
    assert state.view(1).to_map()["memory"][1]["shown_to"] == [["captain?"], [], []]
    for world in worlds(state, 0):
        assert hands(world)[1].count("captain") + court(world)["captain"] >= 1


def test_the_only_card_shown_and_then_swapped_by_another_is_in_the_court() -> None:
    """Examine with swap: with one card left the swapped card is the one that was shown before."""
    table = [["inquisitor", "contessa"], ["captain"], ["inquisitor", "duke"]]
    state = position(table, roles="inquisitor", face_up=[[], ["assassin"], []])
    play(all_allow(play(state, "0 examine 1")), "0 leave", "1 income")
    play(all_allow(play(state, "2 examine 1")), "2 swap", "draw duke")
    assert always_in_court(state, 0, "captain")
    assert state.view(0).to_map()["memory"][0]["in_court"] == ["captain"]


def test_the_shown_card_stays_known_when_the_other_is_lost() -> None:
    """Examine: the target loses its other card: the shown one is what is left."""
    state = play(examined(("0 leave",)), "1 tax", "2 challenge", "1 lose assassin")
    assert all(hands(world)[1] == ["captain"] for world in worlds(state, 0))


def test_the_shown_card_may_be_the_one_that_is_lost() -> None:
    """Examine: the target loses the shown card: the other one is open."""
    state = play(examined(("0 leave",)), "1 tax", "2 challenge", "1 lose captain")
    assert len({tuple(hands(world)[1]) for world in worlds(state, 0)}) > 1


# Draft


def test_draft() -> None:
    """Draft: own dealt and chosen card, and that the own 4 unchosen cards are in the court."""
    state = play(palio.load("coup", draft="on").start(seed=3), "0 choose duke", "1 choose assassin")
    assert always_in_court(state, 0, "assassin captain ambassador contessa")
    assert always_in_court(state, 1, "duke captain ambassador contessa")
    assert all(hands(world)[0] == hands(state)[0] for world in worlds(state, 0))


def test_draft_the_other_set_has_each_role_once() -> None:
    """Draft: likewise 4 of the opponent's 5 different roles are in the court, so are 8 of 10 set cards."""
    state = play(palio.load("coup", draft="on").start(seed=3), "0 choose duke", "1 choose assassin")
    for world in worlds(state, 0):
        assert all(court(world)[role] >= 1 for role in BASE if role != "duke")
        assert court(world).total() == 11


def test_draft_the_other_dealt_card_is_another_role() -> None:
    """Draft: the third set has each role once, so nobody can hold three cards of the role dealt to me."""
    state = palio.load("coup", draft="on").start(seed=3)
    dealt = hands(state)[0][0]
    assert all(hands(world)[1] != [dealt] for world in worlds(state, 0))
