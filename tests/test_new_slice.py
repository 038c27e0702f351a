"""A slice made by `tidegate new-slice` in a clone: nothing about it has to be mended."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from host.limits import SLICE_NAME_MAX_CHARS
from tests.clone import pytest as run_tests
from tests.clone import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.host.machine import Machine

NAME = "x" * SLICE_NAME_MAX_CHARS


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, cloned: Callable[[Path], Machine]) -> Machine:
    machine = cloned(tmp_path_factory.mktemp("new-slice"))
    done = run(machine, ["bin/tidegate", "new-slice", NAME])
    assert done.returncode == 0, done.stdout
    return machine


def test_it_passes_its_own_tests_and_the_contract(machine: Machine) -> None:
    kept = ("slices/test_contract.py", "test_repo.py", "host/test_documents.py")
    of_all = [f"tests/{file}" for file in kept]
    done = run_tests(machine, f"tests/slices/{NAME}", *of_all, "-k", f"{NAME} or host or repo")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("check", ["check", "format --check"])
def test_the_linter_has_nothing_to_say(machine: Machine, check: str) -> None:
    folders = (f"slices/{NAME}", f"tests/slices/{NAME}")
    ruff = [sys.executable, "-m", "ruff", *check.split(), "--no-cache"]
    done = run(machine, [*ruff, *folders])
    assert done.returncode == 0, done.stdout


def test_it_denies_at_once(machine: Machine) -> None:
    verdict, reason = machine.ask("example run")
    assert (verdict, NAME in reason) == ("deny", True)
    assert machine.ask("example --help") == ("run", "")


def test_a_second_one_of_the_name_is_refused(machine: Machine) -> None:
    done = run(machine, ["bin/tidegate", "new-slice", NAME])
    assert done.returncode == 2
    assert "is taken" in done.stdout
