import os
from pathlib import Path

import pytest

from slices.guard import calls
from slices.guard.calls import ReadCall, read_calls
from slices.guard.limits import COUNT_MAX_BYTES, READ_MAX_BYTES
from slices.guard.operands import File
from slices.guard.parts import Enter, Print
from slices.guard.ranges import WHOLE, Range
from slices.guard.verdict import Runs


@pytest.fixture
def page(tmp_path: Path) -> str:
    """Return the path of a file of 30 lines."""
    file = tmp_path.resolve() / "page"
    file.write_text("line\n" * 30)
    return str(file)


def only(found: tuple[ReadCall, ...] | Runs) -> ReadCall:
    assert isinstance(found, tuple)
    (call,) = found
    return call


@pytest.mark.parametrize(
    ("lines", "offset", "limit"),
    [
        (WHOLE, None, None),
        (Range(5, 6), 5, 6),
        (Range(500, 6), 500, 6),
        (Range(5), 5, None),
        (Range(last=1), 30, 1),
        (Range(last=10), 21, 10),
        (Range(last=30), 1, 30),
        (Range(last=31), 1, 30),
    ],
    ids=str,
)
def test_a_print_as_a_read(page: str, lines: Range, offset: int | None, limit: int | None) -> None:
    file = File(page, page, 150)
    assert read_calls((Print(page, lines),)) == (ReadCall(file, offset, limit),)


def test_a_folder_to_enter_is_no_read(page: str) -> None:
    folder = page.rpartition("/")[0]
    assert only(read_calls((Enter(folder), Print(page, WHOLE)))).file.path == page


def test_a_folder_that_is_not_there_lets_all_run(page: str) -> None:
    assert read_calls((Print(page, WHOLE), Enter("/nowhere/here"))) == Runs("unknown folder")


def test_one_file_that_is_not_there_lets_all_run(page: str) -> None:
    gone = Print(page + "x", WHOLE)
    assert read_calls((Print(page, WHOLE), gone)) == Runs("missing")


def test_an_empty_file_has_no_last_lines(page: str) -> None:
    Path(page).write_text("")
    assert read_calls((Print(page, Range(last=5)),)) == Runs("empty")


def test_a_file_over_the_bound_is_not_opened(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(page, READ_MAX_BYTES + 1)
    monkeypatch.setattr(calls, "count_lines", lambda path, most: pytest.fail("counted"))
    call = only(read_calls((Print(page, Range(last=5)),)))
    assert (call.offset, call.limit) == (None, None)


def test_a_file_at_the_bound_is_counted(page: str) -> None:
    os.truncate(page, READ_MAX_BYTES)
    call = only(read_calls((Print(page, Range(last=1)),)))
    assert (call.offset, call.limit) == (31, 1)


def test_all_files_together_have_a_bound(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(page, READ_MAX_BYTES)
    counted: list[int] = []

    def count(path: str, most: int) -> int:
        counted.append(most)
        return 31

    monkeypatch.setattr(calls, "count_lines", count)
    room = COUNT_MAX_BYTES // READ_MAX_BYTES
    found = read_calls((Print(page, Range(last=1)),) * (room + 1))
    assert isinstance(found, tuple)
    assert [call.limit for call in found] == [1] * room + [None]
    assert counted == [READ_MAX_BYTES] * room


def test_whole_files_take_nothing_of_that_bound(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(page, READ_MAX_BYTES)
    whole = (Print(page, WHOLE),) * (COUNT_MAX_BYTES // READ_MAX_BYTES)
    found = read_calls((*whole, Print(page, Range(last=1))))
    assert isinstance(found, tuple)
    assert found[-1].limit == 1


def test_a_file_that_vanishes_before_it_is_counted_lets_the_command_run(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(path: str, most: int) -> None:
        Path(path).unlink()

    monkeypatch.setattr(calls, "count_lines", vanish)
    assert read_calls((Print(page, Range(last=1)),)) == Runs("missing")


def test_a_file_that_grows_past_the_bound_has_no_range(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "count_lines", lambda path, most: None)
    call = only(read_calls((Print(page, Range(last=1)),)))
    assert (call.offset, call.limit) == (None, None)
