"""Coup: along random games, every world that a view gives can have come about, by the count of all deals."""

from collections import Counter
from typing import Any

import pytest

import palio
from palio import CHANCE, Random, State
from tests.games.coup_belief import Belief
from tests.rules.coup.table import hands

CLAIMS = {"tax": "duke", "assassinate": "assassin", "steal": "captain"}
WORLDS = 60


class Watcher:
    """Follows a game from one seat and keeps the exact belief."""

    def __init__(self, state: State, seat: int) -> None:
        options = state.to_map()["options"]
        self.seat = seat
        self.roles = str(options["roles"])
        self.belief = Belief(seat, hands(state)[seat], options["players"], self.roles)

    def watch(self, before: dict[str, Any], text: str, after: dict[str, Any]) -> None:
        """Take in one move: what it showed, what was turned up, and what the examiner was shown."""
        verb, *names = text.split()
        if verb == "challenge":
            self.settled(before, proven=after["phase"] == "draw")
        elif verb == "draw":
            self.drawn(before, names)
        elif verb == "keep":
            self.kept(before, names)
        for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
            for card in (Counter(new["face_up"]) - Counter(old["face_up"])).elements():
                self.belief.loses(seat, card)
        if after["shown"] and not before["shown"] and after["turn_player"] == self.seat:
            self.belief.shows(after["target"], after["shown"])

    def settled(self, before: dict[str, Any], proven: bool) -> None:
        claimant, role = before["turn_player"], CLAIMS.get(before["action"], self.roles)
        if before["phase"] == "challenge_block":
            claimant, role = before["blocker"], before["block_role"]
        if not proven:
            self.belief.lacks(claimant, role)
            return
        self.belief.shows(claimant, role)
        self.belief.returns(claimant, role)

    def drawn(self, before: dict[str, Any], names: list[str]) -> None:
        swap, shown = before["draw"] == "swap", before["shown"]
        drawer = before["turn_player"]
        if swap:
            drawer = before["target"]
        elif before["draw"] == "proof" and before["blocker"] is not None:
            drawer = before["blocker"]
        if drawer == self.seat:
            self.belief.own_draw(names)
            self.belief.own_return([shown] if swap else [])
        elif swap and self.seat != before["turn_player"]:
            self.belief.swaps_unseen(drawer)
        elif swap:
            self.belief.swaps(drawer, shown)
        else:
            self.belief.draws(drawer, len(names))

    def kept(self, before: dict[str, Any], names: list[str]) -> None:
        keeper = before["turn_player"]
        if keeper == self.seat:
            self.belief.own_return((Counter(before["players"][keeper]["hand"]) - Counter(names)).elements())
        else:
            self.belief.keeps(keeper, len(names))


def next_move(state: State, random: Random) -> int:
    """A random move; most claims are let go, so that games get long."""
    if state.actor == CHANCE:
        return state.sample_chance(random)
    moves = state.legal_moves()
    if state.move_text(moves[-1]) == "challenge" and random.below(3):
        return moves[0]
    return int(random.choice(moves))


@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
@pytest.mark.parametrize("seed", [*range(12), 1182])
def test_worlds_are_possible(roles: str, seed: int) -> None:
    """No world holds cards in a way that the seat could rule out, and the true way is never ruled out."""
    state = palio.load("coup", players=3, roles=roles, max_turns=30).start(seed=seed)
    seat, random, worlds = seed % 3, Random(seed), Random(seed, stream=1)
    watcher = Watcher(state, seat)
    while not state.is_over:
        before, move = state.to_map(), next_move(state, random)
        state.apply(move)
        watcher.watch(before, state.move_text(move), state.to_map())
        ways = watcher.belief.chances
        assert tuple(map(tuple, hands(state))) in ways
        if state.actor == seat:
            view = state.view(seat)
            for _ in range(WORLDS):
                assert tuple(map(tuple, hands(view.sample_world(worlds)))) in ways
