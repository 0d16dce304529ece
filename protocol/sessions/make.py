"""Records one session per game: `palio engine` plays random moves against random players.

Each line of NAME.jsonl is one message, under the side that sent it. The engine's moves depend on nothing but its seed
and what it is told, so a test can send the host's lines again and compare the bot's.
Run `python protocol/sessions/make.py` after a change of the protocol or the rules and read the diff.
"""

import json
from pathlib import Path
from typing import Any

from palio.core.players import RandomPlayer
from palio.games import GAMES, game_info, load
from palio.referee.bot import BotSeat
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub
from palio.referee.launch import BotSpec, palio_command
from palio.referee.seats import PlayerSeat
from palio.referee.table import Table

FOLDER = Path(__file__).parent
ENGINE = BotSpec("engine", palio_command("engine"), None, {"method": "random"})
MOST_DECISIONS = 16


def session(name: str) -> list[dict[str, Any]]:
    """One game with three seats, or as many as it can have, the engine on the second."""
    seats = min(3, game_info(name).players.high)
    lines: list[dict[str, Any]] = []
    with Hub() as hub:
        bot = BotSeat(ENGINE, hub, trace=lambda side, message: lines.append({side: message}))
        others = [PlayerSeat(f"random {seat}", RandomPlayer(seat)) for seat in range(seats)]
        at = min(1, seats - 1)
        table = Table(
            load(name, players=seats),
            [*others[:at], bot, *others[at + 1 :]],
            deal=3,
            control=TimeControl(iterations=100),
        )
        table.play()
        bot.close()
    return shortened(lines)


def shortened(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first decisions with their answers, and what comes after the last one."""
    decisions = [index for index, line in enumerate(lines) if line.get("host", {}).get("type") == "decide"]
    if len(decisions) <= MOST_DECISIONS:
        return lines
    return lines[: decisions[MOST_DECISIONS]] + lines[decisions[-1] + 2 :]


if __name__ == "__main__":
    for game in GAMES:
        text = "".join(json.dumps(line) + "\n" for line in session(game))
        (FOLDER / f"{game}.jsonl").write_text(text, encoding="utf-8")
