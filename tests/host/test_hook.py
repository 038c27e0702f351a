from __future__ import annotations

from typing import Any

import attrs
import pytest

from host.hook import Control, Crude, Hook, Probe, Slice


@attrs.frozen
class Options:
    pass


def nothing(*_: object) -> None:
    return None


HOOK: dict[str, Any] = {
    "event": "tool.call",
    "phase": "check",
    "run": nothing,
    "on_error": nothing,
}
CONTROL = Control(name="n", incident="i", evidence="e", remove_when="r")
SLICE: dict[str, Any] = {
    "hooks": (Hook(**HOOK),),
    "crude": Crude(),
    "controls": (CONTROL,),
    "probes": (Probe(command="x", expect="deny"), Probe(command="ls", expect="run")),
    "options": Options,
}


@pytest.mark.parametrize(
    ("event", "phase"),
    [
        ("tool.call", "rewrite"),
        ("tool.call", "check"),
        ("tool.result", "after"),
        ("session.start", "after"),
        ("session.compact", "after"),
        ("session.end", "after"),
    ],
)
def test_an_event_has_its_phases(event: str, phase: str) -> None:
    assert Hook(**HOOK | {"event": event, "phase": phase}).phase == phase


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"event": "tool.cal"}, "tool.cal", id="unknown-event"),
        pytest.param({"phase": "after"}, "rewrite or check", id="after-before-the-call"),
        pytest.param({"event": "tool.result"}, "phase after", id="check-after-the-call"),
        pytest.param({"run": None}, "callable", id="run-is-nothing"),
        pytest.param({"on_error": "deny"}, "callable", id="handler-is-a-text"),
        pytest.param({"tools": frozenset({"Bash"})}, "Bash", id="a-clients-word-as-tool"),
        pytest.param({"tools": {"shell"}}, "frozenset", id="tools-can-change"),
        pytest.param({"triggers": "cat"}, "tuple", id="triggers-are-one-text"),
        pytest.param({"triggers": ("",)}, "empty", id="an-empty-trigger"),
    ],
)
def test_a_wrong_hook_cannot_be_built(change: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        Hook(**HOOK | change)


@pytest.mark.parametrize("name", ["event", "phase", "run", "on_error"])
def test_a_hook_needs(name: str) -> None:
    fields = {key: value for key, value in HOOK.items() if key != name}

    with pytest.raises(TypeError, match=name):
        Hook(**fields)


@pytest.mark.parametrize(
    "change",
    [
        {"hooks": ()},
        {"hooks": [Hook(**HOOK)]},
        {"hooks": (CONTROL,)},
        {"crude": {}},
        {"controls": ()},
        {"controls": (Crude(),)},
        {"options": Options()},
        {"probes": ()},
        {"probes": (Probe(command="ls", expect="run"),)},
        {"probes": (Probe(command="x", expect="deny"),)},
    ],
    ids=lambda change: repr(change)[:40],
)
def test_a_wrong_slice_cannot_be_built(change: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Slice(**SLICE | change)


def test_a_crude_test_of_one_text_cannot_be_built() -> None:
    with pytest.raises(TypeError):
        Crude(first_words="cat")  # type: ignore[arg-type]
