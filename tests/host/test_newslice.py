from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from host.limits import SLICE_NAME_MAX_CHARS
from host.newslice import NewSliceError, planned, write

REPO = Path(__file__).resolve().parents[2]
CHANGED = (
    "plugin.json",
    ".claude-plugin/plugin.json",
    "README.md",
    "slices/README.md",
    "docs/changelog.md",
)
BAD = {
    "empty": "",
    "upper-case": "Mine",
    "a-hyphen": "my-slice",
    "a-folder": "../mine",
    "private": "_mine",
    "a-digit-first": "1st",
    "a-keyword": "import",
    "a-soft-keyword": "match",
    "other-letters": "é",
    "a-newline": "mine\n",
    "too-long": "a" * (SLICE_NAME_MAX_CHARS + 1),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("slices/_template", "tests/slices/_template"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPO / name, tmp_path / name, ignore=ignored)
    for name in CHANGED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(REPO / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
def test_a_bad_name_is_refused(root: Path, name: str) -> None:
    with pytest.raises(NewSliceError):
        planned(root, name)


@pytest.mark.parametrize("taken", ["slices/mine", "tests/slices/mine", "slices/mine.py"])
def test_a_taken_name_is_refused(root: Path, taken: str) -> None:
    (root / taken).mkdir()
    with pytest.raises(NewSliceError, match="the name mine is taken"):
        planned(root, "mine")


def test_a_configured_name_is_refused(root: Path) -> None:
    name = json.loads((root / "plugin.json").read_text())["slices"][0]["name"]
    with pytest.raises(NewSliceError, match=rf"the name {name} is taken: plugin\.json"):
        planned(root, name)


@pytest.mark.parametrize("summary", ["one | two", "one\ntwo"])
def test_a_summary_that_would_break_a_table_is_refused(root: Path, summary: str) -> None:
    with pytest.raises(NewSliceError, match="one line"):
        planned(root, "mine", summary)


@pytest.mark.parametrize("lost", [*CHANGED, "slices/_template", "tests/slices/_template"])
def test_an_incomplete_copy_is_refused_and_nothing_written(root: Path, lost: str) -> None:
    (root / lost).rename(root / "away")
    before = sorted(root.rglob("*"))
    with pytest.raises(NewSliceError):
        write(planned(root, "mine"))
    assert sorted(root.rglob("*")) == before


def test_each_entry_gets_one_more_line_and_keeps_the_others(root: Path) -> None:
    before = {name: (root / name).read_text() for name in CHANGED}
    write(planned(root, "mine", "denies what it says"))
    for name in CHANGED:
        kept = iter((root / name).read_text().splitlines())
        lost = [line for line in before[name].splitlines() if line not in kept]
        assert lost == [], name
    config = json.loads((root / "plugin.json").read_text())
    assert config["slices"][-1] == {"name": "mine", "enabled": True, "options": {}}
    assert "denies what it says" in (root / "docs/changelog.md").read_text()


def test_nothing_of_the_template_is_left_in_the_copy(root: Path) -> None:
    write(planned(root, "mine"))
    made = [*(root / "slices/mine").rglob("*"), *(root / "tests/slices/mine").rglob("*")]
    assert len(made) > 10
    assert [f for f in made if f.is_file() and "_template" in f.read_text()] == []
