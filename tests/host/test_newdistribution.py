"""A new slice as a distribution of its own: what is written, and what is refused."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from host.discovery import GROUP
from host.last_resort import names
from host.newdistribution import planned
from host.newslice import NewSliceError
from host.paths import ROOT

TOP = Path(ROOT)


def made(folder: Path, summary: str = "denies `example run`") -> dict[str, str]:
    files = planned(TOP, "spell", folder, summary)
    return {file.path.relative_to(folder).as_posix(): file.text for file in files}


def test_its_entry_point_names_its_package(tmp_path: Path) -> None:
    files = made(tmp_path / "new")
    project = tomllib.loads(files["pyproject.toml"])
    assert project["project"]["entry-points"] == {GROUP: {"spell": "tidegate_spell"}}
    assert project["tool"]["setuptools"]["packages"] == ["tidegate_spell"]
    assert {"plugin.py", "triggers.py", "README.md"} <= {Path(name).name for name in files}


def test_its_modules_import_the_host_and_its_own_package(tmp_path: Path) -> None:
    for name, text in made(tmp_path / "new").items():
        if name.endswith(".py"):
            nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom)]
            tops = {str(node.module).partition(".")[0] for node in nodes}
            assert tops <= {
                "__future__",
                "typing",
                "collections",
                "attrs",
                "host",
                "tidegate_spell",
            }
            assert "_template" not in text


def test_its_page_links_to_nothing_that_is_not_there(tmp_path: Path) -> None:
    page = made(tmp_path / "new")["tidegate_spell/README.md"]
    assert "](../" not in page
    assert "tests/slices/" not in page
    assert page.startswith("# spell\n")


@pytest.mark.parametrize("summary", ['says "no"', "a \\ backslash", "é"])
def test_any_summary_of_one_line_is_sound_toml(tmp_path: Path, summary: str) -> None:
    text = made(tmp_path / "new", summary)["pyproject.toml"]
    assert tomllib.loads(text)["project"]["description"] == summary


@pytest.mark.parametrize("name", [names()[0], "_mine", "my-slice", "import"])
def test_a_name_that_no_slice_of_the_repo_could_get_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NewSliceError):
        planned(TOP, name, tmp_path / "new")


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("")
    with pytest.raises(NewSliceError, match="not empty"):
        made(tmp_path)
    with pytest.raises(NewSliceError, match="not empty"):
        made(tmp_path / "kept.txt")


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    assert made(tmp_path)


def test_without_the_template_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "plugin.json").write_text('{"slices": []}')
    (tmp_path / "slices" / "_template").mkdir(parents=True)
    with pytest.raises(NewSliceError, match="not complete"):
        planned(tmp_path, "spell", tmp_path / "new")
