"""The bots to copy and the ready bots pass the checks; programs with bad habits do not."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from palio.cli import main
from palio.core.players import PLAYERS
from palio.errors import BotError
from palio.referee.checks import run_checks
from palio.referee.launch import READY_BOTS, BotSpec, find_bot
from palio.search import METHODS
from tests.referee.zoo import bad_bot

BOTS = Path(__file__).parents[2] / "bots"


def failures(spec: BotSpec) -> list[str]:
    return [f"{finding.text}: {finding.problem}" for finding in run_checks(spec) if finding.problem]


def spec_of(path: Path) -> BotSpec:
    found = find_bot(str(path))
    assert isinstance(found, BotSpec)
    return found


def test_the_python_example_passes() -> None:
    assert failures(spec_of(BOTS / "python" / "bot.toml")) == []


def test_the_c_example_passes(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    program = tmp_path / "bot"
    flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *flags, "-o", program, BOTS / "c" / "bot.c"], check=True)
    assert failures(BotSpec("c", (str(program),))) == []


def test_the_javascript_example_passes() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    folder = BOTS / "javascript"
    if not (folder / "node_modules").exists() and shutil.which("npm") is None:
        pytest.skip("npm is not installed, and so neither is @msgpack/msgpack")
    found = subprocess.run([node, "-e", "require('@msgpack/msgpack')"], cwd=folder, capture_output=True, check=False)
    assert found.returncode == 0, "@msgpack/msgpack is missing: run `make javascript`"
    assert failures(spec_of(folder / "bot.toml")) == []


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_ready_bot_passes(path: Path) -> None:
    assert failures(spec_of(path)) == []


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_ready_bot_has_options_that_the_engine_knows(path: Path) -> None:
    spec = spec_of(path)
    shown = subprocess.run(
        [*spec.command, *(f"--set={name}={value}" for name, value in spec.options.items())],
        input=b"",
        capture_output=True,
        check=False,
    )
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert spec.name == path.stem
    assert tomllib.loads(path.read_text("utf-8"))["text"]


def test_ready_names_and_files_agree() -> None:
    for name in READY_BOTS:
        assert spec_of(BOTS / f"{name}.toml") == find_bot(name)


def test_every_method_of_the_search_is_a_bot_by_its_name() -> None:
    assert set(METHODS) <= {*PLAYERS, *READY_BOTS}


def test_the_examples_use_nothing_of_palio() -> None:
    for path in [*BOTS.glob("*/bot.*"), BOTS / "c" / "msgpack.h"]:
        lines = path.read_text("utf-8").splitlines()
        assert not [
            line for line in lines if "palio" in line and ("import" in line or "require" in line or "#include" in line)
        ]


@pytest.mark.parametrize(
    ("habit", "problem"),
    [
        ("text", "looks like text on stdout"),
        ("illegal", "expected a legal move"),
        ("exit", "exited with code 3"),
        ("twice", "got move with id"),
        ("stay", "expected the process to end"),
        ("nan", "thought.speed"),
    ],
)
def test_bad_habits_fail_the_check_with_a_reason(habit: str, problem: str) -> None:
    for finding in run_checks(bad_bot(habit), seconds=0.2):
        if problem in finding.problem:
            assert finding.log
            return
    pytest.fail("no check has found it")


def test_the_check_command_says_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{sys.executable} -c 'print(\"Hello world\")'", "--seconds", "2"]) == 1
    shown = capsys.readouterr().out
    assert "FAIL  greets" in shown
    assert "looks like text on stdout: 'Hello world" in shown
    assert "0 passed, 1 failed" in shown


def test_the_check_command_passes_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{sys.executable} {BOTS / 'python' / 'bot.py'}", "--json"]) == 0
    assert '"state": "failed"' not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("command = 5", "command: expected a list of words"),
        ("command = []", "command: expected a list of words"),
        ('command = ["x"]\nspeed = 3', "unknown field 'speed'"),
        ('command = ["x"]\noptions = { a = [] }', "options: expected"),
        ('command = ["x"]\nname = ""', "name: expected text"),
        ("command = [", "bot.toml"),
    ],
)
def test_a_wrong_bot_file_is_an_error_that_names_the_field(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(BotError, match=message.replace("[", r"\[")):
        find_bot(str(path))


def test_a_bot_that_is_none_lists_what_can_be_one() -> None:
    with pytest.raises(BotError, match=r"expected one of random, greedy, .*a bot.toml file or a command line"):
        find_bot("nobody-knows-this-bot")
    with pytest.raises(BotError, match="cannot read"):
        find_bot("no/such/bot.toml")


def test_names_come_from_files_and_commands(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('command = ["python3", "x.py"]', "utf-8")
    assert spec_of(tmp_path / "bot.toml").name == tmp_path.name
    named = find_bot(f"{sys.executable} some/folder/clever.py --fast")
    assert isinstance(named, BotSpec)
    assert named.name == "clever"
