"""Coup, Fíate de los demás: what the players may not do."""

import palio

from .table import texts

VERBS = {"allow", "challenge", "block", "lose", "keep", "show", "leave", "swap"}
ACTIONS = {"income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange", "examine"}


def test_no_move_gives_coins_or_shows_cards_at_will() -> None:
    """Fíate: nobody may reveal cards to others nor give or lend coins: such moves do not exist."""
    found = set()
    for seed in range(40):
        state = palio.load("coup", players=2 + seed % 5, roles="inquisitor", max_turns=60).start(seed=seed)
        random = palio.Random(seed)
        while not state.is_over:
            chance = state.actor == palio.CHANCE
            if not chance:
                found |= {text.split()[0] for text in texts(state)}
            state.apply(state.sample_chance(random) if chance else random.choice(state.legal_moves()))
    assert found == VERBS | ACTIONS
