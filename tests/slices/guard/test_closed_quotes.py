"""A pipe or a redirect that is only text: in a comment, in single quotes, in an or-list."""

from __future__ import annotations

from typing import Any

import pytest

from host.call import Deny, Failure, ToolCall
from slices.guard import closed

DENIED = {
    "an-or-list": "cat F || cat G",
    "a-pipe-in-a-comment": "# a | b\ncat F",
    "a-pipe-in-an-indented-comment": "  # a | b\ncat F",
    "a-pipe-in-single-quotes": "cat 'a|b'",
    "a-pipe-and-a-redirect-in-single-quotes": "cat 'a|b' 'c>d'",
    "a-pipe-in-single-quotes-and-a-second-line": "cat 'a|b'\nhead F",
}
RUNS = {
    "an-open-quote": "cat 'a|b",
    "an-open-quote-after-a-closed-one": "cat 'a' 'b|c",
    "a-pipe-between-escaped-quotes": r"cat \'a | wc \'b",
    "a-pipe-between-double-quoted-quotes": """cat "'" | wc "'" """,
    "a-pipe-beside-single-quotes": "cat 'a' | wc 'b'",
}


def ask(command: str, host: Any) -> Deny | None:
    call = ToolCall("claude-code", "shell", "s", "/p", command=command)
    return closed.on_error(call, Failure("guard", "exception"), host)


@pytest.mark.parametrize("command", DENIED.values(), ids=DENIED.keys())
def test_text_is_no_operator(command: str, host: Any) -> None:
    assert isinstance(ask(command, host), Deny)


@pytest.mark.parametrize("command", RUNS.values(), ids=RUNS.keys())
def test_an_operator_is_one(command: str, host: Any) -> None:
    assert ask(command, host) is None
