"""What all tests share: their collection, with or without each slice, and clones of the repo."""

from __future__ import annotations

import gc
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.paths import slice_names

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from tests.host.machine import Machine

HERE = Path(__file__).parent
SHIPPED = frozenset({"guard", "recall", "scar", "sembr"})
PLAY_THEM = (
    "client/",
    "host/cli/test_audit.py",
    "host/cli/test_command_line.py",
    "host/cli/test_slices.py",
    "host/cli/test_terminal.py",
    "host/cli/test_why.py",
    "host/clients/test_claude_code_mod.py",
    "host/doctor/test_doctor.py",
    "host/test_beforehand.py",
    "host/warm/test_crew.py",
    "slices/test_warm.py",
    "test_pages.py",
)
"""Tests that see the host at work through the shipped slices, and look for what those say."""

LONGEST = ("test_delete_slice.py", "slices/test_warm.py", "client/", "test_pages.py")
"""Tests that take seconds each: what begins last of all keeps one core busy and the others idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, and skip what plays the shipped slices where one is gone."""
    items.sort(key=lambda item: not _is_of(item, LONGEST))
    gone = sorted(SHIPPED - set(slice_names()))
    reason = f"plays the shipped slices, and these are deleted: {', '.join(gone)}"
    for item in items if gone else ():
        if _is_of(item, PLAY_THEM):
            item.add_marker(pytest.mark.skip(reason))


def _is_of(item: pytest.Item, beginnings: tuple[str, ...]) -> bool:
    if not item.path.is_relative_to(HERE):
        return False
    return item.path.relative_to(HERE).as_posix().startswith(beginnings)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the collector of garbage out of what lives as long as the run: thousands of tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Machine]:
    """Return a function that sets up a clone of the repo under a folder; see `clone.clone`."""
    from tests.clone import clone

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return partial(clone, template=shared / "clone")
