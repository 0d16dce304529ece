"""Coup: seats, options with defaults and bounds, rules version."""

# `knobs` are the numbers of the policy table by which hands are weighed (table.pxi says what they mean): LIE, AID,
# STEAL, DEATH, TRUST, SPEAK.
from palio.core.info import Choice, GameInfo, Number

INFO = GameInfo(
    name="coup",
    title="Coup",
    rules_version=1,
    options=(
        Number("players", 2, 6, 2, "seats at the table"),
        Choice("roles", ("ambassador", "inquisitor"), "ambassador", "which fifth role is in the game"),
        Choice("draft", ("off", "on"), "off", "2 players only: each chooses one of its two cards", 2),
        Choice(
            "block_after_own_challenge",
            ("off", "on"),
            "on",
            "may the target block after its failed challenge",
        ),
        Number("max_turns", 1, 10000, 500, "actions until the survivors are ranked by influence, then coins"),
    ),
    search={
        "method": "mo-ismcts",
        "keys": "view",
        "win_weights": (1.0, 1.0, 1.0),
        "knobs": (0.05, 0.4, 0.3, 0.05, 0.05, 0.1),
    },
)
