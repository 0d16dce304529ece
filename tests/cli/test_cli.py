"""The palio command as a person and a script meet it."""

import io
import json
import re
import subprocess
import sys

import pytest
from rich.console import Console

from palio import load
from palio.cli import COMMANDS, main
from palio.cli.board import show_table


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert all(re.search(rf"^ +{name}\b", text, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert len(capsys.readouterr().out) > 300


def test_perft_prints_its_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "coup", "4"]) == 0
    assert capsys.readouterr().out.startswith("perft coup 4: 114\n")


def test_perft_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "coup", "4", "--divide", "--players", "3"]) == 0
    text = capsys.readouterr().out
    counts = [int(found.replace(",", "")) for found in re.findall(r"│\s+([\d,]+) │\n", text)]
    total = re.search(r"perft coup 4: (\d+)", text)
    assert total
    assert sum(counts) == int(total[1])


def test_bench_prints_one_json_object_with_a_fixed_signature(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for _ in range(2):
        assert main(["bench", "coup", "--seconds", "0.01", "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["signature"] == reports[1]["signature"] == COUP_SIGNATURE
    assert set(reports[0]["playouts"]) == {f"coup-{seats}" for seats in range(2, 7)}
    for speed in reports[0]["playouts"].values():
        assert speed["state_bytes"] <= 192
        assert speed["decisions_per_second"] > 0
        assert speed["playouts_per_second"] > 0


COUP_SIGNATURE = 1195349
"""Changes only with Coup's rules, its order of moves or the random stream: then say so in the commit."""


def test_match_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "greedy", "random", "--games", "6"]) == 0
    text = capsys.readouterr().out
    assert "coup, 3 players, 6 games" in text
    assert text.count("random") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["perft", "chess", "2"], "palio perft: unknown game 'chess'"),
        (["perft", "coup", "0"], "palio perft: depth: expected 1 to 60, got 0"),
        (["perft", "coup", "2", "--players", "9"], "palio perft: option players: expected 2 to 6, got '9'"),
        (["perft", "coup", "2", "-o", "roles"], "palio perft: --option: expected NAME=VALUE, got 'roles'"),
        (["perft", "coup", "2", "--seed", "-4"], "palio perft: seed: expected an integer"),
        (["bench", "--seconds", "0"], "palio bench: --seconds: expected more than 0"),
        (["match", "random", "wizard"], "palio match: bot 'wizard': expected one of random, greedy"),
        (["match", "random", "random", "--games", "0"], "palio match: --games: expected 1 to"),
        (["match", "random", "random", "-p", "3"], "palio match: 3 seats need 3 bots, got 2"),
        (["play", "coup", "--seat", "5"], "palio play: --seat: expected 0 to 1, got 5"),
        (["play", "coup", "--iterations", "0"], "palio play: --iterations: expected 1 or more, got 0"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def play(words: list[str], typed: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "palio", "play", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_a_person_plays_a_whole_game_by_numbers() -> None:
    done = play(["coup", "--seed", "7", "--against", "random"], "1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert "rank 1" in done.stdout
    assert "rank 2" in done.stdout


def test_a_person_plays_against_the_search_unless_it_says_otherwise() -> None:
    done = play(["coup", "--seed", "7", "--iterations", "50"], "1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert "mo-ismcts (seat 1)" in done.stdout


def test_a_person_may_leave_and_mistype() -> None:
    done = play(["coup", "--seed", "7"], "nonsense\n99\ncoup 1\n?\nquit\n")
    assert done.returncode == 0
    assert "not a Coup move: 'nonsense'" in done.stdout
    assert "there is no move 99; type a number 1 to" in done.stdout
    assert "'coup 1' is not possible now" in done.stdout
    assert "You left the table." in done.stdout


def test_within_a_turn_only_changed_tables_are_shown_again() -> None:
    """Servants are asked on the same board, a privilege after their payment; `?` shows everything."""
    typed = "place black council\nservants 1\n?\nquit\n"
    done = play(["lorenzo", "--seed", "3", "-o", "rules=basic"], typed)
    turn, servants, privilege, again, _ = done.stdout.split("your move> ")
    for heading in ("territory", "space", "seat 0 (you)"):
        assert heading in turn
        assert heading in again
        assert heading not in servants
    assert "choose how many servants" in servants
    assert "choose what a privilege gives" in privilege
    assert "seat 0 (you)" in privilege
    assert "territory" not in privilege


def test_the_end_of_input_leaves_the_table() -> None:
    done = play(["coup"], "")
    assert done.returncode == 0
    assert "You left the table." in done.stdout


def test_hidden_cards_stay_hidden() -> None:
    """Nothing on the screen depends on the opponent's cards until they are turned up."""
    game = load("coup", players=3)
    view = game.start(5).view(0)
    screens = set()
    for seed in range(10):
        screen = io.StringIO()
        show_table(Console(width=120, file=screen), game.world(view, seed).view(0))
        screens.add(screen.getvalue())
    assert len(screens) == 1
