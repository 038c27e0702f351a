"""Broken JSON in a bare interpreter, where the C scanner cannot find the exception to raise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from host.decode import read_object
from host.guess import texts_under
raw = sys.stdin.buffer.read()
answer = read_object(raw)
print(answer if isinstance(answer, str) else "an object", "|", *texts_under(raw, "command"))
assert "json" not in sys.modules
"""


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("{not json", "no JSON |"),
        ('{"a":', "no JSON |"),
        ("[", "no JSON |"),
        ('"open', "no JSON |"),
        ('{"a": 1,}', "no JSON |"),
        ('{"a": "\\q"}', "no JSON |"),
        ('{"a": "\\u12"}', "no JSON |"),
        ('{"command": "cat F', "no JSON | cat F"),
        ('{"command": "cat \\q F"}', 'no JSON | cat \\q F"}'),
        ('{"command": "cat F"}', "an object | cat F"),
    ],
    ids=[
        "a-key-without-quotes",
        "cut-after-a-colon",
        "an-open-list",
        "an-open-string",
        "a-comma-too-many",
        "an-unknown-escape",
        "half-an-escape",
        "cut-inside-the-command",
        "an-unknown-escape-in-the-command",
        "whole",
    ],
)
def test_broken_json_is_a_phrase_and_no_error(raw: str, expected: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(REPO)],
        input=raw,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.removesuffix("\n"), done.stderr) == (expected, "")
