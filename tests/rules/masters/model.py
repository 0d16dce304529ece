"""The rules of Masters of Renaissance once more: slow, plain, on maps, sharing nothing with the real ones.

A Model holds the map of a full state. `moves` lists the texts of the legal moves, `apply` changes the map.
It asks what the rules ask and in the same order, so that games of both can be compared position by position.
"""

from collections import Counter
from itertools import chain

from tests.rules.masters.model_facts import (
    MARBLE,
    POINTS,
    SECTIONS,
    START,
    TOKEN_COLORS,
    WHITE,
    Bag,
    bag_of,
    text,
)
from tests.rules.masters.model_moves import Moves
from tests.rules.masters.table import COLORS, RESOURCES, amounts, color, level


class Model(Moves):
    """The rules that change the map."""

    def apply(self, move: str) -> None:
        verb, *words = move.split()
        getattr(self, f"do_{verb}")(words)

    def go(self, phase: str, actor: int | str | None = None) -> None:
        self.map["phase"] = phase
        self.map["actor"] = self.map["turn_player"] if actor is None else actor

    def do_keep(self, words: list[str]) -> None:
        self.me["hand"], self.me["in_hand"] = [int(word) for word in words], 2
        if self.map["turn_player"] + 1 < len(self.map["players"]):
            self.map["turn_player"] += 1
            self.go("keep")
        elif self.solo:
            self.go("turn")
        else:
            self.map["turn_player"] = 0
            self.go("first", "chance")

    def do_first(self, words: list[str]) -> None:
        self.map["first_player"] = int(words[0])
        for seat, row in enumerate(self.map["players"]):
            row["faith"] = START[self.place(seat)][1]
        self.start_from(0)

    def start_from(self, place: int) -> None:
        seats = len(self.map["players"])
        waiting = [number for number in range(place, seats) if START[number][0]]
        self.map["turn_player"] = (self.map["first_player"] + (waiting[0] if waiting else 0)) % seats
        self.go("take" if waiting else "turn")

    def do_take(self, words: list[str]) -> None:
        self.me["warehouse"] = amounts(Counter(self.me["warehouse"]) + bag_of(words))
        self.start_from(self.place(self.map["turn_player"]) + 1)

    def do_play(self, words: list[str]) -> None:
        self.me["played"] = sorted([*self.me["played"], int(words[0])])
        self.leave_hand(int(words[0]))

    def do_discard(self, words: list[str]) -> None:
        self.move_faith({self.map["turn_player"]: 1})
        self.leave_hand(int(words[0]))

    def leave_hand(self, leader: int) -> None:
        self.me["hand"].remove(leader)
        self.me["in_hand"] -= 1
        if self.map["phase"] == "after" and not self.me["hand"]:
            self.end_turn()

    def do_end(self, words: list[str]) -> None:
        assert words == ["turn"]
        self.end_turn()

    def do_market(self, words: list[str]) -> None:
        rows, index = self.map["market"]["rows"], int(words[1]) - 1
        line = list(rows[index]) if words[0] == "row" else [row[index] for row in rows]
        pushed = [*line[1:], self.map["market"]["slide"]]
        self.map["market"]["slide"] = line[0]
        for place, marble in enumerate(pushed):
            if words[0] == "row":
                rows[index][place] = marble
            else:
                rows[place][index] = marble
        taken = Counter(MARBLE[marble] for marble in line if marble != "white")
        self.action["faith"] = taken.pop("faith", 0)
        whites = [WHITE[leader] for leader in self.me["played"] if leader in WHITE]
        if len(whites) == 1:
            taken[whites[0]] += line.count("white")
        self.action["pending"] = amounts(taken)
        if len(whites) == 2 and "white" in line:
            self.action["whites"] = line.count("white")
            self.go("white")
        else:
            self.offer_store()

    def do_white(self, words: list[str]) -> None:
        self.action["pending"] = amounts(Counter(self.action["pending"]) + bag_of(words))
        self.action["whites"] = 0
        self.offer_store()

    def offer_store(self) -> None:
        if len(self.stores()) == 1:
            self.store(self.stores()[0])
        else:
            self.go("store")

    def do_store(self, words: list[str]) -> None:
        self.store(bag_of(words))

    def store(self, kept: Bag) -> None:
        lost = sum(self.action["pending"].values()) - kept.total()
        self.me["warehouse"] = amounts(Counter(self.me["warehouse"]) + kept)
        others = {seat: lost for seat in range(len(self.map["players"])) if seat != self.map["turn_player"]}
        self.move_faith({self.map["turn_player"]: self.action["faith"]} | others, lost if self.solo else 0)
        self.end_action()

    def do_buy(self, words: list[str]) -> None:
        self.action["card"] = int(words[0])
        slots = self.slots_for(self.action["card"])
        if len(slots) > 1:
            self.go("slot")
        else:
            self.do_slot([str(slots[0] + 1)])

    def do_slot(self, words: list[str]) -> None:
        self.action["slot"] = int(words[0])
        self.action["pending"] = amounts(self.price(self.action["card"]))
        self.offer_payment()

    def do_produce(self, words: list[str]) -> None:
        chosen = [self.powers()[name] for name in words]
        gain = sum((power[1] for power in chosen), Counter())
        self.action["faith"] = gain.pop("faith", 0)
        self.action["pending"] = amounts(sum((power[0] for power in chosen), Counter()))
        self.action["gain"] = amounts(gain)
        self.action["spends"] = sum(power[2] for power in chosen)
        self.action["receives"] = sum(power[3] for power in chosen)
        if not self.action["spends"]:
            self.offer_receive()
        elif len(self.spends()) == 1:
            self.do_spend(text(self.spends()[0]).split())
        else:
            self.go("spend")

    def do_spend(self, words: list[str]) -> None:
        self.action["pending"] = amounts(Counter(self.action["pending"]) + bag_of(words))
        self.action["spends"] = 0
        self.offer_receive()

    def offer_receive(self) -> None:
        if self.action["receives"]:
            self.go("receive")
        else:
            self.offer_payment()

    def do_receive(self, words: list[str]) -> None:
        self.action["gain"] = amounts(Counter(self.action["gain"]) + bag_of(words))
        self.action["receives"] = 0
        self.offer_payment()

    def offer_payment(self) -> None:
        if len(self.payments()) == 1:
            self.pay(self.payments()[0])
        else:
            self.go("pay")

    def do_pay(self, words: list[str]) -> None:
        self.pay(bag_of(words))

    def pay(self, stored: Bag) -> None:
        for name in RESOURCES:
            self.me["warehouse"][name] -= stored[name]
            self.me["chest"][name] -= self.action["pending"][name] - stored[name]
            self.me["chest"][name] += self.action["gain"][name]
        card = self.action["card"]
        if card is not None:
            self.remove_top(color(card), level(card))
            self.me["slots"][self.action["slot"] - 1].append(card)
            if len(self.cards()) == 7:
                self.trigger_end()
        else:
            self.move_faith({self.map["turn_player"]: self.action["faith"]})
        self.end_action()

    def remove_top(self, name: str, grade: int) -> None:
        self.map["stacks"][4 * (grade - 1) + COLORS.index(name)]["cards"].pop(0)

    # Faith, turns, the end

    def move_faith(self, steps: dict[int, int], cross: int = 0) -> None:
        rows = self.map["players"]
        for seat, count in steps.items():
            rows[seat]["faith"] = min(24, rows[seat]["faith"] + count)
        markers = [row["faith"] for row in rows]
        if self.solo:
            self.map["solo"]["black_cross"] = min(24, self.map["solo"]["black_cross"] + cross)
            markers.append(self.map["solo"]["black_cross"])
        for index, (start, pope) in enumerate(SECTIONS):
            if index == self.map["reports"] and max(markers) >= pope:
                self.map["reports"] += 1
                for row in rows:
                    row["favor"] += [index + 1] * (row["faith"] >= start)
        if max(markers) == 24:
            self.trigger_end()

    def trigger_end(self) -> None:
        if self.solo:
            self.finish()
        else:
            self.map["last_round"] = True

    def finish(self) -> None:
        self.go("over", "over")
        self.clear_action()

    def clear_action(self) -> None:
        self.map["action"] = {
            "pending": amounts(), "gain": amounts(), "faith": 0, "whites": 0, "spends": 0, "receives": 0,
            "card": None, "slot": None,
        }  # fmt: skip

    def end_action(self) -> None:
        if self.map["phase"] == "over":
            return
        self.clear_action()
        if self.me["hand"]:
            self.go("after")
        else:
            self.end_turn()

    def column_gone(self) -> bool:
        return any(not any(self.map["stacks"][index + 4 * grade]["cards"] for grade in range(3)) for index in range(4))

    def end_turn(self) -> None:
        if self.map["phase"] == "over":
            return
        if not self.solo:
            self.next_turn()
        elif self.column_gone():
            self.finish()
        else:
            self.go("token", "chance")

    def next_turn(self) -> None:
        following = (self.map["turn_player"] + 1) % len(self.map["players"])
        if following == self.map["first_player"]:
            self.map["round"] += 1
            if self.map["last_round"] or self.map["round"] >= self.map["options"]["max_turns"]:
                self.finish()
                return
        self.map["turn_player"] = following
        self.go("turn")

    def do_token(self, words: list[str]) -> None:
        token, pile = int(words[0]), self.map["solo"]["tokens"]
        pile.remove(6 if token == 5 and 6 in pile else token)
        if token in TOKEN_COLORS:
            for _ in range(2):
                grades = [grade for grade in (1, 2, 3) if self.stack(TOKEN_COLORS[token], grade)]
                if grades:
                    self.remove_top(TOKEN_COLORS[token], grades[0])
            if self.column_gone():
                self.finish()
        else:
            if token == 7:
                self.map["solo"]["tokens"] = [1, 2, 3, 4, 5, 6, 7]
            self.move_faith({}, 1 if token == 7 else 2)
        if self.map["phase"] != "over":
            self.next_turn()

    def stack(self, name: str, grade: int) -> list[int]:
        cards: list[int] = self.map["stacks"][4 * (grade - 1) + COLORS.index(name)]["cards"]
        return cards

    def points(self, seat: int) -> int:
        """Fine della partita."""
        row = self.map["players"][seat]
        track = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}
        leaders = {range(49, 53): 2, range(53, 57): 3, range(57, 61): 5, range(61, 65): 4}
        total = sum(POINTS[card] for card in chain.from_iterable(row["slots"]))
        total += max([worth for space, worth in track.items() if space <= row["faith"]], default=0)
        total += sum(int(number) + 1 for number in row["favor"])
        total += sum(worth for group, worth in leaders.items() for leader in row["played"] if leader in group)
        return total + int(sum(row["warehouse"].values()) + sum(row["chest"].values())) // 5
