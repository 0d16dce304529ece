"""The engine's option `search`: parameters of the search as one text."""

import pytest

from palio.engine.options import Settings, engine_options
from palio.engine.thinkers import AUTO, STYLES, SearchThinker, make_thinker, method_names, search_params
from palio.errors import OptionError, WireError
from palio.games import load


def settings(**given: object) -> Settings:
    found = Settings(engine_options(method_names(), AUTO, STYLES))
    found.set(given)
    return found


def test_parameters_as_text() -> None:
    text = "exploration=0.5,worlds=20,open_loop=false,playout=random,knobs=0.03,win_weights=0.1/0.2/0.3"
    assert search_params(text) == {
        "exploration": 0.5,
        "worlds": 20,
        "open_loop": False,
        "playout": "random",
        "knobs": (0.03,),
        "win_weights": (0.1, 0.2, 0.3),
    }
    assert search_params("") == {}


def test_they_reach_the_search() -> None:
    thinker = make_thinker(load("coup"), settings(method="ismcts", search="exploration=1.25,memory_mb=3", memory=7))
    assert isinstance(thinker, SearchThinker)
    assert thinker._search.params.exploration == 1.25
    assert thinker._search.params.memory_mb == 3


@pytest.mark.parametrize("text", ["exploration", "colour=3", "exploration=-1", "worlds=many"])
def test_wrong_ones_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        make_thinker(load("coup"), settings(method="ismcts", search=text))


def test_only_texts_of_bounded_length() -> None:
    for wrong in (3, "x" * 1001):
        with pytest.raises(WireError, match=r"options\.search: expected a text of at most 1000"):
            settings(search=wrong)
    assert {"name": "search", "kind": "text"}.items() <= settings().offers()[2].items()
