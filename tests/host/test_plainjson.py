"""The reader of plain JSON: what it reads is what `json` reads, and all else is left alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from host.plainjson import NotPlainError, read

PLAIN = {
    "an-event": '{"a": {"command": "git status"}, "b": [1, null, true, false, "x"], "c": {}}',
    "escapes": r'{"a": "say \"hi\" \\ \n \t \r \/ \b \f", "\"": []}',
    "an-escaped-backslash-before-a-letter": r'"\\n\\\\t\\\""',
    "marks-in-a-text": '{"{[,:]}": "true, 1"}',
    "last-of-two-keys": '{"a": 1, "b": 2, "a": 3}',
    "zero": "[0, 10, 18446744073709551615]",
    "other-letters": '"naïve λ 漢字 é"',
    "no-blanks": '{"a":[1,2],"b":""}',
}
NOT_PLAIN = {
    "nothing": "",
    "an-open-text": '{"a": "b}',
    "an-open-object": '{"a": 1',
    "an-open-list": "[1, ",
    "a-comma-too-many": '{"a": 1,}',
    "a-comma-too-many-in-a-list": "[1,]",
    "no-comma": '{"a": 1 "b": 2}',
    "no-colon": '{"a" 1}',
    "two-texts": '"a""b"',
    "two-values": "1 2",
    "a-key-that-is-no-text": "{1: 2}",
    "an-unknown-word": "[yes]",
    "an-unknown-escape": r'"\q"',
    "a-leading-zero": "[01]",
    "a-sign": "[-1]",
    "a-fraction": "[1.5]",
    "an-endless-integer": "9" * 5000,
    "digits-of-another-script": "[\u0661]",
    "an-escaped-letter": r'"\u0041"',
    "a-line-in-a-text": '"a\nb"',
    "a-control-character": '"a\x01b"',
    "a-private-character": '"\ue000 \\" "',
    "half-a-pair": '"\ud800"',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN.keys())
def test_it_reads(text: str) -> None:
    assert repr(read(text)) == repr(json.loads(text))


@pytest.mark.parametrize("text", NOT_PLAIN.values(), ids=NOT_PLAIN.keys())
def test_it_leaves_alone(text: str) -> None:
    with pytest.raises(NotPlainError):
        read(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 10**22) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
BROKEN = st.text(alphabet='{}[]:,"\\ntu01 \ue000\ue001é', max_size=24)


@given(VALUES.map(lambda value: json.dumps(value, ensure_ascii=False)) | BROKEN)
@example('"\\\\"')
def test_it_never_reads_anything_else(text: str) -> None:
    try:
        found = read(text)
    except NotPlainError:
        return
    assert repr(found) == repr(json.loads(text))
