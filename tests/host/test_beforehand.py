"""A house that was furnished before a call counts only while nothing that it came from changed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import beforehand, house
from host.here import Here
from host.house import Places

if TYPE_CHECKING:
    from collections.abc import Callable

SHIPPED = {"slices": [{"name": "guard", "enabled": True}]}
OFF = {"slices": {"guard": {"enabled": False}}}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    monkeypatch.setattr(beforehand, "_kept", {})
    for name in ("STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    (tmp_path / "project" / ".git").mkdir(parents=True)
    found = Places(
        str(tmp_path / "plugin.json"), (str(tmp_path / "mine.json"),), str(tmp_path / "state")
    )
    write(Path(found.shipped), SHIPPED)
    return found


def write(file: Path, value: Any) -> None:
    """Write a file that looks as if it had been there for a while."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value))
    os.utime(file, (1_000_000, 1_000_000))


def here(places: Places, **options: str) -> Here:
    given = {name: (name.upper(), text) for name, text in options.items()}
    return Here(str(Path(places.shipped).parent / "project"), given)


def keep(places: Places, there: Here) -> beforehand.Furnished | None:
    beforehand.keep(places, there, house.furnish)
    return beforehand.find(places, there)


def test_what_was_kept_is_found_for_the_same_place(places: Places) -> None:
    assert keep(places, here(places)) is beforehand.find(places, here(places)) is not None
    assert beforehand.find(places, here(places, guard="false")) is None
    assert beforehand.find(places, Here("/")) is None


CHANGES: dict[str, Callable[[Path], None]] = {
    "the-shipped-file": lambda top: write(top / "plugin.json", {"slices": []}),
    "the-persons-file": lambda top: write(top / "mine.json", OFF),
    "a-project-file": lambda top: write(top / "project" / ".tidegate.json", {}),
    "the-last-good-one": lambda top: write(top / "state" / "last-good.json", OFF),
    "slices-of-others": lambda top: write(top / "DATA" / "tidegate" / "slices.json", {}),
    "the-shipped-file-gone": lambda top: (top / "plugin.json").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_any_file_counts(places: Places, change: Callable[[Path], None]) -> None:
    assert keep(places, here(places)) is not None
    change(Path(places.shipped).parent)
    assert beforehand.find(places, here(places)) is None


def test_a_file_that_changed_just_now_may_change_within_its_stamp(places: Places) -> None:
    Path(places.shipped).touch()
    assert keep(places, here(places)) is None


@pytest.mark.parametrize(
    "mine", [{"slices": {"gaurd": {}}}, []], ids=["a-name-that-is-none", "no-object"]
)
def test_a_house_with_a_fault_is_looked_at_each_time(places: Places, mine: Any) -> None:
    write(Path(places.persons[0]), mine)
    assert keep(places, here(places)) is None


def test_a_house_with_a_broken_slice_is_looked_at_each_time(places: Places) -> None:
    write(Path(places.shipped), {"slices": [{"name": "nowhere", "enabled": True}]})
    assert keep(places, here(places)) is None


def test_a_link_to_a_project_that_the_person_trusts_may_be_moved(places: Places) -> None:
    top = Path(places.shipped).parent
    (top / "other").mkdir()
    (top / "link").symlink_to(top / "project")
    write(Path(places.persons[0]), {"trusted_projects": [str(top / "link")]})
    assert keep(places, here(places)) is not None
    (top / "link").unlink()
    (top / "link").symlink_to(top / "other")
    assert beforehand.find(places, here(places)) is None
