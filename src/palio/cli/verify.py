"""Check records of games: nothing was changed, and every move follows the rules.

Replays each game without any random numbers. A file may hold several records, one after the other, as tournaments
write them. Exit code 1 if a record does not hold; its line says at which move.
"""

import argparse
from pathlib import Path

from palio.errors import RecordError
from palio.referee.record import parse_record, read_pieces
from palio.referee.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, as palio match and palio tournament write them"
    )


def run(arguments: argparse.Namespace) -> int:
    held = [verify_file(path) for path in arguments.files]
    return 0 if all(held) else 1


def verify_file(path: Path) -> bool:
    """Print a line for each record in a file; False if one does not hold."""
    try:
        pieces = read_pieces(path)
    except RecordError as error:
        print(f"{path}: FAILED: {error}")
        return False
    holds = True
    for place, data in enumerate(pieces, 1):
        name = f"{path}, record {place}" if len(pieces) > 1 else f"{path}"
        try:
            record = parse_record(data)
            verify(record)
        except RecordError as error:
            holds = False
            print(f"{name}: FAILED: {error}")
        else:
            print(f"{name}: ok, {record.header['game']}, {len(record.entries)} moves")
    return holds
