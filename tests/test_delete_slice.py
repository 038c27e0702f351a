"""Slices taken out of a clone, as the page for contributors says: the other tests still pass."""

# The clone runs the tests that know all slices: the contract, the repo's own files, what is made
# from the code, the layers, and the commands. A slice's own cases know that slice alone, as the
# contract says, and the other tests of the host have slices of their own.

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.clone import pytest as run_tests
from tests.clone import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.host.machine import Machine

GONE = ("guard", "recall")
ROW = re.compile(rf"\| \[`?({'|'.join(GONE)})`?\]|- The slice `({'|'.join(GONE)})`")
KNOW_ALL_SLICES = (
    "tests/test_repo.py",
    "tests/slices/test_contract.py",
    "tests/host/test_documents.py",
    "tests/host/test_house.py",
    "tests/host/test_layers.py",
    "tests/host/cli",
    "tests/host/doctor",
    "tests/reports/test_sessions.py",
    "tests/reports/test_tables.py",
)
OF_ONE_SLICE = "where_the_check_raises"


def delete(root: Path) -> None:
    """Take the slices out of the repo at `root`."""
    for folder in ("slices", "tests/slices"):
        for name in GONE:
            shutil.rmtree(root / folder / name)
    plugin, manifest = root / "plugin.json", root / ".claude-plugin/plugin.json"
    config, declared = json.loads(plugin.read_text()), json.loads(manifest.read_text())
    config["slices"] = [row for row in config["slices"] if row["name"] not in GONE]
    for name in GONE:
        del declared["userConfig"][name]
    plugin.write_text(json.dumps(config, indent=2))
    manifest.write_text(json.dumps(declared, indent=2))
    for name in ("README.md", "slices/README.md", "docs/changelog.md"):
        lines = (root / name).read_text().splitlines(keepends=True)
        (root / name).write_text("".join(line for line in lines if not ROW.match(line)))


def test_the_other_tests_still_pass(tmp_path: Path, cloned: Callable[[Path], Machine]) -> None:
    machine = cloned(tmp_path)
    delete(machine.root)
    made = run(machine, [sys.executable, "-m", "host.documents"])
    assert made.returncode == 0, made.stdout
    done = run_tests(machine, *KNOW_ALL_SLICES, "-k", f"not {OF_ONE_SLICE}", "--maxfail=5")
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 150
    assert re.findall(r"(\d+) skipped", done.stdout)  # what plays the shipped slices
    assert (tmp_path / "pytest").is_dir()  # its files, beside nobody else's


@pytest.mark.parametrize("folder", ["slices", "tests/slices"])
def test_the_slice_is_there_to_be_deleted(folder: str) -> None:
    assert all((Path(__file__).parents[1] / folder / name).is_dir() for name in GONE)
