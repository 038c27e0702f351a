"""The reader takes any text: it never raises, and its work and its depth are bound."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.shell import parse
from host.shell.limits import (
    COMMANDS_MAX_COUNT,
    HEREDOCS_PER_LINE_MAX_COUNT,
    NESTING_MAX_LEVELS,
)
from host.shell.syntax import Script, Unreadable

REPEATED = {
    "substitution": "$(",
    "two-parentheses": "((",
    "test-group": "[[ (",
    "test-pattern": "[[ a == @(",
    "double-quote": '"',
    "single-quote": "'",
    "heredoc": "<<A ",
    "heredocs-on-lines": "<<A\n$(b)\nA\n",
    "array": "a=( ",
    "arrays": "a=(b) ",
    "group": "{ ",
    "case": "case x in ",
    "arithmetic": "$((",
    "arithmetic-bracket": "$[",
    "parameter": "${",
    "parameters": "${a:-${b}} ",
    "backquote": "`",
    "backquotes": "`a` ",
    "backslashes": "\\\\",
    "joined-lines": "\\\n",
    "parenthesis": "(",
    "if": "if ",
    "not": "! ",
    "process-substitution": "<(",
    "ansi-quote": "$'",
    "index": "a[",
    "extended-pattern": "@(",
    "two-subshells": "((a) );",
    "script-like-arithmetic": "$((a) ) ",
    "script-in-arithmetic": "(( $(",
    "quoted-script-in-arithmetic": '(( "$(',
    "quoted-backquote": '"`',
    "assignments": "a=1 ",
    "assignments-after-a-redirection": ">f a=1 ",
    "list": "a;",
    "pipeline": "a|",
    "for-words": "for a in ",
    "newlines": "\n",
}
NESTED = {
    "substitution": ("$(", ")"),
    "quoted-substitution": ('"$(', ')"'),
    "substitution-as-a-target": ('>"$(', ')"'),
    "process-substitution": ("<(", ")"),
    "group": ("{ ", "; }"),
    "subshell": ("( ", " )"),
    "if": ("if ", "; then b; fi"),
    "else": ("if a; then b; else ", "; fi"),
    "while": ("while ", "; do b; done"),
    "case": ("case a in b) ", " ;; esac"),
    "function": ("f() { ", "; }"),
    "coproc": ("coproc { ", "; }"),
    "parameter": ('"${a:-', '}"'),
    "heredoc": ("cat <<A; echo $(", "\nA\n)"),
}
DOUBLED = {
    "script-like-arithmetic": ("$((", ") )"),
    "quoted-script-like-arithmetic": ('"$((', ') )"'),
    "two-subshells": ('(( "$((', ') )" ) )'),
    "test-pattern": ('[[ a == @("$(', ')") ]]'),
    "backquotes-in-parentheses": ("(( `", "` ) )"),
}
SHELL_PIECES = [
    *"abc01 \t\n\r;&|<>(){}[]!$`\"'\\#*?~=+-@:,/",
    *[
        "if ",
        "then ",
        "fi ",
        "do ",
        "done ",
        "case ",
        "in ",
        "esac ",
        "for ",
        "[[ ",
        " ]]",
        "time ",
    ],
    *[
        "<<",
        "<<-",
        "<<<",
        "$(",
        "${",
        "$((",
        "))",
        "((",
        "$'",
        "\\\n",
        "A\n",
        "a=(",
        "a[",
        "\udc80",
    ],
]


def work(command: str) -> int:
    """Count the calls that reading a command takes."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    previous = sys.getprofile()
    sys.setprofile(count)
    try:
        parse(command)
    finally:
        sys.setprofile(previous)
    return calls


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED)
def test_work_grows_with_the_length(piece: str) -> None:
    parse(piece)
    once, twice = (work(piece * (length // len(piece))) for length in (8_000, 16_000))
    assert twice <= 2.2 * once + 100


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED)
def test_reads_or_refuses_a_hundred_thousand_characters(piece: str) -> None:
    assert isinstance(parse(piece * (100_000 // len(piece))), Script | Unreadable)


@pytest.mark.parametrize(("opening", "closing"), NESTED.values(), ids=NESTED)
def test_reads_up_to_the_deepest_level(opening: str, closing: str) -> None:
    deepest = NESTING_MAX_LEVELS
    assert isinstance(parse(opening * deepest + "c" + closing * deepest), Script)
    refused = parse(opening * (deepest + 1) + "c" + closing * (deepest + 1))
    assert isinstance(refused, Unreadable)
    assert str(deepest) in refused.why


@pytest.mark.parametrize(("opening", "closing"), DOUBLED.values(), ids=DOUBLED)
def test_what_is_tried_twice_is_not_read_twice(opening: str, closing: str) -> None:
    shallow, deep = (work(opening * levels + "c" + closing * levels) for levels in (6, 12))
    assert deep <= 4.5 * shallow


def test_what_is_past_the_bound_of_commands_is_not_read_on() -> None:
    few, many = (work("a;" * count) for count in (COMMANDS_MAX_COUNT + 1, 9 * COMMANDS_MAX_COUNT))
    assert many <= 1.01 * few


def test_refuses_more_heredocs_in_a_line_than_bash() -> None:
    count = HEREDOCS_PER_LINE_MAX_COUNT
    assert isinstance(parse("cat" + " <<A" * count), Script)
    assert isinstance(parse("cat" + " <<A" * (count + 1)), Unreadable)


def assert_readable_or_not(command: str) -> None:
    assert isinstance(parse(command), Script | Unreadable)


@settings(derandomize=True, database=None, deadline=None, max_examples=300)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_never_raises_on_any_text(command: str) -> None:
    assert_readable_or_not(command)


@settings(derandomize=True, database=None, deadline=None, max_examples=500)
@given(st.lists(st.sampled_from(SHELL_PIECES), max_size=40).map("".join))
def test_never_raises_on_shell_pieces(command: str) -> None:
    assert_readable_or_not(command)


def pairs() -> Iterator[str]:
    """Every two pieces behind one another, closed and not."""
    for first in SHELL_PIECES:
        for second in SHELL_PIECES:
            yield first + second
            yield f"a {first}{second} b"


def test_never_raises_on_any_two_pieces() -> None:
    for command in pairs():
        assert_readable_or_not(command)
