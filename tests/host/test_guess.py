"""What is taken for the command of an event that cannot be read."""

from __future__ import annotations

import sys

import pytest

from host.guess import texts_in, texts_under
from host.limits import GUESSES_MAX

EVENT = '{"tool_input":{"command":"cat a"}'
GUESSED = {
    "broken-after-the-command": (b'{"tool_input":{"command":"cat a","x":', ["cat a"]),
    "cut-in-the-command": (b'{"tool_input":{"command":"cat a\\nhead b', ["cat a\nhead b"]),
    "cut-with-escapes": (b'{"command":"cat \\"a\\" \\\\', ['cat "a" \\']),
    "blanks-around-the-colon": (b'{ "command" : "ls" ', ["ls"]),
    "a-list": (b'{"command":["cat", "a b"]}', ["cat a b", "cat", "a b"]),
    "lists-in-a-list": (b'{"command":[["cat"],[["a"]]],"x":"y"}', ["cat a", "cat", "a"]),
    "an-object": (b'{"command":{"line":"cat a"},"x":"y"}', ["line cat a", "line", "cat a"]),
    "a-cut-list": (b'{"command":["cat","a', ["cat a", "cat", "a"]),
    "an-empty-list": (b'{"command":[]', [""]),
    "brackets-in-a-string": (b'{"command":["]{","a"],"x":"y"', ["]{ a", "]{", "a"]),
    "a-value-named-command": (b'{"x":"command","command":"ls"', ["ls"]),
    "each-of-several": (b'{"command":"ls","x":{"command":"cat a"', ["ls", "cat a"]),
    "another-case": (b'{"COMMAND":"LS","Command":"ls"', ["LS", "ls"]),
    "a-letter-that-grows-in-lower-case": ('{"\u0130":1,"command":"ls"'.encode(), ["ls"]),
    "a-number": (b'{"command":7}', []),
    "cut-at-the-key": (b'{"command"', []),
    "cut-at-the-colon": (b'{"command": ', []),
    "quoted-in-content": (rb'{"content":"{\"command\":\"cat a\"}"', []),
    "none": (b'{"file_path":"/a"', []),
    "utf-16-with-a-mark": (EVENT.encode("utf-16"), ["cat a"]),
    "utf-16-big-endian": (EVENT.encode("utf-16-be"), ["cat a"]),
    "utf-32-with-a-mark": (EVENT.encode("utf-32"), ["cat a"]),
    "utf-32-big-endian": (EVENT.encode("utf-32-be"), ["cat a"]),
}


@pytest.mark.parametrize("c", [True, False], ids=["with-c", "without-c"])
@pytest.mark.parametrize(("raw", "commands"), GUESSED.values(), ids=GUESSED.keys())
def test_guesses_the_command(
    raw: bytes, commands: list[str], monkeypatch: pytest.MonkeyPatch, *, c: bool
) -> None:
    if not c:
        monkeypatch.setitem(sys.modules, "_json", None)
    assert texts_under(raw, "command") == commands


@pytest.mark.parametrize(
    "part", [b'"command":"ls",', b'"command":["', b'"command":[', b'"command":']
)
def test_guessing_is_bounded(part: bytes) -> None:
    assert len(texts_under(part * 3000, "command")) <= 3 * GUESSES_MAX


@pytest.mark.parametrize(
    ("event", "commands"),
    [
        ({"tool_input": {"command": "cat a"}}, ["cat a"]),
        ({"x": [{"Command": "ls"}]}, ["ls"]),
        ({"command": ["cat", ["a"]]}, ["cat a", "cat", "a"]),
        ({"command": {"line": "cat a"}}, ["cat a", "cat a"]),
        ({"command": 7, "cat a": "command"}, [""]),
        ({}, []),
    ],
    ids=["inside", "another-case", "lists-in-a-list", "an-object", "a-number", "none"],
)
def test_guesses_the_command_of_a_decoded_event(event: object, commands: list[str]) -> None:
    assert texts_in(event, "command") == commands


def test_guessing_in_a_decoded_event_is_bounded() -> None:
    deep: object = {"command": "ls"}
    for _ in range(5000):
        deep = [deep]
    assert texts_in(deep, "command") == ["ls"]
    assert len(texts_in([{"command": "ls"}] * 3000, "command")) == GUESSES_MAX
