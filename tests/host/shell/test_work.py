"""Reading is linear in the command, bounded in depth, and never raises whatever the text."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.shell import parse, read
from host.shell.command import Reading, Setting
from host.shell.limits import NESTING_MAX_LEVELS
from host.shell.syntax import Script, Unreadable

PARTS = {
    "substitutions": "$(",
    "arithmetic-commands": "((",
    "tests": "[[ (",
    "double-quotes": '"',
    "odd-double-quotes": 'a" ',
    "single-quotes": "'",
    "here-documents": "<<A ",
    "here-document-bodies": "cat <<A\nx\nA\n",
    "arrays": "a=( ",
    "groups": "{ ",
    "cases": "case x in ",
    "arithmetic-expansions": "$((",
    "arithmetic-or-script": "$(($(",
    "closed-arithmetic-or-script": "$((a) b) ",
    "parameters": "${",
    "nested-defaults": "${a:-",
    "backquotes": "`",
    "escaped-backquotes": "`\\`",
    "backslashes": "\\",
    "joined-lines": "\\\n",
    "subshells": "(",
    "ifs": "if ",
    "negations": "! ",
    "process-substitutions": "<(",
    "ansi-quotes": "$'",
    "subscripts": "a[",
    "patterns": "[[ a == @(",
    "braces": "{a,",
    "closed-braces": "{a,b}",
    "assignments": "a=$a$a ",
    "commands": "cd a && b=c; cat $b | d\n",
    "one-word": "x",
}
SMALL, FACTOR = 4_000, 4
SLACK = 1.6
"""How far above the factor the work may grow: tables double, and the start is not free."""

SETTING = Setting("/repo", {"HOME": "/home/u"}, is_folder=lambda _: True)
CLOSERS = [" ", "\n", ";", "&", "|", ")", "}", "]]", "done", "esac"]
SHELL_TEXT = st.lists(
    st.one_of(
        st.sampled_from(
            [*PARTS.values(), " ", "\n", ";", "&", "|", ")", "}", "]]", "done", "esac"]
        ),
        st.text(max_size=3),
        st.sampled_from(["\0", "\udcff", "\ud800", "\r", "é", "\u202e"]),
    ),
    max_size=40,
).map("".join)


def work(action: Callable[[], object]) -> int:
    """Count the calls, of C functions too, that an action makes."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_reading_four_times_the_text_is_four_times_the_work(part: str) -> None:
    def reading(size: int) -> int:
        text = (part * (size // len(part) + 1))[:size]
        return work(lambda: read(text, SETTING))

    assert reading(SMALL * FACTOR) <= reading(SMALL) * FACTOR * SLACK + 200


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_hundred_kilobytes_of_anything_are_read_or_refused(part: str) -> None:
    text = part * (100_000 // len(part))
    assert isinstance(parse(text), Script | Unreadable)
    assert isinstance(read(text, SETTING), Reading | Unreadable)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("( ", " )"), ("{ ", "; }"), ("$(", ")"), ("if a; then ", "; fi"), ('"$(', ')"'), ("<(", ")")],
    ids=["subshell", "group", "substitution", "if", "quoted-substitution", "process"],
)
def test_nesting_is_read_up_to_its_bound(opening: str, closing: str) -> None:
    def nested(levels: int) -> str:
        return "echo; " + opening * levels + "a" + closing * levels

    assert isinstance(parse(nested(NESTING_MAX_LEVELS // 2)), Script)
    deep = parse(nested(5000))
    assert isinstance(deep, Unreadable)
    assert str(NESTING_MAX_LEVELS) in deep.why


@settings(derandomize=True, database=None, deadline=None, max_examples=600)
@given(text=SHELL_TEXT)
def test_no_text_raises(text: str) -> None:
    assert isinstance(read(text, SETTING), Reading | Unreadable)
