"""What counts, where the case's words alone do not show why."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("command", "verdict"),
    [
        ("sudo example run", "deny"),
        ("(example run)", "deny"),
        ("bash -c 'example run'", "deny"),
        ("ssh there example run", "run"),
        ("example() { :; }; example run", "run"),
    ],
)
def test_each_simple_command_is_judged(
    stand_of: Any, shell_call: Any, tmp_path: Any, command: str, verdict: str
) -> None:
    decision = stand_of("_template").decide(shell_call(command, str(tmp_path)))
    assert decision.verdict == verdict
