"""The folders' order is the order of imports (docs/architecture.md)."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "palio"

ALLOWED = {
    "errors": set(),
    "core": {"errors"},
    "games": {"errors", "core"},
    "search": {"errors", "core", "games"},
    "wire": {"errors", "core"},
    "engine": {"errors", "core", "games", "search", "wire"},
    "referee": {"errors", "core", "games", "search", "wire"},
    "tournament": {"errors", "core", "games", "referee"},
    "cli": {"errors", "core", "games", "search", "wire", "engine", "referee", "tournament"},
}
"""Which layers each layer may use beside itself."""

FILES = sorted(path for path in SOURCE.rglob("*") if path.suffix in {".py", ".pyx", ".pxd", ".pxi", ".pyi"})


def layer_of(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    """The palio layers that a file names in its imports; lazy imports inside functions count."""
    text = path.read_text(encoding="utf-8")
    names = re.findall(r"^\s*(?:from|import|cimport)\s+palio\.(\w+)", text, re.MULTILINE)
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "palio":
                names += [alias.name for alias in node.names]
    return {name for name in names if name in ALLOWED}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    layer = layer_of(path)
    if layer in {"__init__", "__init__.pxd", "__main__"}:
        return  # the package's own face sees everything
    allowed = ALLOWED[layer] | {layer}
    if path == SOURCE / "core" / "game.pyx":
        allowed = allowed | {"games"}  # unpickling finds the game by its name
    assert imported_layers(path) <= allowed


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(ALLOWED)


@pytest.mark.parametrize("game", sorted(path.name for path in (SOURCE / "games").iterdir() if path.is_dir()))
def test_every_game_has_the_same_files(game: str) -> None:
    if game == "__pycache__":
        return
    names = {path.name for path in (SOURCE / "games" / game).iterdir()}
    expected = {"state.pxd", "rules.pyx", "rules.pyi", "notation.py", "info.py", "data.json", "data.pxi", "setup.pxi"}
    expected |= {"board.py", "moves.pxi", "apply.pxi", "score.pxi", "view.pxi", "check.pxi", "policy.pxi", "fields.pxi"}
    assert expected <= names
