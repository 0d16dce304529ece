"""Line-ups, blocks, seats and seeds of every format."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations

import pytest

from palio.errors import BotError, OptionError
from palio.tournament.event import Event, bot_entries, table_specs
from palio.tournament.result import GameResult
from palio.tournament.schedule import Block, Schedule


def event(bots: int, players: Sequence[int], **settings: object) -> Event:
    return Event(bot_entries(["random"] * bots), table_specs([("coup", players, {})]), **settings)  # type: ignore[arg-type]


def blocks(wanted: Event) -> list[Block]:
    return list(Schedule(wanted).round(0, list))


def played(block: Block, order: Sequence[int]) -> list[GameResult]:
    """The block's games, won by whoever comes first in the order."""
    results = []
    for job in block.games:
        ranks = tuple(1 + sum(order.index(other) < order.index(bot) for other in job.bots) for bot in job.bots)
        returns = tuple(1 - (rank - 1) / (len(ranks) - 1) for rank in ranks)
        nothing = (0,) * len(ranks)
        results.append(
            GameResult(
                number=job.number,
                table=job.table,
                deal=job.deal,
                bots=job.bots,
                ranks=ranks,
                points=nothing,
                returns=returns,
                reasons=("finished",) * len(ranks),
                decisions=nothing,
                milliseconds=nothing,
                slowest=nothing,
                moves=0,
                seconds=0.0,
                digest="",
            )
        )
    return results


def play_all(wanted: Event) -> tuple[list[Block], list[GameResult]]:
    """Every round, each after the results of those before it; the bot with the smallest number wins."""
    schedule = Schedule(wanted)
    results: list[GameResult] = []
    found: list[Block] = []
    for number in range(schedule.rounds):
        new = list(schedule.round(number, partial(list, results)))
        results += [result for block in new for result in played(block, range(len(wanted.bots)))]
        found += new
    return found, results


def test_a_block_is_one_deal_with_every_bot_once_on_every_seat() -> None:
    for block in blocks(event(5, [4], blocks=2)):
        assert len(block.games) == 4
        assert len({job.deal for job in block.games}) == 1
        for seat in range(4):
            assert {job.bots[seat] for job in block.games} == set(block.line_up)


def test_deals_of_blocks_differ() -> None:
    found = blocks(event(4, [2, 3], blocks=20))
    assert len({block.games[0].deal for block in found}) == len(found) == 20 * (6 + 4)


def test_a_round_robin_seats_every_choice_of_bots_equally_often() -> None:
    found = Counter(block.line_up for block in blocks(event(5, [3], blocks=3)))
    assert found == dict.fromkeys(combinations(range(5), 3), 3)


def test_too_few_bots_for_a_table_sit_there_more_than_once() -> None:
    found = {block.line_up: len(block.games) for block in blocks(event(2, [4], blocks=1))}
    assert found.pop((0, 0, 1, 1)) in {2, 4}, "sitting crosswise has only two different turns"
    assert found == {(0, 0, 0, 1): 4, (0, 1, 1, 1): 4}


def test_all_ways_to_sit_are_different_and_complete() -> None:
    found = blocks(event(2, [4], blocks=1, rotations="all"))
    assert [len(block.games) for block in found] == [4, 6, 4]
    assert all(len({job.bots for job in block.games}) == len(block.games) for block in found)


def test_a_gauntlet_seats_a_hero_at_every_table() -> None:
    found = [block.line_up for block in blocks(event(5, [3], blocks=1, format="gauntlet", heroes=(1,)))]
    assert found == [(1, *pair) for pair in combinations([0, 2, 3, 4], 2)]


def test_a_gauntlet_without_others_is_refused() -> None:
    with pytest.raises(OptionError, match="not a hero"):
        Schedule(event(1, [2], format="gauntlet"))


def test_a_fixed_table_needs_as_many_bots_as_seats() -> None:
    assert [block.line_up for block in blocks(event(3, [3], blocks=2, format="fixed"))] == [(0, 1, 2)] * 2
    with pytest.raises(OptionError, match="needs 3 bots, got 2"):
        Schedule(event(2, [3], format="fixed"))


@pytest.mark.parametrize("settings", [{}, {"format": "gauntlet"}, {"rotations": "all"}, {"format": "swiss"}])
def test_the_size_is_that_of_the_schedule(settings: dict[str, object]) -> None:
    wanted = event(6, [2, 3], blocks=4, rounds=3, **settings)
    found, _ = play_all(wanted)
    assert Schedule(wanted).size() == (len(found), sum(len(block.games) for block in found))
    assert [block.number for block in found] == list(range(len(found)))


def test_the_same_event_has_the_same_games_and_another_seed_others() -> None:
    assert blocks(event(4, [3], blocks=5)) == blocks(event(4, [3], blocks=5))
    assert blocks(event(4, [3], blocks=5)) != blocks(event(4, [3], blocks=5, seed=2))


def test_a_longer_event_begins_with_the_games_of_the_shorter_one() -> None:
    short, long = blocks(event(4, [2, 3], blocks=3)), blocks(event(4, [2, 3], blocks=7))
    assert long[: len(short)] == short


def test_neighbours_change_from_block_to_block() -> None:
    found = {block.games[0].bots for block in blocks(event(3, [3], blocks=30))}
    circles = {line_up[line_up.index(0) :] + line_up[: line_up.index(0)] for line_up in found}
    assert circles == {(0, 1, 2), (0, 2, 1)}


def swiss_rounds(bots: int, seats: int, rounds: int) -> list[list[tuple[int, ...]]]:
    found, _ = play_all(event(bots, [seats], blocks=1, rounds=rounds, format="swiss"))
    line_ups = [block.line_up for block in found]
    size = len(line_ups) // rounds
    return [line_ups[first : first + size] for first in range(0, len(line_ups), size)]


def test_swiss_byes_are_shared_out() -> None:
    rounds = swiss_rounds(7, 3, 7)
    seen = Counter(bot for tables in rounds for table in tables for bot in table)
    assert sum(seen.values()) == 7 * 6
    assert set(seen.values()) == {6}


def test_swiss_pairs_equals_and_avoids_repeats() -> None:
    rounds = swiss_rounds(16, 2, 4)
    pairs = [tuple(sorted(table)) for tables in rounds for table in tables]
    assert len(set(pairs)) == len(pairs) == 32
    last = {bot: table for table in rounds[-1] for bot in table}
    assert abs(last[0][0] - last[0][1]) <= 4, "the best bot meets one of the best in the last round"


def test_swiss_rounds_follow_from_stored_results_alone() -> None:
    wanted = event(9, [3], blocks=2, rounds=3, format="swiss")
    _, results = play_all(wanted)
    again = [block for number in range(3) for block in Schedule(wanted).round(number, lambda: results)]
    assert [job.number for block in again for job in block.games] == [result.number for result in results]
    assert [job.bots for block in again for job in block.games] == [result.bots for result in results]


def test_alone_every_bot_plays_the_same_deal() -> None:
    wanted = Event(bot_entries(["random"] * 3), table_specs([("masters", [1], {})]), blocks=4)
    found = blocks(wanted)
    assert [[job.bots for job in block.games] for block in found] == [[(0,), (1,), (2,)]] * 4
    assert len({job.deal for block in found for job in block.games}) == 4
    assert Schedule(wanted).size() == (4, 12)


def test_names_of_equal_bots_get_numbers() -> None:
    entries = bot_entries(["random", "random", "quick:=random", {"bot": "greedy", "name": "g"}])
    assert [entry.name for entry in entries] == ["random", "random-2", "quick", "g"]


def test_built_in_players_can_be_processes() -> None:
    (entry,) = bot_entries(["greedy"], processes=True)
    assert entry.spec is not None
    assert entry.spec.options == {"method": "greedy"}


def test_labels_tell_tables_apart() -> None:
    tables = table_specs([("coup", [2, 3], {}), ("coup", [2], {"roles": "inquisitor"})])
    assert [table.label for table in tables] == ["coup-2", "coup-3", "coup-2 roles=inquisitor"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"format": "knockout"}, "format: expected one of round-robin"),
        ({"blocks": 0}, "blocks: expected 1 to"),
        ({"seed": -1}, "seed: expected 0 to"),
        ({"faults": "ignore"}, "faults: expected one of count, stop"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        event(2, [2], **settings)


def test_a_bot_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(BotError, match="unknown field 'colour'"):
        bot_entries([{"bot": "random", "colour": "red"}])
