from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.jsontext import drop, put, value

PUT = {
    "into-nothing": ("{}", ("a",), 1, '{\n  "a": 1\n}'),
    "after-the-last": ('{\n    "b": 2\n}\n', ("a",), 1, '{\n    "b": 2,\n    "a": 1\n}\n'),
    "on-one-line": ('{"b": 2}', ("a",), [1], '{"b": 2, "a": [1]}'),
    "in-place": ('{"a" :  2 , "b":3}', ("a",), 1, '{"a" :  1 , "b":3}'),
    "objects-on-the-way": ("{}", ("a", "b"), 1, '{\n  "a": {\n    "b": 1\n  }\n}'),
    "into-an-empty-object": (
        '{\n\t"a": {},\n\t"b": []\n}',
        ("a", "c"),
        {"d": 1},
        '{\n\t"a": {\n\t\t"c": {\n\t\t\t"d": 1\n\t\t}\n\t},\n\t"b": []\n}',
    ),
    "line-ends-of-windows": (
        '{\r\n  "b": 2\r\n}',
        ("a", "c"),
        1,
        '{\r\n  "b": 2,\r\n  "a": {\r\n    "c": 1\r\n  }\r\n}',
    ),
    "a-brace-in-a-string": ('{"}": "{,"}', ("a",), 1, '{"}": "{,", "a": 1}'),
    "two-on-the-first-line": (
        '{ "b": 2,\n  "c": 3\n}',
        ("a",),
        1,
        '{ "b": 2,\n  "c": 3, "a": 1\n}',
    ),
}
DROP = {
    "the-last": ('{\n  "a": 1,\n  "b": 2\n}', ("b",), '{\n  "a": 1\n}'),
    "the-first": ('{\n  "a": 1,\n  "b": 2\n}', ("a",), '{\n  "b": 2\n}'),
    "the-only-one": ('{"x": {\n  "a": 1\n}}', ("x", "a"), '{"x": {}}'),
    "what-is-not-there": ('{ "a": 1 }', ("b",), '{ "a": 1 }'),
    "below-what-is-not-there": ('{ "a": 1 }', ("b", "c"), '{ "a": 1 }'),
}


@pytest.mark.parametrize(("text", "keys", "new", "expected"), PUT.values(), ids=PUT.keys())
def test_put(text: str, keys: tuple[str, ...], new: Any, expected: str) -> None:
    assert put(text, keys, new) == expected


@pytest.mark.parametrize(("text", "keys", "expected"), DROP.values(), ids=DROP.keys())
def test_drop(text: str, keys: tuple[str, ...], expected: str) -> None:
    assert drop(text, keys) == expected


def test_value() -> None:
    assert value({"a": {"b": None}}, ("a", "b")) == (True, None)
    assert value({"a": {"b": None}}, ("a", "c")) == (False, None)
    assert value({"a": []}, ("a", "b")) == (False, None)


KEYS = st.sampled_from(["a", "b", "é", 'q"', "{", ""])
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=4)
OBJECTS = st.dictionaries(
    KEYS,
    st.recursive(LEAVES, lambda v: st.lists(v, max_size=2) | st.dictionaries(KEYS, v, max_size=3)),
    max_size=4,
)
SPELLINGS = st.sampled_from([None, 0, 1, 4, "\t"])


@given(tree=OBJECTS, indent=SPELLINGS, key=KEYS, inner=KEYS, new=LEAVES)
def test_only_the_named_value_changes(
    tree: dict[str, Any], indent: Any, key: str, inner: str, new: Any
) -> None:
    text = json.dumps(tree, indent=indent)
    if not isinstance(tree.get(key, {}), dict):
        tree.pop(key)
        text = drop(text, (key,))
        assert json.loads(text) == tree
    changed = put(text, (key, inner), new)
    assert json.loads(changed) == {**tree, key: {**tree.get(key, {}), inner: new}}
    assert json.loads(drop(changed, (key,))) == {k: v for k, v in tree.items() if k != key}
