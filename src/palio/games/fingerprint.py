"""A hash of a game's components, so that two programs can tell whether they play with the same cards."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from palio.games import game_info


@cache
def data_hash(name: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the game's data.json.

    >>> len(data_hash("coup"))
    16
    """
    data = files(f"palio.games.{game_info(name).name}").joinpath("data.json").read_bytes()
    return sha256(data).hexdigest()[:16]
