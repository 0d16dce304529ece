"""What a referee costs per move: palio beside python-chess, each with a bot that answers at once.

Both referees and both bots are Python programs on one core, in the same run. palio's bot plays the first legal move,
the UCI engine answers every `go` with the next move of a fixed line. Medians over games. Needs `pip install chess`.

    python bench/referee_vs_python_chess.py [--moves 3000]
"""

import argparse
import os
import resource
import sys
import time
from statistics import median

import palio
from palio.referee.bench import one_core, referee_cost

UCI_ENGINE = """
import sys
moves = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name trivial\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        moves = line.count(" ", line.find("moves")) if "moves" in line else 0
    elif word == "go":
        print("bestmove", ("g1f3", "g8f6", "f3g1", "f6g8")[moves % 4], flush=True)
    elif word == "quit":
        break
"""
"""Knights out and back: a legal game that never gets anywhere."""
GAME_MOVES = 60
TABLES = (("coup", 2), ("coup", 6), ("lorenzo", 2), ("lorenzo", 4), ("masters", 2), ("masters", 4))


def chess_cost(moves: int) -> tuple[float, float]:
    """CPU and wall time per move of python-chess, in microseconds: the medians over games."""
    import chess
    import chess.engine

    limit = chess.engine.Limit(time=1.0)
    games: list[tuple[float, float]] = []
    with one_core() as core:
        engine = chess.engine.SimpleEngine.popen_uci([sys.executable, "-I", "-S", "-c", UCI_ENGINE])
        if core is not None:
            os.sched_setaffinity(engine.transport.get_pid(), {core})
        try:
            for _ in range(-(-moves // GAME_MOVES)):
                begin, begin_cpu = time.perf_counter(), own_cpu()
                board = chess.Board()
                for _ in range(GAME_MOVES):
                    played = engine.play(board, limit)
                    assert played.move is not None
                    board.push(played.move)
                games.append((own_cpu() - begin_cpu, time.perf_counter() - begin))
        finally:
            engine.quit()
    cpu, wall = (median(times) / GAME_MOVES * 1e6 for times in zip(*games, strict=True))
    return cpu, wall


def own_cpu() -> float:
    """CPU time of this process with all its threads, in seconds; python-chess works in two."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=3000, help="moves to play (default: 3000)")
    moves = parser.parse_args().moves
    rows = []
    for name, seats in TABLES:
        cost = referee_cost(palio.load(name, players=seats), seconds=moves * 2e-4)
        rows.append((f"palio, {name} with {seats} seats", cost.cpu, cost.wall))
    try:
        rows.append(("python-chess, UCI", *chess_cost(moves)))
    except ImportError:
        print("python-chess is not installed: pip install chess", file=sys.stderr)
    print(f"{'per move':32}{'CPU of the referee':>20}{'round trip':>14}")
    for name, cpu, wall in rows:
        print(f"{name:32}{cpu:>17.0f} µs{wall:>11.0f} µs")
    return 0 if len(rows) > len(TABLES) else 1


if __name__ == "__main__":
    sys.exit(main())
