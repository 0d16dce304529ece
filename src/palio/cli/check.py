"""Test a bot program against the protocol, point by point.

`palio check "python3 mybot.py"` starts the program once for each point and says which ones hold; where one does not,
it prints what was said. BOT may also be a bot.toml file or the name of a ready bot. Exit code 1 if a point fails.
"""

import argparse
import json

from palio.errors import BotError
from palio.referee.checks import Finding, run_checks
from palio.referee.launch import BotSpec, find_bot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a command line, a bot.toml file or the name of a ready bot")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="time for an answer (default: 10)")
    parser.add_argument("--json", action="store_true", help="one JSON line per point")


def run(arguments: argparse.Namespace) -> int:
    spec = find_bot(arguments.bot)
    if not isinstance(spec, BotSpec):
        raise BotError(f"{arguments.bot!r} is a player inside palio, not a program")
    failed = passed = 0
    for finding in run_checks(spec, arguments.seconds):
        failed += bool(finding.problem)
        passed += not finding.problem and not finding.skipped
        print(as_json(finding) if arguments.json else as_text(finding), flush=True)
    if not arguments.json:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def as_json(finding: Finding) -> str:
    state = "failed" if finding.problem else "skipped" if finding.skipped else "passed"
    content = {"point": finding.text, "state": state, "problem": finding.problem or finding.skipped}
    return json.dumps({**content, "log": finding.log, "stderr": finding.stderr})


def as_text(finding: Finding) -> str:
    if finding.skipped:
        return f"skip  {finding.text}: {finding.skipped}"
    if not finding.problem:
        return f"ok    {finding.text}"
    lines = [f"FAIL  {finding.text}", f"      {finding.problem}"]
    lines += [f"      | {line}" for line in finding.log]
    lines += [f"      stderr | {line}" for line in finding.stderr.splitlines()[-10:]]
    return "\n".join(lines)
