from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from host import jsonfile
from host.limits import CONFIG_MAX_BYTES, SHOWN_VALUE_MAX_CHARS

if TYPE_CHECKING:
    from pathlib import Path


def problems(path: Path) -> list[str]:
    return [str(p).removeprefix(f"{path}: ") for p in jsonfile.load(str(path))[1]]


def test_an_object_is_read(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text('{"a": [1, {"b": "ü"}]}', encoding="utf-8")

    assert jsonfile.load(str(file)) == ({"a": [1, {"b": "ü"}]}, ())


def test_a_missing_file_is_nothing_and_no_fault(tmp_path: Path) -> None:
    assert jsonfile.load(str(tmp_path / "none.json")) == (None, ())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(
            b"", "at line 1, column 1: expected JSON: a value, got something else.", id="empty"
        ),
        pytest.param(
            b'{\n "a": }',
            "at line 2, column 7: expected JSON: a value, got something else.",
            id="broken",
        ),
        pytest.param(
            b'{"a": 1,}',
            "at line 1, column 9: expected JSON: a key in double quotes, got something else.",
            id="a-comma-at-the-end",
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 13), reason="says that the comma is wrong"
            ),
        ),
        pytest.param(
            b'{"a" 1}',
            "at line 1, column 6: expected JSON: a colon, got something else.",
            id="no-colon",
        ),
        pytest.param(
            b'{"a": 1 "b"}',
            "at line 1, column 9: expected JSON: a comma, got something else.",
            id="no-comma",
        ),
        pytest.param(
            b'{"a": "b}',
            "at line 1, column 7: expected JSON, got a text without its closing quote.",
            id="an-open-quote",
        ),
        pytest.param(
            b'{"a": "\t"}',
            "at line 1, column 8: expected JSON, got a line end or a tab inside a text.",
            id="a-tab",
        ),
        pytest.param(
            b"{} {}", "at line 1, column 4: expected JSON, got more behind its end.", id="two"
        ),
        pytest.param(b"[]", "expected an object, got a list.", id="a-list"),
        pytest.param(b'"x"', 'expected an object, got "x".', id="a-text"),
        pytest.param(b"null", "expected an object, got null.", id="null"),
        pytest.param(
            b"\xef\xbb\xbf{}",
            "expected UTF-8 without a byte order mark, got a byte order mark.",
            id="byte-order-mark",
        ),
        pytest.param(b'{"a": "\xff"}', "expected UTF-8, got the byte 0xff.", id="no-utf-8"),
        pytest.param(
            b'{"a": NaN}', "expected JSON, got NaN, which JSON does not have.", id="not-a-number"
        ),
        pytest.param(
            b'{"a": -Infinity}',
            "expected JSON, got -Infinity, which JSON does not have.",
            id="infinity",
        ),
        pytest.param(
            b'{"a": ' + b"[" * 100_000,
            "expected JSON, got too many brackets inside each other.",
            id="nested-without-end",
        ),
        pytest.param(
            b" " * (CONFIG_MAX_BYTES + 1),
            f"expected at most {CONFIG_MAX_BYTES} bytes, got more.",
            id="huge",
        ),
    ],
)
def test_a_file_that_is_no_config(tmp_path: Path, data: bytes, problem: str) -> None:
    file = tmp_path / "c.json"
    file.write_bytes(data)

    assert jsonfile.load(str(file))[0] is None
    assert problems(file) == [problem]


def test_a_number_too_long_for_python_is_no_crash(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text('{"a": ' + "9" * 10_000 + "}")

    assert len(problems(file)) == 1


def test_every_key_given_twice_is_named_with_its_path(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text('{"a": 1, "a": 2, "b": {"c": [{"d": 1, "d": 1}]}}')

    assert problems(file) == [
        "at a: expected one value, got the key twice.",
        "at b.c[0].d: expected one value, got the key twice.",
    ]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert problems(tmp_path) == ["expected a file that can be read, got a directory."]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.touch(mode=0)

    assert problems(file) == ["expected a file that can be read, got permission denied."]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    os.mkfifo(file)

    assert len(problems(file)) == 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (1.5, "1.5"),
        ("no", '"no"'),
        ({}, "an object"),
        ([], "a list"),
        ("x" * 1000, '"' + "x" * SHOWN_VALUE_MAX_CHARS + '…"'),
    ],
    ids=lambda value: repr(value)[:10],
)
def test_values_as_a_message_names_them(value: object, shown: str) -> None:
    assert jsonfile.kind(value) == shown
