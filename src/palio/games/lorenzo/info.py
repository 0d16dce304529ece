"""Lorenzo il Magnifico: seats, options with defaults and bounds, rules version."""

from palio.core.info import Choice, GameInfo, Number

INFO = GameInfo(
    name="lorenzo",
    title="Lorenzo il Magnifico",
    rules_version=1,
    options=(
        Number("players", 2, 4, 2, "seats at the table"),
        Choice("rules", ("basic", "advanced"), "advanced", "standard bonus tile, or drafted tiles and leaders"),
        Choice("edition", ("english", "spanish"), "english", "whose text decides where the rulebooks differ"),
    ),
    search={"selection": "puct", "puct": 1.0, "prior_bias": 8.0},
)
