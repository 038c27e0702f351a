"""Which here-document reaches which command."""

from __future__ import annotations

from typing import Any

import pytest

from host.errors import BudgetSpent
from slices.scar.limits import DOCUMENTS_MAX

FLOWS: dict[str, tuple[str, dict[str, str]]] = {
    "its-own": ("cat <<A\na\nA", {"cat": "a"}),
    "the-last-of-two": ("cat <<A <<B\na\nA\nb\nB", {"cat": "b"}),
    "another-input-instead": ("cat <<A < f\na\nA", {}),
    "another-descriptor": ("cat 3<<A < f\na\nA", {"cat": "a"}),
    "down-a-pipe": ("cat <<A | wc | tr a b\na\nA", {"cat": "a", "wc": "a", "tr": "a"}),
    "not-up-a-pipe": ("wc | cat <<A\na\nA", {"cat": "a"}),
    "not-to-the-next-command": ("cat <<A; wc\na\nA", {"cat": "a"}),
    "into-a-group": ("{ cat; wc; } <<A\na\nA", {"": "a", "cat": "a", "wc": "a"}),
    "out-of-a-group": ("{ cat <<A\na\nA\n} > f", {"": "a", "cat": "a"}),
    "into-a-loop": ("while read l; do tr a b; done <<A\na\nA", {"": "a", "read": "a", "tr": "a"}),
    "a-loops-own-input": ("while read l; do tr a b < f; done <<A\na\nA", {"": "a", "read": "a"}),
    "through-a-branch": (
        "if cat; then wc; else tr a b; fi <<A\na\nA",
        {"": "a", "cat": "a", "wc": "a", "tr": "a"},
    ),
    "through-a-case": ("case x in x) wc;; esac <<A\na\nA", {"": "a", "wc": "a"}),
    "a-word": ('tr "$(cat <<A\na\nA\n)"', {"cat": "a", "tr": "a"}),
    "a-word-in-backquotes": ("tr `cat <<A\na\nA\n`", {"cat": "a", "tr": "a"}),
    "an-assignment": ('X="$(cat <<A\na\nA\n)" tr', {"cat": "a", "tr": "a"}),
    "a-variable": ("X=$(cat <<A\na\nA\n); tr $X", {"cat": "a", "": "a", "tr": "a"}),
    "a-variable-in-quotes": (
        'X="$(cat <<A\na\nA\n)"; tr "b ${X%b}"',
        {"cat": "a", "": "a", "tr": "a"},
    ),
    "a-variable-of-a-variable": (
        "X=$(cat <<A\na\nA\n); Y=$X; tr $Y",
        {"cat": "a", "": "a", "tr": "a"},
    ),
    "a-variable-that-is-added-to": (
        "X=$(cat <<A\na\nA\n); X+=b; tr $X",
        {"cat": "a", "": "a", "tr": "a"},
    ),
    "a-variable-of-another-value": ("X=$(cat <<A\na\nA\n); X=b; tr $X", {"cat": "a", "": "a"}),
    "a-variable-of-one-command-alone": (
        "X=$(cat <<A\na\nA\n) wc; tr $X",
        {"cat": "a", "wc": "a"},
    ),
    "a-length": ("X=$(cat <<A\na\nA\n); tr ${#X}", {"cat": "a", "": "a"}),
    "a-variable-that-is-declared": (
        "local -r X=$(cat <<A\na\nA\n); tr $X",
        {"cat": "a", "local": "a", "tr": "a"},
    ),
    "a-variable-that-is-read": ("read -r X <<A; tr $X\na\nA", {"read": "a", "tr": "a"}),
    "a-variable-that-is-read-by-no-name": (
        "read <<A; tr $REPLY\na\nA",
        {"read": "a", "tr": "a"},
    ),
    "an-array-that-is-read": (
        'readarray -t L <<A; tr "${L[@]}"\na\nA',
        {"readarray": "a", "tr": "a"},
    ),
    "another-variable-than-is-read": ("read -r X <<A; tr $Y\na\nA", {"read": "a"}),
    "a-process-substitution": ("wc <(cat <<A\na\nA\n)", {"cat": "a", "wc": "a"}),
    "into-an-output-substitution": ("cat > >(wc) <<A\na\nA", {"wc": "a", "cat": "a"}),
    "a-wrapper": ("sudo -n env X=1 wc <<A\na\nA", {"sudo": "a", "env": "a", "wc": "a"}),
    "a-nested-string": ("bash -c 'wc; tr' <<A\na\nA", {"bash": "a", "wc": "a", "tr": "a"}),
    "a-nested-script-is-no-input": ("bash <<A\nwc\nA", {"bash": "wc"}),
    "a-nested-script-of-its-own": (
        "bash <<'A'\nwc <<B\nb\nB\nA",
        {"bash": "wc <<B\nb\nB", "wc": "b"},
    ),
    "twice-the-same-string": ("bash -c 'wc' <<A; bash -c 'wc'\na\nA", {"bash": "a", "wc": "a"}),
    "into-a-function": ("f() { wc; }; f <<A\na\nA", {"f": "a", "wc": "a"}),
    "out-of-a-function": ("f() { cat <<A\na\nA\n}; f | wc", {"f": "a", "cat": "a", "wc": "a"}),
    "a-coprocess": ("coproc wc <<A\na\nA", {"wc": "a"}),
    "a-background-command": ("wc <<A &\na\nA", {"wc": "a"}),
    "behind-an-and": ("true && wc <<A\na\nA", {"wc": "a"}),
}


@pytest.mark.parametrize(("command", "reached"), FLOWS.values(), ids=FLOWS.keys())
def test_reaches(command: str, reached: dict[str, str], parsed: Any) -> None:
    found = {one.command.program or "": one.documents for one in parsed(command).fed}
    texts = {name: "|".join(d.body.rstrip() for d in given) for name, given in found.items()}
    assert texts == reached


def test_the_lines_are_those_of_the_script(parsed: Any) -> None:
    call = parsed("cat <<-E\n\tx = \\\n\t1\n\tE")
    (document,) = call.fed[0].documents
    assert call.lines_of(document) == "\tx = \\\n\t1\n"


def test_as_many_documents_as_are_followed(parsed: Any) -> None:
    many = "cat <<E\nx\nE\n" * DOCUMENTS_MAX
    assert len(parsed(many).fed) == DOCUMENTS_MAX
    with pytest.raises(BudgetSpent, match=str(DOCUMENTS_MAX)):
        parsed(many + "cat <<E\nx\nE\n").fed  # noqa: B018  the property does the work
