"""JSON with builtin modules: what is read, what is refused, and that nothing changes on the way."""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import TYPE_CHECKING

import pytest

from host import decode

if TYPE_CHECKING:
    from types import ModuleType

READ = {
    "an-object": (b'{"a":1}', {"a": 1}),
    "blanks-around": (b' \r\n{"a" : [1, 2.5, null, true]}\t\n', {"a": [1, 2.5, None, True]}),
    "byte-order-mark": (b'\xef\xbb\xbf{"a":""}', {"a": ""}),
    "escapes": (rb'{"a":"\u003c\u003c \"q\" \\ \/ \n"}', {"a": '<< "q" \\ / \n'}),
    "astral-pair": (rb'{"a":"\ud83d\ude00"}', {"a": "\U0001f600"}),
    "lone-surrogate": (rb'{"a":"x\ud800y"}', {"a": "x\ud800y"}),
    "nul": (rb'{"a":"x\u0000y"}', {"a": "x\0y"}),
    "invalid-utf8": (b'{"a":"x\xff\xfe"}', {"a": "x\udcff\udcfe"}),
    "last-of-two-keys": (b'{"a":1,"a":2}', {"a": 2}),
}
REFUSED = {
    "empty": (b"", "nothing on standard input"),
    "blanks": (b" \n", "nothing on standard input"),
    "cut-off": (b'{"a":', "no JSON"),
    "plain-text": (b"cat README.md", "no JSON"),
    "trailing-text": (b'{"a":1} x', "more than one JSON value"),
    "two-objects": (b'{"a":1}\n{"a":2}', "more than one JSON value"),
    "a-list": (b"[1]", "JSON that is no object"),
    "a-text": (b'"x"', "JSON that is no object"),
    "raw-newline-in-a-string": (b'{"a":"x\ny"}', "no JSON"),
    "deep-nesting": (b'{"a":' + b"[" * 200_000, "JSON nested too deeply"),
    "endless-integer": (b'{"a":' + b"9" * 5000 + b"}", "no JSON"),
}


@pytest.fixture(scope="module")
def without_c() -> ModuleType:
    """The module as an interpreter loads it that has no `_json`."""
    spec = importlib.util.spec_from_file_location("decode_without_c", decode.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    kept = sys.modules["_json"]
    sys.modules["_json"] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules["_json"] = kept
    return module


@pytest.mark.parametrize(("raw", "value"), READ.values(), ids=READ.keys())
def test_reads(raw: bytes, value: object, without_c: ModuleType) -> None:
    assert decode.read_object(raw) == value
    assert without_c.read_object(raw) == value


@pytest.mark.parametrize(("raw", "problem"), REFUSED.values(), ids=REFUSED.keys())
def test_refuses_with_a_phrase(raw: bytes, problem: str, without_c: ModuleType) -> None:
    assert decode.read_object(raw) == problem
    assert without_c.read_object(raw) == problem


def test_ten_megabytes_are_read() -> None:
    found = decode.read_object(b'{"a":"%s"}' % (b"x" * 10_000_000))
    assert isinstance(found, dict)
    assert len(found["a"]) == 10_000_000


@pytest.mark.parametrize("text", ["", 'a"b\\c\n', "\0", "\ud800", "é\U0001f600"])
def test_quotes_what_json_reads_back(text: str, without_c: ModuleType) -> None:
    assert json.loads(decode.quote(text)) == text
    assert decode.quote(text).isascii()
    assert without_c.quote(text) == decode.quote(text)
