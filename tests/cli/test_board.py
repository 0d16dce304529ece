"""What a person sees of a position: complete, readable, and nothing that the seat cannot know."""

import io
import re

import pytest
from rich.console import Console

import palio
from palio.cli.board import show_moves, show_table
from palio.core.game import Position
from palio.games import GAMES, board_of, load
from tests.support import random_states, scaled

TABLES = [
    load("coup", players=2, draft="on"),
    load("coup", players=4, roles="inquisitor"),
    load("lorenzo", players=2, edition="spanish"),
    load("lorenzo", players=4),
    load("lorenzo", players=3, rules="basic"),
    load("masters", players=1),
    load("masters", players=4),
]


def screen(position: Position, width: int = 100) -> str:
    """The table and the moves as plain text."""
    file = io.StringIO()
    console = Console(width=width, file=file)
    show_table(console, position)
    show_moves(console, position, position.legal_moves())
    return file.getvalue()


def plain(text: str) -> str:
    return " ".join(text.split())


def position_of(name: str, wanted: str, **options: object) -> palio.State:
    """A position in which a move that starts with the wanted words is legal."""
    for seed in range(200):
        for state in random_states(load(name, **options), seed):
            moves = [state.move_text(move) for move in state.legal_moves()] if state.actor >= 0 else []
            if any(move.startswith(wanted) for move in moves):
                return state
    raise AssertionError(f"no position with {wanted}")


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.name}-{game.seats}")
@pytest.mark.parametrize("seed", range(scaled(2)))
def test_every_position_of_a_game_fits_the_screen(game: palio.Game, seed: int) -> None:
    draw = board_of(game.name).draw
    for number, state in enumerate(random_states(game, seed)):
        for position in (state, *(state.view(seat) for seat in range(game.seats))):
            board = draw(position.to_map())
            assert all(len(row) == len(grid.columns) for grid in board.grids for row in grid.rows)
            assert all(board.lines)
        if number % 10 == 0:
            assert max(map(len, screen(state.view(0)).splitlines())) <= 100


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.name}-{game.seats}")
def test_worlds_of_one_view_give_one_screen(game: palio.Game) -> None:
    for state in random_states(game, 3, every=25):
        for seat in range(game.seats):
            view = state.view(seat)
            screens = {screen(game.world(view, seed).view(seat)) for seed in range(2)}
            assert screens == {screen(view)}


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.name}-{game.seats}")
def test_a_seat_sees_only_its_own_hand(game: palio.Game) -> None:
    """The words of a hidden field never reach the board, since the same map without it gives the same board."""
    draw = board_of(game.name).draw
    for state in random_states(game, 4, every=9):
        content = state.view(0).to_map()
        assert all(player["hand"] is None for player in content["players"][1:])
        for name in ("stacks", "decks"):
            if name in content:
                content[name] = covered(content[name])
        assert draw(content) == draw(state.view(0).to_map())


def covered(cards: object) -> object:
    """Decks without their cards, stacks with other cards below the top one."""
    if isinstance(cards, dict):
        return dict.fromkeys(cards, ())
    assert isinstance(cards, list)
    return [stack | {"cards": stack["cards"][:1] + [0] * (len(stack["cards"]) - 1)} for stack in cards]


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.name}-{game.seats}")
def test_every_move_has_its_explanation_or_none(game: palio.Game) -> None:
    """Legal moves, chance and what others see of a move: no error, one line."""
    explain = board_of(game.name).explain
    for state in random_states(game, 6, every=3):
        for move in state.legal_moves():
            for seat in range(game.seats):
                text = state.move_text(state.seen(move, seat))
                remark = explain(text, state.view(seat).to_map())
                assert "\n" not in remark
                assert remark == remark.strip()


def test_every_game_explains_something() -> None:
    for name in GAMES:
        state = random_states(load(name), 1)[0]
        while state.actor < 0:
            state.apply(state.sample_chance(palio.Random(1)))
        assert any(board_of(name).explain(state.move_text(move), state.to_map()) for move in state.legal_moves())


# Coup


def test_coup_says_what_happens_now() -> None:
    game = load("coup", players=3)
    state = game.start(5)
    assert "Turn 1: you choose an action." in screen(state.view(0))
    state.apply("tax")
    assert "Turn 1: seat 0 claims the duke to tax; do you challenge?" in screen(state.view(1))
    assert "Turn 1: you claim the duke to tax; does seat 1 challenge?" in screen(state.view(0))
    state = game.start(5)
    state.apply("foreign_aid")
    assert "Turn 1: seat 0 takes foreign aid; do you block?" in screen(state.view(1))
    state.apply("block duke")
    assert "you take foreign aid; seat 1 claims the duke to block; do" in plain(screen(state.view(0)))


def test_coup_tells_a_bluff_to_its_owner_alone() -> None:
    game = load("coup", players=2)
    state = next(state for state in map(game.start, range(99)) if "duke" not in state.to_map()["players"][0]["hand"])
    explain = board_of("coup").explain
    assert explain("tax", state.view(0).to_map()) == "3 coins; claims the duke, a bluff"
    assert explain("tax", state.view(1).to_map()) == "3 coins; claims the duke"


def test_coup_remembers_only_what_there_is() -> None:
    assert "You remember" not in screen(load("coup").start(1).view(0))


# Masters


def test_masters_shows_the_market_and_the_cards_with_cost_and_production() -> None:
    state = load("masters", players=2).start(1)
    text = plain(screen(state.view(0)))
    assert "slide blue (shield)" in text
    assert "row 1 grey (stone) yellow (coin) white blue (shield)" in text
    assert "buy 3: 1 VP, 4 left" in text
    assert "1 shield > 1 faith" in text
    assert "51 2 1 blue, 1 green cards cost 1 stone less" in text


def test_masters_explains_purchases_leaders_and_the_market() -> None:
    state = load("masters", players=2).start(1)
    explain = board_of("masters").explain
    content = state.to_map()
    assert explain("buy 17", content) == "green 2, 5 VP, costs 4 shields: 1 stone > 2 faith"
    assert explain("play 53", content) == "stores 2 stones more; 3 VP"
    assert explain("discard 53", content) == "for 1 faith; gives up: stores 2 stones more; 3 VP"
    assert explain("first 1", content) == "Seat 1 starts the game"
    assert explain("first 1", state.view(1).to_map()) == "You start the game"
    assert explain("market row 2", content) == "1 servant, 1 faith, 1 white, 1 stone"
    assert explain("market column 3", content) == "3 white"
    assert explain("token 7", content) == "black cross +1 and shuffle"
    assert explain("discard ?", content) == ""


def test_masters_says_what_is_discarded() -> None:
    state = load("masters", players=2).start(1)
    content = state.to_map()
    content["action"]["pending"] = {"coins": 1, "stones": 0, "servants": 2, "shields": 1}
    explain = board_of("masters").explain
    assert explain("store servants 1", content) == "discards 1 coin, 1 servant, 1 shield: 3 faith for each other player"
    assert explain("store nothing", content) == "discards 1 coin, 2 servants, 1 shield: 4 faith for each other player"
    assert explain("store coins 1 servants 2 shields 1", content) == ""
    content["solo"] = {"black_cross": 0, "tokens": [7]}
    assert explain("store coins 1 servants 2", content) == "discards 1 shield: 1 faith for the black cross"


def test_masters_says_what_the_chest_pays() -> None:
    content = load("masters", players=2).start(1).to_map()
    content["action"]["pending"] = {"coins": 2, "stones": 0, "servants": 1, "shields": 0}
    explain = board_of("masters").explain
    assert explain("pay coins 1", content) == "from the chest: 1 coin, 1 servant"
    assert explain("pay coins 2 servants 1", content) == "from the chest: -"


def test_masters_explains_moves_with_the_leaders_in_play() -> None:
    content = load("masters", players=2).start(1).to_map()
    content["players"][0]["played"] = [50, 58]
    explain = board_of("masters").explain
    assert explain("buy 17", content) == "green 2, 5 VP, costs 3 shields: 1 stone > 2 faith"
    assert explain("buy 3", content) == "blue 1, 1 VP, costs 2 coins: 1 shield > 1 faith"
    assert explain("market column 3", content) == "3 shields"
    content["players"][0]["played"] = [57, 58]
    assert explain("market column 3", content) == "3 white"


def test_masters_shows_the_points_so_far_as_the_rules_count_them() -> None:
    from palio.games.masters.words import points

    for players in (1, 4):
        for seed in range(10):
            state = load("masters", players=players).start(seed)
            state.playout(palio.Random(seed), informed=True)
            content = state.to_map()
            assert tuple(points(player) for player in content["players"]) == state.outcome().points
            assert f"points {state.outcome().points[0]} VP" in plain(screen(state))


def test_masters_tells_the_next_report() -> None:
    content = load("masters", players=2).start(1).view(0).to_map()
    board = board_of("masters")
    line = "Next report when a marker reaches space 8: a tile of 2 VP for everyone on space 5 or beyond."
    assert line in board.draw(content).lines
    content["reports"] = 3
    assert not any("report" in line for line in board.draw(content).lines)


def test_masters_shows_the_black_cross_of_the_solo_game() -> None:
    text = plain(screen(load("masters", players=1).start(1).view(0)))
    assert "Black cross: 0 of 24." in text
    assert "discard 2 blue" in text


# Lorenzo


def lorenzo_turn() -> palio.State:
    return position_of("lorenzo", "place", players=3, rules="basic")


def test_lorenzo_shows_each_card_with_name_cost_and_place() -> None:
    state = lorenzo_turn()
    text = plain(screen(state.view(state.actor)))
    for tower in state.to_map()["towers"]:
        assert re.search(rf"\b{tower} value card cost effect", text)
    names = [card_name(card) for cards in state.to_map()["towers"].values() for card in cards if card is not None]
    assert len(names) >= 15
    assert all(name in text for name in names)


def card_name(card: int) -> str:
    from palio.games.lorenzo.words import CARDS

    return str(CARDS[card]["name"])


def test_lorenzo_names_the_card_of_a_placement() -> None:
    content = lorenzo_turn().to_map()
    explain = board_of("lorenzo").explain
    assert explain("place orange territory 3", content) == card_name(content["towers"]["territory"][2])
    assert explain("place orange market 1", content) == "5 coins"
    assert explain("place orange council", content) == "1 coin, 1 privilege"
    assert explain("play leader 12", content).startswith("Lorenzo de' Medici: copies a leader")
    assert explain("exchange 28 1", content) == "Carpenter's Shop: 1 wood > 3 coins"
    assert explain("privilege wood+stone", content) == "1 wood, 1 stone"
    assert explain("roll 4 3 6", content) == "black 4, white 3, orange 6"
    assert explain("tile 1", content) == "harvest 1 wood, 1 stone, 1 military; production 1 coin, 2 servants"


def test_lorenzo_says_what_a_drafted_leader_needs() -> None:
    content = load("lorenzo").start(1).to_map()
    expected = "Ludovico III Gonzaga: each round 1 privilege; needs 15 servants"
    assert board_of("lorenzo").explain("pick leader 18", content) == expected


def test_lorenzo_names_the_fee_of_an_occupied_tower() -> None:
    """Brunelleschi's owner pays none."""
    content = lorenzo_turn().to_map()
    name = card_name(content["towers"]["territory"][2])
    other = content["players"][content["actor"] - 1]
    other["members"]["black"] = "territory 1"
    explain = board_of("lorenzo").explain
    assert explain("place orange territory 3", content) == f"{name}, fee 3 coins"
    content["players"][content["actor"]]["played"] = [2]
    assert explain("place orange territory 3", content) == name


def test_lorenzo_shows_what_ones_own_cards_do_and_what_the_next_territory_needs() -> None:
    content = lorenzo_turn().view(1).to_map()
    mine = content["players"][1]
    mine.update(territories=[0, 4], buildings=[28], characters=[52, 62], ventures=[])
    grids = board_of("lorenzo").draw(content).grids
    cards = next(grid for grid in grids if grid.columns[0] == "your cards")
    assert [row[1:] for row in cards.rows] == [
        ("Commercial Hub", "harvest 1: 1 coin"),
        ("Forest", "harvest 5: 3 wood"),
        ("Carpenter's Shop", "production 4: 1 wood > 3 coins or 2 wood > 5 coins"),
        ("Farmer", "always +2 for harvest"),
    ]
    seats = next(grid for grid in grids if grid.columns[-1] == "seat 2")
    row = next(row for row in seats.rows if row[0] == "territories")
    assert row[2] == "Commercial Hub, Forest (the next needs 3 military)"
    assert row[1] == "-"
    content["seat"] = None
    assert not [grid for grid in board_of("lorenzo").draw(content).grids if "your cards" in grid.columns]


def test_lorenzo_says_what_supporting_the_church_means() -> None:
    state = position_of("lorenzo", "support", players=2)
    content = state.to_map()
    assert content["round"] % 2 == 0
    explain = board_of("lorenzo").explain
    player = content["players"][state.actor]
    player["goods"]["faith"] = 6
    assert explain("refuse", content) in plain(screen(state))
    for played, copied, points in (([], None, 7), ([13], None, 12), ([12], 13, 12)):
        player.update(played=played, copied=copied)
        assert explain("support", content) == f"give 6 faith for {points} VP"


def test_lorenzo_puts_every_card_leader_and_tile_into_words() -> None:
    from palio.games.lorenzo import words

    for card in words.CARDS.values():
        assert len(words.card_effect(card)) > 5, card
    for number in range(len(words.LEADERS)):
        assert len(words.leader_ability(number, "english")) > 5
        assert words.leader_needs(number, "english")
    assert words.leader_needs(10, "english") == "6 cards of one type"
    assert words.leader_needs(10, "spanish") == "6 cards"
    assert words.leader_ability(7, "english") == "each round production with 0, raised by servants only"
    assert words.leader_ability(7, "spanish") == "each round production with 0"
    for period, number in words.TILES:
        assert words.ban(period, number)
    assert words.card_cost(words.CARDS[79]) == "2 military (needs 4) or 2 coins, 1 wood, 1 stone"


def test_lorenzo_values_of_members_are_those_of_the_rules() -> None:
    """With leaders, raised members and excommunications, over whole games."""
    from palio.games.lorenzo import rules
    from palio.games.lorenzo.board import member_values

    changed = 0
    for seed in range(6):
        for state in random_states(load("lorenzo", players=4), seed, every=5):
            content = state.to_map()
            if content["dice"] is None:
                continue
            for player, values in zip(content["players"], rules.member_values(state.to_bytes()), strict=True):
                assert list(member_values(player, content).values()) == values
                changed += values != [*content["dice"], 0]
    assert changed


def test_lorenzo_leaders_set_and_add_values() -> None:
    from palio.games.lorenzo.board import member_values

    content = lorenzo_turn().to_map()
    black, _, orange = content["dice"]
    strong = content["players"][0] | {"played": [3, 9]}
    assert member_values(strong, content) == {"black": 5, "white": 5, "orange": 5, "neutral": 3}
    raised = content["players"][0] | {"played": [10, 11], "raised": ["white"]}
    assert member_values(raised, content) == {"black": black + 2, "white": 8, "orange": orange + 2, "neutral": 0}


def test_long_move_lists_stand_in_columns() -> None:
    state = max(
        random_states(load("lorenzo", players=4), 2), key=lambda state: len(state.legal_moves()) * (state.actor >= 0)
    )
    moves = state.legal_moves()
    file = io.StringIO()
    show_moves(Console(width=100, file=file), state.view(state.actor), moves)
    lines = file.getvalue().splitlines()
    assert len(moves) > 20
    assert len(lines) <= 30
    shown = re.findall(r"(\d+) (?:black|white|orange|neutral|discard|play)\b", file.getvalue())
    assert sorted(map(int, shown)) == list(range(1, len(moves) + 1))
    place = next(number for number, move in enumerate(moves, 1) if state.move_text(move) == "place white council")
    assert re.search(rf"^place .* {place} white .* council +1 coin, 1 privilege$", file.getvalue(), re.MULTILINE)
