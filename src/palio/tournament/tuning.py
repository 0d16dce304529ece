"""Finding a bot's parameters by matches (optuna, the extra `palio[tune]`).

A trial plays blocks against a fixed opponent with one set of values; its score is maximised. All trials play the
same deals, so that they differ by their values more than by luck. Trials and their games are stored: a killed run goes
on in the middle of its trial. What a trial suggests depends on the seed and on the trials before it alone.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from palio.errors import OptionError
from palio.referee.launch import BotSpec
from palio.tournament.event import BotEntry, Event, mix
from palio.tournament.manager import MakeRunner, Manager
from palio.tournament.result import GameResult
from palio.tournament.schedule import games_in_block
from palio.tournament.sprt import Comparison, Scale
from palio.tournament.store import Store

SEARCH = "search."
"""`search.exploration` is a parameter of the engine's search, which its option `search` takes."""
RUNGS = 5
"""A trial is compared with the others so often, and given up when it is worse than half of them."""
STARTUP = 6
"""Trials before any is given up."""

Value = float | int | str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value to find: a range of numbers, or a few texts."""

    name: str
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    log: bool = False
    values: tuple[str, ...] = ()

    def suggest(self, trial: Any) -> Value:
        """A value for an optuna trial; the same again for a trial that goes on."""
        if self.values:
            return str(trial.suggest_categorical(self.name, self.values))
        if self.whole:
            return int(trial.suggest_int(self.name, int(self.low), int(self.high), log=self.log))
        return float(trial.suggest_float(self.name, self.low, self.high, log=self.log))


def parse_parameter(text: str) -> Parameter:
    """`search.exploration=0.1..2`, `iterations=100..10000:log`, `search.playout=informed|random`.

    >>> parse_parameter("iterations=100..10000:log").whole
    True
    """
    name, equals, rest = text.partition("=")
    if not equals or not name:
        raise OptionError(f"parameter: expected NAME=LOW..HIGH or NAME=A|B, got {text!r}")
    if "|" in rest:
        return Parameter(name, values=tuple(rest.split("|")))
    span, _, mode = rest.partition(":")
    low, dots, high = span.partition("..")
    try:
        numbers = float(low), float(high)
    except ValueError:
        raise OptionError(f"parameter {name}: expected LOW..HIGH, got {span!r}") from None
    if not dots or not numbers[0] < numbers[1] or mode not in ("", "log") or (mode and numbers[0] <= 0):
        raise OptionError(f"parameter {name}: expected LOW..HIGH with LOW < HIGH, and :log above 0, got {rest!r}")
    whole = low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal()
    return Parameter(name, *numbers, whole=whole, log=mode == "log")


def with_values(bot: BotEntry, values: Mapping[str, Value]) -> BotEntry:
    """The bot with these options; those of the search are joined into the one option that takes them."""
    if bot.spec is None:
        raise OptionError(f"bot {bot.name}: a player without a program of its own has no options")
    options: dict[str, Any] = dict(bot.spec.options)
    search = [text for text in str(options.pop("search", "")).split(",") if text]
    for name, value in values.items():
        shown = round(value, 6) if isinstance(value, float) else value
        if name.startswith(SEARCH):
            search.append(f"{name.removeprefix(SEARCH)}={shown}")
        else:
            options[name] = shown
    if search:
        options["search"] = ",".join(search)
    return replace(bot, spec=replace(bot.spec, options=options))


@dataclass(frozen=True, slots=True)
class TrialView:
    """A trial as it is shown."""

    number: int
    values: dict[str, Value]
    score: float
    """Of the blocks so far."""
    state: str
    """`running`, `complete` or `pruned`."""


Watch = Callable[[TrialView, Comparison, Sequence[GameResult]], None]


class Tuner:
    """A study in a folder: `study.sqlite` has the trials, `trial-00000` and so on have their games."""

    def __init__(self, folder: Path, event: Event, parameters: Sequence[Parameter], scale: Scale, runner: MakeRunner):
        """The event's first bot is tuned against the second, at one table, for its number of blocks."""
        try:
            import optuna
        except ImportError:
            raise OptionError("palio tune needs optuna: pip install 'palio[tune]'") from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        folder.mkdir(parents=True, exist_ok=True)
        self._optuna = optuna
        self._folder, self._event, self._parameters, self._scale = folder, event, list(parameters), scale
        self._runner = runner
        self.study = optuna.create_study(
            storage=f"sqlite:///{folder / 'study.sqlite'}",
            study_name="palio",
            direction="maximize",
            load_if_exists=True,
            pruner=optuna.pruners.MedianPruner(n_startup_trials=STARTUP),
        )
        self.check_plan()
        self.current: Manager | None = None
        """The match of the running trial."""

    def check_plan(self) -> None:
        """A folder has one study: the same event and the same parameters."""
        plan = {"event": self._event.to_map(), "blocks": self._event.blocks, "parameters": repr(self._parameters)}
        text = json.dumps(plan, sort_keys=True)
        known = self.study.user_attrs.get("plan")
        if known is None:
            self.study.set_user_attr("plan", text)
        elif known != text:
            raise OptionError(f"{self._folder} holds another study; use another folder (--out)")

    def run(self, trials: int, watch: Watch) -> bool:
        """Play until so many trials have ended; False if it was stopped before."""
        while self.ended() < trials:
            trial = self.open_trial()
            if not self.play(trial, watch):
                return False
        return True

    def ended(self) -> int:
        return sum(trial.state.is_finished() for trial in self.study.get_trials(deepcopy=False))

    def open_trial(self) -> Any:
        """The trial that a killed run left behind, or a new one."""
        running = self.study.get_trials(deepcopy=False, states=(self._optuna.trial.TrialState.RUNNING,))
        number = running[0].number if running else len(self.study.get_trials(deepcopy=False))
        seed = mix(self._event.seed, "trial", number) % 2**32
        self.study.sampler = self._optuna.samplers.TPESampler(seed=seed, n_startup_trials=STARTUP)
        return self._optuna.trial.Trial(self.study, running[0]._trial_id) if running else self.study.ask()

    def play(self, trial: Any, watch: Watch) -> bool:
        """One trial to its end; False if it was stopped by the user."""
        values = {parameter.name: parameter.suggest(trial) for parameter in self._parameters}
        event = replace(self._event, bots=(with_values(self._event.bots[0], values), *self._event.bots[1:]))
        comparison = self.comparison()
        folder = self._folder / f"trial-{trial.number:05}"
        rungs = {self._event.blocks * rung // RUNGS for rung in range(1, RUNGS)} - {0}
        pruned = False
        with Store(folder, event) as store:
            manager = self.current = Manager(event, store, self._runner)

            def note(results: Sequence[GameResult]) -> None:
                nonlocal pruned
                for count, mean in comparison.add_in_steps(results):
                    if count in rungs and not pruned:
                        trial.report(mean, count)
                        pruned = bool(trial.should_prune())
                view = TrialView(trial.number, values, comparison.tally.mean, "pruned" if pruned else "running")
                watch(view, comparison, results)
                if pruned and not manager.stop.after:
                    manager.halt("worse than half of the trials")

            manager.watch = note
            manager.run()
        if not manager.is_complete and not pruned:
            return False
        state = self._optuna.trial.TrialState.PRUNED if pruned else self._optuna.trial.TrialState.COMPLETE
        self.study.tell(trial, None if pruned else comparison.tally.mean, state=state)
        return True

    def comparison(self) -> Comparison:
        line_up = self._event.line_up or (0, 1)
        return Comparison(self._scale, games_in_block(line_up, self._event.rotations))

    def trials(self) -> list[TrialView]:
        """The trials that were played to their end, best first."""
        complete = self.study.get_trials(deepcopy=False, states=(self._optuna.trial.TrialState.COMPLETE,))
        views = [TrialView(trial.number, dict(trial.params), float(trial.value), "complete") for trial in complete]
        return sorted(views, key=lambda view: (-view.score, view.number))

    def write_best(self) -> Path | None:
        """The best bot as a bot.toml in the study's folder; None before the first trial has ended."""
        best = self.trials()[:1]
        if not best:
            return None
        bot = with_values(self._event.bots[0], best[0].values)
        assert bot.spec is not None, "with_values has checked it"
        path = self._folder / "best.toml"
        path.write_text(bot_file(f"{bot.name}-tuned", bot.spec), encoding="utf-8")
        return path


def bot_file(name: str, spec: BotSpec) -> str:
    """A bot.toml; palio's own programs are written so that they run on other machines too."""
    command = list(spec.command)
    if command[:3] == [sys.executable, "-m", "palio"]:
        command = ["palio", *command[3:]]
    lines = [f"name = {json.dumps(name)}", f"command = {json.dumps(command)}"]
    if spec.directory is not None:
        lines.append(f"directory = {json.dumps(str(spec.directory))}")
    lines += ["", "[options]", *(f"{key} = {json.dumps(value)}" for key, value in spec.options.items())]
    return "\n".join(lines) + "\n"
