import os
from pathlib import Path

import pytest

from slices.guard.limits import BLOCK_BYTES
from slices.guard.lines import count_lines

PLENTY = 10 * BLOCK_BYTES


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", 0),
        (b"\n", 1),
        (b"one", 1),
        (b"one\n", 1),
        (b"one\ntwo", 2),
        (b"\n\n", 2),
        (b"one\r\ntwo\r\n", 2),
        (b"\r", 1),
        (b"\x00\xff\n", 1),
        (b"x" * BLOCK_BYTES, 1),
        (b"x" * (BLOCK_BYTES - 1) + b"\n", 1),
        (b"x" * (BLOCK_BYTES - 1) + b"\n" + b"y", 2),
        (b"x\n" * BLOCK_BYTES, BLOCK_BYTES),
    ],
)
def test_lines_of_a_file(tmp_path: Path, text: bytes, lines: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(text)
    assert count_lines(str(file), PLENTY) == lines


def test_the_bound_itself_is_still_counted(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x\n" * 5)
    assert (count_lines(str(file), 10), count_lines(str(file), 9)) == (5, None)


def test_the_bound_holds_over_several_blocks(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x\n" * BLOCK_BYTES)
    assert count_lines(str(file), 2 * BLOCK_BYTES) == BLOCK_BYTES
    assert count_lines(str(file), 2 * BLOCK_BYTES - 1) is None


def test_a_file_that_went_away_has_no_count(tmp_path: Path) -> None:
    assert count_lines(str(tmp_path / "gone"), PLENTY) is None


def test_a_path_that_no_file_can_have_has_no_count() -> None:
    assert count_lines("/a\0b", PLENTY) is None


def test_a_folder_has_no_count(tmp_path: Path) -> None:
    assert count_lines(str(tmp_path), PLENTY) is None


def test_a_pipe_put_in_the_place_of_the_file_does_not_hold_us_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "queue")
    assert count_lines(str(tmp_path / "queue"), PLENTY) is None


def test_a_disk_that_fails_gives_no_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\n")

    def fail(descriptor: int, size: int) -> bytes:
        raise OSError(5, "input/output error")

    monkeypatch.setattr(os, "read", fail)
    assert count_lines(str(file), PLENTY) is None


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\n")
    before = os.open(file, os.O_RDONLY)
    os.close(before)
    count_lines(str(file), PLENTY)
    count_lines(str(tmp_path), PLENTY)
    after = os.open(file, os.O_RDONLY)
    os.close(after)
    assert after == before
