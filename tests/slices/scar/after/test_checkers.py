"""What each declared checker refuses, and where it says the fault lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slices.scar.after.checkers import CHECKERS, Fault, checker_of, fault_of


def fault(name: str, data: bytes) -> Fault | None:
    checker = checker_of(name)
    assert checker is not None
    return fault_of(checker, data)


@pytest.mark.parametrize(
    ("name", "data", "line", "said"),
    [
        ("a.py", b"x = 1\ndef f(:\n", 2, "invalid syntax (Python "),
        ("a.py", b"x = 1\n  y = 2\n", 2, "unexpected indent"),
        ("a.py", b"if x:\n\ty\n        z\n", 3, "inconsistent use of tabs"),
        ("a.py", b"x = '\xe9'\n", 1, "'utf-8' codec can't decode byte 0xe9"),
        ("a.py", b"\0", 1, "null bytes"),
        ("a.json", b'{\n"a": 1,\n}', 3, "Expecting property name"),
        ("a.json", b"", 1, "Expecting value (JSON)"),
        ("a.json", b"{}\n}", 2, "Expecting value"),
        ("a.json", b'"\xff"', 1, "it is not UTF-8 at byte 1 (JSON)"),
        ("a.toml", b"a = 1\na = 2\n", 2, "Cannot overwrite a value (at line 2"),
        ("a.toml", b"\xff", 1, "it is not UTF-8 at byte 0 (TOML)"),
    ],
)
def test_a_fault(name: str, data: bytes, line: int, said: str) -> None:
    found = fault(name, data)
    assert found is not None
    assert found.line == line
    assert said in found.message


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.py", b""),
        ("a.py", b"x = '\\d'\n"),
        ("A.PY", b"x = 1\r\ny = 2\r\n"),
        ("a.pyi", b"def f() -> int: ...\n"),
        ("a.py", b"# coding: latin-1\nx = '\xe9'\n"),
        ("a.json", b"\xef\xbb\xbf {} \n"),
        ("a.json", b'{"a": 1}\n{"a": 2}\n'),
        ("a.json", b"NaN"),
        ("a.toml", b"a = 1\r\n"),
        ("a.json", b"[" * 100_000),
    ],
)
def test_no_fault(name: str, data: bytes) -> None:
    assert fault(name, data) is None


@pytest.mark.parametrize(
    "name",
    [
        "a.txt",
        "a.py.bak",
        "py",
        "tsconfig.json",
        "/p/tsconfig.build.json",
        "jsconfig.json",
        "/p/.vscode/settings.json",
        "/p/.devcontainer/devcontainer.json",
        ".eslintrc.json",
    ],
)
def test_files_that_are_not_judged(name: str) -> None:
    assert checker_of(name) is None


def test_each_ending_has_one_checker() -> None:
    endings = [(ending, checker) for checker in CHECKERS for ending in checker.endings]
    assert [checker_of(f"/p/a{ending}") for ending, _ in endings] == [one for _, one in endings]


@given(st.sampled_from(CHECKERS), st.binary(max_size=60))
def test_no_bytes_raise(checker: object, data: bytes) -> None:
    found = fault_of(checker, data)  # type: ignore[arg-type]
    assert found is None or found.line >= 1
