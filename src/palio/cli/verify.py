"""Check records of games: nothing was changed, and every move follows the rules.

Replays each file without any random numbers. Exit code 1 if a file does not hold; its line says at which move.
"""

import argparse
from pathlib import Path

from palio.errors import RecordError
from palio.referee.record import read_record
from palio.referee.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, as palio match writes them")


def run(arguments: argparse.Namespace) -> int:
    failed = 0
    for path in arguments.files:
        try:
            record = read_record(path)
            verify(record)
        except RecordError as error:
            failed += 1
            print(f"{path}: FAILED: {error}")
        else:
            print(f"{path}: ok, {record.header['game']}, {len(record.entries)} moves")
    return 1 if failed else 0
