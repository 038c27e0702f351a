from pathlib import Path
from typing import Any, get_args

import pytest

from host.call import FailureKind
from host.paths import ROOT
from slices.guard.calls import ReadCall
from slices.guard.limits import CALLS_NAMED_MAX, DETAIL_MAX_CHARACTERS, READ_WHOLE_MAX_BYTES
from slices.guard.operands import File
from slices.guard.reasons import denied, failed

SNAPSHOTS = Path(__file__).parent / "snapshots/failed"
KINDS = get_args(FailureKind)


def spell(path: str, offset: int | None, limit: int | None) -> str:
    return f"read({path}, {offset}, {limit})"


def one(path: str, size: int = 1, offset: int | None = None, limit: int | None = None) -> ReadCall:
    return ReadCall(File(path, path, size), offset, limit)


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slices.guard.reasons.door", lambda name: f"(how to switch {name} off)")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("somebody")
def test_the_reason_of_a_failure_byte_for_byte(kind: str, snapshot: Any) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    said = failed(kind, "its detail", spell("/path", 1, 200)).replace(ROOT, "/tidegate")
    snapshot.assert_match(said, f"{kind}.txt")


def test_there_is_no_snapshot_of_another_kind() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == set(KINDS)


def test_a_failure_without_a_detail_is_its_kind() -> None:
    assert "(crash)" in failed("crash", "", "")


def test_a_long_detail_is_one_line_and_cut() -> None:
    said = failed("crash", "x\n" * DETAIL_MAX_CHARACTERS, "")
    assert f"(crash: {('x ' * DETAIL_MAX_CHARACTERS)[:DETAIL_MAX_CHARACTERS]})" in said


def test_the_calls_are_named_in_order() -> None:
    said = denied([one("/b", offset=2, limit=3), one("/a"), one("/b", offset=2, limit=3)], spell)
    assert [line for line in said.splitlines() if line.startswith("  ")] == [
        "  read(/b, 2, 3)",
        "  read(/a, None, None)",
        "  read(/b, 2, 3)",
    ]


def test_so_many_calls_are_named_and_the_rest_counted() -> None:
    all_of_them = denied([one(f"/{n}") for n in range(CALLS_NAMED_MAX)], spell)
    assert f"read(/{CALLS_NAMED_MAX - 1}, " in all_of_them
    assert "more" not in all_of_them
    too_many = denied([one(f"/{n}") for n in range(CALLS_NAMED_MAX + 3)], spell)
    assert f"read(/{CALLS_NAMED_MAX}, " not in too_many
    assert "and 3 more" in too_many


@pytest.mark.parametrize(
    ("call", "advised"),
    [
        (one("/f", READ_WHOLE_MAX_BYTES), False),
        (one("/f", READ_WHOLE_MAX_BYTES + 1), True),
        (one("/f", READ_WHOLE_MAX_BYTES + 1, offset=5), True),
        (one("/f", READ_WHOLE_MAX_BYTES + 1, offset=5, limit=9), False),
    ],
    ids=["as-large-as-is-read", "larger", "larger-from-a-line", "larger-and-a-range"],
)
def test_when_a_file_is_read_in_parts(call: ReadCall, advised: bool) -> None:
    assert ("/f is over 256 KB" in denied([call], spell)) is advised


def test_a_file_is_said_once_to_be_large() -> None:
    call = one("/f", READ_WHOLE_MAX_BYTES + 1)
    assert denied([call, call], spell).count("256 KB") == 1


def test_one_file_and_several_are_told_apart() -> None:
    assert "only prints /f." in denied([one("/f")], spell)
    assert "only prints files." in denied([one("/f"), one("/g")], spell)
