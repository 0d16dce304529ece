"""The `palio` command: one module of this package per subcommand.

A subcommand's module has a docstring (its help), `add_arguments(parser)` and `run(arguments) -> exit code`.

Exit codes: 0 done, 1 done with a negative answer (a failed check, a lost comparison), 2 wrong usage or input,
130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import palio
from palio.errors import PalioError

COMMANDS = ("play", "match", "tournament", "sprt", "tune", "replay", "verify", "check", "engine", "perft", "bench")
"""Subcommands in the order of the help text."""

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def build_parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """The parser of all subcommands, or of the wanted one alone: it then starts without loading the others."""
    parser = argparse.ArgumentParser(
        prog="palio",
        description="Hidden-information board games at machine speed: play them, measure them, write bots for them.",
        epilog="`palio COMMAND --help` explains a command. Games: " + ", ".join(palio.GAMES) + ".",
    )
    parser.add_argument("--version", action="version", version=f"palio {palio.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS if wanted is None else (wanted,):
        module = import_module(f"palio.cli.{name}")
        text = (module.__doc__ or "").strip()
        command = commands.add_parser(
            name,
            help=text.splitlines()[0],
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; errors of the user and of files become one line on stderr and exit code 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    wanted = words[0] if words and words[0] in COMMANDS else None
    name = f"palio {wanted}" if wanted else "palio"
    if sys.stdout is None:  # as Python finds a descriptor that was closed, and then drops every print
        print(f"{name}: stdout is closed", file=sys.stderr)
        return EXIT_USAGE
    try:
        arguments = build_parser(wanted).parse_args(words)
        code = int(arguments.run(arguments))
        sys.stdout.flush()  # what cannot be written is found here and not after the exit code is set
        return code
    except PalioError as error:
        print(f"{name}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough, as with `| head`
        drop_output()
    except OSError as error:
        print(f"{name}: {error}", file=sys.stderr)
        drop_output()
    return EXIT_USAGE


def drop_output() -> None:
    """Throw away what stdout still holds, since nobody can take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
