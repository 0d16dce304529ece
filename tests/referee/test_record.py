"""Records: they verify, and whatever is changed in them is found."""

import errno
import json
import random
from pathlib import Path

import pytest

import palio
from palio.cli import main
from palio.core.players import GreedyPlayer, RandomPlayer
from palio.errors import RecordError
from palio.games import GAMES
from palio.referee.clocks import TimeControl
from palio.referee.faults import Fault, FaultError, Termination
from palio.referee.record import Entry, Record, game_line, parse_record, read_record
from palio.referee.seats import Answer, Decision, PlayerSeat
from palio.referee.table import Table
from palio.referee.verify import replay, verify
from tests.support import TABLES, label, scaled


class Quitter(PlayerSeat):
    """Fails at its third decision."""

    def __init__(self) -> None:
        super().__init__("quitter", RandomPlayer(5))
        self._left = 2

    def decide(self, decision: Decision) -> Answer:
        if not self._left:
            raise FaultError(Fault(Termination.CRASH, "exited\nwith code 1", "last words: {oops} # \u2028"))
        self._left -= 1
        return super().decide(decision)


def played(game: palio.Game, deal: int, *, quitter: int | None = None) -> Record:
    seats = [PlayerSeat(f"random {seat}", RandomPlayer(seat)) for seat in range(game.seats)]
    if quitter is not None:
        seats[quitter] = Quitter()
    return Table(game, seats, deal, control=TimeControl(initial=60000, increment=100)).play()


@pytest.mark.parametrize("game", TABLES, ids=label)
def test_records_of_all_games_verify_after_a_round_trip(game: palio.Game) -> None:
    for deal in range(scaled(4)):
        record = played(game, deal, quitter=deal % game.seats if deal % 2 else None)
        text = record.to_text()
        again = parse_record(text.encode())
        assert again == record
        assert again.to_text() == text
        verify(again)


@pytest.mark.parametrize("name", GAMES)
def test_one_changed_byte_anywhere_is_found(name: str) -> None:
    game = palio.load(name)
    data = played(game, 1, quitter=0).to_text().encode()
    rng = random.Random(3)
    for at in range(0, len(data), max(1, len(data) // scaled(3000))):
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        with pytest.raises(RecordError):
            verify(parse_record(bytes(changed)))


@pytest.mark.parametrize("cut", [1, 2, 30, 66, 80, 81, 500])
def test_a_cut_file_is_found(cut: int) -> None:
    data = played(palio.load("coup"), 1).to_text().encode()
    with pytest.raises(RecordError):
        verify(parse_record(data[:-cut]))
    with pytest.raises(RecordError):
        verify(parse_record(data + data[-cut:]))


def line_of(lines: list[str], move: int) -> int:
    return next(index for index, line in enumerate(lines) if line.startswith(f"{move} "))


@pytest.mark.parametrize("move", [1, 2, 5, 9])
def test_the_error_names_the_move_that_was_changed(move: int) -> None:
    lines = played(palio.load("coup", players=3), 2).to_text().splitlines(keepends=True)
    at = line_of(lines, move)
    lines[at] = lines[at].replace(":", ";", 1)
    with pytest.raises(RecordError, match=rf"line {at + 1}, move {move}: the line was changed") as caught:
        parse_record("".join(lines).encode())
    assert caught.value.move == move


def test_a_forged_move_with_new_digests_is_found_by_the_rules() -> None:
    record = played(palio.load("coup", players=3), 2)
    at = next(index for index, entry in enumerate(record.entries) if entry.kind == "seat" and index > 4)
    record.entries[at].text = "coup 5"
    with pytest.raises(RecordError, match=f"move {at + 1}: illegal move 'coup 5'") as caught:
        verify(parse_record(record.to_text().encode()))
    assert caught.value.move == at + 1


def test_a_forged_actor_is_found() -> None:
    record = played(palio.load("coup", players=3), 2)
    record.entries[0].actor = 1
    with pytest.raises(RecordError, match="move 1: expected seat 0 to act, got seat 1"):
        verify(record)


def test_a_forged_outcome_is_found() -> None:
    record = played(palio.load("coup", players=3), 2)
    record.ends[1]["rank"] = 7
    with pytest.raises(RecordError, match="end of seat 1: expected rank"):
        verify(parse_record(record.to_text().encode()))


def test_a_forged_fault_is_found() -> None:
    record = played(palio.load("coup"), 1)
    record.entries.append(Entry("fault", 0, "finished"))
    with pytest.raises(RecordError, match="no possible fault"):
        verify(record)


def test_a_game_without_its_end_is_found() -> None:
    record = played(palio.load("coup", players=3), 2)
    record.entries.pop()
    with pytest.raises(RecordError, match="the game is not over"):
        verify(record)


@pytest.mark.parametrize(("name", "value"), [("rules", 99), ("data", "0" * 16)])
def test_a_record_of_other_rules_is_refused(name: str, value: object) -> None:
    record = played(palio.load("coup"), 1)
    record.header[name] = value
    with pytest.raises(RecordError, match=f"made with {name}"):
        verify(parse_record(record.to_text().encode()))


def test_a_record_of_a_later_format_is_refused() -> None:
    with pytest.raises(RecordError, match="line 1: expected 'palio record 1'"):
        parse_record(b"palio record 2 #00000000\n")


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"palio", b"\xff\xfe", b"\0" * 100, b"digest sha256 " + b"0" * 64 + b"\n"]
)
def test_what_is_no_record_is_an_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        parse_record(data)


def test_a_record_is_replayed_without_random_numbers() -> None:
    record = played(palio.load("coup", players=4), 3, quitter=2)
    states = [state for _, state in replay(record)]
    assert states[0].to_map() == record.header["first"]
    assert len(states) == len(record.entries)


def test_clocks_and_thoughts_are_in_the_record() -> None:
    record = played(palio.load("coup"), 1)
    entry = next(entry for entry in record.entries if entry.kind == "seat")
    assert entry.details["ms"] >= 0
    assert 60000 <= entry.details["clock"] <= 60100


def test_the_stand_in_is_told_apart_from_the_player() -> None:
    record = played(palio.load("coup", players=3), 4, quitter=1)
    kinds = [entry.kind for entry in record.entries if entry.actor == 1]
    assert "fault" in kinds
    assert set(kinds[kinds.index("fault") + 1 :]) <= {"stand-in"}
    assert record.ends[1] == {**record.ends[1], "reason": "crash", "rank": 3, "return": 0.0}


def test_the_same_players_and_deal_give_the_same_record() -> None:
    def moves() -> list[str]:
        game = palio.load("coup")
        seats = [PlayerSeat("greedy", GreedyPlayer(1)), PlayerSeat("random", RandomPlayer(2))]
        return [entry.text for entry in Table(game, seats, 9).play().entries]

    assert moves() == moves()


def test_a_full_disk_is_a_clear_error_and_leaves_no_half_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(palio.load("coup"), 1)
    record.write(tmp_path / "first.txt")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RecordError, match=r"cannot write the record .*second.txt: No space left on device"):
        record.write(tmp_path / "second.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["first.txt"]
    verify(read_record(tmp_path / "first.txt"))


def test_a_file_of_several_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is found and checked by itself; damage stays in its own record."""
    path = tmp_path / "games.txt"
    texts = [played(palio.load(name), 3).to_text() for name in GAMES]
    path.write_text("".join(game_line(number) + text for number, text in enumerate(texts)), newline="\n")
    assert [read_record(path, place).to_text() for place in (1, 2, 3)] == texts
    assert main(["verify", str(path)]) == 0
    assert [line.split(": ")[0] for line in capsys.readouterr().out.splitlines()] == [
        f"{path}, record {place}" for place in (1, 2, 3)
    ]
    assert main(["replay", str(path), "--record", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{list(GAMES)[1]}, ")
    with pytest.raises(RecordError, match="expected a record from 1 to 3, got 4"):
        read_record(path, 4)
    whole = path.read_bytes()
    for old, new in (
        (b"game 1 #", b"gane 1 #"),
        (b"game 1 #", b"game 2 #"),
        (game_line(1).encode(), game_line(1).upper().encode()),
        (texts[0][-30:].encode(), b"torn\n"),
        (b"palio record", b"palio rekord"),
    ):
        path.write_bytes(whole.replace(old, new, 1))
        assert main(["verify", str(path)]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert "FAILED" in lines[0]
        assert ": ok, " in lines[-1]


def test_a_missing_file_is_a_record_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_record(tmp_path / "none.txt")


def test_lines_are_json_behind_their_names() -> None:
    text = played(palio.load("coup"), 1).to_text()
    header = dict(line.rsplit(" #", 1)[0].split(": ", 1) for line in text.splitlines()[1:9])
    assert json.loads(header["options"])["players"] == 2
