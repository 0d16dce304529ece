"""palio tournament and palio sprt as a person meets them; exports and reports of what they stored."""

import csv
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from palio.cli import main
from palio.referee.record import read_record
from palio.referee.verify import verify
from palio.tournament.export import COLUMNS
from palio.tournament.store import Store

EVENT = """
[event]
blocks = 4
seed = 3
concurrency = 1

[limits]
stall = 20

[[games]]
game = "coup"
players = [2, 3]

[[bots]]
name = "<b>rnd</b>"
bot = "random"

[[bots]]
bot = "greedy"

[[bots]]
name = "crashing"
bot = "python3 -c 'import sys; sys.exit(3)'"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which an event file was played, exported and reported."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "cup.toml").write_text(EVENT, encoding="utf-8")
    words = [str(folder / "cup.toml"), "--quiet", "--out", str(folder / "cup"), "--export", str(folder / "tables")]
    assert main(["tournament", *words]) == 0
    return folder


def test_the_same_command_plays_nothing_again(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", str(played / "cup.toml"), "--quiet", "--out", str(played / "cup")]) == 0
    text = capsys.readouterr().out
    assert "every game was stored already" in text
    assert "coup-2: 2 seats" in text
    assert "seat advantage in Elo" in text


def test_a_narrow_terminal_shows_names_and_ratings_whole(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["tournament", "--out", str(played / "cup")]) == 0
    table = capsys.readouterr().out.partition("coup-3: 3 seats")[2].partition("seat advantage")[0]
    assert re.search(r"# +bot +Elo +95 % +score +faults", table)
    assert re.search(r"greedy +[+-]\d+ +[+-]\d+…[+-]\d+ +0\.\d{3} ± 0\.\d{3} +0", table)


def test_a_stored_event_can_be_looked_at_without_its_file(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--out", str(played / "cup"), "--report", str(played / "other.html")]) == 0
    assert "coup-3: 3 seats" in capsys.readouterr().out
    assert (played / "other.html").read_text() == (played / "cup" / "report.html").read_text()


def test_a_run_that_is_stopped_at_once_does_not_claim_to_be_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palio.cli.tournament.Manager.run", lambda manager: manager.stop.press())
    words = ["tournament", "--bot", "random", "--bot", "greedy", "--quiet", "--out", str(tmp_path / "x")]
    assert main(words) == 130
    assert "no game was finished in this run" in capsys.readouterr().out


def test_flags_change_what_the_file_says(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", str(played / "cup.toml"), "--out", str(played / "cup"), "--seed", "4"]) == 2
    assert "holds another event: its seed is 3, this one's 4" in capsys.readouterr().err


def test_games_for_one_are_ranked_by_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "--bot", "random", "--bot", "greedy", "--game", "masters", "--players", "1", "--blocks", "4"]
    assert main([*words, "--quiet", "-j", "1", "--out", str(tmp_path / "solo")]) == 0
    text = capsys.readouterr().out
    assert re.search(r"#\s+bot\s+points.*1\s+greedy.*2\s+random", text, re.DOTALL)
    assert "<h3>Score distributions</h3>" in (tmp_path / "solo" / "report.html").read_text()


def test_a_dry_run_shows_the_schedule_and_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bot", "random", "--bot", "a:=random", "--bot", "greedy", "--players", "2,3", "--blocks", "5"]
    assert main(["tournament", *words, "--dry-run", "--out", str(tmp_path / "no")]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "20 blocks, 45 games, 0 of them stored" in text
    assert "expected time with" in text
    assert "random a greedy" in text
    assert not (tmp_path / "no").exists()


def test_a_dry_run_measures_on_stored_games(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(played / "cup.toml"), "--out", str(played / "cup"), "--dry-run", "--blocks", "8"]
    assert main(["tournament", *words]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "32 blocks, 72 games, 36 of them stored" in text
    assert "from the stored games" in text


def test_exported_tables_agree_with_the_store(played: Path) -> None:
    with Store(played / "cup") as store:
        results = store.results()
    for name, columns in COLUMNS.items():
        with (played / "tables" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        lines = [json.loads(line) for line in (played / "tables" / f"{name}.jsonl").read_text().splitlines()]
        assert rows
        assert all(list(row) == list(columns) == list(line) for row, line in zip(rows, lines, strict=True))
        for row, line in zip(rows, lines, strict=True):
            assert row == {column: "" if value is None else str(value) for column, value in line.items()}
            assert all(has_type(line[column], kind) for column, kind in columns.items())
        if name == "seats":
            assert len(rows) == sum(len(result.bots) for result in results)
            assert sum(float(row["win_share"]) for row in rows) == pytest.approx(len(results))
    assert json.loads((played / "tables" / "schema.json").read_text()) == COLUMNS


def has_type(value: object, kind: str) -> bool:
    types = {"int64": (int,), "double": (int, float), "string": (str,)}
    return value is None or isinstance(value, types[kind])


def test_exported_records_hold(played: Path) -> None:
    with (played / "tables" / "games.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 36
    for row in rows[:5]:
        record = read_record(played / "tables" / row["record"])
        verify(record)
        assert record.header["deal"] == int(row["deal"])


class Checker(HTMLParser):
    """Counts tags and finds those that are not closed."""

    VOID = frozenset({"meta", "rect", "line", "circle", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_report_is_whole_and_needs_nothing_from_outside(played: Path) -> None:
    text = (played / "cup" / "report.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert checker.count["svg"] >= 2 * 6
    assert "<b>rnd" not in text, "names are escaped"
    assert "&lt;b&gt;rnd" in text
    assert not re.search(r"(?:src|href)=[\"'](?!#)|@import|url\(", text)
    for title in ("Standings", "Ratings", "Cross table", "Seat advantage", "Places", "Score distributions"):
        assert f"<h3>{title}</h3>" in text
    for title in ("Game lengths", "Time use", "Faults", "Worst match-ups"):
        assert f"<h3>{title}</h3>" in text
    assert "crash" in text


def test_sprt_accepts_a_better_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sprt", "greedy", "random", "--players", "3", "--elo", "0", "60", "--quiet", "--out", str(tmp_path / "a")]
    assert main([*words, "-j", "1"]) == 0
    text = capsys.readouterr().out
    assert "H1 accepted: at least about +60 Elo" in text
    assert "50 blocks, 150 games" in text
    assert main(words) == 0, "the same command answers from the stored games"
    again = capsys.readouterr().out
    assert again.splitlines()[:3] == text.splitlines()[:3]


def test_sprt_refuses_a_worse_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sprt", "random", "greedy", "--elo", "0", "60", "--quiet", "-j", "1", "--out", str(tmp_path / "a")]
    assert main(words) == 1
    assert "H0 accepted" in capsys.readouterr().out


def test_a_fixed_match_shows_an_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sprt", "random", "b:=random", "--players", "4", "--copies", "half", "--fixed", "12", "--score", "ranks"]
    assert main([*words, "--quiet", "-j", "1", "--out", str(tmp_path / "a")]) == 0
    text = capsys.readouterr().out
    assert "12 blocks, 72 games" in text, "half of four seats can sit in six ways"
    assert "fair is 0.5000" in text
    assert "LLR" not in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tournament"], "expected an event FILE.toml, bots"),
        (["tournament", "nowhere.toml"], "cannot read nowhere.toml"),
        (["tournament", "--bot", "random", "--bot", "x:=random", "--hero", "y"], "heroes: expected one of random, x"),
        (["tournament", "--bot", "wizard", "--bot", "random"], "bot 'wizard': expected one of"),
        (["tournament", "--bot", "random", "--bot", "random", "-j", "0"], "--concurrency: expected 1 to"),
        (["tournament", "--bot", "random", "--bot", "random", "--clock", "soon"], "--clock: expected SECONDS"),
        (["sprt", "random", "random", "--elo", "5", "5"], "bounds: expected two Elo values"),
        (["sprt", "random", "random", "--copies", "2"], "copies: expected 1 to 1"),
        (["sprt", "random", "random", "--players", "2,3"], "expected one table, got 2"),
    ],
)
def test_a_mistake_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[event]\nblock = 3", "unknown field 'block'; the fields are name, format, blocks"),
        ("[event]\nblocks = 'x'", "event: blocks: got 'x'"),
        ("[event]\nblocks = true", "event: blocks: got True"),
        ("[cup]\n", "unknown part 'cup'"),
        ("bots = 3", "bots: expected a list"),
        ("bots = [3]", "bots 1: expected a text or a table"),
        ("[[games]]\nplayers = 2", "the field `game` is missing"),
        ("[event", "cup.toml: "),
    ],
)
def test_a_wrong_file_names_the_field(
    text: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    assert main(["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "x")]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        (
            "distributed",
            ["tournament", "--bot", "random", "--bot", "greedy", "--cluster", "tcp://x:1"],
            "palio[cluster]",
        ),
        ("optuna", ["tune", "random", "greedy", "--param", "seed=1..9"], "palio[tune]"),
    ],
)
def test_a_missing_extra_is_named(
    module: str,
    words: list[str],
    extra: str,
    *,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert main([*words, "--quiet", "--out", str(tmp_path / "x")]) == 2
    assert extra in capsys.readouterr().err


def test_commands_load_without_the_extras() -> None:
    program = (
        "import sys; sys.modules['distributed'] = sys.modules['optuna'] = None; from palio.cli import build_parser"
    )
    subprocess.run([sys.executable, "-c", f"{program}; build_parser()"], check=True)
