"""Tuning: parameters, trials, resuming, and whether it finds what is good."""

import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from palio.cli import main
from palio.errors import OptionError
from palio.referee.launch import BotSpec, find_bot
from palio.tournament.event import BotEntry, bot_entries
from palio.tournament.tuning import Parameter, parse_parameter, with_values
from tests.tournament.support import count_records

BOT = '''
"""Plays greedily with the probability that its option `skill` says, in percent; else at random."""
import sys
from palio.core.players import make_player
from palio.core.game import Random
from palio.engine import server, thinkers
from palio.engine.options import EngineOption

thinkers_make = server.make_thinker
options_of = server.engine_options
server.engine_options = lambda *words: (*options_of(*words), EngineOption("skill", 0, "in percent", 0, 100))


class Mixed:
    instant = True

    def __init__(self, skill):
        self.skill = skill

    def think(self, task, stop, report):
        name = "greedy" if Random(task.seed, 9).below(100) < self.skill else "random"
        return make_player(name, task.seed).choose(task.view), {}


server.make_thinker = lambda game, settings: Mixed(settings.number("skill"))
from palio.cli import main
sys.exit(main(["engine"]))
'''


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "mixed.py").write_text(BOT, encoding="utf-8")
    return f"mixed:={sys.executable} {tmp_path / 'mixed.py'}"


def words(bot: str, folder: Path, trials: int) -> list[str]:
    found = ["tune", bot, "random", "--param", "skill=0..100", "--trials", str(trials), "--blocks", "12"]
    return [*found, "--quiet", "-j", "1", "--out", str(folder)]


def test_tuning_finds_the_skilful_end(bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words(bot, tmp_path / "study", 8)) == 0
    text = capsys.readouterr().out
    assert "best of 8 trials" in text
    content = tomllib.loads((tmp_path / "study" / "best.toml").read_text())
    assert content["options"]["skill"] >= 50
    spec = find_bot(str(tmp_path / "study" / "best.toml"))
    assert isinstance(spec, BotSpec)
    assert spec.options == content["options"]


def test_a_killed_study_goes_on_and_ends_like_a_calm_one(
    bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words(bot, tmp_path / "calm", 3)) == 0
    calm = capsys.readouterr().out
    command = [sys.executable, "-m", "palio", *words(bot, tmp_path / "killed", 3)]
    for trial in (0, 1):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        folder = tmp_path / "killed" / f"trial-{trial:05}"
        until = time.monotonic() + 60
        while count_records(folder) < 4 and time.monotonic() < until:
            assert run.poll() is None
            time.sleep(0.005)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    assert main(words(bot, tmp_path / "killed", 3)) == 0
    assert capsys.readouterr().out.partition("best values")[0] == calm.partition("best values")[0]


def test_a_folder_has_one_study(bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words(bot, tmp_path / "study", 1)) == 0
    other = [word.replace("0..100", "0..50") for word in words(bot, tmp_path / "study", 1)]
    assert main(other) == 2
    assert "holds another study" in capsys.readouterr().err


def test_parameters_of_the_search_reach_the_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ["tune", "ismcts", "random", "--param", "search.exploration=0.3..1.5", "--param", "search.worlds=5..20"]
    limits = [
        "--trials",
        "2",
        "--blocks",
        "2",
        "--iterations",
        "20",
        "--quiet",
        "-j",
        "1",
        "--out",
        str(tmp_path / "s"),
    ]
    assert main([*found, *limits]) == 0
    assert "search.exploration" in capsys.readouterr().out
    options = tomllib.loads((tmp_path / "s" / "best.toml").read_text())["options"]
    assert options["method"] == "ismcts"
    assert options["search"].startswith("exploration=")
    assert ",worlds=" in options["search"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=0.5..2", Parameter("a", 0.5, 2.0)),
        ("a=1..20", Parameter("a", 1, 20, whole=True)),
        ("a=1..1000:log", Parameter("a", 1, 1000, whole=True, log=True)),
        ("a=-1.5..0.0", Parameter("a", -1.5, 0.0)),
        ("a=x|y", Parameter("a", values=("x", "y"))),
    ],
)
def test_parameters_as_text(text: str, expected: Parameter) -> None:
    assert parse_parameter(text) == expected


@pytest.mark.parametrize("text", ["a", "=1..2", "a=1", "a=2..1", "a=x..y", "a=0..5:log", "a=1..2:exp"])
def test_wrong_parameters_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="parameter"):
        parse_parameter(text)


def test_values_become_options() -> None:
    (bot,) = bot_entries([{"bot": "ismcts", "options": {"search": "worlds=3"}}])
    tuned = with_values(bot, {"search.fpu": 0.25, "threads": 2})
    assert tuned.spec is not None
    assert tuned.spec.options == {"method": "ismcts", "threads": 2, "search": "worlds=3,fpu=0.25"}
    with pytest.raises(OptionError, match="has no options"):
        with_values(BotEntry("random", "random"), {"a": 1})
