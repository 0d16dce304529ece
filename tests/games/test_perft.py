"""Perft: the number of decision sequences, a fingerprint of the rules per position and depth.

A file has a line per position: GAME OPTIONS.. seed=N then pairs depth=count.
"""

from pathlib import Path

import pytest

import palio
from palio.core.game import perft, perft_divide
from palio.games import GAMES

FOLDER = Path(__file__).parents[1] / "perft"


def rows() -> list[tuple[str, str]]:
    found = []
    for path in sorted(FOLDER.glob("*.perft")):
        found += [(path.stem, line) for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return found


def count_slowly(state: palio.State, depth: int, seed: int, ply: int = 0) -> int:
    """The same count through the public API, one move at a time."""
    total = 0
    for move in state.legal_moves():
        child = state.child(move)
        dice = palio.Random(seed, stream=ply + 1)
        while child.actor == palio.CHANCE:
            child.apply(child.sample_chance(dice))
        if depth == 1:
            total += 1
        elif not child.is_over:
            total += count_slowly(child, depth - 1, seed, ply + 1)
    return total


@pytest.mark.parametrize(("game", "line"), rows(), ids=lambda value: value.replace(" ", "_"))
def test_perft(game: str, line: str) -> None:
    position, _, counts = line.partition(" : ")
    pairs = dict(word.split("=") for word in position.split())
    seed = int(pairs.pop("seed"))
    state = palio.load(game, **pairs).start(seed)
    for pair in counts.split():
        depth, count = map(int, pair.split("="))
        assert perft(state, depth, seed) == count
        if count < 3000:
            assert count_slowly(state, depth, seed) == count


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_perft_file(game: str) -> None:
    assert (FOLDER / f"{game}.perft").exists()


def test_divide_adds_up() -> None:
    state = palio.load("coup", players=3).start(1)
    assert sum(perft_divide(state, 4).values()) == perft(state, 4)


@pytest.mark.parametrize("depth", [0, -1, 61, 1.5, True])
def test_a_depth_out_of_bounds_is_an_error(depth: int) -> None:
    with pytest.raises(palio.OptionError, match="depth: expected 1 to 60"):
        perft_divide(palio.load("coup").start(1), depth)
