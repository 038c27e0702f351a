from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs import validators

from host.options import build, check, undeclarable


@attrs.frozen
class Options:
    lines: int = attrs.field(default=5, validator=[validators.ge(1), validators.le(9)])
    loud: bool = False
    mode: str = attrs.field(default="broad", validator=validators.in_(("broad", "narrow")))
    agents: tuple[str, ...] = ()


@attrs.frozen
class Needy:
    lines: int


@attrs.frozen
class Odd:
    ratio: float = 1.0


def messages(**values: Any) -> list[str]:
    return [str(problem) for problem in check(Options, values, "c.json", "slices.s.options")]


def test_right_values_are_built_over_the_defaults() -> None:
    values = {"lines": 9, "loud": True, "agents": ["a", "b"]}

    assert check(Options, values, "c.json", "o") == ()
    assert build(Options, values) == Options(lines=9, loud=True, agents=("a", "b"))
    assert build(Options, {}) == Options()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"lines": "9"}, 'lines: expected a whole number, got "9".'),
        ({"lines": True}, "lines: expected a whole number, got true."),
        ({"lines": 2.0}, "lines: expected a whole number, got 2.0."),
        ({"lines": 0}, "lines: expected a whole number that must be >= 1, got 0."),
        ({"lines": 10}, "lines: expected a whole number that must be <= 9, got 10."),
        ({"loud": 1}, "loud: expected true or false, got 1."),
        ({"loud": None}, "loud: expected true or false, got null."),
        (
            {"mode": "wide"},
            "mode: expected a text that must be in ('broad', 'narrow'), got \"wide\".",
        ),
        ({"agents": "a"}, 'agents: expected a list of texts, got "a".'),
        ({"agents": ["a", 1]}, "agents: expected a list of texts, got a list."),
        (
            {"line": 1},
            (
                'line: expected an option (lines, loud, mode, agents), got "line".'
                ' Did you mean "lines"?'
            ),
        ),
    ],
    ids=lambda value: "-".join(map(str, value.items())) if isinstance(value, dict) else "",
)
def test_a_wrong_value_is_named(values: dict[str, Any], message: str) -> None:
    assert messages(**values) == [f"c.json: at slices.s.options.{message}"]


def test_all_wrong_values_are_named_at_once() -> None:
    assert len(messages(lines=0, loud="yes", agents=3)) == 3


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options, ""),
        (dict, "options must be an attrs class, not dict"),
        (Needy, "the option lines has no default"),
        (Odd, "the option ratio is none of bool, int, str, tuple[str, ...]"),
    ],
)
def test_what_can_hold_options(options: type, why: str) -> None:
    assert undeclarable(options) == why


def test_annotations_that_are_types_count_as_well() -> None:
    made = attrs.make_class("Made", {"agents": attrs.field(default=(), type=tuple[str, ...])})

    assert undeclarable(made) == ""
    assert build(made, {"agents": ["a"]}).agents == ("a",)
