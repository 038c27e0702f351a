"""A module that is loaded late is the module that an import gives, once somebody looks into it."""

from __future__ import annotations

import platform
import threading
import weakref
from types import ModuleType
from typing import Any

import pytest

from host import later
from host.later import LATER, Later


class Loading:
    """Fills a module, and counts how often; it fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.times = 0
        self._failures = failures

    def __call__(self, module: ModuleType) -> None:
        self.times += 1
        if self.times <= self._failures:
            raise ImportError
        vars(module)["WORD"] = "loaded"


@pytest.fixture
def loading() -> Loading:
    return Loading()


@pytest.fixture
def module(loading: Loading) -> Any:
    return Later("some", loading)


def test_it_is_not_loaded_before_it_is_looked_into(module: Any, loading: Loading) -> None:
    assert module.__name__ == "some"
    assert module.__spec__ is None
    assert loading.times == 0


def test_the_first_look_loads_it(module: Any, loading: Loading) -> None:
    assert module.WORD == "loaded"
    assert module.WORD == "loaded"
    assert type(module) is ModuleType
    assert loading.times == 1


@pytest.mark.parametrize("look", [dir, vars, repr, lambda one: hasattr(one, "WORD")])
def test_any_look_does(look: Any, module: Any, loading: Loading) -> None:
    look(module)
    assert loading.times == 1
    assert vars(module)["WORD"] == "loaded"


def test_what_is_set_ahead_stays(module: Any) -> None:
    module.WORD = "mine"
    assert module.WORD == "mine"


def test_what_is_removed_ahead_stays_away(module: Any) -> None:
    del module.WORD
    assert not hasattr(module, "WORD")


def test_a_name_that_it_has_not_is_missing(module: Any) -> None:
    with pytest.raises(AttributeError, match="nobody"):
        _ = module.nobody


def test_a_load_that_fails_is_tried_again() -> None:
    loading = Loading(failures=1)
    module: Any = Later("some", loading)
    with pytest.raises(ImportError):
        _ = module.WORD
    assert module.WORD == "loaded"


def test_a_name_that_each_call_needs_is_had_without_the_module(
    loading: Loading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "LATER", {"some": {"WORD": "known"}})
    module: Any = Later("some", loading)
    assert module.WORD == "known"
    assert loading.times == 0
    assert not hasattr(module, "other")
    assert module.WORD == "loaded"


def test_what_is_known_of_the_library_is_true() -> None:
    for module, names in ((threading, ["local"]), (weakref, ["ref"])):
        assert LATER[module.__name__] == {name: getattr(module, name) for name in names}
    for call in LATER["platform"].values():
        assert call() == platform.python_implementation()
