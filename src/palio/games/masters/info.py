"""Masters of Renaissance: seats, options with defaults and bounds, rules version."""

from palio.core.info import GameInfo, Number

INFO = GameInfo(
    name="masters",
    title="Masters of Renaissance",
    rules_version=1,
    options=(
        Number("players", 1, 4, 2, "seats at the table; 1 is the solo game against Lorenzo"),
        Number("max_turns", 1, 10000, 200, "turns of each player until the game is scored as it stands"),
    ),
    search={"selection": "puct", "puct": 1.0, "evaluation": 0.4},
)
