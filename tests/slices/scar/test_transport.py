"""The transport: the numbers on record, what holds for any text, and what the reason shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.call import Deny, ToolCall
from host.paths import ROOT
from slices.scar import judge
from slices.scar.excerpts import excerpts
from slices.scar.limits import AROUND_MAX_CHARACTERS, SPANS_SHOWN_MAX
from slices.scar.options import Options
from slices.scar.transport import arrived, changed, runs

SNAPSHOTS = Path(__file__).parent / "snapshots" / "transport"
COMMANDS = st.text(alphabet="\\\"'a \n", max_size=60)
ONE_AT_A_TIME = st.lists(st.sampled_from(['"', "'", "a", "\n", "\\a", "\\ ", '\\"'])).map("".join)


@pytest.mark.parametrize(("sent", "arrive"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 4)])
def test_how_many_arrive(sent: int, arrive: int) -> None:
    assert arrived("a" + "\\" * sent + "b") == "a" + "\\" * arrive + "b"
    assert arrived("\\" * sent) == "\\" * arrive


@pytest.mark.parametrize("sent", range(1, 6))
def test_a_run_before_a_double_quote_arrives_intact(sent: int) -> None:
    text = "\\" * sent + '"'
    assert arrived(text) == text
    assert changed(text) == ()


def test_each_run_counts_for_itself() -> None:
    assert arrived("\\\\a\\\\\\\\\"b\\\\'") == "\\a\\\\\\\\\"b\\'"
    assert [(s.start, s.end, s.sent, s.arrive) for s in changed("a\\\\b\\c\\\\\\")] == [
        (1, 3, 2, 1),
        (6, 9, 3, 2),
    ]


@given(COMMANDS)
def test_only_backslashes_vanish_and_no_text_grows(text: str) -> None:
    found = arrived(text)
    assert found.replace("\\", "") == text.replace("\\", "")
    assert len(found) == len(text) - sum(span.sent - span.arrive for span in changed(text))
    assert len(found) <= len(text)


@given(COMMANDS)
def test_no_run_is_lost(text: str) -> None:
    assert len(list(runs(arrived(text)))) == len(list(runs(text)))


@given(COMMANDS)
def test_a_text_changes_exactly_where_a_span_is_found(text: str) -> None:
    assert (arrived(text) == text) is (changed(text) == ())


@given(ONE_AT_A_TIME)
def test_runs_of_one_arrive_as_they_are(text: str) -> None:
    assert arrived(text) == text


@given(COMMANDS)
def test_it_is_idempotent_once_no_run_is_longer_than_one(text: str) -> None:
    while changed(text):
        text = arrived(text)
    assert all(run.sent == 1 or run.before_quote for run in runs(text))
    assert arrived(text) == text


@pytest.mark.parametrize(
    ("transport", "platform", "denied"),
    [
        ("auto", "linux", False),
        ("auto", "macos", False),
        ("auto", "windows", True),
        ("on", "linux", True),
        ("off", "windows", False),
    ],
)
def test_who_has_it(transport: str, platform: str, denied: bool, host: Any) -> None:
    host.options = Options(transport=transport, platform=platform)
    call = ToolCall("claude-code", "shell", "s", "/p", command="grep 'a\\\\b' f")
    assert isinstance(judge.check(call, host), Deny) is denied


def test_the_narrow_width_goes_by_the_option_too(parsed: Any) -> None:
    from slices.scar.scars.heredoc_py import SCAR

    command = "cat > a.py <<'E'\nx = '\\\\d'\nE\n"
    assert SCAR.hits(parsed(command, width="narrow", transport="on"))
    assert not SCAR.hits(parsed(command, "windows", width="narrow", transport="off"))


SHOWN = {
    "a pattern": ("grep 'C:\\\\tmp' f", ["grep 'C:\\\\tmp' f  arrives as  grep 'C:\\tmp' f"]),
    "two runs near each other": ("a\\\\b\\\\c", ["a\\\\b\\\\c  arrives as  a\\b\\c"]),
    "one line of several": ("x\na\\\\b\ny", ["a\\\\b  arrives as  a\\b"]),
    "what cannot be printed": ("\x1b\\\\\t", ["?\\\\?  arrives as  ?\\?"]),
}


@pytest.mark.parametrize(("command", "pieces"), SHOWN.values(), ids=SHOWN.keys())
def test_pieces_of_the_command(command: str, pieces: list[str]) -> None:
    assert excerpts(command, changed(command)) == pieces


def test_runs_far_apart_are_two_pieces_that_cut_none() -> None:
    command = f"a\\\\b{' ' * AROUND_MAX_CHARACTERS}c\\\\d"
    first, second = excerpts(command, changed(command))
    assert first.startswith("a\\\\b")
    assert second.endswith("c\\d")


def test_a_run_on_the_edge_of_a_piece_is_shown_whole_or_not_at_all() -> None:
    command = f"\\\\{'x' * (AROUND_MAX_CHARACTERS - 2)}\\\\\\\\\\\\y"
    first, second = excerpts(command, changed(command))
    assert "\\" not in first.partition("  arrives")[0].lstrip("\\")
    assert "\\" * 6 + "y  arrives as" in second
    assert second.endswith("x" + "\\" * 3 + "y")


def test_a_long_run_is_cut() -> None:
    command = "\\" * 10_000
    (piece,) = excerpts(command, changed(command))
    assert len(piece) < 10 * AROUND_MAX_CHARACTERS


def test_the_reason_counts_what_it_does_not_show(host: Any) -> None:
    host.options = Options(transport="on")
    command = "\n".join(["grep 'a\\\\b' f"] * (SPANS_SHOWN_MAX + 3))
    answer = judge.check(ToolCall("claude-code", "shell", "s", "/p", command=command), host)
    assert isinstance(answer, Deny)
    assert answer.reason.count("  arrives as  ") == SPANS_SHOWN_MAX
    assert "  and 3 more" in answer.reason


def test_the_words(host: Any, snapshot: Any) -> None:
    host.options = Options(transport="on")
    command = "sed -i 's/\\\\n/ /' a.txt && grep \"C:\\\\tmp\" b.txt"
    answer = judge.check(ToolCall("claude-code", "shell", "s", "/p", command=command), host)
    assert isinstance(answer, Deny)
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(answer.reason.replace(ROOT, "/tidegate"), "two-commands.txt")
