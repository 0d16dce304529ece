"""Be a bot: play and analyse over stdin and stdout.

Other programs start this and speak the protocol of protocol/PROTOCOL.md: `palio match "palio engine" random` does.
Its options (method, iterations, threads, memory, seed, ...) are in its greeting and are set by the host; `--set`
gives them other values from the start.
"""

import argparse
import os

from palio.engine.server import Server
from palio.errors import OptionError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], help="an option's value; may be repeated"
    )


def run(arguments: argparse.Namespace) -> int:
    server = Server(0, private_output())
    server.preset(dict(named_value(text) for text in arguments.set))
    return server.run()


def named_value(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--set: expected NAME=VALUE, got {text!r}")
    return name, int(value) if value.isdecimal() else value


def private_output() -> int:
    """Keep fd 1 for the protocol alone: whatever prints to stdout from now on goes to stderr."""
    sink = os.dup(1)
    os.dup2(2, 1)
    return sink
