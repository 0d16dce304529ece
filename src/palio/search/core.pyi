from typing import Any

from palio.core.game import Game, View

REWARD_UNIT: float

class Engine:
    def __init__(self, game: Game, settings: dict[str, Any], threads: int, memory: int) -> None: ...
    def prepare(
        self,
        view: View,
        seed: int,
        iterations: int,
        nanoseconds: int,
        reuse: bool,
        win_weights: tuple[float, float, float],
        worlds: int,
    ) -> None: ...
    def run(self, index: int) -> None: ...
    def stop(self) -> None: ...
    def reports(self) -> list[dict[str, Any]]: ...
