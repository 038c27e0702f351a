"""Odd and broken events through the whole stack, with the slices that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host.last_resort import names
from host.limits import EVENT_MAX_BYTES

if TYPE_CHECKING:
    from tests.reports.whole import Answer, Whole

ON = frozenset(names())
WRITE = "cat > tool.py <<'E'\nx = {}\nE"
BIG = 10_000_000

# command -> the slice that has something to say of it, "" for none. A command with a NUL never
# comes to bash: no program can be started with one in an argument.
ODD = {
    "nul-behind-a-print": ("cat app.py\0", ""),
    "nul-in-a-comment": ("cat app.py # \0", ""),
    "nul-in-a-body": (WRITE.format("\0"), ""),
    "high-surrogate-in-a-comment": ("cat app.py # \ud83d", "guard"),
    "low-surrogate-in-a-comment": ("wc -l deploy/config.yaml # \udc00", "recall"),
    "surrogates-the-wrong-way-round": ("wc -l deploy/config.yaml # \ude00\ud83d", "recall"),
    "surrogate-in-a-body": (WRITE.format("\udcff"), "scar"),
    "surrogate-in-a-name": ("cat > \ud800.py <<'E'\nx\nE", "scar"),
    "surrogate-in-a-name-that-is-not-there": ("cat \ud800", ""),
    "surrogate-pair": ("cat > \U0001f600.py <<'E'\nx\nE", "scar"),
    "long-comment-behind-other-work": (f"ls # {'x' * (BIG // 10)}", ""),
    "long-word": (f"echo {'x' * BIG}", ""),
    "long-run-of-openers": ("echo " + "$(" * (BIG // 20), ""),
}


@pytest.fixture(autouse=True)
def session(shared: Whole) -> None:
    shared.start()


def speaker(answer: Answer) -> str:
    """Return the slice that said something, "" for none."""
    return answer.by[0] if answer.by else ("recall" if answer.notes else "")


@pytest.mark.parametrize(("command", "expected"), ODD.values(), ids=ODD.keys())
def test_an_odd_command_is_judged_like_any_other(
    command: str, expected: str, shared: Whole
) -> None:
    answer = shared.ask(command)
    assert speaker(answer) == (expected if expected in ON else "")
    answer.raw.encode("ascii")  # escapes alone, whatever the console's encoding


@pytest.mark.parametrize(("command", "expected"), list(ODD.values())[:-3], ids=list(ODD)[:-3])
def test_what_an_odd_command_left_is_looked_at(command: str, expected: str, shared: Whole) -> None:
    call = {"tool_name": "Bash", "tool_input": {"command": command}, "duration_ms": 1}
    output = {"stdout": "\ud800\0", "stderr": command, "interrupted": False}
    assert shared.event("PostToolUse", **call, tool_response=output).raw == ""
    assert shared.event("PostToolUseFailure", **call, error="\ud800\0").raw == ""


@pytest.mark.parametrize("inside", [False, True], ids=["beside", "in-the-input"])
def test_ten_megabytes_beside_the_command_change_nothing(shared: Whole, *, inside: bool) -> None:
    assert BIG < EVENT_MAX_BYTES
    more = {"description": "y" * BIG}
    given = {"command": "wc -l deploy/config.yaml", **(more if inside else {})}
    answer = shared.tool("Bash", given, **({} if inside else more))
    assert speaker(answer) == ("recall" if "recall" in ON else "")


def test_ten_megabytes_of_a_file_that_is_written(shared: Whole) -> None:
    given = {"file_path": str(shared.project / "deploy/config.yaml"), "content": "y\n" * (BIG // 2)}
    assert shared.tool("Write", given).notes == (["config"] if "recall" in ON else [])
